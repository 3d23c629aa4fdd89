// The worker of a page that is a file: it runs the module, one question after another.
"use strict";
let module = null, loaded = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();
const text = (at, bytes) => decoder.decode(new Uint8Array(module.memory.buffer, at, bytes));
let failure = "";
const imports = { page: {
  clock: () => performance.now(),
  panicked: (at, bytes) => { failure = text(at, bytes); },
} };
function asked(question) {
  // A call may move the memory: the buffer is read after it.
  const bytes = encoder.encode(question), at = module.room(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
  const length = module.ask();
  return text(module.answer(), length);
}
onmessage = async ({ data }) => {
  if (data.compiled) {
    loaded = WebAssembly.instantiate(data.compiled, imports).then((instance) => { module = instance.exports; });
    return;
  }
  await loaded;
  try {
    postMessage({ number: data.number, html: asked(data.question) });
  } catch (error) {
    // After a panic the module is in no known state: the page starts another worker.
    postMessage({ number: data.number, failure: failure || String(error), question: data.question });
  }
};
