/** Opens one content after another until the input ends. */
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTask } from "node:timers/promises";
import { type Answer, createReader, encodeFrame, type Order, type Read, readFrame } from "./orders.ts";
import { carryOut } from "./validate.ts";

/** Contents from this size on are given back before the next is read. */
const largeBytes = 1024 * 1024;

export async function serve(input: Readable, output: Writable): Promise<void> {
  const read = createReader(input);
  for (;;) {
    const order = (await readFrame(read)) as Order | undefined;
    if (!order) return;
    if (order.task === "unpack") return (await import("./unpack.ts")).unpack(await read(order.size), output);
    const answer = await carryOutOne(order, read);
    // Before the answer, after which the process may be ended.
    flushCompileCache();
    if (order.size >= largeBytes) await collectGarbage();
    if (!output.write(encodeFrame({ answer, usage: usage() }))) await once(output, "drain");
  }
}

const carryOutOne = async ({ task, mediaType, size }: Exclude<Order, { task: "unpack" }>, read: Read) =>
  carryOut(task, mediaType, await read(size));

/** In a task of its own, in which nothing refers to the content any more. */
async function collectGarbage(): Promise<void> {
  await nextTask();
  // The engine keeps the text of the last match.
  /^/.exec("");
  (globalThis as { gc?: () => void }).gc?.();
}

function usage(): Answer["usage"] {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, residentMb: process.memoryUsage.rss() / 1024 ** 2 };
}
