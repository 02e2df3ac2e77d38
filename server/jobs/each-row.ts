/** Work over the rows of many holders, such as a clean-up: each by itself, so that one that fails stops no other. */
import type { Logger } from "pino";
import { Overrun, Refusal } from "../kernel/refusal.ts";

export interface Worked {
  /** Rows for which something was done. */
  done: number;
  failed: number;
}

interface Work<Row> {
  /** The rows after the given one in a fixed order, some of them; none at the end. */
  list: (after: Row | undefined) => Promise<readonly Row[]>;
  /** False if there was nothing to do any more. */
  work: (row: Row) => Promise<boolean>;
  /** What the log calls a row that failed. */
  name: (row: Row) => object;
}

/** Does the work for every row. A failure is logged with `message` and counted; the next run meets the row again. */
export async function eachRow<Row>(
  log: Pick<Logger, "error">,
  { list, work, name }: Work<Row>,
  message: string,
): Promise<Worked> {
  const worked: Worked = { done: 0, failed: 0 };
  for (let after: Row | undefined; ; ) {
    const rows = await list(after);
    if (rows.length === 0) return worked;
    for (const row of rows) {
      after = row;
      try {
        if (await work(row)) worked.done += 1;
      } catch (error) {
        // What is away for one row is away for all, but not what one had too little time for.
        if (error instanceof Refusal && error.code === "unavailable" && !(error instanceof Overrun)) throw error;
        worked.failed += 1;
        log.error({ err: error, ...name(row) }, message);
      }
    }
  }
}
