/** The return of the benchmark that a holder's portfolio is compared with, over ranges of days. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { inUnitsOf } from "@portico/ledger/splits.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findByIsin } from "../../market-data/market-data.ts";
import { loadSeriesOn } from "../../market-data/series.ts";
import { getSetting } from "../../settings/settings.ts";
import { percent } from "../figures.ts";

export interface BenchmarkReturns {
  name: string;
  /**
   * Percent, 2 decimals, in the contract currency, from the close before the range's first day; null without a price or rate
   * on one of the two days.
   */
  over: (range: Range) => number | null;
}

/** Of the ranges that are given, and no others; undefined if the firm has no benchmark. */
export async function loadBenchmarkReturns(
  db: Db,
  { baseCurrency }: CustodyAccount,
  ranges: readonly Range[],
): Promise<BenchmarkReturns | undefined> {
  const { benchmarkIsin } = await getSetting(db, "portalRules");
  const instrument = benchmarkIsin === null ? undefined : await findByIsin(db, benchmarkIsin);
  if (!instrument) return undefined;
  const days = [...new Set(ranges.flatMap(({ from, to }) => [addDays(from, -1), to]))].toSorted();
  const last = days.at(-1) ?? "";
  const series = await loadSeriesOn(db, { instrumentIds: [instrument.id], currencies: [baseCurrency], days });
  const splits = series.splits(instrument.id).filter(({ day }) => day <= last);
  const priceOn = (day: string): number => {
    const price = series.price(instrument.id, day, baseCurrency);
    const rate = price && series.rate(price.currency, baseCurrency, day);
    return rate ? Number(inUnitsOf(last, price, splits)) * Number(rate.value) : 0;
  };
  const prices = new Map(days.map((day) => [day, priceOn(day)]));
  return {
    name: instrument.name,
    over({ from, to }) {
      const [start, end] = [prices.get(addDays(from, -1)) ?? 0, prices.get(to) ?? 0];
      // Nothing can be measured by a benchmark that is worth nothing, or has no price.
      return start === 0 || end === 0 ? null : percent((end / start - 1) * 100);
    },
  };
}
