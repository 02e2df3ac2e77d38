/** Calculates received income on a worker thread: its cost grows with the entries. */
import type { Income } from "@portico/api/portfolio-income.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getIncome } from "./received.ts";

interface Input {
  account: CustodyAccount;
  range: Range;
  given: { today: string; portfolio: Portfolio };
}

/** In one snapshot. */
export const run = ({ account, range, given }: Input, { db }: Tools): Promise<Income> =>
  inTransaction(db, (trx) => getIncome(trx, account, range, given), "repeatable read");
