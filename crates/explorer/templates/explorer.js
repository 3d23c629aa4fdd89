// The explorer: asks for the position of the fields, shows the answer, and keeps the state in the
// address. A page that is a file asks the module in a worker (`window.boilAsk`), a page of the server
// asks the server. Without this script the form works as it is.
(() => {
  "use strict";
  const form = document.getElementById("question"), answer = document.getElementById("answer");
  if (!form || !answer) return;
  const board = form.elements.namedItem("board"), game = form.elements.namedItem("ruleset"), root = document.querySelector("[data-editor]");
  const base = document.body.dataset.base || "/position?";
  let moves = "", patient = "", shown = "", number = 0, waiting = 0;

  const served = async (state, signal) => {
    const got = await fetch(`/position/answer?${state}`, { signal });
    const text = await got.text();
    if (!got.ok) throw new Error(new DOMParser().parseFromString(text, "text/html").querySelector("main")?.textContent.trim() || got.statusText);
    return text;
  };
  const ask = window.boilAsk || served;
  let running = null;

  function state() {
    const asked = new URLSearchParams({ ruleset: game.value, board: board.value.trim(), moves });
    if (patient) asked.set("patient", patient);
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
    const drawn = keeps ? undefined : data ? JSON.parse(data.dataset.drawn) : undefined;
    root.dispatchEvent(new CustomEvent("show", { detail: { drawn, marks: option.dataset.marks || "tints", heaviest: Number(option.dataset.heaviest || 1) } }));
  }
  async function show(keeps, focus) {
    const mine = ++number;
    shown = board.value.trim();
    running?.abort();
    running = new AbortController();
    answer.setAttribute("aria-busy", "true");
    try {
      const html = await ask(state(), running.signal);
      if (mine !== number) return;
      answer.innerHTML = html;
      draw(keeps);
      if (focus) answer.querySelector(".moves a")?.focus();
    } catch (error) {
      if (mine !== number) return;
      if (error.name !== "AbortError") tell(error.message);
    }
    answer.removeAttribute("aria-busy");
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
    patient = asked.get("patient") || "";
  }
  function begin(keeps) {
    moves = patient = "";
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
    if (!to || !to.startsWith(base) || event.ctrlKey || event.metaKey || event.shiftKey) {
      // A row of the table, in a page whose hash is the state.
      const row = to && to.startsWith("#option-") && document.getElementById(to.slice(1));
      if (row) { event.preventDefault(); row.scrollIntoView({ block: "center" }); row.querySelector("a")?.focus(); }
      return;
    }
    event.preventDefault();
    const before = board.value;
    take(to);
    push();
    show(before === board.value, link.closest(".moves") && document.activeElement === link);
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
