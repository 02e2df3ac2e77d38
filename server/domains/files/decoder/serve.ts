/** Opens one content after another until the input ends. */
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import type { Readable, Writable } from "node:stream";
import { type Answer, createReader, encodeFrame, type Order, readFrame } from "./orders.ts";
import { carryOut } from "./validate.ts";

export async function serve(input: Readable, output: Writable): Promise<void> {
  const read = createReader(input);
  for (;;) {
    const order = (await readFrame(read)) as Order | undefined;
    if (!order) return;
    await answer(order, await read(order.size), output);
  }
}

async function answer(order: Order, content: Buffer, output: Writable): Promise<void> {
  if (order.task === "unpack") return (await import("./unpack.ts")).unpack(content, output);
  const answer = await carryOut(order.task, order.mediaType, content);
  // Before the answer, after which the process may be ended.
  flushCompileCache();
  if (!output.write(encodeFrame({ answer, usage: usage() }))) await once(output, "drain");
}

function usage(): Answer["usage"] {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, residentMb: process.memoryUsage.rss() / 1024 ** 2 };
}
