/** The place in a PDF that its signature is written into. Nothing here reads a PDF: the main process loads it at its start. */
import { sha256 } from "./cms.ts";

/** A PDF whose signature is missing. */
export interface WithGap {
  bytes: Buffer;
  /** From the `<` to behind the `>` of the signature. */
  gap: { start: number; end: number };
}

/** What the signature covers: everything but the gap. */
export const digestOf = ({ bytes, gap }: WithGap): Buffer =>
  sha256(bytes.subarray(0, gap.start), bytes.subarray(gap.end));

/** Writes the CMS into the gap; throws if it is too long for it. */
export function fillGap({ bytes, gap }: WithGap, cms: Buffer): Buffer {
  const digits = cms.toString("hex").toUpperCase();
  if (digits.length > gap.end - gap.start - 2) throw new Error("the signature is longer than its place");
  bytes.write(digits, gap.start + 1, "latin1");
  return bytes;
}
