/** Processes holders page by page, each separately: a failure is logged and the others continue. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Logger } from "pino";

/** Read at once; each is checked again under its lock. */
const pageSize = 500;

export interface Outcome extends Record<string, number> {
  asked: number;
  failed: number;
}

export async function askEach<Row>(
  { log }: { log: Logger },
  {
    list,
    holderOf,
    ask,
  }: {
    list: (after: Row | undefined, limit: number) => Promise<Row[]>;
    holderOf: (row: Row) => Holder;
    /** True if the holder was asked, false if there was nothing to ask any more. */
    ask: (row: Row, holder: Holder) => Promise<boolean>;
  },
): Promise<Outcome> {
  const outcome: Outcome = { asked: 0, failed: 0 };
  let after: Row | undefined;
  for (;;) {
    const page = await list(after, pageSize);
    for (const row of page) {
      const holder = holderOf(row);
      try {
        if (await ask(row, holder)) outcome.asked += 1;
      } catch (error) {
        outcome.failed += 1;
        log.error({ err: error, ...holder }, "a holder could not be asked to renew");
      }
    }
    after = page.at(-1);
    if (page.length < pageSize) return outcome;
  }
}
