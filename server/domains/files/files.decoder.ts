/** Opens content in a thread of its own, one at a time, which may be ended: no upload holds the portal up. */
import { Worker } from "node:worker_threads";
import type { FieldCode } from "@portico/api/errors.ts";
import type { FileMediaType } from "@portico/api/files.ts";
import { createTurns } from "./files.turns.ts";

export interface ToDecode {
  mediaType: FileMediaType;
  content: Uint8Array;
}

const longestMs = 30_000;
/** JavaScript's own memory in the thread; what is unpacked and decoded lies outside of it. */
const memoryMb = 512;
/**
 * By how much the process may grow meanwhile: a few packed bytes can be unpacked to gigabytes. A picture of the most pixels takes
 * 1.4 GB, a scanned PDF hardly any.
 */
const mostGrowthMb = (mediaType: FileMediaType): number => (mediaType === "application/pdf" ? 512 : 1700);
const lookEveryMs = 25;

const residentMb = (): number => process.memoryUsage.rss() / 1024 ** 2;

/** Undefined where the content opens to its last part; otherwise why it is refused. */
async function decodeNow(toDecode: ToDecode): Promise<FieldCode | undefined> {
  const most = residentMb() + mostGrowthMb(toDecode.mediaType);
  const worker = new Worker(new URL("files.decoder.worker.ts", import.meta.url), {
    workerData: toDecode,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    stdout: true,
    stderr: true,
  });
  const opened = new Promise<FieldCode | undefined>((resolve) => {
    const timer = setTimeout(() => resolve("unreadableFile"), longestMs);
    const memory = setInterval(() => residentMb() > most && resolve("unreadableFile"), lookEveryMs);
    worker.once("message", ({ refused }: { refused?: FieldCode }) => resolve(refused));
    // Out of memory, or a decoder that ends the thread: what cannot be opened is not taken.
    worker.once("error", () => resolve("unreadableFile"));
    worker.once("exit", () => {
      clearTimeout(timer);
      clearInterval(memory);
      resolve("unreadableFile");
    });
  });
  try {
    return await opened;
  } finally {
    // Ended before the next begins: its memory is free again.
    await worker.terminate();
  }
}

const inTurn = createTurns();

/** As `decodeNow`, one after the other, so that the memory of one is all that decoding takes; by turns of those who sent them. */
export const decodes = (
  mediaType: FileMediaType,
  content: Uint8Array,
  sentBy: number,
): Promise<FieldCode | undefined> => inTurn(sentBy, () => decodeNow({ mediaType, content }));
