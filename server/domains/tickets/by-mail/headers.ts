/** Texts of headers: encoded words (RFC 2047), and raw bytes that no header may have. */
import libmime from "libmime";
import { decodeText } from "./charsets.ts";

/** Bytes outside ASCII, which arrive one per character, are decoded in the likely charset. */
export function rawText(value: string): string {
  const isRaw = /[\x80-\xff]/.test(value) && !/[^\0-\xff]/.test(value);
  return isRaw ? (decodeText(Buffer.from(value, "latin1"), null) ?? value) : value;
}

/** As it is read. */
export function decodeHeader(value: string): string {
  const text = rawText(value);
  try {
    return libmime.decodeWords(text);
  } catch {
    return text;
  }
}
