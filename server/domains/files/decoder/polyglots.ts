/** Files with two meanings: a picture that is also a page, a program or an archive. */

const pageTags = /<\s*(?:script|html|!doctype|svg|iframe|body|object|embed|\?php)\b/i;
/** How far PDF readers search for the start of a PDF. */
const pdfSearched = 1024;
/** An archive's directory is in the last bytes: 22, plus a comment of at most 65,535. */
const zipEnd = Buffer.from("PK\x05\x06", "latin1");
const zipSearched = 22 + 65_535;

export const hasPageTags = (text: Buffer): boolean => pageTags.test(text.toString("latin1"));

export const hasPdfInside = (content: Buffer): boolean => content.subarray(0, pdfSearched).includes("%PDF-");

/** True if an unpacker would accept the file as an archive. */
export function endsAsArchive(content: Buffer): boolean {
  const from = Math.max(0, content.length - zipSearched);
  for (let at = content.indexOf(zipEnd, from); at >= 0; at = content.indexOf(zipEnd, at + 1))
    if (at + 22 <= content.length && at + 22 + content.readUInt16LE(at + 20) <= content.length) return true;
  return false;
}

/**
 * Data that phones append to a JPEG: a second picture (depth, brightness), a short film, or a maker's own data.
 * The picture is complete without it, so it is cut off; anything else after a picture is refused.
 */
export const isCameraTrailer = (trailer: Buffer): boolean =>
  trailer.every((byte) => byte === 0) ||
  trailer.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  trailer.toString("latin1", 4, 8) === "ftyp" ||
  trailer.subarray(-4).toString("latin1") === "SEFT";
