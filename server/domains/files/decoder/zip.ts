/**
 * Reads the directory of a ZIP strictly: what we would have to guess, each unpacker guesses differently. Runs in the
 * process that opens files.
 */
import { crc32, createInflateRaw } from "node:zlib";
import type { ArchiveFault } from "@portico/api/rules/document-batches.ts";
import { legacyName } from "./legacy-names.ts";

export interface ZipEntry {
  /** The path as written, decoded; null if it is no text. */
  path: string | null;
  /** Where its packed bytes begin, and how many there are. */
  start: number;
  packed: number;
  /** Unpacked, as the directory says. */
  size: number;
  crc: number;
  isPacked: boolean;
  /** Neither stored nor deflated. */
  isForeign: boolean;
  isFolder: boolean;
  /** A symbolic link, or something else that is no file. */
  isSpecial: boolean;
}

/** What systems add to an archive by themselves. */
export const systemFiles = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

export class UnfitArchive extends Error {
  readonly fault: ArchiveFault;
  constructor(fault: ArchiveFault) {
    super(fault);
    this.fault = fault;
  }
}

const unreadable = (): UnfitArchive => new UnfitArchive("unreadable");

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 };
const endLength = 22;
const maxComment = 65_535;
const flags = { locked: 0x2041, hasDescriptor: 0x8, isUtf8: 0x800 };
const madeByUnix = 3;
/** Of Info-ZIP: the name in UTF-8. */
const unicodePath = 0x7075;
const fileMode = 0o100000;
const typeOfMode = 0o170000;

interface Limits {
  entries: number;
  /** Of all entries, unpacked. */
  bytes: number;
}

/** The entries in the order of the directory. Throws UnfitArchive, or another error for one that is cut off. */
export function readDirectory(zip: Buffer, limits: Limits): ZipEntry[] {
  const { count, offset, end } = readEnd(zip);
  if (count > limits.entries) throw new UnfitArchive("tooMany");
  const entries: (ZipEntry & Place)[] = [];
  let at = offset;
  let bytes = 0;
  for (let number = 0; number < count; number++) {
    const { entry, next } = readEntry(zip, at);
    bytes += entry.size;
    if (bytes > limits.bytes) throw new UnfitArchive("tooLarge");
    entries.push(entry);
    at = next;
  }
  if (at !== end) throw unreadable();
  requireApart(entries, offset);
  return entries;
}

/** The end of the directory is the end of the file, its comment included. */
function readEnd(zip: Buffer): { count: number; offset: number; end: number } {
  for (let at = zip.length - endLength; at >= Math.max(0, zip.length - endLength - maxComment); at--) {
    if (zip.readUInt32LE(at) !== signatures.end) continue;
    const comment = zip.readUInt16LE(at + 20);
    // A second end within the comment would be another directory.
    if (at + endLength + comment !== zip.length || zip.indexOf("PK\x05\x06", at + 4, "latin1") >= 0) throw unreadable();
    const count = zip.readUInt16LE(at + 10);
    const offset = zip.readUInt32LE(at + 16);
    const isWhole = zip.readUInt32LE(at + 4) === 0 && zip.readUInt16LE(at + 8) === count;
    if (!isWhole || offset + zip.readUInt32LE(at + 12) !== at) throw unreadable();
    return { count, offset, end: at };
  }
  throw unreadable();
}

interface Place {
  /** Of its local header. */
  offset: number;
  hasDescriptor: boolean;
}

