// The editor of boards on the page of the book. It writes the board as edges and tints into the text
// field of the form, which is all that the server reads. Without this script the field is there.
(() => {
  "use strict";
  const root = document.querySelector("[data-editor]");
  if (!root) return;
  root.hidden = false;
  const svg = root.querySelector("svg"), field = document.getElementById(root.dataset.editor);
  const state = document.getElementById("editor-state");
  const WIDTH = 640, HEIGHT = 320, EDGE = 26, RADIUS = 13, MOST = 60, NS = "http://www.w3.org/2000/svg";
  let vertices = [], edges = new Set(), chosen = -1, begun = -1, past = [], drag = null;
  const key = (a, b) => Math.min(a, b) + "-" + Math.max(a, b);
  const ends = (edge) => edge.split("-").map(Number);
  const within = (value, most) => Math.min(Math.max(value, EDGE), most - EDGE);

  // Puts places into the middle of the picture.
  function fit(places) {
    const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]);
    const [left, top] = [Math.min(...xs), Math.min(...ys)], wide = Math.max(...xs) - left, high = Math.max(...ys) - top;
    const scale = Math.min((WIDTH - 2 * EDGE) / (wide || 1), (HEIGHT - 2 * EDGE) / (high || 1), 70);
    return places.map(([x, y]) => [WIDTH / 2 + scale * (x - left - wide / 2), HEIGHT / 2 + scale * (y - top - high / 2)]);
  }
  function load(places, links, tints) {
    vertices = fit(places).map(([x, y], i) => ({ x, y, tint: tints[i] || "." }));
    edges = new Set(links.map(([a, b]) => key(a, b)));
    chosen = vertices.length ? 0 : -1;
    begun = -1;
  }

  // The board as the program writes it: edges, vertices without edges, tints.
  function text() {
    if (!vertices.length) return "";
    const items = [...edges], joined = new Set(items.flatMap(ends));
    vertices.forEach((_, v) => { if (!joined.has(v)) items.push(String(v)); });
    const tints = vertices.map((v) => v.tint).join("");
    return items.join(",") + (/[LR]/.test(tints) ? ":" + tints : "");
  }
  // Reads a text that is written as edges; other notations are drawn by the server.
  function read(board) {
    const parts = board.trim().match(/^(\d[\d,\s-]*)(?:[:\s]([.LR]+))?$/);
    if (!parts) return false;
    const links = [], seen = new Set();
    for (const item of parts[1].split(",")) {
      const numbers = item.trim().split("-").map(Number);
      if (numbers.length > 2 || numbers.some((n) => !Number.isInteger(n) || n >= MOST) || numbers[0] === numbers[1]) return false;
      numbers.forEach((n) => seen.add(n));
      if (numbers.length === 2) links.push(numbers);
    }
    const order = Math.max(...seen) + 1, turn = (i) => 2 * Math.PI * i / order;
    const places = Array.from({ length: order }, (_, i) => [Math.sin(turn(i)), -Math.cos(turn(i))]);
    load(places.map(([x, y]) => [2.5 * x, 2 * y]), links, parts[2] || "");
    return true;
  }

  function element(name, attributes, parent) {
    const made = document.createElementNS(NS, name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    parent.append(made);
    return made;
  }
  function draw() {
    svg.replaceChildren();
    for (const edge of edges) {
      const [a, b] = ends(edge).map((v) => vertices[v]);
      element("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }, svg);
    }
    if (drag && drag.moved) {
      const from = vertices[drag.from];
      element("line", { class: "new", x1: from.x, y1: from.y, x2: drag.x, y2: drag.y }, svg);
    }
    vertices.forEach((v, i) => {
      const group = element("g", { class: `tint-${v.tint === "." ? "none" : v.tint}${i === chosen ? " chosen" : ""}${i === begun ? " begun" : ""}` }, svg);
      element("circle", { cx: v.x, cy: v.y, r: RADIUS }, group);
      element("text", { x: v.x, y: v.y }, group).textContent = v.tint === "." ? i : v.tint;
    });
  }
  function say() {
    if (chosen < 0) { state.textContent = "The board has no vertices."; return; }
    const tint = { L: "Left's", R: "Right's", ".": "without a tint" }[vertices[chosen].tint];
    const near = [...edges].map(ends).filter((e) => e.includes(chosen)).map(([a, b]) => (a === chosen ? b : a)).sort((a, b) => a - b);
    const from = begun >= 0 ? ` An edge from ${begun} is begun: choose its other end and press E.` : "";
    state.textContent = `${vertices.length} vertices, ${edges.size} edges. Vertex ${chosen}, ${tint}, is joined to ${near.length ? near.join(", ") : "none"}.${from}`;
  }
  const show = () => { draw(); say(); };
  const changed = () => { field.value = text(); show(); };
  const keep = () => { past.push(JSON.stringify([vertices, [...edges], chosen])); if (past.length > 200) past.shift(); };

  function add(x, y, neighbour) {
    if (vertices.length >= MOST) { state.textContent = `The editor draws at most ${MOST} vertices.`; return; }
    vertices.push({ x: within(x, WIDTH), y: within(y, HEIGHT), tint: "." });
    const v = vertices.length - 1;
    if (neighbour >= 0) edges.add(key(neighbour, v));
    chosen = v;
  }
  function toggle(a, b) {
    if (a === b) return;
    if (!edges.delete(key(a, b))) edges.add(key(a, b));
  }
  function remove(v) {
    vertices.splice(v, 1);
    const kept = [...edges].map(ends).filter((e) => !e.includes(v)).map((e) => e.map((u) => (u > v ? u - 1 : u)));
    edges = new Set(kept.map(([a, b]) => key(a, b)));
    chosen = Math.min(v, vertices.length - 1);
    begun = -1;
  }
  // A free place near the chosen vertex.
  function beside() {
    const from = vertices[chosen] || { x: WIDTH / 2, y: HEIGHT / 2 };
    let best = [from.x, from.y], most = -1;
    for (let i = 0; i < 16; i++) {
      const [x, y] = [within(from.x + 62 * Math.cos(i * Math.PI / 8), WIDTH), within(from.y + 62 * Math.sin(i * Math.PI / 8), HEIGHT)];
      const room = Math.min(...vertices.map((v) => Math.hypot(v.x - x, v.y - y)), 70);
      if (room > most + 0.5) { most = room; best = [x, y]; }
    }
    return best;
  }
  const actions = {
    add: () => { const [x, y] = chosen < 0 ? [WIDTH / 2, HEIGHT / 2] : beside(); add(x, y, chosen); },
    edge: () => { if (begun < 0) begun = chosen; else { toggle(begun, chosen); begun = -1; } },
    left: () => { if (chosen >= 0) vertices[chosen].tint = "L"; },
    right: () => { if (chosen >= 0) vertices[chosen].tint = "R"; },
    plain: () => { if (chosen >= 0) vertices[chosen].tint = "."; },
    remove: () => { if (chosen >= 0) remove(chosen); },
    clear: () => { vertices = []; edges = new Set(); chosen = begun = -1; },
  };
  function act(name) {
    if (name === "undo") {
      if (!past.length) return;
      const [before, links, which] = JSON.parse(past.pop());
      vertices = before; edges = new Set(links); chosen = which; begun = -1;
      return changed();
    }
    keep();
    actions[name]();
    changed();
  }
  const keys = { a: "add", insert: "add", e: "edge", l: "left", r: "right", ".": "plain", delete: "remove", backspace: "remove", u: "undo" };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[event.key], name = keys[event.key.toLowerCase()];
    if (event.key === "Enter") { field.form.requestSubmit(); return; }
    if (event.key === "Escape") { begun = -1; return show(); }
    if (name) { event.preventDefault(); return act(name); }
    if (!way || chosen < 0) return;
    event.preventDefault();
    let best = -1, least = Infinity;
    vertices.forEach((v, i) => {
      const [dx, dy] = [v.x - vertices[chosen].x, v.y - vertices[chosen].y];
      const along = dx * way[0] + dy * way[1], cost = along + 2.5 * Math.abs(dx * way[1] + dy * way[0]);
      if (i !== chosen && along > 1 && cost < least) { least = cost; best = i; }
    });
    if (best >= 0) { chosen = best; show(); }
  });
  for (const button of root.querySelectorAll("[data-do]")) button.addEventListener("click", () => act(button.dataset.do));

  function place(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const hit = vertices.findIndex((v) => Math.hypot(v.x - at.x, v.y - at.y) <= RADIUS + 5);
    return { x: at.x, y: at.y, hit };
  }
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const at = place(event);
    drag = { from: at.hit, x: at.x, y: at.y, moved: false };
    svg.setPointerCapture(event.pointerId);
    if (at.hit >= 0) { chosen = at.hit; show(); }
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag || drag.from < 0) return;
    const at = place(event);
    drag.moved ||= Math.hypot(at.x - vertices[drag.from].x, at.y - vertices[drag.from].y) > RADIUS + 6;
    drag.x = at.x; drag.y = at.y;
    draw();
  });
  svg.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const at = place(event), { from, moved } = drag;
    drag = null;
    if (from < 0 && at.hit < 0) { keep(); add(at.x, at.y, -1); changed(); }
    else if (from >= 0 && moved && at.hit < 0) { keep(); add(at.x, at.y, from); changed(); }
    else if (from >= 0 && moved) { keep(); toggle(from, at.hit); chosen = at.hit; changed(); }
    else show();
  });
  svg.addEventListener("pointercancel", () => { drag = null; draw(); });
  field.addEventListener("change", () => { keep(); if (!read(field.value)) load([], [], ""); show(); });

  const start = JSON.parse(root.dataset.start || "null");
  if (start) load(start.places, start.edges, start.tints);
  else read(field.value);
  show();
})();
