/** Prices and rates on their way in: written, and every holder whose figures they change marked in the same transaction. */

import type { Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { type PriceRow, type RateRow, type Saved, savePrices, saveRates } from "../market-data/market-data.service.ts";
import type { ChangedPortfolio } from "./portfolios.changed.ts";
import { overdueKey, overdueValuesJob } from "./portfolios.daily-values.job.ts";
import { markAffected, markRenamed } from "./portfolios.daily-values.queries.ts";

export interface MarketChange {
  prices: Saved<number>;
  rates: Saved<string>;
  /** Holders whose figures change; the caller tells of them (`emitPortfolios`). */
  holders: ChangedPortfolio[];
}

/**
 * Writes new prices and rates (see `savePrices`) and marks who is affected: from the earliest day on their daily values are
 * made anew by the job, and where a rate lies on or before an entry's day their costs in base too.
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

/**
 * Instruments that got another name: portfolios that show them are worked out anew. Returns whose they are; the caller
 * tells of it.
 */
export const recordNames = (trx: Trx, instrumentIds: readonly number[]): Promise<ChangedPortfolio[]> =>
  instrumentIds.length === 0 ? Promise.resolve([]) : markRenamed(trx, instrumentIds);
