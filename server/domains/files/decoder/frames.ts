/** Reads the parts of a picture without decoding it: where it ends, and what it contains besides pixels. */
import type { FileMediaType } from "@portico/api/files.ts";

export type PictureType = Exclude<FileMediaType, "application/pdf">;

/** A comment or description: a part without pixels. */
type OnText = (part: Buffer) => void;

/**
 * More parts than any camera or scanner writes (PNG chunks, JPEG segments, WebP chunks): 50 MP in chunks of 8 KB are
 * about 20,000.
 */
const maxParts = 50_000;

class BrokenFrame extends Error {}

/** Where the picture ends in the file; undefined if its structure is broken. One pass, in time linear in the size. */
export function endOfPicture(type: PictureType, content: Buffer, onText: OnText): number | undefined {
  try {
    if (type === "image/png") return endOfPng(content, onText);
    return type === "image/jpeg" ? endOfJpeg(content, onText) : endOfWebp(content, onText);
  } catch (error) {
    // A length that points past the end.
    if (error instanceof RangeError || error instanceof BrokenFrame) return undefined;
    throw error;
  }
}

function partCounter(): () => void {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts > maxParts) throw new BrokenFrame();
  };
}

const pixelChunks = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);

function endOfPng(content: Buffer, onText: OnText): number | undefined {
  const count = partCounter();
  for (let at = 8; at < content.length; ) {
    count();
    const length = content.readUInt32BE(at);
    const type = content.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > content.length) return undefined;
    // Only one header: a second would be decoded at an unchecked size.
    if ((at === 8) !== (type === "IHDR")) return undefined;
    if (type === "IEND") return end;
    if (!pixelChunks.has(type)) onText(content.subarray(at + 8, at + 8 + length));
    at = end;
  }
  return undefined;
}

const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function endOfJpeg(content: Buffer, onText: OnText): number | undefined {
  const count = partCounter();
  let frames = 0;
  for (let at = 2; at < content.length; ) {
    count();
    if (content.readUInt8(at) !== 0xff) return undefined;
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return frames === 1 ? at + 2 : undefined;
    else {
      const length = content.readUInt16BE(at + 2);
      // Only one frame: a second would be decoded at an unchecked size.
      if (isFrameStart(marker)) frames += 1;
      else if (marker >= 0xe0) onText(content.subarray(at + 4, at + 2 + length));
      at += 2 + length;
      if (marker === 0xda) at = endOfScan(content, at);
    }
  }
  return undefined;
}

/** Pixel data continues up to a marker that is neither a stuffed byte nor a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return content.length;
}

function endOfWebp(content: Buffer, onText: OnText): number | undefined {
  const count = partCounter();
  const end = 8 + content.readUInt32LE(4);
  if (end > content.length) return undefined;
  for (let at = 12; at + 8 <= end; ) {
    count();
    const type = content.toString("latin1", at, at + 4);
    const length = content.readUInt32LE(at + 4);
    // An animation is not a scan of a document.
    if (type === "ANIM" || type === "ANMF") return undefined;
    if (!["VP8X", "VP8 ", "VP8L", "ALPH"].includes(type)) onText(content.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return end;
}
