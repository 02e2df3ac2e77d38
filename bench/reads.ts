/**
 * `node bench/reads.ts`: reading calls beside a bare route that makes one select of the session and sends the same bytes,
 * requests per second at ten connections. Names as arguments choose some of them.
 */
import { startChild } from "./child.ts";
import { load, pair } from "./measures.ts";
import type { Commands } from "./portal.ts";

const portal = await startChild<Commands>("./portal.ts");
const { api, bare } = await portal.call("addresses");
const client = await portal.call("user", "client");
await portal.call("fill", "client", 10_000);
await portal.call("workOut", "client");
const office = await portal.call("staff");
await portal.call("correspond", "client", office);

const of = `user/${client.id}`;
const year = "2019-01-01/2019-12-31";
const calls: readonly { name: string; path: string; wanted: number; headers?: Record<string, string>; by?: "staff" }[] =
  [
    { name: "portfolio", path: `portfolio/${of}/customer-portfolio`, wanted: 0.45 },
    {
      name: "portfolio, compressed",
      path: `portfolio/${of}/customer-portfolio`,
      wanted: 0.45,
      headers: { "accept-encoding": "br" },
    },
    { name: "performance", path: `portfolio/${of}/performance/${year}`, wanted: 0.45 },
    { name: "entries", path: `portfolio/${of}/customer-transactions/${year}?limit=50`, wanted: 0.45 },
    { name: "orders", path: `portfolio/${of}/customer-orders/${year}?limit=50`, wanted: 0.45 },
    { name: "tickets", path: `ticket/${of}`, wanted: 0.2 },
    { name: "staff's tickets", path: "ticket", wanted: 0.2, by: "staff" },
    { name: "documents", path: `doc/${of}/by-type/all`, wanted: 0.2 },
    { name: "chat", path: `chat/${of}`, wanted: 0.2 },
    { name: "money", path: `money/${of}`, wanted: 0.2 },
    { name: "movements", path: `money/${of}/movements?limit=50`, wanted: 0.2 },
    { name: "notifications", path: `notif/${of}`, wanted: 0.2 },
  ];

const chosen = process.argv.slice(2);
console.log(
  "| call | requests per second | bare route with the same bytes | ratio | target |\n| --- | ---: | ---: | ---: | ---: |",
);
async function measure(what: string, wanted: number, ours: () => Promise<number>, base: () => Promise<number>) {
  const { ours: own, base: other } = await pair(ours, base);
  console.log(`| ${what} | ${own.toFixed(0)} | ${other.toFixed(0)} | ${(own / other).toFixed(2)} | ≥ ${wanted} |`);
}
for (const { name, path, wanted, headers = {}, by } of calls) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const sent = { authorization: `Bearer ${(by === "staff" ? office : client).token}`, ...headers };
  const first = await fetch(`${api}/${path}`, { headers: sent });
  if (!first.ok) {
    console.log(`| ${name} | ${first.status} |`);
    continue;
  }
  await portal.call("keepBytes", name, await first.text());
  const same = `${bare}/same/${encodeURIComponent(name)}`;
  const [ours, base] = [
    async () => (await load(`${api}/${path}`, sent)).perSecond,
    async () => (await load(same, sent)).perSecond,
  ];
  await measure(name, wanted, ours, base);
  const etag = first.headers.get("etag");
  if (etag && !headers["accept-encoding"]) {
    await portal.call("keepBytes", name, "");
    const again = { ...sent, "if-none-match": etag };
    await measure(`${name}, unchanged (304)`, 0.7, async () => (await load(`${api}/${path}`, again)).perSecond, base);
  }
}
await portal.call("close");
await portal.stop();
