/** Calculates returns by month on a worker thread: their cost grows with the days of the ledger. */
import type { MonthlyReturns } from "@portico/api/portfolio-risk.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getMonthlyReturns } from "./monthly-returns.ts";

interface Input {
  account: CustodyAccount;
  today: string;
}

/** In one snapshot. */
export const run = ({ account, today }: Input, { db }: Tools): Promise<MonthlyReturns> =>
  inTransaction(db, (trx) => getMonthlyReturns(trx, account, today), "repeatable read");
