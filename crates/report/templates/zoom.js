// Zoom of charts, and the hiding of their series. The pictures have whole pixels and fixed axes, so
// each element keeps the coordinates of the whole chart, and gets others within a zoom.
(() => {
  "use strict";
  const CHART = "svg[data-across]";
  // The greatest zoom across and upwards: beyond it, the rounding to pixels would show.
  const MOST_ACROSS = 20, MOST_UPWARDS = 8;
  const SVG_NAMES = ["svg", "g", "path", "rect", "defs", "clipPath"];

  // The choices of the reader. They outlive the replacement of a section in the live view.
  const hidden = {}, zooms = {};
  // The charts of a comparison share their series, the settings.
  const hiddenOf = (svg) => (hidden[document.querySelector("[data-rows]") ? svg.dataset.chart : "settings"] ||= new Set());
  const isZoomed = (svg) => svg.id in zooms;

  function make(name, attributes, ...children) {
    const space = SVG_NAMES.includes(name) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // A scale maps numbers to pixels and back.
  function scale(start, end, from, to, kind) {
    const log = kind === "log";
    const up = (n) => (log ? Math.log10(Math.max(n, Number.MIN_VALUE)) : n), down = (n) => (log ? 10 ** n : n);
    const a = up(from), b = up(to);
    return {
      start, end, from, to, log,
      at: (n) => start + ((end - start) * (up(n) - a)) / (b - a),
      of: (pixel) => down(a + ((b - a) * (pixel - start)) / (end - start)),
      between: (from, to) => scale(start, end, from, to, kind),
    };
  }
  // The axes of a chart, `whole` and as they are `now`: one across, and one upwards for each panel.
  function axes(svg) {
    const read = (text) => { const words = text.split(" "); return scale(...words.slice(0, 4).map(Number), words[4]); };
    svg.whole ||= { x: read(svg.dataset.across), panels: svg.dataset.up.split(";").map(read) };
    svg.now ||= svg.whole;
    const { x, panels } = svg.whole;
    return { whole: svg.whole, now: svg.now, left: x.start, right: x.end, top: panels[0].end, bottom: panels.at(-1).start };
  }
  const isWithin = (panel, y) => panel.end - 2 <= y && y <= panel.start + 2;
  const panelAt = (svg, y) => axes(svg).whole.panels.findIndex((panel) => isWithin(panel, y));

  // Shows the numbers from one to another. The other axes fit the curves that show.
  function zoom(svg, from, to) {
    const { x } = axes(svg).whole, wide = x.end - x.start;
    const size = Math.min(Math.max(x.at(to) - x.at(from), wide / MOST_ACROSS), wide);
    const begin = Math.min(Math.max((x.at(from) + x.at(to) - size) / 2, x.start), x.end - size);
    if (size < wide) zooms[svg.id] = [x.of(begin), x.of(begin + size)]; else delete zooms[svg.id];
    apply(svg);
  }
  function showWhole(svg) {
    delete zooms[svg.id];
    apply(svg);
  }
  // Shows a range that is larger by a factor. The number at a pixel keeps its place.
  function zoomBy(svg, factor, pixel) {
    const { now, whole } = axes(svg), inWhole = (p) => whole.x.at(now.x.of(p)), kept = inWhole(pixel);
    const end = (p) => whole.x.of(kept + (inWhole(p) - kept) * factor);
    zoom(svg, end(now.x.start), end(now.x.end));
  }
  // Moves the range of a zoom if a number is outside.
  function reach(svg, n) {
    const { now: { x }, whole } = axes(svg), middle = whole.x.at(n), half = (whole.x.at(x.to) - whole.x.at(x.from)) / 2;
    if (isZoomed(svg) && (n < x.from || n > x.to)) zoom(svg, whole.x.of(middle - half), whole.x.of(middle + half));
  }

  // The coordinates of an element: those in the whole chart, its first point, all points of a line.
  const original = (element) => (element.original ||= element.cloneNode(true));
  const number = (element, names) => Number(names.map((n) => element.getAttribute(n)).find((v) => v !== null));
  const pointsOf = (line) => line.getAttribute("points").trim().split(/\s+/).map((p) => p.split(",").map(Number));
  function endsOf(element) {
    if (element.hasAttribute("points")) return pointsOf(element);
    return [["x", "x1", "cx"], ["x", "x2", "cx"]].map((names) => [number(element, names), number(element, names.map((n) => n.replace("x", "y")))]);
  }
  function place(element, fx, fy) {
    const from = original(element);
    if (from.hasAttribute("points")) element.setAttribute("points", pointsOf(from).map(([x, y]) => `${fx(x)},${fy(y)}`).join(" "));
    for (const name of ["x", "x1", "x2", "cx", "y", "y1", "y2", "cy"]) {
      if (from.hasAttribute(name)) element.setAttribute(name, (name.includes("x") ? fx : fy)(Number(from.getAttribute(name))));
    }
  }
  // The part of a panel's axis with the curves that show, within a range across.
  function fitted(svg, panel, x) {
    const [a, b] = [x.from, x.to].map(axes(svg).whole.x.at), heights = [];
    for (const line of svg.querySelectorAll(".series:not([hidden]) > :is(polyline, polygon)")) {
      const points = pointsOf(original(line));
      if (!isWithin(panel, points[0][1])) continue;
      points.slice(1).forEach((q, i) => {
        const [[left, y], [right, z]] = [points[i], q].sort((p, r) => p[0] - r[0]);
        const height = (at) => y + ((z - y) * (at - left)) / (right - left);
        if (right < a || left > b) return;
        heights.push(...(left === right ? [y, z] : [Math.max(a, left), Math.min(b, right)].map(height)));
      });
    }
    if (!heights.length) return panel;
    const [high, low] = [Math.min(...heights), Math.max(...heights)];
    const room = Math.max(0.08 * (low - high), ((panel.start - panel.end) / MOST_UPWARDS - (low - high)) / 2);
    return panel.between(panel.of(Math.min(low + room, panel.start)), panel.of(Math.max(high - room, panel.end)));
  }

  // Shows a chart as the reader has chosen. The event lets other parts follow.
  function apply(svg) {
    const { whole } = axes(svg), range = zooms[svg.id], off = hiddenOf(svg);
    for (const group of svg.querySelectorAll(".series")) group.toggleAttribute("hidden", off.has(group.dataset.name));
    const x = range ? whole.x.between(...range) : whole.x;
    // A panel whose axis goes down has lanes instead of numbers.
    const panels = whole.panels.map((panel) => (range && panel.from < panel.to ? fitted(svg, panel, x) : panel));
    svg.now = { x, panels };
    const across = (n) => (range ? x.at(whole.x.of(n)) : n);
    const upwards = (i) => (n) => (range && i >= 0 ? panels[i].at(whole.panels[i].of(n)) : n);
    moveSeries(svg, across, upwards);
    moveMarks(svg, across, upwards);
    drawTicks(svg);
    svg.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }
  function moveSeries(svg, across, upwards) {
    const discs = [...svg.querySelectorAll(".series > circle")].map((disc) => endsOf(original(disc))[0]);
    for (const element of svg.querySelectorAll(".series:not(.over) > *")) {
      const from = original(element), i = panelAt(svg, endsOf(from)[0][1]), moves = [across, upwards(i)];
      const disc = from.tagName === "text" && nearest(from, discs);
      // A label keeps its distance from its disc.
      place(element, ...(disc ? moves.map((move, way) => (n) => n + move(disc[way]) - disc[way]) : moves));
      if (isZoomed(svg)) element.setAttribute("clip-path", `url(#${svg.id}-clip${i})`); else element.removeAttribute("clip-path");
    }
  }
  function nearest(text, discs) {
    const [[x, y]] = endsOf(text), half = 3 * text.textContent.trim().length;
    const far = ([u, v]) => Math.max(Math.abs(u - x - half) - half, 0) + Math.abs(v - y - 5);
    return discs.filter((disc) => far(disc) < 24).sort((a, b) => far(a) - far(b))[0];
  }
  function moveMarks(svg, across, upwards) {
    const { whole, left, right } = axes(svg), off = hiddenOf(svg);
    for (const mark of svg.querySelectorAll(".marks > .mark")) {
      const rect = mark.querySelector("rect"), [x, y, wide, high] = ["x", "y", "width", "height"].map((n) => number(original(rect), [n]));
      const i = panelAt(svg, y + high / 2), at = [across(x + wide / 2), upwards(i)(y + high / 2)];
      // The mark of a lane may stand for several events.
      const size = i < 0 ? across(x + wide) - across(x) : wide;
      for (const [name, value] of [["x", at[0] - size / 2], ["y", at[1] - high / 2], ["width", size]]) rect.setAttribute(name, value);
      const isInside = at[0] >= left && at[0] <= right && (i < 0 || isWithin(whole.panels[i], at[1]));
      mark.toggleAttribute("hidden", (isZoomed(svg) && !isInside) || off.has(mark.dataset.series));
    }
  }
  // Clips of the panels, and one of the whole height.
  function addClips(svg) {
    const { whole, left, right } = axes(svg);
    const clip = (i, y, height) => make("clipPath", { id: `${svg.id}-clip${i}` }, make("rect", { x: left, y, width: right - left, height }));
    svg.prepend(make("defs", {}, clip(-1, 0, svg.viewBox.baseVal.height), ...whole.panels.map((p, i) => clip(i, p.end, p.start - p.end))));
  }

  // The numbers on an axis within a zoom.
  function ticks(s, most, least) {
    for (const factors of s.log && s.to >= 10 * s.from ? [[1, 2, 5], [1]] : []) {
      const powers = Array.from({ length: Math.ceil(Math.log10(s.to / s.from)) + 1 }, (_, i) => 10 ** (Math.floor(Math.log10(s.from)) + i));
      const found = powers.flatMap((power) => factors.map((f) => f * power)).filter((n) => n >= s.from && n <= s.to);
      if (found.length <= 10) return found;
    }
    const rough = (s.to - s.from) / most, ten = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(least, ten * [1, 2, 5, 10].find((f) => f * ten >= rough)), first = Math.ceil(s.from / step);
    return Array.from({ length: Math.max(Math.floor(s.to / step) - first + 1, 0) }, (_, i) => (first + i) * step);
  }
  // Whether an element is a line, a tick or a number of the axis "x" or "y" of a panel.
  function isOfAxis(element, axis, panel, left) {
    const [[x, y], [u, v]] = endsOf(element), inside = [y, v].every((h) => isWithin(panel, h)), below = Math.min(y, v) - panel.start;
    const anchor = element.getAttribute("text-anchor"), isX = axis === "x";
    switch (element.tagName) {
      case "text": return isX ? anchor === "middle" && below > 0 && below < 15 : anchor === "end" && x < left && inside;
      case "line": return inside && (isX ? x === u : y === v);
      default: return isX ? x === u && below >= -2 && Math.abs(y - v) < 9 : y === v && inside && Math.max(x, u) <= left && Math.abs(x - u) < 9;
    }
  }
  // Replaces lines, ticks and numbers by those of the zoom, in the same style.
  function drawTicks(svg) {
    const { whole, now, left } = axes(svg), group = make("g", { class: "ticks" });
    svg.querySelector(":scope > .ticks")?.remove();
    const parts = [...svg.querySelectorAll(":scope > :is(line, polyline, text)")];
    const isCounted = svg.id.includes("seconds") ? 0 : 1;
    whole.panels.forEach((panel, i) => {
      const own = (axis) => parts.filter((e) => isOfAxis(e, axis, panel, left));
      const draw = (axis, s, most, least) => {
        const found = own(axis), samples = new Map(found.map((e) => [e.tagName, e]));
        for (const e of found) e.toggleAttribute("hidden", isZoomed(svg));
        for (const n of isZoomed(svg) ? ticks(s, most, least) : []) group.append(...[...samples.values()].map((sample) => tick(sample, axis, s.at(n), n)));
      };
      draw("x", now.x, 8, isCounted);
      if (panel.from < panel.to) draw("y", now.panels[i], 6, 0);
    });
    svg.querySelector(".series")?.before(group);
  }
  function tick(sample, axis, pixel, n) {
    const copy = sample.cloneNode(true), [[x, y]] = endsOf(sample), unit = sample.textContent.trim().endsWith("%") ? " %" : "";
    const move = (from) => (v) => v + Math.round(pixel) - from, stay = (v) => v;
    place(copy, axis === "x" ? move(x) : stay, axis === "y" ? move(y) : stay);
    if (copy.tagName === "text") copy.textContent = written(n) + unit;
    copy.removeAttribute("hidden");
    return copy;
  }
  const written = (n) => Number(n).toLocaleString("en", { maximumSignificantDigits: 12 });

  window.boil.zoom = { CHART, make, axes, hiddenOf, isZoomed, zoom, showWhole, zoomBy, reach, apply, addClips, written };
})();
