/** Calculates a portfolio as it was known on a worker thread, because the ledger may have to be replayed. */
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { type AsOf, readPastPortfolio } from "./as-of.ts";

interface Input {
  account: CustodyAccount;
  asOf: AsOf;
}

/** In one snapshot. */
export const run = ({ account, asOf }: Input, { db }: Tools): Promise<PortfolioAsOf> =>
  inTransaction(db, (trx) => readPastPortfolio(trx, account, asOf), "repeatable read");
