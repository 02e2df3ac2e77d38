/** Calculates the results of a range on a worker thread, if many days are not stored. */
import type { Results } from "@portico/api/portfolio-results.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getResults } from "./results.ts";

interface Input {
  account: CustodyAccount;
  range: Range;
  today: string;
}

/** In one snapshot. */
export const run = ({ account, range, today }: Input, { db }: Tools): Promise<Results> =>
  inTransaction(db, (trx) => getResults(trx, account, range, today), "repeatable read");
