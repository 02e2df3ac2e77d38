/** Calculates attribution on a worker thread: its cost grows with the days of the range. */
import type { Attribution } from "@portico/api/portfolio-attribution.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { type AskedAttribution, getAttribution } from "./attribution.ts";

interface Input {
  account: CustodyAccount;
  asked: AskedAttribution;
}

/** In one snapshot. */
export const run = ({ account, asked }: Input, { db }: Tools): Promise<Attribution> =>
  inTransaction(db, (trx) => getAttribution(trx, account, asked), "repeatable read");
