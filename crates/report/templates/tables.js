// Tables of runs: sorting by a column, folding of groups, choosing and hiding of rows, filtering.
// Without this script a table still has all its rows, links and boxes.
(() => {
  "use strict";
  const text = (cell) => cell.dataset.sort ?? cell.textContent.trim();
  // Numbers, also with separators or in words such as "over 480"; then texts; empty cells last.
  const number = (value) => { const m = value.replace(/(\d),(?=\d\d\d)/g, "$1").match(/-?\d+(\.\d+)?(\/\d+)?/); if (!m) return NaN; const [n, d] = m[0].split("/"); return n / (d || 1); };
  const isEmpty = (value) => value === "" || value === "–" || value === "-";
  function compare(a, b, numeric, way) {
    if (isEmpty(a) || isEmpty(b)) return isEmpty(a) - isEmpty(b);
    const [x, y] = [number(a), number(b)];
    const order = numeric && !isNaN(x) && !isNaN(y) ? x - y : a.localeCompare(b, "en", { numeric: true });
    return way * order;
  }

  // The rows as a forest: a row of a group is followed by the rows of the group, which have greater levels.
  function forest(body) {
    const root = { children: [] }, path = [root];
    for (const row of body.rows) {
      const level = Number(row.dataset.level || 1), node = { row, children: [] };
      path.length = Math.min(level, path.length);
      node.parent = path[path.length - 1];
      node.parent.children.push(node);
      path.push(node);
    }
    return root;
  }
  const nodesOf = (node) => node.children.flatMap((child) => [child, ...nodesOf(child)]);

  function sort(table, column, way) {
    const body = table.tBodies[0], root = forest(body);
    const key = (node) => text(node.row.cells[column]);
    const filled = nodesOf(root).map(key).filter((value) => !isEmpty(value));
    const numeric = filled.every((value) => /^(over |from )?[\d-]/.test(value) && !isNaN(number(value)));
    const inOrder = (node) => { node.children.sort((a, b) => compare(key(a), key(b), numeric, way)); node.children.forEach(inOrder); };
    inOrder(root);
    body.append(...nodesOf(root).map((node) => node.row));
  }

  for (const table of document.querySelectorAll("table[data-sorts]")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (head.dataset.plain !== undefined) return;
      const button = document.createElement("button");
      button.type = "button"; button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
        sort(table, column, way);
      });
    });
  }

  const list = document.getElementById("run-list");
  if (!list) return;
  const table = list.querySelector("table"), body = table.tBodies[0];
  const field = document.getElementById("filter"), shown = document.getElementById("hidden-runs");
  const store = "boil-hidden " + list.dataset.root;
  let hidden = new Set();
  try { hidden = new Set(JSON.parse(localStorage.getItem(store) || "[]")); } catch (_) { /* nothing is hidden */ }
  const nameOf = (node) => node.row.dataset.name;
  const foldOf = (node) => node.row.querySelector("button.fold");
  const boxOf = (node) => node.row.querySelector("input[type=checkbox]");

  // Shows the rows that match the filter, are not hidden, and whose groups are open. A group is shown with its rows.
  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const visit = (node, open, matched) => {
      const content = node.row.textContent.toLowerCase() + " " + nameOf(node).toLowerCase();
      const own = matched || words.every((word) => content.includes(word));
      const fold = foldOf(node), isOpen = !fold || fold.getAttribute("aria-expanded") === "true" || words.length > 0;
      let any = false;
      for (const child of node.children) any = visit(child, open && isOpen, own) || any;
      const fits = (node.children.length ? any : own) && !hidden.has(nameOf(node));
      node.row.hidden = !(fits && open);
      return fits;
    };
    for (const node of forest(body).children) visit(node, true, false);
    const count = hidden.size;
    shown.hidden = count === 0;
    shown.textContent = `Show ${count} hidden`;
    tally();
  }
  // A chosen group stands for its runs, whose boxes are checked and are not sent.
  function settle() {
    const visit = (node, above) => {
      const box = boxOf(node);
      if (!box) return;
      if (above) box.checked = true;
      else if (box.disabled) box.checked = false;
      box.disabled = above;
      for (const child of node.children) visit(child, box.checked);
    };
    for (const node of forest(body).children) visit(node, false);
    tally();
  }
  function tally() {
    const runs = nodesOf(forest(body)).filter((node) => !node.children.length && boxOf(node)?.checked).length;
    document.getElementById("chosen-runs").textContent = runs === 1 ? "1 run chosen" : `${runs} runs chosen`;
    for (const button of list.querySelectorAll("button[data-needs-choice]")) button.disabled = runs === 0;
  }
  body.addEventListener("change", settle);
  body.addEventListener("click", (e) => {
    const fold = e.target.closest("button.fold");
    if (!fold) return;
    fold.setAttribute("aria-expanded", String(fold.getAttribute("aria-expanded") !== "true"));
    show();
  });
  field.addEventListener("input", show);
  document.getElementById("hide-runs").addEventListener("click", () => {
    for (const node of nodesOf(forest(body))) {
      const box = boxOf(node);
      if (box?.checked && !box.disabled) { hidden.add(nameOf(node)); box.checked = false; }
    }
    settle(); keep(); show();
  });
  shown.addEventListener("click", () => { hidden.clear(); keep(); show(); });
  function keep() { try { localStorage.setItem(store, JSON.stringify([...hidden])); } catch (_) { /* until the page is left */ } }

  for (const node of list.querySelectorAll("[data-script]")) node.hidden = false;
  settle();
  show();
})();
