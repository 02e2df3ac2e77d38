/** Calculates the money-weighted return of a holding on a worker thread: it walks through all days since its first entry. */
import type { HoldingReturn } from "@portico/api/portfolio-holding.ts";
import type { CustodyAccount, HoldingQuery } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getHoldingReturn } from "./holding-return.ts";

interface Input {
  account: CustodyAccount;
  query: HoldingQuery;
  today: string;
}

/** In one snapshot. */
export const run = ({ account, query, today }: Input, { db }: Tools): Promise<HoldingReturn> =>
  inTransaction(db, (trx) => getHoldingReturn(trx, account, query, today), "repeatable read");
