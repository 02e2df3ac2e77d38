/** The parts of a workbook: a ZIP of XML, unpacked in pieces within limits, so that a reader that has enough stops. */
import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { readDirectory, UnfitArchive, type ZipEntry } from "../../../files/decoder/zip.ts";
import { UnreadableFile } from "../parsed-file.ts";

/** Of all parts, unpacked: 500,000 rows of ten columns. */
const limits = { entries: 2000, bytes: 400 * 1024 * 1024 } as const;
/** Bytes unpacked at a time; a deflated piece grows at most a thousandfold. */
const pieceLength = 16 * 1024;

export interface Parts {
  has: (path: string) => boolean;
  /** Calls the handlers for each element of a part; throws an UnreadableFile if it is no XML, or has a DOCTYPE. */
  read: (path: string, handlers: Handlers) => void;
}

export interface Handlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

const damaged = (detail: string): UnreadableFile => new UnreadableFile("malformedFile", null, `XLSX: ${detail}`);

export function openParts(bytes: Uint8Array): Parts {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, ZipEntry>();
  try {
    for (const entry of readDirectory(zip, limits)) if (entry.path !== null) entries.set(entry.path, entry);
  } catch (error) {
    const fault = error instanceof UnfitArchive ? error.fault : "unreadable";
    throw new UnreadableFile(fault === "tooLarge" || fault === "tooMany" ? "tooLong" : "malformedFile", null, "XLSX");
  }
  return {
    has: (path) => entries.has(path),
    read(path, handlers) {
      const entry = entries.get(path);
      if (!entry || entry.isForeign) throw damaged(path);
      parseXml(path, handlers, (take) => unpack(zip, entry, path, take));
    },
  };
}

/** Gives the unpacked bytes in pieces; throws at more than the directory says, and at the end if they are others. */
function unpack(
  zip: Buffer,
  { start, packed, size, crc, isPacked }: ZipEntry,
  path: string,
  take: (piece: Uint8Array) => void,
) {
  const bytes = zip.subarray(start, start + packed);
  let length = 0;
  let sum = 0;
  const count = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > size) throw damaged(path);
    sum = crc32(piece, sum);
    take(piece);
  };
  if (!isPacked) count(bytes);
  else {
    const inflate = new Inflate(count);
    for (let at = 0; at < bytes.length; at += pieceLength)
      push(inflate, bytes.subarray(at, at + pieceLength), at + pieceLength >= bytes.length, path);
  }
  if (length !== size || sum !== crc) throw damaged(path);
}

/** The unpacker's own errors have a number; others are of who reads. */
function push(inflate: Inflate, piece: Uint8Array, isLast: boolean, path: string): void {
  try {
    inflate.push(piece, isLast);
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "number") throw damaged(path);
    throw error;
  }
}

/** Longest text of one cell or name. */
const longestText = 64 * 1024;
/** Deepest nesting of elements: no part of a workbook that is read has ten. */
const deepest = 40;

function parseXml(
  path: string,
  { open, close, text }: Handlers,
  give: (take: (piece: Uint8Array) => void) => void,
): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let depth = 0;
  parser.on("doctype", () => {
    throw damaged(`${path}: DOCTYPE`);
  });
  parser.on("error", (error) => {
    throw damaged(`${path}: ${error.message}`);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if ((depth += 1) > deepest) throw damaged(path);
    open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  const take = (written: string): void => {
    if (written.length > longestText) throw damaged(path);
    text?.(written);
  };
  parser.on("text", take);
  parser.on("cdata", take);
  const write = (piece: Uint8Array | undefined): void => {
    let decoded: string;
    try {
      decoded = piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw damaged(`${path}: UTF-8`);
    }
    if (decoded !== "") parser.write(decoded);
  };
  give(write);
  write(undefined);
  parser.close();
}

/** Some writers put a prefix before all names. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An attribute, with or without prefix. */
export const attributeOf = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
