/** Calculates returns by month on a worker thread: their cost grows with the days of the ledger. */
import type { MonthlyReturns } from "@portico/api/portfolio-risk.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getMonthlyReturns } from "./monthly-returns.ts";

interface Input {
  account: CustodyAccount;
  today: string;
  /** The benchmark that it is compared with; without one, that of the firm's setting. */
  benchmarkId: number | undefined;
}

/** In one snapshot. */
export const run = ({ account, today, benchmarkId }: Input, { db }: Tools): Promise<MonthlyReturns> =>
  inTransaction(db, (trx) => getMonthlyReturns(trx, account, today, benchmarkId), "repeatable read");
