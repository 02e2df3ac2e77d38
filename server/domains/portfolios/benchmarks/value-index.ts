/** The value index of benchmarks over a range of days, in the currency of a portfolio. */
import type { Gap } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import {
  blendIndex,
  firstDayOf,
  monthEndBefore,
  type Part,
  rebalancedOn,
  type WorthOn,
  weightsOn,
} from "@portico/ledger/benchmarks.ts";
import { Decimal, one } from "@portico/ledger/decimal.ts";
import { inUnitsOf } from "@portico/ledger/splits.ts";
import { isStale } from "@portico/ledger/stale.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { loadSeries, type MarketSeries } from "../../market-data/series.ts";
import {
  type DefinitionRecord,
  findLatestFirstDay,
  findSeriesValues,
  type KnownValues,
  type Names,
  type PartRecord,
  type SeriesValue,
} from "./definitions.queries.ts";

/** A gap of a benchmark, with the name of the part that lacks a value in each language. */
export type BenchmarkGap = Gap & { part?: Names };

export interface BenchmarkIndex {
  definition: DefinitionRecord;
  /** The first day from the close before the range on with a value; undefined if there is none in it. */
  start: string | undefined;
  /** The benchmark's worth on a day, in the portfolio's currency; only its changes have a meaning. */
  worthOn: WorthOn;
  /** What it consists of: itself, or the parts of a blend in its order. */
  parts: { record: PartRecord; worthOn: WorthOn }[];
  /** The weights of the parts at the close of a day, as fractions; undefined before `start`, and without values. */
  weightsOn: (day: string) => Decimal[] | undefined;
  /** A missing price or rate at the close before the range or at its end, or else an old one that is used. */
  gap: BenchmarkGap | null;
}

interface Asked {
  /** The portfolio's currency. */
  currency: string;
  /** The close before the range. */
  before: string;
  to: string;
  /** What was known at a time; without it, all. */
  known?: KnownValues;
}

const partsOf = (definition: DefinitionRecord): PartRecord[] =>
  definition.kind === "blend" ? definition.parts : [{ ...definition, percent: "100" }];
const instrumentsOf = (parts: readonly PartRecord[]) => parts.flatMap(({ instrumentId }) => instrumentId ?? []);
const seriesOf = (parts: readonly PartRecord[]) => parts.flatMap(({ id, kind }) => (kind === "series" ? id : []));

/** The first day whose values are needed; null if a part of a drifting blend has none at all. */
async function firstNeeded(db: Db, definition: DefinitionRecord, { before, to, known }: Asked): Promise<string | null> {
  if (definition.rebalancing === null) return before;
  if (definition.rebalancing === "monthly") return monthEndBefore(before);
  const { parts, baseDay } = definition;
  const ids = { instrumentIds: instrumentsOf(parts), seriesIds: seriesOf(parts) };
  const first = await findLatestFirstDay(db, ids, known);
  if (first === null || first > to) return null;
  return baseDay !== null && baseDay > first ? baseDay : first;
}

/** The last value on or before a day. */
function lastOn(values: readonly SeriesValue[], day: string): SeriesValue | undefined {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle]?.day ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  return values[low - 1];
}

interface Quote {
  value: string;
  currency: string;
  day: string;
}

/** The values of a part by day, as quoted. */
function quotesOf(part: PartRecord, { market, values, asked }: Loaded): (day: string) => Quote | undefined {
  const { instrumentId } = part;
  if (instrumentId !== null) return (day) => market.price(instrumentId, day, asked.currency);
  const own = values.get(part.id) ?? [];
  return (day) => {
    const found = lastOn(own, day);
    return found && { ...found, currency: part.currency };
  };
}

interface Loaded {
  market: MarketSeries;
  values: ReadonlyMap<number, readonly SeriesValue[]>;
  asked: Asked;
}

