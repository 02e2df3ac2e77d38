/** The text of a file that staff choose. */

/** An encoding of older programs, in which any bytes are a text. */
export type OtherEncoding = "windows-1250";

/**
 * Decodes UTF-8, with or without a byte order mark, and UTF-16 with one, in which spreadsheets save "Unicode Text". Other bytes are read in
 * the encoding `otherwise`; throws for them without one.
 */
export function textOfFile(bytes: ArrayBuffer, otherwise?: OtherEncoding): string {
  try {
    return decodeUnicode(bytes);
  } catch (error) {
    if (otherwise === undefined) throw error;
    return new TextDecoder(otherwise).decode(bytes);
  }
}

function decodeUnicode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
