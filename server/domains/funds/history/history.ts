/** What the lines of a published definition were worth, day by day: stored values alone, converted at the day's rate. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import { gapDays } from "@portico/api/rules/funds.ts";
import { afterSplit, type Split } from "@portico/ledger/splits.ts";
import { Decimal } from "decimal.js";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findSplits, getInstruments } from "../../market-data/market-data.ts";
import { loadSeries, type MarketSeries } from "../../market-data/series.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getLabelLookup, requirePublished } from "../definitions/public.ts";
import { findFunds } from "../funds.queries.ts";
import { listNavs, listPrices, type ValueRow } from "../navs/navs.queries.ts";
import { getVersionLines, type Line } from "./versions.ts";

type History = Answer<typeof funds.getDefinitionHistory>;
type Gap = History["gaps"][number];

/** Values of one fund or instrument by day, ascending. */
interface Series {
  currency: string;
  days: string[];
  values: string[];
  sources: string[];
  /** For each day the place of its source in `sources`. */
  sourceOf: number[];
}

const dayMs = 86_400_000;
/** A rate older than this is none for the day. */
const rateDays = 10;
/** Of converted values: a rate has twelve, and its rounding must not show. */
const decimals = 8;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Spans of more than `gapDays` between neighbouring days. */
export const findGaps = (days: readonly string[]): Gap[] =>
  days.flatMap((to, place) => {
    const from = days[place - 1];
    return from !== undefined && daysBetween(from, to) > gapDays ? [{ from, to }] : [];
  });

/** Prices in the units of today: those before a split are converted. */
function inTodaysUnits({ day, value }: ValueRow, splits: readonly Split[]): string {
  const later = splits.filter((split) => split.day > day);
  if (later.length === 0) return value;
  return later
    .reduce((price, split) => afterSplit(price, split), new Decimal(value))
    .toDecimalPlaces(decimals)
    .toFixed();
}

function buildSeries(rows: readonly ValueRow[], currency: string, splits: readonly Split[]): Series {
  const sources = [...new Set(rows.map(({ source }) => source))];
  return {
    currency,
    days: rows.map(({ day }) => day),
    values: rows.map((row) => (row.instrument_id === null ? row.value : inTodaysUnits(row, splits))),
    sources,
    sourceOf: rows.map(({ source }) => sources.indexOf(source)),
  };
}