function worthOf(part: PartRecord, loaded: Loaded): WorthOn {
  const { market, asked } = loaded;
  const quoteOn = quotesOf(part, loaded);
  // A split changes the units, not their value: all prices are per unit at the range's end.
  const splits =
    part.instrumentId === null ? [] : market.splits(part.instrumentId).filter(({ day }) => day <= asked.to);
  return (day) => {
    const quote = quoteOn(day);
    const rate = quote && market.rate(quote.currency, asked.currency, day);
    const price = quote && (splits.length > 0 ? inUnitsOf(asked.to, quote, splits) : new Decimal(quote.value));
    const worth = price && rate && (rate.value === "1" ? price : price.times(rate.value));
    // Nothing can be measured by what is worth nothing.
    return worth?.isZero() ? undefined : (worth ?? undefined);
  };
}

/** What a part's value on a day lacks, or the old price or rate that it uses. */
function gapsOf(part: PartRecord, day: string, loaded: Loaded): BenchmarkGap[] {
  const { market, asked } = loaded;
  const named = {
    ...(part.instrumentId !== null && { instrumentId: part.instrumentId }),
    name: part.name.en,
    ...(part.id !== 0 && { part: part.name }),
  };
  const quote = quotesOf(part, loaded)(day);
  if (!quote) return [{ code: "priceMissing", ...named, day }];
  const { currency } = quote;
  const rate = market.rate(currency, asked.currency, day);
  if (!rate) return [{ code: "rateMissing", currency, day }];
  return [
    ...(isStale(quote.day, day) ? [{ code: "priceStale", ...named, day, quoted: quote.day } as const] : []),
    ...(isStale(rate.day, day) ? [{ code: "rateStale", currency, day, quoted: rate.day } as const] : []),
  ];
}

/** Loads the values that the benchmarks need, and makes their indexes. */
export async function loadIndexes(
  db: Db,
  definitions: readonly DefinitionRecord[],
  asked: Asked,
): Promise<BenchmarkIndex[]> {
  const firsts: (string | null)[] = [];
  for (const definition of definitions) firsts.push(await firstNeeded(db, definition, asked));
  const from = firsts.reduce<string>((least, first) => (first !== null && first < least ? first : least), asked.before);
  const parts = definitions.flatMap(partsOf);
  const stored = await findSeriesValues(db, [...new Set(seriesOf(parts))], { from, to: asked.to, known: asked.known });
  const values = Map.groupBy(stored, ({ seriesId }) => seriesId);
  const currencies = [asked.currency, ...parts.map(({ currency }) => currency)];
  const market = await loadSeries(db, {
    instrumentIds: [...new Set(instrumentsOf(parts))],
    currencies: [...new Set(currencies)],
    from,
    to: asked.to,
    ...(asked.known && { known: asked.known.market }),
  });
  return definitions.map((definition, place) => indexOf(definition, firsts[place] ?? null, { market, values, asked }));
}

function indexOf(definition: DefinitionRecord, first: string | null, loaded: Loaded): BenchmarkIndex {
  const { before, to } = loaded.asked;
  const records = partsOf(definition);
  const parts: Part[] = records.map((part) => ({ percent: part.percent, worthOn: worthOf(part, loaded) }));
  const begin = first === null ? undefined : firstDayOf(parts, first, to);
  const { rebalancing } = definition;
  const [single] = parts;
  const worthOn: WorthOn =
    rebalancing === null && single
      ? single.worthOn
      : rebalancing === null || begin === undefined
        ? () => undefined
        : blendIndex(parts, rebalancing, begin);
  const restored = rebalancing === null || begin === undefined ? [] : rebalancedOn(rebalancing, begin, to);
  const days = [before, to, ...restored];
  // Missing prices before old ones.
  const gaps = days.flatMap((day) => records.flatMap((part) => gapsOf(part, day, loaded)));
  const start = begin !== undefined && begin < before ? before : begin;
  const sharesOn = (day: string): Decimal[] | undefined => {
    if (begin === undefined || day < begin) return undefined;
    return rebalancing === null ? [one] : weightsOn(parts, rebalancing, begin, day);
  };
  return {
    definition,
    start,
    worthOn,
    parts: records.map((record, place) => ({ record, worthOn: (parts[place] as Part).worthOn })),
    weightsOn: sharesOn,
    gap: gaps.find((gap) => !isDoubt(gap)) ?? gaps[0] ?? null,
  };
}
