/** Calculates a performance on a worker thread: its cost grows with the days of the range. */
import type { Performance } from "@portico/api/portfolios.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import type { Chosen } from "./benchmark-lines.ts";
import { getPerformance } from "./performance.ts";

interface Input {
  account: CustodyAccount;
  range: Range;
  today: string;
  chosen: Chosen;
}

/** In one snapshot: a job that writes days meanwhile is seen completely or not at all. */
export const run = ({ account, range, today, chosen }: Input, { db }: Tools): Promise<Performance> =>
  inTransaction(db, (trx) => getPerformance(trx, account, range, today, chosen), "repeatable read");
