/** Reads the frame of a picture without decoding it: how many pixels, where it ends, and what texts it carries. */
import type { FileMediaType } from "@portico/api/files.ts";

interface Frame {
  width: number;
  height: number;
  /** Where the picture ends in the file. */
  end: number;
  /** Parts that hold no pixels: comments and descriptions. */
  texts: Buffer[];
}

/** Undefined where the frame is broken. */
export function frameOf(kind: Exclude<FileMediaType, "application/pdf">, content: Buffer): Frame | undefined {
  try {
    if (kind === "image/png") return pngFrame(content);
    return kind === "image/jpeg" ? jpegFrame(content) : webpFrame(content);
  } catch (error) {
    // A length that points past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pixelChunks = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);

function pngFrame(content: Buffer): Frame | undefined {
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const texts: Buffer[] = [];
  for (let at = 8; at < content.length; ) {
    const length = content.readUInt32BE(at);
    const type = content.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > content.length) return undefined;
    // One header only: a second would be decoded at a size that nobody looked at.
    if ((at === 8) !== (type === "IHDR")) return undefined;
    if (type === "IEND") return { width, height, end, texts };
    if (!pixelChunks.has(type)) texts.push(content.subarray(at + 8, at + 8 + length));
    at = end;
  }
  return undefined;
}

const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegFrame(content: Buffer): Frame | undefined {
  let size: { width: number; height: number } | undefined;
  const texts: Buffer[] = [];
  for (let at = 2; at < content.length; ) {
    if (content.readUInt8(at) !== 0xff) return undefined;
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return size && { ...size, end: at + 2, texts };
    else {
      const length = content.readUInt16BE(at + 2);
      const part = content.subarray(at + 4, at + 2 + length);
      if (isFrameStart(marker)) {
        // One frame only: a second would be decoded at a size that nobody looked at.
        if (size) return undefined;
        size = { height: part.readUInt16BE(1), width: part.readUInt16BE(3) };
      } else if (marker >= 0xe0) texts.push(part);
      at += 2 + length;
      if (marker === 0xda) at = endOfScan(content, at);
    }
  }
  return undefined;
}

/** Pixels run on until a marker that is neither a stuffed byte nor a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return content.length;
}

function webpFrame(content: Buffer): Frame | undefined {
  const end = 8 + content.readUInt32LE(4);
  if (end > content.length) return undefined;
  let size: { width: number; height: number } | undefined;
  const texts: Buffer[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const type = content.toString("latin1", at, at + 4);
    const length = content.readUInt32LE(at + 4);
    const part = content.subarray(at + 8, at + 8 + length);
    // A moving picture is no scan of a document.
    if (type === "ANIM" || type === "ANMF") return undefined;
    const found = webpSize(type, part);
    if (found) size = larger(size, found);
    else if (type !== "ALPH") texts.push(part);
    at += 8 + length + (length % 2);
  }
  return size && { ...size, end, texts };
}

function webpSize(type: string, part: Buffer): { width: number; height: number } | undefined {
  if (type === "VP8X") return { width: part.readUIntLE(4, 3) + 1, height: part.readUIntLE(7, 3) + 1 };
  if (type === "VP8 ") return { width: part.readUInt16LE(6) & 0x3fff, height: part.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L") return undefined;
  const bits = part.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const larger = (one: { width: number; height: number } | undefined, other: { width: number; height: number }) =>
  one && one.width * one.height > other.width * other.height ? one : other;