/** The stored values of funds and instruments, by their ids. */
export async function readSeries(
  db: Db,
  {
    fundIds,
    instrumentIds,
    ...range
  }: {
    fundIds: readonly number[];
    instrumentIds: readonly number[];
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<{ fund: Map<number, Series>; instrument: Map<number, Series> }> {
  const [records, instruments] = [await findFunds(db, fundIds), await getInstruments(db, instrumentIds)];
  const navs = fundIds.length > 0 ? await listNavs(db, fundIds, range) : [];
  const prices = instrumentIds.length > 0 ? await listPrices(db, instrumentIds) : [];
  const priced = [...new Set([...navs, ...prices].flatMap(({ instrument_id: id }) => id ?? []))];
  const splits = Map.groupBy(await findSplits(db, priced), ({ instrumentId }) => instrumentId);
  const [ofFunds, ofInstruments] = [Map.groupBy(navs, ({ id }) => id), Map.groupBy(prices, ({ id }) => id)];
  return {
    fund: new Map(
      records.map(({ id, currency, instrument_id: instrumentId }) => [
        id,
        buildSeries(ofFunds.get(id) ?? [], currency, splits.get(instrumentId ?? 0) ?? []),
      ]),
    ),
    instrument: new Map(
      [...instruments.values()].map(({ id, currency }) => [
        id,
        buildSeries(ofInstruments.get(id) ?? [], currency, splits.get(id) ?? []),
      ]),
    ),
  };
}

/** The NAVs of one fund. */
export async function getFundNavs(
  { db }: Pick<Context, "db">,
  id: number,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<Answer<typeof funds.getFundNavs>> {
  const { fund } = await readSeries(db, { fundIds: [id], instrumentIds: [], ...range });
  const series = fund.get(id);
  if (!series) throw new Refusal("notFound");
  return { ...series, gaps: findGaps(series.days) };
}

/** The values in another currency; null on a day without a recent rate. */
function converted(
  { currency, days, values }: Series,
  into: string,
  rates: Pick<MarketSeries, "rate">,
): Map<string, string | null> {
  const at = new Map<string, string | null>();
  for (const [place, day] of days.entries()) {
    const value = values[place] ?? "0";
    if (currency === into) {
      at.set(day, value);
      continue;
    }
    const rate = rates.rate(currency, into, day);
    const isUsable = rate !== undefined && daysBetween(rate.day, day) <= rateDays;
    at.set(day, isUsable ? new Decimal(value).times(rate.value).toDecimalPlaces(decimals).toFixed() : null);
  }
  return at;
}

const nothing = { days: [], versions: [], history: [], benchmark: null, gaps: [], sources: [] };

/** The history of a published definition, or why there is none. */
export async function getDefinitionHistory({ db, now }: Pick<Context, "db" | "now">, id: number): Promise<History> {
  const { version } = await requirePublished(db, id);
  const content = version.data;
  const { currency, rebalancing, fees, allocation, benchmark } = content;
  const { timeZone } = await firmDay(db, now());
  const { lines: held, versions } = await getVersionLines(db, id, { today: allocation, timeZone });
  const rows = [...held, ...(benchmark ? [benchmark] : [])];
  const fundIds = rows.flatMap(({ fund_id }) => fund_id ?? []);
  const head = { currency, rebalancing, fees, demo: (await findFunds(db, fundIds)).some(({ demo }) => demo) };
  if (allocation.some(({ fund_id, instrument_id }) => fund_id === null && instrument_id === null))
    return { ...head, ...nothing, fault: "noSeries" };
  const series = await readSeries(db, {
    fundIds,
    instrumentIds: rows.flatMap(({ instrument_id }) => instrument_id ?? []),
  });
  const seriesFor = ({ fund_id, instrument_id }: Pick<Line, "fund_id" | "instrument_id">): Series | undefined =>
    fund_id === null ? series.instrument.get(instrument_id ?? 0) : series.fund.get(fund_id);
  const lines = held.map((row) => ({ row, series: seriesFor(row) }));
  const common = commonSpan(lines.slice(0, allocation.length).map((line) => line.series?.days ?? []));
  if (!common) return { ...head, ...nothing, fault: "noValues" };
  // Earlier versions may have had values before the lines of today did.
  const span = { from: [common.from, versions[0]?.since ?? common.from].toSorted()[0] ?? common.from, to: common.to };
  const compared = benchmark ? seriesFor(benchmark) : undefined;
  const all = [...lines.flatMap((line) => line.series ?? []), ...(compared ? [compared] : [])];
  const currencies = [...new Set([...all.map((one) => one.currency), currency])];
  const rates = await loadSeries(db, { instrumentIds: [], currencies, ...span });
  const days = daysWithin(
    lines.flatMap((line) => line.series?.days ?? []),
    span,
  );
  const labelOf = await getLabelLookup(db, { ...content, allocation: held });
  const valuesOf = (one: Series | undefined): (string | null)[] => {
    const at = one ? converted(one, currency, rates) : new Map<string, string | null>();
    return days.map((day) => at.get(day) ?? null);
  };
  const history = lines.map(({ row, series: own }) => ({
    fund_id: row.fund_id,
    instrument_id: row.instrument_id,
    label: labelOf(row),
    percent: row.percent,
    currency: own?.currency ?? currency,
    navs: valuesOf(own),
  }));
  const ofToday = history.slice(0, allocation.length);
  if (ofToday.some(({ navs }) => navs.every((value) => value === null)))
    return { ...head, ...nothing, fault: "rateMissing" };
  const complete = days.filter((_, place) => ofToday.every(({ navs }) => navs[place] !== null));
  const rateSources = all.flatMap((one) => {
    const rate = one.currency === currency ? undefined : rates.rate(one.currency, currency, span.to);
    return rate ? [rate.source] : [];
  });
  return {
    ...head,
    fault: null,
    days,
    versions,
    history,
    benchmark: benchmark && {
      label: labelOf(benchmark),
      currency: compared?.currency ?? currency,
      navs: valuesOf(compared),
    },
    gaps: findGaps(complete),
    sources: [...new Set([...all.flatMap(({ sources }) => sources), ...rateSources])],
  };
}

/** The days on which every list has begun and none has ended. */
function commonSpan(lists: readonly (readonly string[])[]): { from: string; to: string } | undefined {
  const [from] = lists
    .map((days) => days[0] ?? "9999-12-31")
    .toSorted()
    .toReversed();
  const [to] = lists.map((days) => days.at(-1) ?? "0001-01-01").toSorted();
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined;
}

const daysWithin = (days: readonly string[], { from, to }: { from: string; to: string }): string[] =>
  [...new Set(days)].filter((day) => day >= from && day <= to).toSorted();
