// Names of all focusable elements, texts of all pictures, contrast of all texts (WCAG 2.2 AA). Returns
// the faults of the page.
const faults = [];
const name = (n) => (n.getAttribute("aria-label") || n.textContent || n.getAttribute("title") || "").trim();
for (const n of document.querySelectorAll("a[href], button, [role=img], summary")) if (!name(n)) faults.push("no name: " + n.outerHTML.slice(0, 80));
for (const n of document.querySelectorAll("input, select")) if (!n.labels.length && !n.getAttribute("aria-label")) faults.push("no label: " + n.outerHTML.slice(0, 80));
for (const n of document.querySelectorAll("svg")) if (!n.closest("[aria-label]") && !n.querySelector("title") && !n.closest("figure")?.querySelector("figcaption")) faults.push("a picture without a text: " + n.outerHTML.slice(0, 80));
for (const n of document.querySelectorAll("img")) if (!n.alt) faults.push("no alt");
if (!document.documentElement.lang || !document.title || [...document.querySelectorAll("h1")].filter((n) => n.checkVisibility()).length !== 1) faults.push("language, title or heading");
let last = 0;
for (const n of document.querySelectorAll("h1, h2, h3, h4")) { if (!n.checkVisibility()) continue; const level = +n.tagName[1]; if (level > last + 1) faults.push("heading " + n.textContent + " skips a level"); last = level; }
const ids = new Set();
for (const n of document.querySelectorAll("[id]")) { if (ids.has(n.id)) faults.push("two elements are called " + n.id); ids.add(n.id); }
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgb = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
const ground = (n) => { for (; n; n = n.parentElement) { const c = rgb(getComputedStyle(n).backgroundColor); if (c[3] > 200) return c; } return [255, 255, 255, 255]; };
const seen = new Set();
for (const n of document.querySelectorAll("body *")) {
  const own = [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
  if (!own || !n.getClientRects().length || n.closest("script, style, title, .skip, defs")) continue;
  const svg = n.closest("svg"), style = getComputedStyle(n);
  // what is written into filled vertices and cells has a ground of its own
  if (svg && (n.closest(".vertex") || /^rgb\((254|11|255), /.test(style.fill) || n.getAttribute("fill") === "#ffffff")) continue;
  const ink = rgb(svg ? style.fill : style.color), behind = ground(svg ? svg : n);
  const [a, b] = [light(ink), light(behind)], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && +style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5)) { const what = `contrast ${ratio.toFixed(2)} of ${ink} on ${behind}: ${n.textContent.trim().slice(0, 30)}`; const key = ink + "/" + behind; if (!seen.has(key)) faults.push(what); seen.add(key); }
}
return faults.slice(0, 8);
