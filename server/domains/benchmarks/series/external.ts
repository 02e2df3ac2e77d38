/** Values of a series that come from elsewhere than a file of staff. */
import type { Trx } from "../../../kernel/transaction.ts";
import { insertValues, type StoredValue } from "./values.queries.ts";

/** Stores values; throws if the source has stored one of the days. */
export const recordValues = (trx: Trx, benchmarkId: number, rows: readonly StoredValue[]): Promise<void> =>
  insertValues(trx, benchmarkId, rows, null);
