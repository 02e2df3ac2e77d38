/** Stores prices and rates, and marks every affected holder in the same transaction. */

import type { Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { type PriceRow, type RateRow, type Saved, savePrices, saveRates } from "../../market-data/market-data.ts";
import type { ChangedPortfolio } from "../change-events.ts";
import { overdueKey, overdueValuesJob } from "../performance/daily-values.jobs.ts";
import { markAffected, markRenamed } from "../performance/daily-values.queries.ts";

export interface MarketChange {
  prices: Saved<number>;
  rates: Saved<string>;
  /** Holders whose figures change; the caller emits them (`emitPortfolios`). */
  holders: ChangedPortfolio[];
}

/**
 * Stores new prices and rates (see `savePrices`) and marks who is affected: the job recalculates their daily values
 * from the earliest day on, and their costs in base currency if a rate is on or before an entry's day.
 */
export async function recordMarket(
  trx: Trx,
  rows: { prices: readonly PriceRow[]; rates: readonly RateRow[] },
): Promise<MarketChange> {
  return transact({ db: trx }, async (tx) => {
    const prices = await savePrices(tx, rows.prices);
    const rates = await saveRates(tx, rows.rates);
    if (prices.saved + rates.saved === 0) return { prices, rates, holders: [] };
    const holders = await markAffected(tx, { prices: prices.from, rates: rates.from });
    if (holders.length > 0) await tx.enqueue(overdueValuesJob, {}, { key: overdueKey });
    return { prices, rates, holders };
  });
}

/** Invalidates portfolios with renamed instruments. Returns their holders; the caller emits them. */
export const recordNames = (trx: Trx, instrumentIds: readonly number[]): Promise<ChangedPortfolio[]> =>
  instrumentIds.length === 0 ? Promise.resolve([]) : markRenamed(trx, instrumentIds);
