/** Works out the sales of a long ledger on a worker thread. */
import type { Sales } from "@portico/api/portfolio-sales.ts";
import type { CustodyAccount, SalesQuery } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getSales } from "./sales.ts";

interface Input {
  account: CustodyAccount;
  query: SalesQuery;
}

/** In one snapshot. */
export const run = ({ account, query }: Input, { db }: Tools): Promise<Sales> =>
  inTransaction(db, (trx) => getSales(trx, account, query), "repeatable read");
