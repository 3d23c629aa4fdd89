// The worker of a page that is a file: it runs the module, one question after another.
"use strict";
let module = null, loaded = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();
const bytes = (at, count) => new Uint8Array(module.memory.buffer, at, count);
let failure = "";
const imports = { page: {
  clock: () => performance.timeOrigin + performance.now(),
  panicked: (at, count) => { failure = decoder.decode(bytes(at, count)); },
} };
// The answer is a text, or the bytes of a file.
function asked(kind, text) {
  // A call may move the memory: the buffer is read after it.
  const question = encoder.encode(`${kind}\n${text}`), at = module.room(question.length);
  bytes(at, question.length).set(question);
  const length = module.ask(), answer = bytes(module.answer(), length);
  // An archive has this word in its first header; other answers are texts.
  const isFile = kind === "search-files" && decoder.decode(answer.subarray(257, 262)) === "ustar";
  return isFile ? answer.slice() : decoder.decode(answer);
}
onmessage = async ({ data }) => {
  if (data.compiled) {
    loaded = WebAssembly.instantiate(data.compiled, imports).then((instance) => { module = instance.exports; });
    return;
  }
  try {
    await loaded;
    postMessage({ number: data.number, answer: asked(data.kind, data.text) });
  } catch (error) {
    // After a panic the module is in no known state: the page starts another worker.
    postMessage({ number: data.number, failure: failure || String(error) });
  }
};
