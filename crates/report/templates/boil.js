// Tooltips of marks, arrow keys from mark to mark, and in the live view the replacement of
// sections.
// Without this script a page still has all its contents and links.
(() => {
  "use strict";
  const popover = document.getElementById("popover");

  // Shows a text, with a drawing if there is one, above or below a place on the screen, or beside.
  function showAt(text, drawing, at, beside) {
    popover.replaceChildren();
    if (drawing) popover.append(drawing.cloneNode(true));
    popover.append(document.createTextNode(text));
    popover.hidden = false;
    const box = popover.getBoundingClientRect();
    const begin = !beside ? at.left + at.width / 2 - box.width / 2 : at.left + 24 + box.width < innerWidth ? at.left + 16 : at.left - 16 - box.width;
    const left = Math.max(8, Math.min(begin, innerWidth - box.width - 8));
    const above = at.top - box.height - 8;
    popover.style.left = left + "px";
    popover.style.top = (above > 8 ? above : Math.min(at.bottom + 8, innerHeight - box.height - 8)) + "px";
  }
  const drawingOf = (id) => { const holder = id && document.getElementById(id); return holder && holder.querySelector("svg"); };
  function show(mark) {
    showAt(mark.getAttribute("aria-label") || "", drawingOf(mark.dataset.drawing), mark.getBoundingClientRect());
  }

  const hide = () => { popover.hidden = true; };
  const markOf = (event) => event.target.closest && event.target.closest(".mark");
  document.addEventListener("pointerover", (e) => { const m = markOf(e); if (m) show(m); });
  document.addEventListener("pointerout", (e) => { if (markOf(e)) hide(); });
  document.addEventListener("focusin", (e) => { const m = markOf(e); if (m) { rove(m); show(m); } });
  document.addEventListener("focusout", (e) => { if (markOf(e)) hide(); });
  // On scrolling, the tooltip moves along with a mark that is still under the pointer or in focus.
  addEventListener("scroll", () => {
    const shown = popover.hidden ? null : document.querySelector(".mark:hover") || markOf({ target: document.activeElement });
    if (shown) show(shown); else hide();
  }, { passive: true });

  // The tab key reaches one mark of a picture; an arrow key moves to the nearest mark in its direction.
  function rove(to) {
    for (const mark of to.parentNode.querySelectorAll(":scope > .mark")) mark.setAttribute("tabindex", mark === to ? "0" : "-1");
  }
  function prepare(root) {
    for (const group of root.querySelectorAll(".marks, .moves")) { const first = group.querySelector(".mark:not([hidden])"); if (first) rove(first); }
  }
  window.boil = { showAt, hide, drawingOf, rove: prepare };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape") return hide();
    const mark = markOf(e), way = ways[e.key];
    if (!mark || !way) return;
    e.preventDefault();
    const middle = (m) => { const r = m.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
    const [x, y] = middle(mark);
    let best = null, least = Infinity;
    for (const other of mark.parentNode.querySelectorAll(":scope > .mark:not([hidden])")) {
      const [u, v] = middle(other), along = (u - x) * way[0] + (v - y) * way[1];
      if (along < 1) continue;
      const across = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]), cost = along + 2.5 * across;
      if (cost < least) { least = cost; best = other; }
    }
    if (best) best.focus();
  });

  // A link to an elite opens the list that contains it.
  function reveal() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const closed = target && target.closest("details:not([open])");
    if (closed) { closed.open = true; target.scrollIntoView(); }
  }
  addEventListener("hashchange", reveal);

  // The live view: the server sends the versions of all sections; changed ones are fetched and replaced.
  const live = document.querySelector("[data-events]");
  function renew(section, html) {
    const body = document.querySelector(`[data-section="${section}"]`);
    if (!body) return location.reload();
    const open = [...body.querySelectorAll("details")].map((d) => d.open);
    const chosen = [...body.querySelectorAll("input:checked")].map((i) => `[name="${i.name}"][value="${i.value}"]`);
    const active = document.activeElement, inside = body.contains(active);
    const where = inside && (active.getAttribute("href") || active.id);
    body.innerHTML = html;
    const empty = !html.trim();
    body.parentNode.hidden = empty;
    document.querySelector(`[data-link="${section}"]`).hidden = empty;
    [...body.querySelectorAll("details")].forEach((d, i) => { if (open[i]) d.open = true; });
    for (const choice of chosen) { const input = body.querySelector(choice); if (input) input.checked = true; }
    prepare(body);
    body.dispatchEvent(new Event("renewed", { bubbles: true }));
    if (where) { const again = [...body.querySelectorAll("a, [id]")].find((n) => (n.getAttribute("href") || n.id) === where); if (again) again.focus({ preventScroll: true }); }
  }
  function follow() {
    const seen = {};
    const note = document.getElementById("connection");
    const source = new EventSource(live.dataset.events);
    let busy = false, latest = null;
    const update = async () => {
      if (busy) return;
      busy = true;
      try {
        while (latest) {
          const now = latest; latest = null;
          document.getElementById("status").textContent = now.status;
          document.getElementById("status").className = "badge " + now.status;
          document.getElementById("state").textContent = now.state;
          document.title = now.title;
          for (const [section, version] of Object.entries(now.sections)) {
            if (seen[section] === version) continue;
            const answer = await fetch(`/sections/${section}/${live.dataset.sections}`);
            if (answer.ok) { renew(section, await answer.text()); seen[section] = version; }
          }
        }
      } catch (_) { /* the server cannot be reached: the stream's error event reports it */ }
      finally { busy = false; }
    };
    source.addEventListener("state", (e) => { latest = JSON.parse(e.data); if (note) note.textContent = latest.status === "running" ? "live" : "up to date"; update(); });
    source.addEventListener("error", () => { if (note) note.textContent = "the server cannot be reached; reconnecting"; });
    Object.assign(seen, JSON.parse(live.dataset.versions || "{}"));
  }

  // A filter field hides the rows that do not contain its text.
  for (const field of document.querySelectorAll("input[data-filters]")) {
    field.addEventListener("input", () => {
      const text = field.value.toLowerCase();
      for (const row of document.querySelectorAll(field.dataset.filters)) row.hidden = !row.textContent.toLowerCase().includes(text);
    });
  }

  prepare(document);
  reveal();
  if (live) follow();
})();
