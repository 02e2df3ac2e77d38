/** Data that the ledger package needs for a holder's calculations: rates to base currency, currencies, the fee rule. */

import { daysBetween } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RateOf } from "@portico/ledger/conversion.ts";
import type { Entry } from "@portico/ledger/entry.ts";
import { isDelivery } from "@portico/ledger/entry-parts.ts";
import type { ReplayOptions } from "@portico/ledger/replay.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getHolderAccount } from "../../holders/holders.ts";
import { findInstrumentsKnown } from "../../market-data/knowledge.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { loadSeries, loadSeriesOn, type MarketSeries } from "../../market-data/series.ts";
import { getSetting } from "../../settings/settings.ts";
import { namedIn } from "./entries.ts";
import { findHead } from "./holdings.queries.ts";
import type { Knowledge } from "./knowledge.queries.ts";

/** Looking up one day costs about as much as reading this many days of a series. */
const daysPerPoint = 5;

interface HolderMaths {
  options: ReplayOptions;
  series: MarketSeries;
  instruments: ReadonlyMap<number, InstrumentRecord>;
}

/** A rate is requested for every entry of a long ledger, but crossed once per currency and day. */
export function rememberedRates(series: Pick<MarketSeries, "rate">, baseCurrency: string): RateOf {
  const known = new Map<string, ReturnType<RateOf>>();
  return (currency, day) => {
    const key = `${currency}${day}`;
    if (known.has(key)) return known.get(key);
    const quote = series.rate(currency, baseCurrency, day);
    const rate = quote && { rate: quote.value, day: quote.day, source: quote.source };
    known.set(key, rate);
    return rate;
  };
}

/** The firm's current rule. */
export const currentFeeRule = async (db: Db): Promise<boolean> => (await getSetting(db, "portalRules")).feesInCost;

/** The rule used for the stored state, so that answers agree with it until a job has replayed it. */
const storedFeeRule = async (db: Db, holder: Holder): Promise<boolean> =>
  (await findHead(db, holder))?.state.feesInCost ?? currentFeeRule(db);

/** The instruments as they are, or as they were known at a time. */
async function loadInstruments(db: Db, ids: readonly number[], known: Knowledge | undefined) {
  if (!known) return getInstruments(db, ids);
  const instruments = await findInstrumentsKnown(db, ids, known.market);
  return new Map(instruments.map((instrument) => [instrument.id, instrument]));
}

/**
 * Loads rates, instruments and prices of deliveries for the entries' calculations over a range of days. Uses the fee
 * rule of the stored state, unless everything is recalculated with another one. With `known`, everything is as it was known
 * at that time.
 */
export async function loadMaths(
  db: Db,
  holder: Holder,
  entries: readonly Entry[],
  { feesInCost, known, ...range }: { from: string; to: string; feesInCost?: boolean; known?: Knowledge },
): Promise<HolderMaths> {
  const { baseCurrency } = known ?? (await getHolderAccount(db, holder));
  const { instrumentIds, currencies } = namedIn(entries);
  const instruments = await loadInstruments(db, [...instrumentIds], known);
  for (const { currency } of instruments.values()) currencies.add(currency);
  currencies.add(baseCurrency);
  const wanted = {
    instrumentIds: [...new Set(entries.filter(isDelivery).flatMap(({ instrumentId }) => instrumentId ?? []))],
    splitsOf: [...instrumentIds],
    currencies: [...currencies],
    known: known?.market,
  };
  // Only the days of the entries are needed, and those on which transferred units were acquired.
  const acquired = entries.flatMap(({ acquiredOn, lots = [] }) => [
    ...(acquiredOn === undefined ? [] : [acquiredOn]),
    ...lots.flatMap((lot) => lot.acquired ?? []),
  ]);
  const days = [...new Set([...entries.map(({ day }) => day), ...acquired])];
  const from = acquired.reduce((first, day) => (day < first ? day : first), range.from);
  const isSparse = days.length * daysPerPoint < daysBetween(from, range.to);
  const series = await (isSparse
    ? loadSeriesOn(db, { ...wanted, days })
    : loadSeries(db, { ...wanted, from, to: range.to }));
  const instrumentCurrency = (instrumentId: number): string => {
    const instrument = instruments.get(instrumentId);
    if (!instrument) throw new Error(`the ledger names instrument ${instrumentId}, which does not exist`);
    return instrument.currency;
  };
  return {
    options: {
      baseCurrency,
      feesInCost: feesInCost ?? known?.feesInCost ?? (await storedFeeRule(db, holder)),
      instrumentCurrency,
      rate: rememberedRates(series, baseCurrency),
      price: (instrumentId, day) => series.price(instrumentId, day, baseCurrency),
      splits: (instrumentId) => series.splits(instrumentId),
    },
    series,
    instruments,
  };
}
