/** Judges announcements and estimates income on a worker thread: its cost grows with the entries. */
import type { ExpectedIncome } from "@portico/api/portfolio-income.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getExpectedIncome } from "./expected.ts";

interface Input {
  account: CustodyAccount;
  given: { today: string; portfolio: Portfolio };
}

/** In one snapshot. */
export const run = ({ account, given }: Input, { db }: Tools): Promise<ExpectedIncome> =>
  inTransaction(db, (trx) => getExpectedIncome(trx, account, given), "repeatable read");
