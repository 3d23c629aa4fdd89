// The beginning of a page that is a file: unpacks the module, and answers questions by a worker that
// runs it. A question that is no longer wanted ends its worker.
(() => {
  "use strict";
  const packed = document.getElementById("module"), script = document.getElementById("worker");
  const worker = URL.createObjectURL(new Blob([script.textContent], { type: "text/javascript" }));
  const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0));
  const compiled = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer().then((plain) => WebAssembly.compile(plain));
  let running = null, number = 0;
  packed.remove();

  async function start() {
    const made = new Worker(worker);
    made.postMessage({ compiled: await compiled });
    return made;
  }
  function stop() {
    running?.then((made) => made.terminate());
    running = null;
  }
  window.boilAsk = async (state, signal, kind = "answer") => {
    const mine = ++number, question = `${kind}\n${state}`;
    const made = await (running ||= start());
    return new Promise((resolve, reject) => {
      const gone = () => { stop(); reject(new DOMException("The question was replaced.", "AbortError")); };
      if (signal?.aborted) return gone();
      signal?.addEventListener("abort", gone);
      made.onmessage = ({ data }) => {
        if (data.number !== mine) return;
        signal?.removeEventListener("abort", gone);
        if (data.html !== undefined) return resolve(data.html);
        stop();
        reject(new Error(`The program failed at ${data.question.split("\n")[1]}: ${data.failure}`));
      };
      made.postMessage({ number: mine, question });
    });
  };
})();