function readEntry(zip: Buffer, at: number): { entry: ZipEntry & Place; next: number } {
  if (zip.readUInt32LE(at) !== signatures.central) throw unreadable();
  const flag = zip.readUInt16LE(at + 8);
  if ((flag & flags.locked) !== 0) throw new UnfitArchive("locked");
  const method = zip.readUInt16LE(at + 10);
  const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
  const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
  const attributes = zip.readUInt32LE(at + 38);
  const offset = zip.readUInt32LE(at + 42);
  const name = zip.subarray(at + 46, nameEnd);
  const extra = zip.subarray(nameEnd, extraEnd);
  const hasDescriptor = (flag & flags.hasDescriptor) !== 0;
  const start = readLocal(zip, offset, { name, flag, method, packed, size, hasDescriptor });
  const mode = zip.readUInt8(at + 5) === madeByUnix ? (attributes >>> 16) & typeOfMode : 0;
  const path = decodePath(name, extra, (flag & flags.isUtf8) !== 0);
  const isFolder = path?.endsWith("/") ?? false;
  if (isFolder && size > 0) throw unreadable();
  return {
    entry: {
      path,
      start,
      packed,
      size,
      crc: zip.readUInt32LE(at + 16),
      isPacked: method === 8,
      isForeign: (method !== 0 && method !== 8) || (method === 0 && packed !== size),
      isFolder,
      isSpecial: !isFolder && mode !== 0 && mode !== fileMode,
      offset,
      hasDescriptor,
    },
    next: extraEnd + zip.readUInt16LE(at + 32),
  };
}

interface Declared {
  name: Buffer;
  flag: number;
  method: number;
  packed: number;
  size: number;
  hasDescriptor: boolean;
}

/** The header before the bytes says the same as the directory; returns where the bytes begin. */
function readLocal(zip: Buffer, at: number, { name, flag, method, packed, size, hasDescriptor }: Declared): number {
  const isSame =
    zip.readUInt32LE(at) === signatures.local &&
    zip.readUInt16LE(at + 6) === flag &&
    zip.readUInt16LE(at + 8) === method &&
    (hasDescriptor || (zip.readUInt32LE(at + 18) === packed && zip.readUInt32LE(at + 22) === size)) &&
    zip.subarray(at + 30, at + 30 + zip.readUInt16LE(at + 26)).equals(name);
  if (!isSame) throw unreadable();
  return at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
}

/** Lengths of what may follow the bytes of an entry that has a descriptor. */
const descriptors = [12, 16];

/** One entry after another from the first byte to the directory: no bytes are shared or hidden. */
function requireApart(entries: readonly (ZipEntry & Place)[], directory: number): void {
  const begins = new Set([...entries.map(({ offset }) => offset), directory]);
  let at = 0;
  for (const { offset, start, packed, hasDescriptor } of ordered(entries)) {
    if (offset !== at) throw unreadable();
    at = start + packed;
    if (!hasDescriptor) continue;
    const end = at;
    const length = descriptors.find((bytes) => begins.has(end + bytes));
    if (length === undefined) throw unreadable();
    at += length;
  }
  if (at !== directory) throw unreadable();
}

const ordered = <One extends { offset: number }>(entries: readonly One[]): One[] =>
  entries.toSorted((one, other) => one.offset - other.offset);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodePath(name: Buffer, extra: Buffer, isUtf8: boolean): string | null {
  const bytes = unicodeIn(extra, name) ?? name;
  try {
    return utf8.decode(bytes);
  } catch {
    return isUtf8 || bytes !== name ? null : legacyName(bytes);
  }
}

/** The name in UTF-8, if the entry has one. It is of this name alone: unpackers choose differently if it is not. */
function unicodeIn(extra: Buffer, name: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    const end = at + 4 + length;
    if (end > extra.length) throw unreadable();
    if (extra.readUInt16LE(at) === unicodePath) {
      if (length < 6 || extra.readUInt8(at + 4) !== 1 || extra.readUInt32LE(at + 5) !== crc32(name)) throw unreadable();
      return extra.subarray(at + 9, end);
    }
    at = end;
  }
  return undefined;
}

/** The unpacked bytes; throws at more than the directory says, and at the end if they are others. */
export async function* readContent(
  zip: Buffer,
  { start, packed, size, crc, isPacked }: ZipEntry,
): AsyncGenerator<Buffer> {
  const bytes = zip.subarray(start, start + packed);
  let length = 0;
  let sum = 0;
  for await (const part of isPacked ? inflated(bytes) : [bytes]) {
    length += part.length;
    if (length > size) throw new Error("more than the directory says");
    sum = crc32(part, sum);
    yield part;
  }
  if (length !== size || sum !== crc) throw new Error("not what the directory says");
}

async function* inflated(bytes: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(bytes);
  yield* inflate as AsyncIterable<Buffer>;
  if (inflate.bytesWritten !== bytes.length) throw new Error("bytes after the end");
}
