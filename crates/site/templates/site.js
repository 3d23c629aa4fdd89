// The search of a static site: it loads the list of the index, and then the parts that the filters need.
(() => {
  "use strict";
  const form = document.getElementById("search");
  if (!form) return;
  const PAGE = 100;
  const field = (id) => document.getElementById(id);
  const count = field("count"), more = field("more"), table = field("found"), body = table.tBodies[0];
  const loaded = new Map();
  let index = null, shown = PAGE, turn = 0;

  async function json(name) {
    const answer = await fetch(new URL(name, new URL(form.dataset.index, document.baseURI)));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.json();
  }
  function part(name) {
    if (!loaded.has(name)) loaded.set(name, json(name).catch((error) => { loaded.delete(name); throw error; }));
    return loaded.get(name);
  }

  const facets = ["game", "objective", "class"];
  // Whether a list passes the choices, except for one of them.
  const passes = (list, except) => facets.every((name) => name === except || !field(name).value || list[name] === field(name).value);
  // The choices of each filter are those that the other filters leave.
  function fillChoices() {
    for (const name of facets) {
      const select = field(name), chosen = select.value;
      const values = [...new Set(index.lists.filter((list) => passes(list, name)).map((list) => list[name]))].sort();
      select.replaceChildren(new Option("any", ""), ...values.map((value) => new Option(value, value)));
      select.value = values.includes(chosen) ? chosen : "";
    }
  }
  const order = (id, otherwise) => { const text = field(id).value.trim(); return /^\d+$/.test(text) ? Number(text) : otherwise; };

  function cell(row, text, name) {
    const cell = row.insertCell();
    cell.dataset.label = name;
    cell.textContent = text;
    if (["objective", "game", "class", "found by"].includes(name)) cell.className = "breaks";
    return cell;
  }
  function add([id, list, size, fitness, temperature, board, run]) {
    const row = body.insertRow(), head = document.createElement("th"), link = document.createElement("a");
    head.scope = "row";
    link.href = `record/${id}.html`;
    link.textContent = id;
    head.append(link);
    row.append(head);
    const { objective, game, class: kind } = index.lists[list];
    cell(row, size, "order");
    cell(row, fitness, "fitness");
    cell(row, temperature, "temperature");
    cell(row, objective, "objective");
    cell(row, game, "game");
    cell(row, kind, "class");
    const name = cell(row, "", "board"), code = document.createElement("code");
    code.className = "short";
    code.textContent = board;
    name.append(code);
    cell(row, run, "found by");
  }

  // Looks through the parts in turn. A part is loaded only if its lists and its orders may match.
  async function search() {
    const mine = ++turn;
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const least = order("least", 0), most = order("most", Infinity);
    const lists = new Set(index.lists.flatMap((list, number) => passes(list) ? [number] : []));
    const parts = index.parts.filter((p) => p.most >= least && p.least <= most && p.lists.some((list) => lists.has(list)));
    const found = [];
    let looked = 0, whole = true;
    const fits = (row) => lists.has(row[1]) && row[2] >= least && row[2] <= most
      && words.every((word) => `${row[0]} ${row[3]} ${row[5]} ${row[6]}`.toLowerCase().includes(word));
    for (const p of parts) {
      if (found.length > shown) { whole = false; break; }
      count.textContent = `Searching: part ${looked + 1} of ${parts.length} …`;
      const rows = await part(p.file);
      if (mine !== turn) return;
      found.push(...rows.filter(fits));
      looked += 1;
    }
    body.replaceChildren();
    found.slice(0, shown).forEach(add);
    table.parentNode.hidden = found.length === 0;
    more.hidden = found.length <= shown;
    const number = found.length.toLocaleString("en");
    count.textContent = whole ? `${number} ${found.length === 1 ? "record" : "records"}.` : `The first ${Math.min(shown, found.length)} records.`;
    keep();
  }

  // The filters stand in the address, so that a search can be linked.
  const fields = [...facets, "least", "most", "text"];
  function keep() {
    const state = new URLSearchParams();
    for (const id of fields) if (field(id).value) state.set(id, field(id).value);
    history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
  }
  function restore() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const id of fields) if (!facets.includes(id)) field(id).value = state.get(id) || "";
    for (const id of facets) { fillChoices(); field(id).value = state.get(id) || ""; }
    fillChoices();
  }

  const failed = (error) => { count.textContent = location.protocol === "file:" ? "The search needs a web server: a browser does not let a page on a disk load its index." : `The index cannot be loaded (${error.message}).`; };
  const start = () => { fillChoices(); search().catch(failed); };
  let timer = 0;
  form.addEventListener("input", () => { shown = PAGE; clearTimeout(timer); timer = setTimeout(start, 150); });
  form.addEventListener("submit", (event) => { event.preventDefault(); start(); });
  more.addEventListener("click", () => { shown += PAGE; search().catch(failed); });
  json("index.json").then((loadedIndex) => { index = loadedIndex; form.hidden = false; restore(); return search(); }).catch(failed);
})();
