/** How long reports of costs and reviews take to make, and their page to be read. */
import type { startChild } from "./child.ts";
import type { BenchUser } from "./database.ts";
import { alone, atMost, median, type Row } from "./measures.ts";
import type { Commands } from "./portal.ts";

type Child = Awaited<ReturnType<typeof startChild<Commands>>>;

/** Of a user with 10,000 booked entries over ten years: a report of each of some years. Limits grow with the machine's slowness. */
export async function measureReports(portal: Child, { token }: BenchUser, slowness: number): Promise<Row[]> {
  const { api } = await portal.call("addresses");
  const last = new Date().getUTCFullYear() - 1;
  const rows: Row[] = [];
  for (const kind of ["costs", "review"] as const) {
    const made: number[] = [];
    const read: number[] = [];
    for (let year = last; year > last - 5; year--) {
      const { id, milliseconds } = await portal.call("makeReport", "middle", kind, year);
      made.push(milliseconds);
      read.push(await alone(`${api}/report/${id}`, { authorization: `Bearer ${token}` }));
    }
    rows.push(
      {
        what: `a report of ${kind} of a year, of ten years with 10,000 entries, made by the job, ms`,
        ours: median(made),
        base: 3000 * slowness,
        ...atMost(1),
      },
      { what: `the same read by its page, ms`, ours: median(read), base: 60 * slowness, ...atMost(1) },
    );
  }
  return rows;
}
