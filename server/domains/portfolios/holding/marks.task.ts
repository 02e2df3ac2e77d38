/** Groups the marks of a long ledger on a worker thread. */
import type { Marks } from "@portico/api/portfolio-holding.ts";
import type { CustodyAccount, MarksQuery } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getMarks } from "./marks.ts";

interface Input {
  account: CustodyAccount;
  query: MarksQuery;
}

/** In one snapshot. */
export const run = ({ account, query }: Input, { db }: Tools): Promise<Marks> =>
  inTransaction(db, (trx) => getMarks(trx, account, query), "repeatable read");
