// The explorer: asks for the position of the fields, shows the answer, and keeps the state in the
// address. A page that is a file asks the module in a worker (`window.boilAsk`), a page of the server
// asks the server. Without this script the form works as it is.
(() => {
  "use strict";
  const form = document.getElementById("question"), answer = document.getElementById("answer");
  if (!form || !answer) return;
  const board = form.elements.namedItem("board"), game = form.elements.namedItem("ruleset"), root = document.querySelector("[data-editor]");
  const base = document.querySelector("[data-base]")?.dataset.base || "/position?";
  // The parts of the state besides board, game and moves: more time, the tax, the other positions of a
  // sum, and whether answers to losing moves are shown.
  const PARTS = ["patient", "tax", "with", "why"];
  let moves = "", parts = {}, shown = "", number = 0, waiting = 0;
  const opponent = document.getElementById("opponent"), plays = document.getElementById("plays");

  const served = async (state, signal, kind = "answer") => {
    const got = await fetch(`/position/${kind}?${state}`, { signal });
    const text = await got.text();
    if (!got.ok) throw new Error(new DOMParser().parseFromString(text, "text/html").querySelector("main")?.textContent.trim() || got.statusText);
    return text;
  };
  const ask = window.boilAsk || served;
  let running = null;

  function state() {
    const asked = new URLSearchParams({ ruleset: game.value, board: board.value.trim(), moves });
    for (const part of PARTS) if (parts[part]) asked.set(part, parts[part]);
    return asked.toString();
  }
  function tell(text) {
    const problem = document.createElement("p");
    problem.className = "problem";
    problem.setAttribute("role", "alert");
    problem.textContent = text;
    answer.replaceChildren(problem);
  }
  // Shows the board in the editor: after the editor's own changes it stays as it was drawn.
  function draw(keeps) {
    const option = game.selectedOptions[0], data = answer.querySelector("[data-drawn]");
    if (!root || !option) return;
    const drawn = keeps ? undefined : data ? JSON.parse(data.dataset.drawn) : board.value.trim() ? undefined : null;
    root.dispatchEvent(new CustomEvent("show", { detail: { drawn, marks: option.dataset.marks || "tints", heaviest: Number(option.dataset.heaviest || 1) } }));
  }
  // Returns whether the answer is that of the latest question.
  async function show(keeps, focus) {
    const mine = ++number;
    shown = board.value.trim();
    running?.abort();
    running = new AbortController();
    answer.setAttribute("aria-busy", "true");
    try {
      const html = await ask(state(), running.signal);
      if (mine !== number) return false;
      answer.innerHTML = html;
      draw(keeps);
      if (focus) answer.querySelector(".moves a")?.focus();
    } catch (error) {
      if (mine !== number) return false;
      if (error.name !== "AbortError") tell(error.message);
    }
    answer.removeAttribute("aria-busy");
    return true;
  }
  function push() {
    const to = base + state();
    if (base === "#") { if (location.hash !== to) history.pushState(null, "", to); }
    else history.pushState(null, "", to);
    document.title = board.value.trim() ? `${board.value.trim()} in ${game.value}` : "Explorer";
  }
  // Takes the state from an address of the page.
  function take(address) {
    const asked = new URLSearchParams(address.slice(address.indexOf(base[base.length - 1]) + 1));
    const name = asked.get("ruleset") || "snort";
    if (![...game.options].some((o) => o.value === name)) game.add(new Option(name, name));
    game.value = name;
    board.value = asked.get("board") || "";
    moves = asked.get("moves") || "";
    parts = Object.fromEntries(PARTS.map((part) => [part, asked.get(part) || ""]));
  }
  function begin(keeps) {
    moves = parts.patient = "";
    push();
    show(keeps);
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); begin(false); });
  game.addEventListener("change", () => { draw(true); if (board.value.trim()) begin(true); });
  board.addEventListener("change", () => {
    // A field tells its change when it is left, too.
    if (board.value.trim() === shown) return;
    const keeps = root && root.contains(document.activeElement);
    clearTimeout(waiting);
    waiting = setTimeout(() => begin(keeps), keeps ? 60 : 0);
  });
  answer.addEventListener("click", (event) => {
    const link = event.target.closest("a"), to = link && link.getAttribute("href");
    // A row of the table or a step of a certificate: in a page that is a file the hash is the state.
    const row = to && /^#(option|step)-/.test(to) && document.getElementById(to.slice(1));
    if (row) {
      event.preventDefault();
      row.scrollIntoView({ block: "center" });
      return (row.matches("li") ? row : row.querySelector("a"))?.focus();
    }
    if (!to || !to.startsWith(base) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow(to, link.closest(".moves") && document.activeElement === link);
  });
  // Goes to an address of the page. If the program plays a side, it answers a move of the other side.
  async function follow(to, focus) {
    const before = board.value, made = moves;
    take(to);
    push();
    if (!(await show(before === board.value, focus)) || location.hash === "#search") return;
    const view = answer.querySelector(".explorer"), side = plays && plays.value;
    const moved = before === board.value && moves.startsWith(made) && moves.length > made.length;
    const reply = view && side && moved && view.dataset.last && view.dataset.last !== side && view.dataset[side.toLowerCase()];
    if (reply) follow(reply, focus);
  }
  if (opponent) opponent.hidden = false;
  // The tax, from the field or from the height of a click on the thermograph.
  function setTax(tax) {
    parts.tax = tax;
    push();
    show(true);
  }
  answer.addEventListener("change", (event) => { if (event.target.id === "tax") setTax(event.target.value.trim()); });
  answer.addEventListener("click", (event) => {
    const svg = event.target.closest(".worth [data-penalties]");
    if (!svg) return;
    const [bottom, zero] = svg.dataset.penalties.split(" ").map(Number), box = svg.getBoundingClientRect();
    const y = (event.clientY - box.top) * svg.viewBox.baseVal.height / box.height;
    const quarters = Math.max(-4, Math.round(4 * (zero - y) / (bottom - zero)));
    setTax(quarters % 4 === 0 ? String(quarters / 4) : quarters % 2 === 0 ? `${quarters / 2}/2` : `${quarters}/4`);
  });
  // A game that the user writes becomes an entry of the list.
  const rules = document.getElementById("rules"), problem = document.getElementById("rules-problem");
  if (rules) rules.closest("details").hidden = false;
  document.getElementById("use-rules")?.addEventListener("click", async () => {
    problem.replaceChildren();
    try {
      const html = await ask(new URLSearchParams({ rules: rules.value }).toString(), undefined, "game");
      const made = new DOMParser().parseFromString(`<select>${html}</select>${html}`, "text/html");
      const entry = made.querySelector("option");
      if (!entry) return problem.append(made.querySelector(".problem"));
      [...game.options].find((option) => option.value === entry.value)?.remove();
      game.append(document.importNode(entry, true));
      game.value = entry.value;
      game.dispatchEvent(new Event("change"));
    } catch (error) {
      problem.textContent = error.message;
    }
  });
  // A certificate takes the place of the answer.
  board.addEventListener("certificate", async (event) => {
    if (!window.boilAsk) return tell("The explorer that is a file shows certificates: boil explorer FILE.html writes it.");
    const mine = ++number;
    answer.setAttribute("aria-busy", "true");
    try {
      const html = await ask(event.detail, undefined, "certificate");
      if (mine === number) answer.innerHTML = html;
    } catch (error) {
      if (mine === number) tell(error.message);
    }
    if (mine === number) answer.removeAttribute("aria-busy");
  });
  // Further files that were chosen are the other positions of a sum.
  board.addEventListener("beside", (event) => {
    parts.with = event.detail.map((text) => `${game.value}\t${text}`).join("\n");
  });
  root?.addEventListener("tidy", () => show(false));
  const enter = () => {
    if (location.hash === "#search") return;
    take(base === "#" ? location.hash || "#" : location.href);
    if (board.value || answer.querySelector(".explorer")) show(false);
  };
  window.addEventListener("popstate", enter);
  if (base === "#") {
    window.addEventListener("hashchange", enter);
    take(location.hash === "#search" ? "#" : location.hash || "#");
    show(false);
  } else {
    take(location.href);
    shown = board.value.trim();
    draw(false);
  }
})();
