// The editor of boards. It writes the board into a text field, as the program reads it, and fires a
// `change` there; all else reads the field. Without this script the field is there.
(() => {
  "use strict";
  const root = document.querySelector("[data-editor]");
  if (!root) return;
  const svg = root.querySelector("svg"), field = document.getElementById(root.dataset.editor), state = root.querySelector("[role=status]");
  const WIDTH = 640, HEIGHT = 320, EDGE = 26, RADIUS = 13, MOST = 60, NS = "http://www.w3.org/2000/svg";
  // The game's marks: `tints loops parallel arcs token squares`, and the greatest weight.
  let marks = new Set((root.dataset.marks || "tints").split(" ")), heaviest = 1;
  // A link has ends a and b, a weight, and may be an arc. `chosen` is a vertex, `link` a link.
  let board = { vertices: [], links: [], token: -1 }, chosen = -1, link = -1, begun = -1, past = [], ahead = [], drag = null, mode = "draw", own = false;
  const within = (value, most) => Math.min(Math.max(value, EDGE), most - EDGE);
  const order = () => board.vertices.length;

  // Puts places into the middle of the picture.
  function fit(places) {
    const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]);
    const [left, top] = [Math.min(...xs), Math.min(...ys)], wide = Math.max(...xs) - left, high = Math.max(...ys) - top;
    const scale = Math.min((WIDTH - 2 * EDGE) / (wide || 1), (HEIGHT - 2 * EDGE) / (high || 1), 70);
    return places.map(([x, y]) => [WIDTH / 2 + scale * (x - left - wide / 2), HEIGHT / 2 + scale * (y - top - high / 2)]);
  }
  // A board as the program writes it for this script.
  function load(given) {
    const places = given ? fit(given.places) : [];
    board = {
      vertices: places.map(([x, y], i) => ({ x, y, tint: given.tints[i] || ".", square: given.squares ? given.squares[i] : null })),
      links: given ? given.links.map(([a, b, weight, arc]) => ({ a, b, weight, arc })) : [],
      token: given && given.token !== null ? given.token : -1,
    };
    chosen = order() ? 0 : -1;
    begun = link = -1;
  }

  // Reads a text that is written as edges and tints; other notations are drawn by the program.
  function read(text) {
    const parts = text.trim().match(/^(\d[\d,\s-]*)(?:[:\s]([.LR]+))?$/);
    if (!parts) return null;
    const links = [], seen = new Set();
    for (const item of parts[1].split(",")) {
      const numbers = item.trim().split("-").map(Number);
      if (numbers.length > 2 || numbers.some((n) => !Number.isInteger(n) || n >= MOST) || numbers[0] === numbers[1]) return null;
      numbers.forEach((n) => seen.add(n));
      if (numbers.length === 2) links.push([...numbers, 1, false]);
    }
    const order = Math.max(...seen) + 1, turn = (i) => 2 * Math.PI * i / order;
    const places = Array.from({ length: order }, (_, i) => [2.5 * Math.sin(turn(i)), -2 * Math.cos(turn(i))]);
    return { places, links, tints: parts[2] || "", token: null, squares: null };
  }

  // The text of the board: rows of squares, or links, vertices without links, the token and tints.
  function text() {
    if (!order()) return "";
    if (marks.has("squares")) return squares();
    const groups = new Map(), joined = new Set();
    for (const { a, b, weight, arc } of board.links) {
      const key = arc ? `${a}>${b}` : `${Math.min(a, b)}-${Math.max(a, b)}`;
      groups.set(key, [...(groups.get(key) || []), weight]);
      joined.add(a).add(b);
    }
    const items = [...groups].map(([key, weights]) => (weights.length === 1 && weights[0] === 1 ? key : [key, ...weights].join("*")));
    board.vertices.forEach((_, v) => { if (!joined.has(v)) items.push(String(v)); });
    const tints = board.vertices.map((v) => v.tint).join(""), token = board.token >= 0 ? `@${board.token}` : "";
    return items.join(",") + token + (/[LR]/.test(tints) ? ":" + tints : "");
  }
  function squares() {
    const all = board.vertices.map((v) => v.square), at = new Set(all.map(String));
    const [top, bottom] = [Math.min(...all.map((s) => s[0])), Math.max(...all.map((s) => s[0]))];
    const [left, right] = [Math.min(...all.map((s) => s[1])), Math.max(...all.map((s) => s[1]))];
    const row = (r) => Array.from({ length: right - left + 1 }, (_, c) => (at.has(String([r, left + c])) ? "." : "#")).join("");
    return Array.from({ length: bottom - top + 1 }, (_, r) => row(top + r)).join("|");
  }

  function element(name, attributes, parent) {
    const made = document.createElementNS(NS, name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    parent.append(made);
    return made;
  }
  // The curve of a link: links with the same ends lie beside each other, a loop stands above its vertex.
  function curve(i) {
    const { a, b } = board.links[i], [from, to] = [board.vertices[a], board.vertices[b]];
    const alike = board.links.map((l, k) => [l, k]).filter(([l]) => Math.min(l.a, l.b) === Math.min(a, b) && Math.max(l.a, l.b) === Math.max(a, b));
    const place = alike.findIndex(([, k]) => k === i);
    if (a === b) {
      const high = 34 + 9 * place;
      return { path: `M${from.x - 7} ${from.y - 10}C${from.x - high} ${from.y - high - 8} ${from.x + high} ${from.y - high - 8} ${from.x + 7} ${from.y - 10}`, x: from.x, y: from.y - high + 4 };
    }
    const bend = (place - (alike.length - 1) / 2) * 22 * (a < b ? 1 : -1), length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [x, y] = [(from.x + to.x) / 2 - bend * (to.y - from.y) / length, (from.y + to.y) / 2 + bend * (to.x - from.x) / length];
    const [cx, cy] = [2 * x - (from.x + to.x) / 2, 2 * y - (from.y + to.y) / 2], reach = Math.hypot(to.x - cx, to.y - cy) || 1;
    const [ex, ey] = [to.x - (RADIUS + 2) * (to.x - cx) / reach, to.y - (RADIUS + 2) * (to.y - cy) / reach];
    return { path: `M${from.x} ${from.y}Q${cx} ${cy} ${ex} ${ey}`, x, y };
  }
  function draw() {
    svg.replaceChildren();
    const defs = element("defs", {}, svg), head = element("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, defs);
    element("path", { d: "M0 0L8 4L0 8z", class: "head" }, head);
    if (marks.has("squares")) return grid();
    board.links.forEach((l, i) => {
      const { path, x, y } = curve(i);
      const group = element("g", { class: `link${i === link ? " chosen" : ""}`, "data-link": i }, svg);
      element("path", { d: path, class: "reach" }, group);
      element("path", { d: path, ...(l.arc ? { "marker-end": "url(#head)" } : {}) }, group);
      if (l.weight !== 1) element("text", { x, y: y - 7 }, group).textContent = l.weight;
    });
    if (drag && drag.moved && mode !== "move" && drag.from >= 0) {
      const from = board.vertices[drag.from];
      element("line", { class: "new", x1: from.x, y1: from.y, x2: drag.x, y2: drag.y }, svg);
    }
    board.vertices.forEach((v, i) => {
      const group = element("g", { class: `tint-${v.tint === "." ? "none" : v.tint}${i === chosen ? " chosen" : ""}${i === begun ? " begun" : ""}` }, svg);
      element("circle", { cx: v.x, cy: v.y, r: RADIUS }, group);
      if (i === board.token) element("circle", { cx: v.x, cy: v.y, r: RADIUS + 5, class: "token" }, group);
      element("text", { x: v.x, y: v.y }, group).textContent = v.tint === "." ? i : v.tint;
    });
  }
  // The squares: a field of 8 rows and 16 columns around those of the board.
  const CELL = 36, ROWS = 8, COLUMNS = 16;
  let cursor = [0, 0];
  const corner = () => [(WIDTH - COLUMNS * CELL) / 2, (HEIGHT - ROWS * CELL) / 2];
  function grid() {
    const [left, top] = corner(), at = new Set(board.vertices.map((v) => String(v.square)));
    for (let r = 0; r < ROWS; r++) for (let c = 0; c < COLUMNS; c++) {
      const is = at.has(String([r, c]));
      element("rect", { x: left + c * CELL + 1, y: top + r * CELL + 1, width: CELL - 2, height: CELL - 2, class: `cell${is ? " is" : ""}${String(cursor) === String([r, c]) ? " chosen" : ""}` }, svg);
    }
  }
  function toggleSquare([r, c]) {
    const i = board.vertices.findIndex((v) => String(v.square) === String([r, c]));
    if (i >= 0) board.vertices.splice(i, 1);
    else board.vertices.push({ x: 0, y: 0, tint: ".", square: [r, c] });
    cursor = [r, c];
  }
  function say() {
    if (marks.has("squares")) { state.textContent = `${order()} squares. Row ${cursor[0] + 1}, column ${cursor[1] + 1}.`; return; }
    if (chosen < 0) { state.textContent = "The board has no vertices. Click into the picture, or press A."; return; }
    const tint = { L: "Left's", R: "Right's", ".": "without a tint" }[board.vertices[chosen].tint];
    const near = board.links.filter((l) => l.a === chosen || l.b === chosen).map((l) => (l.a === chosen ? l.b : l.a)).sort((a, b) => a - b);
    const from = begun >= 0 ? ` A link from ${begun} is begun: choose its other end and press E${marks.has("arcs") ? ", or G for an arc" : ""}.` : "";
    const at = link >= 0 ? ` The link ${board.links[link].a}–${board.links[link].b} of weight ${board.links[link].weight} is chosen.` : "";
    state.textContent = `${order()} vertices, ${board.links.length} edges. Vertex ${chosen}, ${tint}, is joined to ${near.length ? near.join(", ") : "none"}.${from}${at}`;
  }
  const show = () => { draw(); say(); };
  // The other scripts are told of a new text.
  function changed() {
    field.value = text();
    show();
    own = true;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    own = false;
  }
  const copy = () => JSON.stringify([board, chosen]);
  const keep = () => { past.push(copy()); ahead = []; if (past.length > 200) past.shift(); };
  function back(from, to) {
    if (!from.length) return;
    to.push(copy());
    [board, chosen] = JSON.parse(from.pop());
    begun = link = -1;
    changed();
  }

  function add(x, y, neighbour) {
    if (order() >= MOST) { state.textContent = `The editor draws at most ${MOST} vertices.`; return; }
    board.vertices.push({ x: within(x, WIDTH), y: within(y, HEIGHT), tint: ".", square: null });
    const v = order() - 1;
    if (neighbour >= 0) board.links.push({ a: neighbour, b: v, weight: 1, arc: mode === "arc" });
    chosen = v;
  }
  function join(a, b, arc) {
    if (a === b && !marks.has("loops")) return;
    const same = (l) => (arc ? l.arc && l.a === a && l.b === b : !l.arc && Math.min(l.a, l.b) === Math.min(a, b) && Math.max(l.a, l.b) === Math.max(a, b));
    const old = board.links.findIndex(same);
    if (old >= 0) board.links.splice(old, 1);
    else board.links.push({ a, b, weight: 1, arc: arc && a !== b });
    link = -1;
  }
  function remove(v) {
    board.vertices.splice(v, 1);
    const after = (u) => (u > v ? u - 1 : u);
    board.links = board.links.filter((l) => l.a !== v && l.b !== v).map((l) => ({ ...l, a: after(l.a), b: after(l.b) }));
    board.token = board.token === v ? -1 : after(board.token);
    chosen = Math.min(v, order() - 1);
    begun = link = -1;
  }
  // A free place near the chosen vertex.
  function beside() {
    const from = board.vertices[chosen] || { x: WIDTH / 2, y: HEIGHT / 2 };
    let best = [from.x, from.y], most = -1;
    for (let i = 0; i < 16; i++) {
      const [x, y] = [within(from.x + 62 * Math.cos(i * Math.PI / 8), WIDTH), within(from.y + 62 * Math.sin(i * Math.PI / 8), HEIGHT)];
      const room = Math.min(...board.vertices.map((v) => Math.hypot(v.x - x, v.y - y)), 70);
      if (room > most + 0.5) { most = room; best = [x, y]; }
    }
    return best;
  }
  const tint = (symbol) => () => { if (chosen >= 0 && marks.has("tints")) board.vertices[chosen].tint = symbol; };
  function weigh(step) {
    const at = link >= 0 ? link : board.links.findLastIndex((l) => l.a === chosen || l.b === chosen);
    if (at >= 0) { link = at; board.links[at].weight = Math.min(Math.max(board.links[at].weight + step, 1), heaviest); }
  }
  const end = (arc) => () => {
    if (chosen < 0) return;
    if (begun < 0) { begun = chosen; return; }
    join(begun, chosen, arc);
    begun = -1;
  };
  const actions = {
    add: () => {
      if (marks.has("squares")) return toggleSquare(cursor);
      const [x, y] = chosen < 0 ? [WIDTH / 2, HEIGHT / 2] : beside();
      add(x, y, chosen);
    },
    edge: end(false), arc: end(true), left: tint("L"), right: tint("R"), plain: tint("."),
    loop: () => { if (chosen >= 0) join(chosen, chosen, false); },
    parallel: () => {
      const at = link >= 0 ? link : board.links.findLastIndex((l) => l.a === chosen || l.b === chosen);
      if (at >= 0 && marks.has("parallel")) board.links.push({ ...board.links[at], weight: 1 });
    },
    token: () => { if (chosen >= 0 && marks.has("token")) board.token = board.token === chosen ? -1 : chosen; },
    heavier: () => weigh(1), lighter: () => weigh(-1),
    next: () => {
      const near = board.links.map((l, i) => [l, i]).filter(([l]) => l.a === chosen || l.b === chosen).map(([, i]) => i);
      link = near.length ? near[(near.indexOf(link) + 1) % near.length] : -1;
    },
    remove: () => { if (link >= 0) { board.links.splice(link, 1); link = -1; } else if (chosen >= 0) remove(chosen); },
    clear: () => { board = { vertices: [], links: [], token: -1 }; chosen = begun = link = -1; },
  };
  const silent = new Set(["next"]);
  function act(name) {
    if (name === "undo") return back(past, ahead);
    if (name === "redo") return back(ahead, past);
    if (name === "tidy") { root.dispatchEvent(new CustomEvent("tidy")); return; }
    if (["draw", "move", "arcs"].includes(name)) {
      mode = name === "arcs" ? "arc" : name;
      root.querySelectorAll("[aria-pressed]").forEach((b) => b.setAttribute("aria-pressed", b.dataset.do === name));
      return;
    }
    const before = copy();
    actions[name]();
    if (copy() === before || silent.has(name)) return show();
    past.push(before);
    ahead = [];
    changed();
  }
  const keys = { a: "add", insert: "add", e: "edge", g: "arc", l: "left", r: "right", ".": "plain", o: "loop", p: "parallel", t: "token", "+": "heavier", "-": "lighter", n: "next", delete: "remove", backspace: "remove", u: "undo", y: "redo" };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  svg.addEventListener("keydown", (event) => {
    if (event.key === "z" && event.ctrlKey) { event.preventDefault(); return act("undo"); }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[event.key], name = event.key === " " ? (marks.has("squares") ? "add" : "") : keys[event.key.toLowerCase()];
    if (event.key === "Enter") { field.form.requestSubmit(); return; }
    if (event.key === "Escape") { begun = link = -1; return show(); }
    if (name) { event.preventDefault(); return act(name); }
    if (!way) return;
    event.preventDefault();
    if (marks.has("squares")) {
      cursor = [Math.min(Math.max(cursor[0] + way[1], 0), ROWS - 1), Math.min(Math.max(cursor[1] + way[0], 0), COLUMNS - 1)];
      return show();
    }
    if (chosen < 0) return;
    if (mode === "move" || event.shiftKey) {
      keep();
      const v = board.vertices[chosen];
      [v.x, v.y] = [within(v.x + 12 * way[0], WIDTH), within(v.y + 12 * way[1], HEIGHT)];
      return show();
    }
    let best = -1, least = Infinity;
    board.vertices.forEach((v, i) => {
      const [dx, dy] = [v.x - board.vertices[chosen].x, v.y - board.vertices[chosen].y];
      const along = dx * way[0] + dy * way[1], cost = along + 2.5 * Math.abs(dx * way[1] + dy * way[0]);
      if (i !== chosen && along > 1 && cost < least) { least = cost; best = i; }
    });
    if (best >= 0) { chosen = best; link = -1; show(); }
  });
  for (const button of root.querySelectorAll("[data-do]")) button.addEventListener("click", () => act(button.dataset.do));

  function place(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const hit = board.vertices.findIndex((v) => Math.hypot(v.x - at.x, v.y - at.y) <= RADIUS + 5);
    return { x: at.x, y: at.y, hit };
  }
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const at = place(event), [left, top] = corner();
    svg.setPointerCapture(event.pointerId);
    if (marks.has("squares")) {
      const cell = [Math.floor((at.y - top) / CELL), Math.floor((at.x - left) / CELL)];
      if (cell[0] < 0 || cell[1] < 0 || cell[0] >= ROWS || cell[1] >= COLUMNS) return;
      keep(); toggleSquare(cell);
      return changed();
    }
    const on = event.target.closest("[data-link]");
    drag = { from: at.hit, x: at.x, y: at.y, moved: false, moves: mode === "move" || event.shiftKey, link: at.hit < 0 && on ? Number(on.dataset.link) : -1 };
    if (at.hit >= 0) { chosen = at.hit; link = -1; show(); }
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag || drag.from < 0) return;
    const at = place(event), from = board.vertices[drag.from];
    const far = Math.hypot(at.x - from.x, at.y - from.y) > RADIUS + 6;
    if (drag.moves) {
      if (!drag.moved && far) { keep(); drag.moved = true; }
      if (drag.moved) [from.x, from.y] = [within(at.x, WIDTH), within(at.y, HEIGHT)];
    }
    drag.moved ||= far;
    drag.x = at.x; drag.y = at.y;
    draw();
  });
  svg.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const at = place(event), { from, moved, moves, link: on } = drag;
    drag = null;
    if (moves) return show();
    if (on >= 0) { link = on; chosen = board.links[on].a; return show(); }
    if (from < 0 && at.hit < 0) { keep(); add(at.x, at.y, -1); changed(); }
    else if (from >= 0 && moved && at.hit < 0) { keep(); add(at.x, at.y, from); changed(); }
    else if (from >= 0 && moved) { keep(); join(from, at.hit, mode === "arc"); chosen = at.hit; changed(); }
    else show();
  });
  svg.addEventListener("pointercancel", () => { drag = null; draw(); });

  // Other scripts show a board here, and tell which marks its game has.
  root.addEventListener("show", (event) => {
    const { drawn, marks: names, heaviest: most } = event.detail;
    marks = new Set(names.split(" "));
    heaviest = most;
    for (const button of root.querySelectorAll("[data-needs]")) button.hidden = !marks.has(button.dataset.needs);
    if (drawn !== undefined) { if (order()) keep(); load(drawn); }
    show();
  });
  // A text that is not of this editor: where no other script draws it, it is read here.
  field.addEventListener("change", () => {
    if (own || root.dataset.drawnBy) return;
    keep();
    load(read(field.value));
    show();
  });
  root.hidden = false;
  load(JSON.parse(root.dataset.start || "null") || read(field.value));
  show();
})();
