/**
 * `node bench/report-runs.ts`, also rows of `npm run bench`: a run of reports for 2,000 clients, what it costs other users, and how
 * long 100,000 would take.
 */
import { startChild } from "./child.ts";
import { atMost, load, median, type Row } from "./measures.ts";
import type { Commands } from "./portal.ts";

const clients = 2000;

export async function measureReportRuns(): Promise<Row[]> {
  const portal = await startChild<Commands>("./portal.ts");
  const { api } = await portal.call("addresses");
  const reader = await portal.call("user", "reader");
  await portal.call("fill", "reader", 100);
  await portal.call("fillMany", clients);
  const read = async (): Promise<number> =>
    (await load(`${api}/portfolio/user/${reader.id}/customer-portfolio`, { authorization: `Bearer ${reader.token}` }))
      .p99;
  await read();
  const quiet = median([await read(), await read(), await read()]);
  const progress = { isDone: false };
  const work = portal.call("runReports").finally(() => {
    progress.isDone = true;
  });
  const disturbed: number[] = [];
  while (!progress.isDone) disturbed.push(await read());
  const { seconds, made } = await work;
  await portal.call("close");
  await portal.stop();
  if (made < clients) throw new Error(`${made} of ${clients} reports were made`);
  return [
    {
      what: "a portfolio, p99 while reports of 2,000 clients are made, published and told / quiet, ms",
      ours: median(disturbed),
      base: quiet,
      ...atMost(2),
    },
    {
      what: "such a run for 100,000 clients, beside the reads / 3 h, h",
      ours: (seconds / made) * (100_000 / 3600),
      base: 3,
      ...atMost(1),
    },
  ];
}

if (process.argv[1] === import.meta.filename)
  for (const { what, ours, base } of await measureReportRuns())
    console.log(`${what}: ${ours.toFixed(2)}, baseline ${base.toFixed(2)}, ratio ${(ours / base).toFixed(2)}`);
