/**
 * Opens content in a separate process, one at a time, so that a hostile file cannot harm the portal. If its limits end the
 * process, the answer is `unreadableFile`; if it is stopped from outside or has too little time, the call throws.
 */
import type { Readable } from "node:stream";
import { fieldCodes } from "@portico/api/errors.ts";
import { archiveType, type FileMediaType, fileMaxBytes, type StoredMediaType } from "@portico/api/files.ts";
import { z } from "zod";
import type { Bytes } from "../../../kernel/bytes.ts";
import { createWorkQueue, type WorkQueue } from "../../../kernel/work-queue.ts";
import type { Drawn } from "../decoder/logo.ts";
import type { Order } from "../decoder/orders.ts";
import type { ReadText } from "../decoder/text.ts";
import type { Thumbnail } from "../decoder/thumbnail.ts";
import type { Validated } from "../decoder/validate.ts";
import { createKeptDecoder, type Used } from "./kept-process.ts";
import { type DecoderProcess, type Leftover, startDecoder } from "./process.ts";

const refusal = z.object({ refused: z.enum(fieldCodes) });
const validated = z.union([refusal, z.object({ end: z.number().int().positive() })]);
const readText = z.object({ pages: z.number().int().nullable(), text: z.string() });
const thumbnail = z.object({ picture: z.base64().nullable() });
const drawn = z.union([
  refusal,
  z.object({ picture: z.base64(), width: z.number().int().positive(), height: z.number().int().positive() }),
]);
const usage = z.object({ cpuSeconds: z.number(), residentMb: z.number() });

interface Sized {
  /** Bytes. */
  size: number;
  content: Bytes;
}

/** A killed process answers nothing; what a process that was attacked answers may have any shape. */
async function ask<T extends object>(
  decoder: DecoderProcess,
  shape: z.ZodType<T>,
  order: Order,
  content: Bytes,
): Promise<{ answer: T | { refused: "unreadableFile" }; used: Used | null }> {
  const read = z.object({ answer: shape, usage }).safeParse(await decoder.ask(order, content));
  return read.success
    ? { answer: read.data.answer, used: read.data.usage }
    : { answer: { refused: "unreadableFile" }, used: null };
}

/** Whatever is opened needs the memory of one process in each queue; owners take turns. */
async function inTurn<T>(queue: WorkQueue, owner: number, work: () => Promise<T>): Promise<T> {
  const end = await queue.acquire(owner);
  try {
    return await work();
  } finally {
    end();
  }
}

/** Up to this size a sender's next large file finds the process of the one before. */
const keptMaxBytes = 50 * 1024 * 1024;

/** Files whose processes have the same limits take turns; large ones take long, and wait for each other alone. */
function createOpening(maxBytes: number, leftover: Leftover) {
  const largest: Order = { task: "validate", mediaType: "application/pdf", size: maxBytes };
  return {
    queue: createWorkQueue({ capacity: 1 }),
    withKept: createKeptDecoder(largest, leftover),
  };
}
const small = createOpening(fileMaxBytes, { cpuSeconds: 2, residentMb: 40 });
const large = createOpening(keptMaxBytes, { cpuSeconds: 5, residentMb: 80 });
const { queue } = small;

/** Whether an upload is accepted, and how many of its first bytes are stored. */
export function examineApart(mediaType: StoredMediaType, { size, content }: Sized, sentBy: number): Promise<Validated> {
  const order: Order = { task: "validate", mediaType, size };
  const opening = size > fileMaxBytes ? large : small;
  return inTurn(opening.queue, sentBy, async () => {
    if (size > keptMaxBytes) return (await ask(startDecoder(order), validated, order, content)).answer;
    return opening.withKept(sentBy, async (decoder) => {
      const { answer, used } = await ask(decoder, validated, order, content);
      return { result: answer, used: "refused" in answer ? null : used };
    });
  });
}

/** A logo re-encoded from an upload. */
export function drawApart(mediaType: FileMediaType, content: Uint8Array, sentBy: number): Promise<Drawn> {
  const order: Order = { task: "logo", mediaType, size: content.length };
  return inTurn(queue, sentBy, async () => (await ask(startDecoder(order), drawn, order, content)).answer);
}

/** Separate, because an archive takes minutes. */
const unpackingQueue = createWorkQueue({ capacity: 1 });

/** Unpacks an archive; `read` gets what the process writes, and it ends early if the process is killed. */
export function unpackApart<T>(
  { size, content }: Sized,
  sentBy: number,
  read: (output: Readable) => Promise<T>,
): Promise<T> {
  const order: Order = { task: "unpack", mediaType: archiveType, size };
  return inTurn(unpackingQueue, sentBy, () => startDecoder(order).stream(order, content, read));
}

/** Separate from the uploads': nobody's upload waits until a long document has been read or drawn. */
const reading = createWorkQueue({ capacity: 1 });

/** The words of a PDF and its number of pages; `pages` is null if it cannot be read within the limits. */
export async function readTextApart({ size, content }: Sized): Promise<ReadText> {
  const order: Order = { task: "text", mediaType: "application/pdf", size };
  const { answer } = await inTurn(reading, 0, () => ask(startDecoder(order), readText, order, content));
  return "refused" in answer ? { pages: null, text: "" } : answer;
}

/** A small picture of a PDF's first page or of a picture, as WebP; null if there is none within the limits. */
export async function drawThumbnailApart(mediaType: StoredMediaType, { size, content }: Sized): Promise<Buffer | null> {
  const order: Order = { task: "thumbnail", mediaType, size };
  const { answer } = await inTurn(reading, 0, () => ask<Thumbnail>(startDecoder(order), thumbnail, order, content));
  return "refused" in answer || answer.picture === null ? null : Buffer.from(answer.picture, "base64");
}
