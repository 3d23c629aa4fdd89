// The beginning of a page that is a file: unpacks the module, and answers questions by workers that
// run it. A question that is no longer wanted ends its worker.
(() => {
  "use strict";
  const bytesOf = (id) => {
    const element = document.getElementById(id), text = element.textContent;
    element.remove();
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
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

  // A worker, begun when it is asked first and after it was stopped.
  window.boilWorker = () => {
    let running = null, number = 0;
    async function start() {
      const made = new Worker(source);
      made.postMessage({ compiled: await compiled });
      return made;
    }
    function stop() {
      running?.then((made) => made.terminate());
      running = null;
    }
    async function ask(kind, text, signal) {
      const mine = ++number, made = await (running ||= start());
      return new Promise((resolve, reject) => {
        const gone = () => { stop(); reject(new DOMException("The question was replaced.", "AbortError")); };
        if (signal?.aborted) return gone();
        signal?.addEventListener("abort", gone);
        made.onmessage = ({ data }) => {
          if (data.number !== mine) return;
          signal?.removeEventListener("abort", gone);
          if (data.answer !== undefined) return resolve(data.answer);
          stop();
          reject(new Error(`The program failed at ${text}: ${data.failure}`));
        };
        made.postMessage({ number: mine, kind, text });
      });
    }
    return { ask, stop };
  };
  const explorer = window.boilWorker();
  window.boilAsk = (state, signal, kind = "answer") => explorer.ask(kind, state, signal);
})();
