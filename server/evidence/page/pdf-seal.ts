/** The newest seal of a PDF: where it is, and what it covers. */
import { type Bytes, fromHex, joined } from "./der.ts";

export interface FoundSeal {
  /** CMS with the zeros behind it. */
  cms: Bytes;
  /** The whole file but the seal. */
  covered: Bytes;
  /** When the firm says that it sealed. */
  at: Date;
}

/** Null without a seal that covers the whole file, written as the firm's seal is. */
export function findSeal(pdf: Bytes): FoundSeal | null {
  // One sign for each byte.
  const text = new TextDecoder("latin1").decode(pdf);
  const from = text.lastIndexOf("/SubFilter /ETSI.CAdES.detached\n/ByteRange [");
  const found =
    from < 0
      ? null
      : /^\/SubFilter \/ETSI\.CAdES\.detached\n\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n\/Contents </.exec(
          text.slice(from, from + 200),
        );
  if (!found) return null;
  const [start = 0, end = 0, rest = 0] = found.slice(1).map(Number);
  // The range leaves out the signature from "<" to ">", and nothing else.
  if (start !== from + found[0].length - 1 || end + rest !== pdf.length || text[end - 1] !== ">") return null;
  const digits = text.slice(start + 1, end - 1);
  const date = /^\n\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(text.slice(end, end + 40));
  if (!date || !/^(?:[\dA-F]{2})+$/.test(digits)) return null;
  const [, year, month, day, hour, minute, second] = date;
  return {
    cms: fromHex(digits),
    covered: joined(pdf.subarray(0, start), pdf.subarray(end)),
    at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
  };
}
