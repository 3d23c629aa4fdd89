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
  // A certificate is read by the page alone.
  const CERTIFICATE = '{"format":"boilingpoint-certificate', MOST_OF_CERTIFICATE = 1 << 22;
  const say = (text) => { problem.value = text; problem.className = text && "problem"; };
  root.hidden = false;

  async function text(chosen) {
    const head = new Uint8Array(await chosen.slice(0, 2).arrayBuffer());
    const gzip = head[0] === 0x1f && head[1] === 0x8b;
    let begin = "";
    const stream = gzip ? chosen.stream().pipeThrough(new DecompressionStream("gzip")) : chosen.stream();
    const reader = stream.getReader(), parts = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      parts.push(value);
      if (size === value.length) begin = new TextDecoder().decode(value.subarray(0, CERTIFICATE.length));
      if (size > (begin === CERTIFICATE ? MOST_OF_CERTIFICATE : MOST)) {
        reader.cancel().catch(() => {});
        throw new Error(`The file has more than ${MOST} bytes; boil eval reads it.`);
      }
    }
    const bytes = await new Blob(parts).arrayBuffer();
    const plain = new TextDecoder().decode(bytes);
    // Planar code has control characters, and text has no character that cannot be decoded.
    if (!/[\x00-\x08\x0e-\x1f\ufffd]/.test(plain)) return plain;
    return "base64:" + btoa(Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join(""));
  }
  // The first file is the board, further ones are the other positions of a sum.
  async function take(files) {
    say("");
    if (!files.length) return;
    try {
      const [first, ...others] = await Promise.all([...files].map(text));
      if (others.some((other) => /[\n\t]/.test(other.trim()))) throw new Error("A further file has more than one line; the files of a sum have a board on one line each.");
      if (others.length) field.dispatchEvent(new CustomEvent("beside", { detail: others.map((other) => other.trim()) }));
      if (first.startsWith(CERTIFICATE)) return field.dispatchEvent(new CustomEvent("certificate", { detail: first }));
      field.value = first;
      field.form.requestSubmit();
    } catch (error) {
      say(error.message);
    }
  }
  file.addEventListener("change", () => take(file.files));
  document.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  // In the field of one line, Enter asks, as in other fields.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); field.form.requestSubmit(); }
  });
})();
