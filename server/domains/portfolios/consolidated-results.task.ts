/** Calculates the results of a person's portfolios on a worker thread: its cost grows with the days of each. */
import { inTransaction } from "../../kernel/transaction.ts";
import type { Tools } from "../../workers/task.ts";
import { type Asked, calculateResults, type FoundResults } from "./consolidated-results.ts";

/** In one snapshot: a job that writes days meanwhile is seen completely or not at all. */
export const run = (asked: Asked, { db }: Tools): Promise<FoundResults> =>
  inTransaction(db, (trx) => calculateResults(trx, asked), "repeatable read");
