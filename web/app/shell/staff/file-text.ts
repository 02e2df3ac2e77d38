/** The text of a file that staff choose. */

/**
 * Decodes UTF-8, with or without a byte order mark, and UTF-16 with one, in which spreadsheets save "Unicode Text". Throws
 * for bytes that are no text of these encodings.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
