/** The text of a file as it was sent. */
import type { FileContent } from "../formats/format.ts";

/** Text by its byte order mark, or as UTF-8; bytes that are no UTF-8 become U+FFFD, which a reader refuses. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // A byte order mark is kept: the line and column of a refusal count from it.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A file from its bytes; the text is decoded when it is first read. */
export function fileContent(fileName: string, bytes: Uint8Array): FileContent {
  let text: string | undefined;
  return {
    fileName,
    bytes,
    get text() {
      text ??= decode(bytes);
      return text;
    },
  };
}

/** A file whose text is known, such as one that a caller sent as text. */
export const textContent = (text: string, fileName = ""): FileContent => {
  let bytes: Uint8Array | undefined;
  return {
    fileName,
    text,
    get bytes() {
      bytes ??= Buffer.from(text, "utf8");
      return bytes;
    },
  };
};
