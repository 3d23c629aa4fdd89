// The search of a page that is a file: it runs in a worker of its own, some generations a turn, and
// the page shows its course after each turn.
(() => {
  "use strict";
  const root = document.getElementById("search"), explorer = document.getElementById("explorer");
  if (!root || !explorer) return;
  const form = root.querySelector("#search-form"), course = root.querySelector("#course"), forms = window.boilWorker();
  // A search has a module of its own, so that the one before leaves nothing in the memory.
  // `runs` says whether another turn follows, `isBusy` whether one is computed.
  let worker = null, runs = false, isBusy = false, isBegun = false, ready = null;
  const part = (id) => document.getElementById(id);

  function tell(error) {
    const problem = document.createElement("pre");
    problem.className = "problem";
    problem.setAttribute("role", "alert");
    problem.textContent = error.message;
    course.replaceChildren(problem);
  }
  function show(html) {
    // A link that has the keyboard keeps it, though its element is made anew.
    const active = course.contains(document.activeElement) && document.activeElement.getAttribute("href");
    course.innerHTML = html;
    if (active) [...course.querySelectorAll("a")].find((a) => a.getAttribute("href") === active)?.focus({ preventScroll: true });
  }
  function label() {
    const over = course.querySelector("[data-over]");
    part("s-stop").disabled = !isBegun || !!over || (isBusy && !runs);
    part("s-stop").textContent = isBegun && !isBusy && !over ? "Resume" : "Stop";
    part("s-run").disabled = !isBegun || isBusy;
  }
  async function go() {
    const mine = worker;
    runs = isBusy = true;
    label();
    try {
      while (runs && mine === worker) {
        const html = await mine.ask("search-go", "");
        if (mine !== worker) return;
        show(html);
        if (course.querySelector("[data-over], .problem")) runs = false;
        // A search that has failed is in no known state.
        if (course.querySelector(".problem")) isBegun = false;
      }
    } catch (error) {
      if (mine !== worker) return;
      isBegun = runs = false;
      tell(error);
    }
    isBusy = false;
    label();
  }
  async function begin() {
    worker?.stop();
    const mine = worker = window.boilWorker();
    isBegun = runs = isBusy = false;
    course.textContent = "The search begins.";
    try {
      const html = await mine.ask("search-begin", part("s-config").value);
      if (mine !== worker) return;
      show(html);
      isBegun = !course.querySelector(".problem");
    } catch (error) {
      if (mine === worker) tell(error);
    }
    label();
    if (isBegun) go();
  }
  function save(name, content, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  function prepare() {
    const fields = part("ask");
    const write = async () => { part("s-config").value = await forms.ask("search-config", new URLSearchParams(new FormData(fields)).toString()); };
    let written = Promise.resolve();
    for (const event of ["input", "change"]) fields.addEventListener(event, () => { written = written.then(write).catch(tell); });
    fields.addEventListener("submit", (event) => { event.preventDefault(); written.then(begin); });
    part("s-stop").addEventListener("click", () => { if (runs) { runs = false; label(); } else go(); });
    part("s-save").addEventListener("click", () => save("search.toml", part("s-config").value, "application/toml"));
    part("s-run").addEventListener("click", async () => {
      isBusy = true;
      label();
      try {
        const files = await worker.ask("search-files", "");
        if (typeof files === "string") show(files); else save("run.tar", files, "application/x-tar");
      } catch (error) { tell(error); }
      isBusy = false;
      label();
    });
  }
  function turn() {
    const searches = location.hash === "#search";
    root.hidden = !searches;
    explorer.hidden = searches;
    for (const link of document.querySelectorAll("[data-view]")) {
      if ((link.dataset.view === "search") === searches) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
    if (searches) ready ||= forms.ask("search-form", "").then((html) => { form.innerHTML = html; prepare(); }, (error) => { ready = null; tell(error); });
  }
  window.addEventListener("hashchange", turn);
  turn();
})();
