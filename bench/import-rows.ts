/** What an import of 100,000 rows costs other users: the 99th percentile of their calls, and the portal's memory. */
import { startChild } from "./child.ts";
import { atMost, load, median, type Row } from "./measures.ts";
import { watchMemory } from "./memory.ts";
import type { Commands } from "./portal.ts";

const rowCount = 100_000;
const dayOf = (index: number): string =>
  new Date(Date.UTC(2016, 0, 4) + Math.floor((index / rowCount) * 3_600) * 86_400_000).toISOString().slice(0, 10);

/** A statement in our own format: a deposit, then purchases and dividends of twenty instruments. */
export function statement(account: string): string {
  const lines = ["account,date,kind,isin,ticker,name,quantity,price,currency,amount,fee,id"];
  lines.push(`${account},2016-01-04,deposit,,,,,,USD,100000000,,d`);
  for (let index = 1; index < rowCount; index++) {
    const instrument = `,T${index % 20},Instrument ${index % 20}`;
    lines.push(
      index % 3 === 0
        ? `${account},${dayOf(index)},dividend,${instrument},,,USD,3.5,,${index}`
        : `${account},${dayOf(index)},buy,${instrument},2,10,USD,-21,1,${index}`,
    );
  }
  return lines.join("\n");
}

/** The rows: other calls, without and during preview and confirmation of the file, and until its days are worked out. */
export async function measureImport(): Promise<Row[]> {
  const portal = await startChild<Commands>("./portal.ts");
  const { api } = await portal.call("addresses");
  const reader = await portal.call("user", "reader");
  await portal.call("fill", "reader", 100);
  const staff = await portal.call("staff");
  await portal.call("user", "imported");
  const headers = { authorization: `Bearer ${staff.token}`, "content-type": "application/json" };
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${api}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number; state: string; refusals: unknown[] };
  };
  const read = async (): Promise<number> =>
    (await load(`${api}/portfolio/user/${reader.id}/customer-portfolio`, { authorization: `Bearer ${reader.token}` }))
      .p99;
  await read();
  const quiet = median([await read(), await read(), await read()]);
  const memory = watchMemory(await portal.call("processId"));
  const before = performance.now();
  const progress = { isDone: false };
  const work = (async () => {
    const preview = await send("/import/preview", {
      kind: "statement",
      fileName: "large.csv",
      content: statement("imported"),
    });
    if (preview.state !== "previewed") throw new Error(JSON.stringify(preview.refusals).slice(0, 400));
    const previewed = performance.now();
    await send(`/import/${preview.id}/confirm`, {});
    const confirmed = performance.now();
    // What the import leaves to do, as the job does it.
    await portal.call("workOut", "imported");
    const seconds = (from: number, to: number) => (to - from) / 1000;
    return {
      preview: seconds(before, previewed),
      confirm: seconds(previewed, confirmed),
      days: seconds(confirmed, performance.now()),
    };
  })().finally(() => {
    progress.isDone = true;
  });
  const disturbed: number[] = [];
  while (!progress.isDone) disturbed.push(await read());
  const taken = await work;
  memory.stop();
  await portal.call("close");
  await portal.stop();
  return [
    {
      what: "a portfolio, p99 until a file of 100,000 rows is imported and its days are worked out / quiet, ms",
      ours: median(disturbed),
      base: quiet,
      ...atMost(3),
    },
    { what: "memory of the portal meanwhile, the most, MB", ours: memory.most.alone, base: 450, ...atMost(1) },
    { what: "preview of 100,000 rows beside the reads, s", ours: taken.preview, base: 30, ...atMost(1) },
    { what: "their confirmation beside the reads, s", ours: taken.confirm, base: 30, ...atMost(1) },
    { what: "their daily values beside the reads, s", ours: taken.days, base: 60, ...atMost(1) },
    {
      what: "the slowest four seconds of those reads, p99 / quiet, ms",
      ours: Math.max(...disturbed),
      base: quiet,
      ...atMost(6),
    },
  ];
}
