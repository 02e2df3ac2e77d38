/**
 * Format of a stored content: encrypted in chunks, so that a part can be read alone (decision 0121).
 *
 * header: magic 8, version 1, id of the data key 4, salt 32
 * chunks: 64 KiB of content and a tag 16; the last one has the rest
 * trailer: size 8, SHA-256 32, encrypted like a chunk, and a tag 16
 *
 * Key and nonce prefix are derived from the salt. Each nonce contains the number of the chunk and whether it is the last
 * one or the trailer (the STREAM construction), and every tag covers the header.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { type Bytes, readAllBytes, splitIntoFrames } from "../../kernel/bytes.ts";
import { sealInParts, unseal } from "../../secrets/envelope.ts";
import type { RecordKeys, Vault } from "../../secrets/vault.ts";
import type { Content, Stored } from "./files.ts";
import { DamagedContent, type Opened, type SealedBytes } from "./sealed-bytes.ts";
import { isWholeSealed, openWholeSealed } from "./whole-sealed.ts";

const magic = Buffer.from("Portico\u001a", "latin1");
const version = 1;
const keyIdAt = magic.length + 1;
const saltAt = keyIdAt + 4;
const saltBytes = 32;
const headerBytes = saltAt + saltBytes;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const sealedChunkBytes = chunkBytes + tagBytes;
const trailerBytes = 8 + 32;
const sealedTrailerBytes = trailerBytes + tagBytes;

const keyBytes = 32;
const prefixBytes = 7;
const parts = { chunk: 0, lastChunk: 1, trailer: 2 };

/** Encrypts and decrypts the parts of one content. */
function cipherOf({ derive }: RecordKeys, header: Buffer) {
  const secret = derive(header.subarray(saltAt), keyBytes + prefixBytes);
  const key = secret.subarray(0, keyBytes);
  const nonceOf = (number: number, part: number): Buffer => {
    const nonce = Buffer.alloc(12);
    secret.copy(nonce, 0, keyBytes);
    // More than 2^32 chunks (256 TiB) are a RangeError here.
    nonce.writeUInt32BE(number, prefixBytes);
    nonce.writeUInt8(part, prefixBytes + 4);
    return nonce;
  };
  return {
    /** In `room`, if there is any. */
    seal(number: number, part: number, bytes: Buffer, room = Buffer.allocUnsafe(bytes.length + tagBytes)): Buffer {
      const [sealed, tag] = sealInParts(key, nonceOf(number, part), bytes, header);
      room.set(sealed);
      room.set(tag, sealed.length);
      return room.subarray(0, sealed.length + tag.length);
    },
    unseal(number: number, part: number, bytes: Buffer): Buffer {
      try {
        return unseal(key, nonceOf(number, part), bytes, header);
      } catch (error) {
        throw new DamagedContent(`chunk ${number} does not decrypt`, error);
      }
    },
  };
}

/**
 * Encrypts a content, written in order; returns its size and its SHA-256. The memory of what is written is used again once it
 * is: looking for what is garbage took most of the time.
 */
export async function sealContent(
  vault: Vault,
  content: Bytes,
  write: (sealed: Buffer) => Promise<void>,
): Promise<Stored> {
  const keys = await vault.recordKeys("content");
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt8(version, magic.length);
  header.writeUInt32BE(keys.id, keyIdAt);
  randomBytes(saltBytes).copy(header, saltAt);
  const cipher = cipherOf(keys, header);
  await write(header);
  const hash = createHash("sha256");
  let size = 0;
  let number = 0;
  const room = Buffer.allocUnsafe(sealedChunkBytes);
  for await (const { bytes, last } of splitIntoFrames(content, chunkBytes, { reuse: true })) {
    hash.update(bytes);
    size += bytes.length;
    await write(cipher.seal(number, last ? parts.lastChunk : parts.chunk, bytes, room));
    number += 1;
  }
  const sha256 = hash.digest();
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeBigUInt64BE(BigInt(size));
  sha256.copy(trailer, 8);
  await write(cipher.seal(number, parts.trailer, trailer));
  return { sha256: sha256.toString("hex"), size };
}

/** Verifies that the content has this name and is complete; throws otherwise. */
async function openSealed(vault: Vault, sealed: SealedBytes, name: string): Promise<Opened> {
  const header = await readAllBytes(sealed.read(0, Math.min(headerBytes, sealed.size)));
  if (isWholeSealed(header)) return openWholeSealed(vault, sealed, name);
  const known = header.subarray(0, magic.length).equals(magic) && header[magic.length] === version;
  if (!known || header.length < headerBytes) throw new DamagedContent("unknown format");
  const trailerAt = sealed.size - sealedTrailerBytes;
  const chunks = Math.ceil((trailerAt - headerBytes) / sealedChunkBytes);
  if (chunks < 1) throw new DamagedContent("too short");
  const cipher = cipherOf(await vault.recordKeys("content", header.readUInt32BE(keyIdAt)), header);
  const trailer = cipher.unseal(chunks, parts.trailer, await readAllBytes(sealed.read(trailerAt, sealed.size)));
  const size = Number(trailer.readBigUInt64BE());
  const sha256 = trailer.toString("hex", 8);
  if (sha256 !== name) throw new DamagedContent(`it is the content ${sha256}`);
  if (headerBytes + size + chunks * tagBytes !== trailerAt) throw new DamagedContent("its length is another");

  async function* read(start: number, end: number): AsyncGenerator<Buffer> {
    const hash = start === 0 && end === size ? createHash("sha256") : null;
    if (start === end && !hash) return;
    const first = Math.floor(start / chunkBytes);
    const after = Math.min(chunks, Math.max(first + 1, Math.ceil(end / chunkBytes)));
    const from = headerBytes + first * sealedChunkBytes;
    const to = Math.min(headerBytes + after * sealedChunkBytes, trailerAt);
    let number = first;
    const reuse = { reuse: true };
    for await (const { bytes } of splitIntoFrames(sealed.read(from, to, reuse), sealedChunkBytes, reuse)) {
      const isLast = number === chunks - 1;
      const chunk = cipher.unseal(number, isLast ? parts.lastChunk : parts.chunk, bytes);
      hash?.update(chunk);
      if (isLast && hash && hash.digest("hex") !== name) throw new DamagedContent("its SHA-256 is another");
      const at = number * chunkBytes;
      yield chunk.subarray(Math.max(0, start - at), Math.min(chunk.length, end - at));
      number += 1;
    }
    if (number < after) throw new DamagedContent(`it ends before chunk ${number}`);
  }
  return { size, read };
}

/** A stored content by its name; `access` gives its encrypted bytes anew each time, and is closed after each reading. */
export async function openContent(vault: Vault, access: () => Promise<SealedBytes>, name: string): Promise<Content> {
  async function* reading(range?: { start: number; end: number }): AsyncGenerator<Buffer, number> {
    const sealed = await access();
    try {
      const opened = await openSealed(vault, sealed, name);
      if (range) yield* opened.read(range.start, range.end);
      return opened.size;
    } finally {
      await sealed.close();
    }
  }
  const { value } = await reading().next();
  const size = value as number;
  return {
    sha256: name,
    size,
    stream(start = 0, end = size) {
      if (!(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= size))
        throw new RangeError(`A file of ${size} bytes has no range from ${start} to ${end}`);
      return Readable.from(reading({ start, end }));
    },
  };
}
