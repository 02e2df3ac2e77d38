/** Calculates a portfolio on a worker thread while the ledger waits for a replay. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { replayPortfolio } from "./portfolio.ts";

interface Input {
  account: CustodyAccount;
  today: string;
}

/** In one snapshot. */
export const run = ({ account, today }: Input, { db }: Tools): Promise<Portfolio> =>
  inTransaction(db, (trx) => replayPortfolio(trx, account, today), "repeatable read");
