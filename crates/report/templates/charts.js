// Charts: the generation under the pointer or chosen by keys, buttons for series and zoom, and the
// best fitness of another run. Without this script a page has the same charts as pictures.
(() => {
  "use strict";
  const { showAt, hide, drawingOf, rove } = window.boil;
  const { CHART, make, axes, hiddenOf, isZoomed, zoom, showWhole, zoomBy, reach, apply, addClips, written } = window.boil.zoom;
  // The generation that keys have chosen, for each chart.
  const chosen = {};
  let other = null;
  const live = make("div", { class: "unseen", role: "status" });
  const zoomKeys = make("span", { id: "zoom-keys" }, "Plus and minus zoom, 0 shows the whole chart, Escape leaves."), rowKeys = make("span", { id: "row-keys" },
    "Left and Right go from generation to generation, Page Up and Page Down by ten steps.");
  document.body.append(live, make("p", { class: "unseen" }, rowKeys, " ", zoomKeys));

  // The rows of a run, and the place of each on the axis of a chart.
  function rowsOf(holder) {
    if (holder) holder.rows ||= holder.dataset.rows.split(";").filter(Boolean).map((row) => row.split(","));
    return holder ? holder.rows : [];
  }
  const ownRows = (svg) => rowsOf(svg.closest("[data-rows]") || document.querySelector("[data-rows]"));
  const viewOf = (svg) => (svg.closest(".view")?.dataset.view || "generation").split(" ");
  const placeOf = (svg, row) => Number(row[["generation", "asked", "valued", "seconds"].indexOf(viewOf(svg)[0])]);
  const rowUntil = (svg, rows, at) => rows.findLast((row) => placeOf(svg, row) <= at) || rows[0];
  const numberOf = (text) => { const [n, d] = text.split("/"); return text ? Number(n) / Number(d || 1) : NaN; };

  // Shows a row: a line up and down, the numbers, and the best board of then.
  const clear = () => { for (const line of document.querySelectorAll(".pointer")) line.remove(); };
  function tell(svg, row, x, at) {
    const [generation, asked, valued, seconds, best, median, board] = row, { now, top, bottom } = axes(svg);
    let text = `generation ${generation}: ${written(asked)} boards asked, ${written(valued)} valued, ${seconds} s`;
    if (best && svg.closest("#fitness")) text += `; best ${best}` + (median ? `, median ${median}` : "");
    const beside = other && svg.dataset.chart === "fitness" && rowUntil(svg, other.rows, now.x.of(x));
    if (beside) text += `; ${other.name}: generation ${beside[0]}` + (beside[4] ? `, best ${beside[4]}` : "");
    clear();
    svg.append(make("path", { class: "pointer", d: `M${x} ${top}V${bottom}` }));
    showAt(text, board && drawingOf("best-" + board), at, true);
    return text;
  }

  // The pointer over the plot of a chart.
  function pointOf(svg, e) {
    const box = svg.getBoundingClientRect(), ratio = svg.viewBox.baseVal.width / box.width;
    return [(e.clientX - box.left) * ratio, (e.clientY - box.top) * ratio];
  }
  function plotAt(e) {
    const svg = e.target.closest?.(CHART);
    if (!svg || e.target.closest(".mark")) return null;
    const [x, y] = pointOf(svg, e), { left, right, top, bottom } = axes(svg);
    return x >= left && x <= right && y >= top && y <= bottom ? svg : null;
  }
  document.addEventListener("pointermove", (e) => {
    if (drag) return stretch(e);
    const svg = plotAt(e), rows = svg ? ownRows(svg) : [];
    if (rows.length) {
      const [x] = pointOf(svg, e);
      tell(svg, rowUntil(svg, rows, axes(svg).now.x.of(x)), x, { left: e.clientX, top: e.clientY - 10, bottom: e.clientY + 14 });
    } else if (document.querySelector(".pointer")) {
      clear();
      if (!e.target.closest?.(".mark")) hide();
    }
  });
  document.addEventListener("pointerover", (e) => { if (e.target.closest?.(".mark")) clear(); });

  // The mouse zooms to a range that it drags. A finger scrolls instead.
  let drag = null;
  document.addEventListener("pointerdown", (e) => {
    const svg = e.button === 0 && e.pointerType !== "touch" && plotAt(e);
    if (svg) drag = { svg, from: pointOf(svg, e)[0] };
  });
  function stretch(e) {
    const { svg, from } = drag, { left, right, top, bottom } = axes(svg), to = Math.min(Math.max(pointOf(svg, e)[0], left), right);
    if (!drag.band) {
      if (Math.abs(to - from) < 5) return;
      clear();
      hide();
      drag.band = make("rect", { class: "band", y: top, height: bottom - top });
      svg.append(drag.band);
      svg.setPointerCapture(e.pointerId);
    }
    drag.to = to;
    drag.band.setAttribute("x", Math.min(from, to));
    drag.band.setAttribute("width", Math.abs(to - from));
  }
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      const { svg, from, to, band } = drag || {};
      drag = null;
      band?.remove();
      if (band && name === "pointerup") zoom(svg, ...[Math.min(from, to), Math.max(from, to)].map(axes(svg).now.x.of));
    });
  }
  document.addEventListener("dblclick", (e) => { const svg = plotAt(e); if (svg) showWhole(svg); });

  // Keys of a chart in focus.
  function showChosen(svg, by = 0) {
    const rows = ownRows(svg);
    if (!rows.length) return;
    const now = rows.findLastIndex((row) => Number(row[0]) <= (chosen[svg.id] ?? Infinity));
    const row = rows[Math.min(Math.max(now + by, 0), rows.length - 1)], place = placeOf(svg, row);
    chosen[svg.id] = Number(row[0]);
    reach(svg, place);
    const { now: { x }, left, right, top } = axes(svg), box = svg.getBoundingClientRect(), ratio = box.width / svg.viewBox.baseVal.width;
    const pixel = Math.min(Math.max(x.at(place), left), right);
    const text = tell(svg, row, pixel, { left: box.left + pixel * ratio, top: 0, bottom: Math.max(0, box.top + top * ratio) });
    if (live.textContent !== text) live.textContent = text;
  }
  const chosenPixel = (svg) => { const line = svg.querySelector(".pointer"); return line ? line.getBBox().x : middleOf(svg); };
  const middleOf = (svg) => { const { left, right } = axes(svg); return (left + right) / 2; };
  const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
  const others = {
    "+": (svg) => zoomBy(svg, 0.5, chosenPixel(svg)), "=": (svg) => zoomBy(svg, 0.5, chosenPixel(svg)),
    "-": (svg) => zoomBy(svg, 2, chosenPixel(svg)), 0: showWhole, Escape: (svg) => svg.blur(),
  };
  document.addEventListener("keydown", (e) => {
    const svg = e.target;
    if (!svg.matches?.(CHART) || e.ctrlKey || e.altKey || e.metaKey || !(e.key in steps || e.key in others)) return;
    e.preventDefault();
    others[e.key]?.(svg);
    if (e.key !== "Escape") showChosen(svg, steps[e.key]);
  });
  const focused = () => { const svg = document.activeElement; return svg?.matches(CHART) && svg.matches(":focus-visible") ? svg : null; };
  document.addEventListener("focusin", () => { const svg = focused(); if (svg) showChosen(svg); });
  document.addEventListener("focusout", (e) => { if (e.target.matches(CHART)) { clear(); hide(); } });
  addEventListener("scroll", () => { clear(); const svg = focused(); if (svg) showChosen(svg); }, { passive: true });

  // The best fitness of another run, on the same axes.
  function drawOther(svg) {
    svg.querySelector(".over")?.remove();
    if (!other || svg.dataset.chart !== "fitness") return;
    const { x, panels: [y] } = axes(svg).now;
    const corners = other.rows.map((row) => [x.at(placeOf(svg, row)), y.at(numberOf(row[4]))].map((n) => n.toFixed(1)));
    const steps = corners.filter(([, height]) => height !== "NaN").map(([at, height], i) => (i ? `H${at}V${height}` : `M${at} ${height}`));
    const group = make("g", { class: "series over", "data-name": other.name }, make("path", { d: steps.join(""), "clip-path": `url(#${svg.id}-clip0)` }));
    group.toggleAttribute("hidden", hiddenOf(svg).has(other.name));
    svg.querySelector(".marks").before(group);
  }
  // Lays the run of a page over this one. A file has no name of a run, but its page has.
  function lay(text, said, known) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const name = known || (page.querySelector("h1 small") || page.querySelector("h1"))?.textContent.trim() || "The file";
    const [theirs, ours] = [page, document].map((d) => d.querySelector("[data-goal]"));
    const isSame = theirs?.dataset.goal === ours.dataset.goal;
    other = isSame ? { name, rows: rowsOf(theirs) } : null;
    if (!text || isSame) said.textContent = "";
    else said.textContent = theirs ? `${name} maximizes ${theirs.dataset.goal}, and this run ${ours.dataset.goal}.` : `${name} has no curve of a best fitness.`;
    for (const svg of document.querySelectorAll(CHART + "[data-chart=fitness]")) { drawOther(svg); addLegend(svg); }
  }
  // The choice of the other run: in the live view from the list of runs, in a report from a file.
  function offer(section) {
    const said = make("output", {}), file = make("input", { type: "file", accept: ".html" });
    file.addEventListener("change", async () => { lay(file.files[0] ? await file.files[0].text() : "", said); });
    const choice = document.querySelector("[data-events]") ? buttonOfRuns(said) : make("label", {}, "Lay another report over this one ", file);
    section.querySelector("h2").after(make("p", { class: "over-choice" }, choice, " ", said));
  }
  async function take(path, said, use) {
    said.textContent = "";
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) use(await answer.text()); else said.textContent = "The server does not answer. Try again soon.";
  }
  function buttonOfRuns(said) {
    const button = make("button", { type: "button", class: "quiet" }, "Lay another run over this one");
    button.addEventListener("click", () => take("/", said, (text) => {
      const list = new DOMParser().parseFromString(text, "text/html");
      const paths = [...list.querySelectorAll("#runs a[href^='/run/']")].map((a) => a.getAttribute("href")).filter((path) => path !== location.pathname);
      const option = (path) => make("option", { value: path }, decodeURIComponent(path.slice("/run/".length)));
      const select = make("select", { "aria-label": "The run that lies over this one" }, make("option", { value: "" }, "no other run"), ...paths.map(option));
      select.addEventListener("change", () => {
        const { value, text } = select.selectedOptions[0];
        // A slow answer does not replace a later choice.
        if (value) take(value, said, (page) => { if (select.value === value) lay(page, said, text); }); else lay("", said);
      });
      button.replaceWith(select);
      select.focus();
    }));
    return button;
  }

  // The buttons of a chart: one for each series if there are several, and those of the zoom.
  function addLegend(svg) {
    const box = make("div", { class: "legend", role: "group", "aria-label": "Series and zoom" }), off = hiddenOf(svg), shapes = new Map();
    const add = (id, attributes, text, press) => {
      const button = make("button", { type: "button", id: `${svg.id}-${id}`, ...attributes }, text);
      button.addEventListener("click", press);
      box.append(button);
      return button;
    };
    for (const shape of svg.querySelectorAll(".series > :not(text)")) {
      const { name } = shape.parentNode.dataset;
      if (!shapes.has(name) || shapes.get(name).tagName === "polygon") shapes.set(name, shape);
    }
    // A comparison draws its first setting last.
    const inOrder = ownRows(svg).length ? [...shapes] : [...shapes].reverse();
    inOrder.forEach(([name, shape], i) => {
      if (shapes.size < 2) return;
      const press = () => { if (!off.delete(name)) off.add(name); for (const same of document.querySelectorAll(CHART)) if (hiddenOf(same) === off) apply(same); };
      add(`series${i}`, { "data-name": name, "aria-pressed": !off.has(name) }, " " + name, press).prepend(swatch(shape));
    });
    add("in", { "aria-label": "zoom in" }, "+", () => zoomBy(svg, 0.5, middleOf(svg)));
    add("out", { "aria-label": "zoom out" }, "−", () => zoomBy(svg, 2, middleOf(svg)));
    add("whole", {}, "whole chart", () => { showWhole(svg); document.getElementById(svg.id + "-in").focus(); }).toggleAttribute("hidden", !isZoomed(svg));
    svg.parentNode.querySelector(".legend")?.remove();
    svg.after(box);
  }
  function swatch(shape) {
    const colour = [shape.getAttribute("stroke"), shape.getAttribute("fill")].find((c) => c && c !== "none"), isBand = shape.tagName === "polygon";
    const line = make("path", { d: "M0 6H18", "stroke-width": isBand ? 9 : 3, opacity: isBand ? 0.4 : 1, ...(colour ? { stroke: colour } : {}) });
    return make("svg", { class: shape.closest(".over") ? "swatch over" : "swatch", width: 18, height: 12, "aria-hidden": true }, line);
  }
  document.addEventListener("redrawn", (e) => {
    const svg = e.target, off = hiddenOf(svg);
    clear();
    rove(svg);
    drawOther(svg);
    for (const button of svg.parentNode.querySelectorAll(".legend [data-name]")) button.setAttribute("aria-pressed", !off.has(button.dataset.name));
    document.getElementById(svg.id + "-whole")?.toggleAttribute("hidden", !isZoomed(svg));
  });

  function turn(e) {
    if (!e.ctrlKey) return;
    e.preventDefault();
    zoomBy(e.currentTarget, e.deltaY < 0 ? 0.8 : 1.25, pointOf(e.currentTarget, e)[0]);
  }
  function prepare(root) {
    for (const svg of root.querySelectorAll(CHART)) {
      const id = ["chart", svg.dataset.chart, ...viewOf(svg).slice(0, 2)].join("-"), keys = ownRows(svg).length ? "row-keys zoom-keys" : "zoom-keys";
      for (const [name, value] of Object.entries({ id, tabindex: 0, role: "application", "aria-describedby": keys })) svg.setAttribute(name, value);
      svg.addEventListener("wheel", turn, { passive: false });
      addClips(svg);
      if (isZoomed(svg) || hiddenOf(svg).size) apply(svg); else drawOther(svg);
      addLegend(svg);
    }
    const fitness = root.querySelector("[data-goal]");
    if (fitness && !document.querySelector(".over-choice")) offer(fitness.closest("section"));
  }
  document.addEventListener("renewed", (e) => prepare(e.target));
  prepare(document);
})();
