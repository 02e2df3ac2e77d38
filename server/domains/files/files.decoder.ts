/** Opens content in a thread of its own, one at a time, which may be ended: no upload holds the portal up. */
import { Worker } from "node:worker_threads";
import type { FieldCode } from "@portico/api/errors.ts";
import type { FileMediaType } from "@portico/api/files.ts";

export interface ToDecode {
  mediaType: FileMediaType;
  content: Uint8Array;
}

const longestMs = 30_000;
/** JavaScript's own memory in the thread; pixels lie outside of it and are bounded by their number. */
const memoryMb = 512;

/** Undefined where the content opens to its last part; otherwise why it is refused. */
function decodeNow(toDecode: ToDecode): Promise<FieldCode | undefined> {
  const worker = new Worker(new URL("files.decoder.worker.ts", import.meta.url), {
    workerData: toDecode,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise<FieldCode | undefined>((resolve) => {
    const timer = setTimeout(() => resolve("unreadableFile"), longestMs);
    worker.once("message", ({ refused }: { refused?: FieldCode }) => resolve(refused));
    // Out of memory, or a decoder that ends the thread: what cannot be opened is not taken.
    worker.once("error", () => resolve("unreadableFile"));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve("unreadableFile");
    });
  }).finally(() => void worker.terminate());
}

let last: Promise<unknown> = Promise.resolve();

/** As `decodeNow`, after those that came before: so the memory of one is all that decoding takes. */
export function decodes(mediaType: FileMediaType, content: Uint8Array): Promise<FieldCode | undefined> {
  const mine = last.then(() => decodeNow({ mediaType, content }));
  last = mine.catch(() => undefined);
  return mine;
}
