/** The text of a file as it was sent. */
import type { FileContent } from "../formats/format.ts";
import { type DecodedText, decodeText } from "./encodings.ts";

/** A file from its bytes; the text is decoded when it is first read. */
export function fileContent(fileName: string, bytes: Uint8Array): FileContent {
  let decoded: DecodedText | undefined;
  const read = (): DecodedText => {
    decoded ??= decodeText(bytes);
    return decoded;
  };
  return {
    fileName,
    bytes,
    get text() {
      return read().text;
    },
    get encoding() {
      return read().encoding;
    },
    get contradicts() {
      return read().contradicts;
    },
  };
}

/** A file whose text is known, such as one that a caller sent as text. */
export const textContent = (text: string, fileName = ""): FileContent => {
  let bytes: Uint8Array | undefined;
  return {
    fileName,
    text,
    encoding: "utf-8",
    contradicts: undefined,
    get bytes() {
      bytes ??= Buffer.from(text, "utf8");
      return bytes;
    },
  };
};
