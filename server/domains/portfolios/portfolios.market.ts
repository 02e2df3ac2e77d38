/** Prices and rates on their way in: written, and every holder whose figures they change marked in the same transaction. */

import { enqueue } from "../../jobs/jobs.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type PriceRow, type RateRow, type Saved, savePrices, saveRates } from "../market-data/market-data.service.ts";
import type { ChangedPortfolio } from "./portfolios.announce.ts";
import { overdueKey, overdueValuesJob } from "./portfolios.daily-values.job.ts";
import { markAffected, markRenamed } from "./portfolios.daily-values.queries.ts";

export interface MarketChange {
  prices: Saved<number>;
  rates: Saved<string>;
  /** Holders whose figures change; the caller announces them after commit (`announcePortfolios`). */
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
  const prices = await savePrices(trx, rows.prices);
  const rates = await saveRates(trx, rows.rates);
  if (prices.saved + rates.saved === 0) return { prices, rates, holders: [] };
  const holders = await markAffected(trx, { prices: prices.from, rates: rates.from });
  if (holders.length > 0) await enqueue(trx, overdueValuesJob, {}, { key: overdueKey });
  return { prices, rates, holders };
}

/**
 * Instruments that got another name: portfolios that show them are worked out anew. Returns whose they are; the caller
 * announces it after commit.
 */
export const recordNames = (trx: Trx, instrumentIds: readonly number[]): Promise<ChangedPortfolio[]> =>
  instrumentIds.length === 0 ? Promise.resolve([]) : markRenamed(trx, instrumentIds);
