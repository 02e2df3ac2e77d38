/** Calculates risk figures on a worker thread: their cost grows with the days of the range. */
import type { Risk } from "@portico/api/portfolio-risk.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getRisk } from "./risk.ts";

interface Input {
  account: CustodyAccount;
  asked: Parameters<typeof getRisk>[2];
}

/** In one snapshot. */
export const run = ({ account, asked }: Input, { db }: Tools): Promise<Risk> =>
  inTransaction(db, (trx) => getRisk(trx, account, asked), "repeatable read");
