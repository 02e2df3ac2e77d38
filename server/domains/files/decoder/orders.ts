/**
 * What the portal and the process that opens files write to each other: an order, followed by as many bytes of content as
 * it says, and an answer. Both are JSON behind its length; only an archive is answered in other frames (unpacked.ts).
 */
import type { Readable } from "node:stream";
import type { archiveType, StoredMediaType } from "@portico/api/files.ts";
import type { Task } from "./validate.ts";

/** `size` is that of the content in bytes. */
export type Order = { size: number } & (
  | { task: Task; mediaType: StoredMediaType }
  | { task: "unpack"; mediaType: typeof archiveType }
);

export interface Answer {
  answer: unknown;
  /** What the process has used since its start, and holds now. */
  usage: { cpuSeconds: number; residentMb: number };
}

/** The longest answer is a picture or the words of a document. */
const maxLength = 16 * 1024 ** 2;

/** Reads so many bytes, fewer only at the end. */
export type Read = (length: number) => Promise<Buffer>;

/** Reads a stream in parts of any length. */
export function createReader(stream: Readable): Read {
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    // Put together at once: a large content in parts and as a whole would need its memory twice.
    const content = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      if (rest.length === 0) {
        const next = await parts.next();
        if (next.done) break;
        rest = next.value;
      }
      const taken = rest.copy(content, filled);
      filled += taken;
      rest = rest.subarray(taken);
    }
    return content.subarray(0, filled);
  };
}

/** The next order or answer; undefined at the end. Throws if it is cut off, too long or no JSON. */
export async function readFrame(read: Read): Promise<unknown> {
  const head = await read(4);
  if (head.length === 0) return undefined;
  const length = head.readUInt32BE();
  if (length > maxLength) throw new Error("a frame that is too long");
  return JSON.parse((await read(length)).toString());
}

/** As `readFrame` reads it. */
export function encodeFrame(value: Order | Answer): Buffer {
  const content = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  return Buffer.concat([head, content]);
}
