/** ZIPs for tests, also such as no packer writes. */
import { crc32, deflateRawSync } from "node:zlib";

export interface Packed {
  name: string | Buffer;
  content?: Buffer;
  /** What the directory says instead of the truth. */
  flag?: number;
  method?: number;
  size?: number;
  crc?: number;
  /** Of a Unix system: a link is 0o120000. */
  mode?: number;
  /** Sizes and checksum follow the bytes. */
  hasDescriptor?: boolean;
  extra?: Buffer;
  /** The name in the header before the bytes, if it is another one. */
  localName?: string;
}

const bytesOf = (name: string | Buffer): Buffer => (typeof name === "string" ? Buffer.from(name) : name);
const isAscii = (name: Buffer): boolean => name.every((byte) => byte < 128);

/** `directory` changes the end record; `tail` and `head` are put around the whole. */
export function zipWith(
  files: readonly Packed[],
  { count = files.length, comment = Buffer.alloc(0), head = Buffer.alloc(0), tail = Buffer.alloc(0) } = {},
): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [head];
  const directory: Buffer[] = [];
  let at = head.length;
  for (const { name, content = Buffer.alloc(0), hasDescriptor = false, extra = Buffer.alloc(0), ...told } of files) {
    const named = bytesOf(name);
    const localName = bytesOf(told.localName ?? name);
    const packed = told.method === 0 ? content : deflateRawSync(content);
    const flag = told.flag ?? (typeof name === "string" && !isAscii(named) ? 0x800 : 0) | (hasDescriptor ? 8 : 0);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(flag, 2);
    fixed.writeUInt16LE(told.method ?? 8, 4);
    fixed.writeUInt32LE(told.crc ?? crc32(content), 10);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(told.size ?? content.length, 18);
    fixed.writeUInt16LE(named.length, 22);
    const local = Buffer.from(fixed);
    if (hasDescriptor) local.fill(0, 10, 22);
    local.writeUInt16LE(localName.length, 22);
    const descriptor = hasDescriptor
      ? Buffer.concat([Buffer.from("PK\x07\x08", "latin1"), fixed.subarray(10, 22)])
      : [];
    const written = [Buffer.from("PK\x03\x04", "latin1"), local, localName, packed, Buffer.from(descriptor)];
    const more = Buffer.alloc(14);
    more.writeUInt32LE(((told.mode ?? 0) << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    fixed.writeUInt16LE(extra.length, 24);
    const madeBy = Buffer.from([20, told.mode === undefined ? 0 : 3]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), madeBy, fixed, more, named, extra]));
    parts.push(...written);
    at += written.reduce((length, part) => length + part.length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06", "latin1"), end, comment, tail]);
}
