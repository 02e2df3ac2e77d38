/** Calculates a holder's days: each value, its changes, and the holdings at each month's end. */
import type { Gap } from "@portico/api/portfolios.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import {
  type DailyGap,
  type DailyResults,
  type DailyValue,
  type DayDetail,
  dailyValues,
  type HeldState,
  nothingHeld,
} from "@portico/ledger/daily.ts";
import type { HoldingKey } from "@portico/ledger/daily-results.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Entry } from "@portico/ledger/entry.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getHolderAccount } from "../../holders/holders.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { loadSeries, type MarketSeries } from "../../market-data/series.ts";
import { rememberedRates } from "../ledger/calculation-data.ts";
import { listActiveEntries } from "../ledger/entries.queries.ts";
import { namedIn } from "../ledger/entries.ts";
import type { LedgerHead } from "../ledger/holdings.queries.ts";
import { type CurrencyEffect, findHeldBefore, type NewDailyValue, resultsVersion } from "./daily-values.queries.ts";

const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith("-01");

/** A day with the effect of exchange rates by currency; the last of a month with the holdings at its end. */
export type WalkedDay = NewDailyValue & Pick<DailyValue, "fxOf" | "exchanged">;

/** How far a ledger's days are calculated. */
export type ComputedHead = Pick<LedgerHead, "firstDay" | "computedUntil" | "recomputeFrom">;

/** The first day whose value is missing or outdated; null for an empty ledger. */
export function firstDayToMake({ firstDay, computedUntil, recomputeFrom }: ComputedHead): string | null {
  const next = computedUntil ? addDays(computedUntil, 1) : firstDay;
  if (firstDay === null || next === null) return null;
  return recomputeFrom && recomputeFrom < next ? recomputeFrom : next;
}

/** Days of a month, and what each holding earned over them. */
export interface WalkedSpan {
  rows: WalkedDay[];
  results: DailyResults;
  /** What is held before its first day and after its last. */
  before: HeldState;
  after: HeldState;
  /** What came from outside, by the holding that it came into. */
  inflowOf: ReadonlyMap<HoldingKey, Decimal>;
}

interface Walk {
  from: string;
  to: string;
}

/** The days after the last month's end that is valid before `from`, up to `to`. */
export async function walkDays(db: Db, holder: Holder, head: ComputedHead, range: Walk): Promise<WalkedDay[]> {
  return (await walkMonths(db, holder, head, range, () => [])).flatMap(({ rows }) => rows);
}

/** What each holding earned over the days from..to, by month, with the days. */
export async function walkResults(
  db: Db,
  holder: Holder,
  head: ComputedHead,
  { from, to }: Walk,
): Promise<WalkedSpan[]> {
  const spans = await walkMonths(db, holder, head, { from, to }, () => [from]);
  return spans.filter(({ rows }) => (rows[0]?.day ?? "") >= from);
}

/**
 * The same by month, where each day with entries is a span of its own: between two of them nothing moves, so what each holding
 * earned comes from what it was worth before.
 */
export async function walkPeriods(
  db: Db,
  holder: Holder,
  head: ComputedHead,
  { from, to }: Walk,
): Promise<WalkedSpan[]> {
  const spans = await walkMonths(db, holder, head, { from, to }, (entries) => [from, ...entryCuts(entries, from)]);
  return spans.filter(({ rows }) => (rows[0]?.day ?? "") >= from);
}

/** The days from `from` on with entries, and those after them. */
export const entryCuts = (entries: readonly { day: string }[], from: string): string[] =>
  entries.flatMap(({ day }) => (day < from ? [] : [day, addDays(day, 1)]));

/** By month; each of the days of `cutsOf` begins a span of its own. */
async function walkMonths(
  db: Db,
  holder: Holder,
  head: ComputedHead,
  { from, to }: Walk,
  cutsOf: (entries: readonly { day: string }[]) => readonly string[],
): Promise<WalkedSpan[]> {
  const stale = firstDayToMake(head);
  // Holdings stored for a day that must be made again are outdated.
  const start = await findHeldBefore(db, holder, stale !== null && stale < from ? stale : from);
  const held: HeldState = start?.held ?? nothingHeld(addDays(head.firstDay ?? from, -1));
  const begin = addDays(held.day, 1);
  const entries = await listActiveEntries(db, holder, { from: begin, to });
  const { baseCurrency } = await getHolderAccount(db, holder);
  const named = namedIn(entries);
  for (const id of Object.keys(held.positions)) named.instrumentIds.add(Number(id));
  for (const currency of Object.keys(held.cash)) named.currencies.add(currency);
  const instruments = await getInstruments(db, [...named.instrumentIds]);
  for (const { currency } of instruments.values()) named.currencies.add(currency);
  const series = await loadSeries(db, {
    instrumentIds: [...named.instrumentIds],
    currencies: [...named.currencies, baseCurrency],
    from: begin,
    to,
  });
  return walkSpans(
    { baseCurrency, entries, instruments, series },
    { held, netDeposits: start?.netDeposits ?? "0", to, cuts: cutsOf(entries) },
  );
}

