/**
 * Proves a figure on a worker thread: a return over many days, or a figure from entries while a long ledger has no
 * checkpoints.
 */
import type { Proof } from "@portico/api/portfolios.ts";
import type { CustodyAccount, ProofQuery } from "../../../adapters/custodian/custodian.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { getProof } from "./proof.ts";

interface Input {
  account: CustodyAccount;
  query: ProofQuery;
  today: string;
}

/** In one snapshot. */
export const run = ({ account, query, today }: Input, { db }: Tools): Promise<Proof> =>
  inTransaction(db, (trx) => getProof(trx, account, query, today), "repeatable read");
