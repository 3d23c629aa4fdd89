// The choice of a file on the page of the explorer. The text of the file becomes that of the field of
// the board, which is all that the server reads. Without this script the text can be pasted.
(() => {
  "use strict";
  const root = document.querySelector("[data-upload]");
  if (!root) return;
  const file = root.querySelector("input[type=file]"), problem = root.querySelector("output");
  const field = document.getElementById(root.dataset.upload);
  // The server refuses longer addresses.
  const MOST = 20000;
  const say = (text) => { problem.value = text; problem.className = text && "problem"; };
  root.hidden = false;

  async function text(chosen) {
    const begin = new Uint8Array(await chosen.slice(0, 2).arrayBuffer());
    const gzip = begin[0] === 0x1f && begin[1] === 0x8b;
    const stream = gzip ? chosen.stream().pipeThrough(new DecompressionStream("gzip")) : chosen.stream();
    const bytes = await new Response(stream).arrayBuffer();
    if (bytes.byteLength > MOST) throw new Error(`The file has more than ${MOST} bytes; boil eval reads it.`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  }
  file.addEventListener("change", async () => {
    say("");
    if (!file.files.length) return;
    try {
      field.value = await text(file.files[0]);
      field.form.requestSubmit();
    } catch (error) {
      say(error instanceof TypeError ? "The file is not plain text or gzip; boil eval reads it." : error.message);
    }
  });
  // In the field of one line, Enter asks, as in other fields.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); field.form.requestSubmit(); }
  });
})();
