/** How a holder's portfolio did over a range of days: points for the chart, what moved the value, returns, a benchmark. */
import type { Gap, Performance } from "@portico/api/portfolios.ts";
import { roundBridge, sumBridge } from "@portico/ledger/bridge.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { timeWeightedReturn } from "@portico/ledger/time-weighted.ts";
import { type Flow, type MoneyWeighted, xirr } from "@portico/ledger/xirr.ts";
import type { CustodyAccount, Range } from "../../adapters/custodian/custodian.ts";
import type { Db } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { loadSeries } from "../market-data/market-data.series.ts";
import { findByIsin } from "../market-data/market-data.service.ts";
import { getSetting } from "../settings/settings.service.ts";
import {
  type DailyValue,
  findDailyValueBefore,
  listDailyValues,
  listThinnedValues,
} from "./portfolios.daily-values.queries.ts";
import { findHead, type LedgerHead } from "./portfolios.holdings.queries.ts";

/** Points of the chart at most: more are not seen. */
const mostPoints = 400;
const mostGaps = 50;

/** The days of the range with values, and the value before the first of them. */
export interface ValuedDays {
  opening: string;
  rows: DailyValue[];
  /** False where a day lacks a price or rate: then no sum over the range can be told. */
  complete: boolean;
}

export async function loadDays(db: Db, account: CustodyAccount, range: Range): Promise<ValuedDays> {
  if (range.from > range.to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const rows = await listDailyValues(db, account, range);
  const before = await findDailyValueBefore(db, account, range.from);
  return {
    opening: before?.value ?? "0",
    rows,
    complete: rows.every(({ complete }) => complete) && (before?.complete ?? true),
  };
}

/** Flows as the investor sees them: the opening value and deposits go in, withdrawals and the closing value come back. */
function flowsOf({ opening, rows }: ValuedDays): Flow[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  return [
    { day: first.day, amount: -Number(opening) },
    ...rows.map(({ day, deposits }) => ({ day, amount: -Number(deposits) })),
    { day: last.day, amount: Number(last.value) },
  ];
}

/** Percent with two decimals, as the display has it. */
export const percent = (value: Decimal | number | string): number => new Decimal(value).toDecimalPlaces(2).toNumber();

/** Time-weighted return of the range in percent; null with a gap in it or nothing to earn on. */
export function timeWeighted(days: ValuedDays): number | null {
  const result = days.complete ? timeWeightedReturn(days.opening, days.rows) : null;
  return result === null ? null : percent(result);
}

/** Money-weighted return of the range, a yearly rate; null with a gap in it. */
export const moneyWeighted = (days: ValuedDays): MoneyWeighted | null => (days.complete ? xirr(flowsOf(days)) : null);

/** Which part of the range's gain the currencies brought, in percent; null where there is no gain or loss to share. */
function currencyShare({ opening, rows }: ValuedDays): number | null {
  const { closing, deposits, fx } = sumBridge(opening, rows);
  const gain = new Decimal(closing).minus(opening).minus(deposits);
  return gain.isZero() ? null : percent(new Decimal(fx).div(gain).times(100));
}

export function gapsOf(rows: readonly DailyValue[]): Gap[] {
  const gaps = new Map<string, Gap>();
  // One gap lasts for many days: the first day of each is named.
  for (const { gaps: ofDay } of rows)
    for (const gap of ofDay) {
      const key = `${gap.code} ${gap.instrumentId ?? gap.currency}`;
      if (!gaps.has(key) && gaps.size < mostGaps) gaps.set(key, gap);
    }
  return [...gaps.values()];
}

interface Benchmark {
  name: string | null;
  return: number | null;
  /** What the same opening value and deposits would be worth in the benchmark, by day. */
  values: ReadonlyMap<string, number>;
}

/** The benchmark's price in the contract currency, and what the holder's own money would have become in it. */
async function loadBenchmark(
  db: Db,
  { baseCurrency }: CustodyAccount,
  { opening, rows }: ValuedDays,
): Promise<Benchmark> {
  const none = { name: null, return: null, values: new Map() };
  const { benchmarkIsin } = await getSetting(db, "portalRules");
  const instrument = benchmarkIsin === null ? undefined : await findByIsin(db, benchmarkIsin);
  const [first] = rows;
  const last = rows.at(-1);
  if (!instrument || !first || !last) return none;
  const series = await loadSeries(db, {
    instrumentIds: [instrument.id],
    currencies: [instrument.currency, baseCurrency],
    from: first.day,
    to: last.day,
  });
  const priceOn = (day: string): number | undefined => {
    const price = series.price(instrument.id, day);
    const rate = price && series.rate(instrument.currency, baseCurrency, day);
    return rate && Number(price.value) * Number(rate.value);
  };
  const values = new Map<string, number>();
  // A drawn line, not money that anybody owns: doubles do.
  let units = 0;
  let waiting = Number(opening);
  for (const { day, deposits } of rows) {
    const price = priceOn(day);
    waiting += Number(deposits);
    if (price === undefined) continue;
    units += waiting / price;
    waiting = 0;
    values.set(day, units * price);
  }
  const [start, end] = [priceOn(first.day), priceOn(last.day)];
  const gained = start === undefined || end === undefined ? null : percent((end / start - 1) * 100);
  return { name: instrument.name, return: gained, values };
}

/** True while days of the range wait for the job. */
const isUpdating = (head: LedgerHead | undefined, { to }: Range, today: string): boolean => {
  if (!head || head.entries === 0) return false;
  const end = to < today ? to : today;
  if (head.recomputeFrom !== null && head.recomputeFrom <= end) return true;
  return head.replay || head.computedUntil === null || (head.computedUntil < end && (head.firstDay ?? end) <= end);
};

/** The performance of the days from..to, both included. */
export async function getPerformance(
  db: Db,
  account: CustodyAccount,
  range: Range,
  today: string,
): Promise<Performance> {
  const head = await findHead(db, account);
  const days = await loadDays(db, account, range);
  const points = await listThinnedValues(db, account, { ...range, most: mostPoints - 1 });
  const benchmark = await loadBenchmark(db, account, days);
  const weighted = moneyWeighted(days);
  const summable = days.complete && days.rows.length > 0;
  return {
    contractCurrency: account.baseCurrency,
    from: range.from,
    to: range.to,
    points: points.map(({ day, value, netDeposits, complete }) => ({
      day,
      value: complete ? Number(value) : null,
      netDeposits: complete ? Number(netDeposits) : null,
      benchmark: benchmark.values.get(day) ?? null,
    })),
    bridge: summable ? roundBridge(sumBridge(days.opening, days.rows)) : null,
    timeWeightedReturn: timeWeighted(days),
    moneyWeightedReturn: weighted && "rate" in weighted ? percent(new Decimal(weighted.rate).times(100)) : null,
    moneyWeightedReason: weighted && "reason" in weighted ? weighted.reason : null,
    currencyShare: summable ? currencyShare(days) : null,
    benchmarkName: benchmark.name,
    benchmarkReturn: benchmark.return,
    gaps: gapsOf(days.rows),
    updating: isUpdating(head, range, today),
  };
}
