/**
 * Format of a backup file: one readable header line, then encrypted, numbered frames, the last one marked. A frame that
 * was changed, moved, removed or truncated does not decrypt.
 */
import { createHash } from "node:crypto";
import { createDataKey, seal, unseal, unwrapDataKey } from "../secrets/envelope.ts";
import { keyName } from "../secrets/firm-key.ts";

const purpose = "portico backup";
const frameBytes = 1 << 20;
const tagBytes = 16;

interface ArchiveHeader {
  format: "portico-backup";
  version: 1;
  created: string;
  /** Name of the firm's key that decrypts it. */
  firmKey: string;
  dataKey: string;
}

/** A backup that cannot be read, with the reason. */
export class ArchiveError extends Error {}

const nonceOf = (index: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 0);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
};
const boundTo = (headerLine: string): Buffer => createHash("sha256").update(headerLine).digest();

type Chunks = AsyncIterable<Buffer>;

/** Encrypts a stream into the archive's bytes. */
export async function* encrypt(firmKey: Buffer, content: Chunks, now: Date): AsyncGenerator<Buffer> {
  const { key, wrapped } = createDataKey(firmKey, purpose);
  const header: ArchiveHeader = {
    format: "portico-backup",
    version: 1,
    created: now.toISOString(),
    firmKey: keyName(firmKey),
    dataKey: wrapped,
  };
  const line = `${JSON.stringify(header)}\n`;
  const bound = boundTo(line);
  yield Buffer.from(line);
  let index = 0;
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    while (waiting.length > frameBytes) {
      yield seal(key, nonceOf(index, false), waiting.subarray(0, frameBytes), bound);
      waiting = waiting.subarray(frameBytes);
      index += 1;
    }
  }
  yield seal(key, nonceOf(index, true), waiting, bound);
}

function parseHeader(line: string): ArchiveHeader {
  try {
    const header = JSON.parse(line) as Partial<ArchiveHeader>;
    if (header.format === "portico-backup" && header.version === 1) return header as ArchiveHeader;
  } catch {
    // Reported below.
  }
  throw new ArchiveError("This is not a backup of the portal.");
}

/** Decrypts an archive; fails unless its last frame was reached. */
export async function* decrypt(firmKey: Buffer, archive: Chunks): AsyncGenerator<Buffer> {
  let key: Buffer | null = null;
  let bound: Buffer = Buffer.alloc(0);
  let waiting: Buffer = Buffer.alloc(0);
  let index = 0;
  const open = (frame: Buffer, last: boolean): Buffer => {
    try {
      return unseal(key ?? Buffer.alloc(0), nonceOf(index, last), frame, bound);
    } catch {
      throw new ArchiveError(
        last ? "The backup is cut off or damaged at its end." : `The backup is damaged in frame ${index}.`,
      );
    }
  };
  for await (const chunk of archive) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (!key) {
      const end = waiting.indexOf(10);
      if (end < 0 && waiting.length < 10_000) continue;
      const line = waiting.subarray(0, end + 1).toString("utf8");
      const header = parseHeader(line);
      if (header.firmKey !== keyName(firmKey)) throw new ArchiveError("The backup was made with another firm's key.");
      try {
        key = unwrapDataKey(firmKey, header.dataKey, purpose);
      } catch {
        throw new ArchiveError("The backup's header is damaged.");
      }
      bound = boundTo(line);
      waiting = waiting.subarray(end + 1);
    }
    while (waiting.length > frameBytes + tagBytes) {
      yield open(waiting.subarray(0, frameBytes + tagBytes), false);
      waiting = waiting.subarray(frameBytes + tagBytes);
      index += 1;
    }
  }
  if (!key) throw new ArchiveError("This is not a backup of the portal.");
  yield open(waiting, true);
}
