// The beginning of a page that is a file: unpacks the module, and answers questions by workers that
// run it. A question that is no longer wanted ends its worker.
(() => {
  "use strict";
  const bytesOf = (id) => {
    const element = document.getElementById(id), text = element.textContent;
    element.remove();
    // Base 85: four bytes are five characters from "#" on, and "x" stands for "<". The last group may
    // be shorter; the greatest digits fill it.
    const groups = Math.ceil(text.length / 5), bytes = new DataView(new ArrayBuffer(4 * groups));
    for (let group = 0; group < groups; group++) {
      let number = 0;
      for (let i = 5 * group; i < 5 * group + 5; i++) {
        const code = i < text.length ? text.charCodeAt(i) : 119;
        number = 85 * number + (code === 120 ? 60 : code) - 35;
      }
      bytes.setUint32(4 * group, number);
    }
    return new Uint8Array(bytes.buffer, 0, text.length - groups);
  };
  const script = document.getElementById("worker");
  const source = URL.createObjectURL(new Blob([script.textContent], { type: "text/javascript" }));
  const packed = bytesOf("module"), unpacker = bytesOf("unpacker");
  const compiled = WebAssembly.instantiate(unpacker).then(({ instance: { exports } }) => {
    const at = exports.room(packed.length);
    new Uint8Array(exports.memory.buffer, at, packed.length).set(packed);
    const length = exports.unpack();
    if (!length) throw new Error("The page is damaged: its module cannot be unpacked.");
    return WebAssembly.compile(new Uint8Array(exports.memory.buffer, exports.plain(), length));
  });

  // A worker, begun when it is asked first and after it was stopped. A stop rejects its questions.
  window.boilWorker = () => {
    let running = null, number = 0;
    const open = new Map();
    function stop(error = new DOMException("The question was replaced.", "AbortError")) {
      running?.then((made) => made.terminate(), () => {});
      running = null;
      for (const { reject } of open.values()) reject(error);
      open.clear();
    }
    async function start() {
      const made = new Worker(source);
      made.onmessage = ({ data }) => {
        const asked = open.get(data.number);
        if (!asked) return;
        open.delete(data.number);
        if (data.answer !== undefined) return asked.resolve(data.answer);
        const failure = new Error(`The program failed at ${asked.text}: ${data.failure}`);
        asked.reject(failure);
        stop(failure);
      };
      made.onerror = (event) => stop(new Error(event.message || "The worker of the page failed."));
      made.postMessage({ compiled: await compiled });
      return made;
    }
    function ask(kind, text, signal) {
      const mine = ++number;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new DOMException("The question was replaced.", "AbortError"));
        signal?.addEventListener("abort", () => { if (open.has(mine)) stop(); });
        open.set(mine, { resolve, reject, text });
        (running ||= start()).then((made) => { if (open.has(mine)) made.postMessage({ number: mine, kind, text }); }, stop);
      });
    }
    return { ask, stop };
  };
  const explorer = window.boilWorker();
  window.boilAsk = (state, signal, kind = "answer") => explorer.ask(kind, state, signal);
})();