/** Entries in booking order with the market that they need. */
export interface WalkedLedger {
  baseCurrency: string;
  entries: readonly Entry[];
  instruments: ReadonlyMap<number, InstrumentRecord>;
  series: MarketSeries;
}

/** Told of each day, in order, with what is held at its close. */
export type OnDay = (day: string, detail: DayDetail) => void;

/** The days after those of `held` up to `to`, by month; each of the days `cuts` begins a span of its own. */
export function walkSpans(
  { baseCurrency, entries, instruments, series }: WalkedLedger,
  from: { held: HeldState; netDeposits: string; to: string; cuts: readonly string[]; onDay?: OnDay },
): WalkedSpan[] {
  const { to, onDay } = from;
  let { held } = from;
  let netDeposits = new Decimal(from.netDeposits);
  const rate = rememberedRates(series, baseCurrency);
  const options = {
    baseCurrency,
    instrumentCurrency: (id: number) => currencyOf(instruments, id),
    price: (id: number, day: string) => series.price(id, day, baseCurrency),
    rate: (currency: string, day: string) => {
      const quote = rate(currency, day);
      return quote && { value: quote.rate, day: quote.day };
    },
    isPricedOn: (id: number, day: string) => series.isPricedOn(id, day),
    splits: (id: number) => series.splits(id),
  };
  const cuts = [...new Set(from.cuts)].toSorted();
  const byMonth = Map.groupBy(entries, ({ day }) => day.slice(0, 7));
  const spans: WalkedSpan[] = [];
  // Month by month, because the state is stored at each month's end.
  while (held.day < to) {
    const first = addDays(held.day, 1);
    const end = lastDayOf(first);
    const last = end < to ? end : to;
    while (cuts[0] !== undefined && cuts[0] <= first) cuts.shift();
    const [cut] = cuts;
    const until = cut !== undefined && cut <= last ? addDays(cut, -1) : last;
    const ofMonth = byMonth.get(first.slice(0, 7)) ?? [];
    const walked = dailyValues(options, {
      state: held,
      entries: ofMonth.filter(({ day }) => day >= first && day <= until),
      to: until,
      ...(onDay && { onDay: (row, _worths, detail) => onDay(row.day, detail) }),
    });
    const before = held;
    held = walked.state;
    const results = { version: resultsVersion, ...walked.results };
    const monthEnd = isMonthEnd(until) ? { ...held, currencyEffect: currencyEffectOf(walked.rows), results } : null;
    const rows: WalkedDay[] = [];
    for (const row of walked.rows) {
      netDeposits = netDeposits.plus(row.deposits).minus(row.entered ?? 0);
      rows.push({
        ...row,
        netDeposits: netDeposits.toFixed(),
        gaps: row.gaps.map((gap) => nameGap(gap, row.day, instruments)),
        held: row.day === until ? monthEnd : null,
      });
    }
    spans.push({ rows, results: walked.results, before, after: held, inflowOf: walked.inflowOf });
  }
  return spans;
}

/** The sums of what exchange rates brought over parts of a range: days, or stored months. */
export function currencyEffectOf(parts: readonly CurrencyEffect[]): CurrencyEffect {
  const fxOf = new Map<string, Decimal>();
  let fx = new Decimal(0);
  let exchanged = new Decimal(0);
  for (const part of parts) {
    fx = fx.plus(part.fx);
    exchanged = exchanged.plus(part.exchanged);
    for (const [currency, brought] of Object.entries(part.fxOf))
      fxOf.set(currency, (fxOf.get(currency) ?? new Decimal(0)).plus(brought));
  }
  return {
    fx: fx.toFixed(),
    fxOf: Object.fromEntries([...fxOf].map(([currency, brought]) => [currency, brought.toFixed()])),
    exchanged: exchanged.toFixed(),
  };
}

export function lastDayOf(day: string): string {
  const nextMonth = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1);
  return addDays(nextMonth.toISOString().slice(0, 10), -1);
}

function currencyOf(instruments: ReadonlyMap<number, InstrumentRecord>, id: number): string {
  const instrument = instruments.get(id);
  if (!instrument) throw new Error(`the ledger names instrument ${id}, which does not exist`);
  return instrument.currency;
}

function nameGap(gap: DailyGap, day: string, instruments: ReadonlyMap<number, InstrumentRecord>): Gap {
  if ("currency" in gap) return { ...gap, day };
  const name = instruments.get(gap.instrumentId)?.name ?? "";
  if (gap.code !== "splitMissing") return { ...gap, day, name };
  return { code: gap.code, instrumentId: gap.instrumentId, day: gap.splitDay, name };
}
