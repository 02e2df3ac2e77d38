/** `node bench/webhooks.ts`, also rows of `npm run bench`: 10,000 webhooks a minute, and what they cost other users. */
import { startReceiver } from "../server/adapters/outside/testing/start-receiver.ts";
import { startChild } from "./child.ts";
import { atLeast, atMost, load, median, type Row } from "./measures.ts";
import type { Commands } from "./portal.ts";

/** Of the time in which they are sent. */
const seconds = 20;

export async function measureWebhooks(): Promise<Row[]> {
  const portal = await startChild<Commands>("./portal.ts");
  const { api } = await portal.call("addresses");
  const reader = await portal.call("user", "reader");
  await portal.call("fill", "reader", 100);
  const read = async (): Promise<number> =>
    (await load(`${api}/portfolio/user/${reader.id}/customer-portfolio`, { authorization: `Bearer ${reader.token}` }))
      .p99;
  await read();
  const quiet = median([await read(), await read(), await read()]);
  const receiver = await startReceiver();
  const work = portal.call("sendWebhooks", { url: receiver.url, seconds });
  const disturbed = [await read(), await read(), await read(), await read()];
  const { perMinute, behind } = await work;
  receiver.close();
  await portal.call("close");
  await portal.stop();
  return [
    {
      what: "a portfolio, p99 while 10,000 webhooks a minute are told and sent / quiet, ms",
      ours: median(disturbed),
      base: quiet,
      ...atMost(2),
    },
    {
      what: `webhooks a minute beside these reads (${behind} not sent at the end) / 10,000`,
      ours: perMinute,
      base: 10_000,
      ...atLeast(0.95),
    },
  ];
}

if (import.meta.main)
  for (const { what, ours, base } of await measureWebhooks())
    console.log(`${what}: ${ours.toFixed(2)} / ${base.toFixed(2)} = ${(ours / base).toFixed(2)}`);
