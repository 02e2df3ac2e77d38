/** Performance of a holder's portfolio over a range of days: chart points, value changes, returns, a benchmark. */

import { findCurrency } from "@portico/api/currencies.ts";
import type { Gap, Performance } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { type Bridge, bridgeOver, type MovedOver, roundBridge } from "@portico/ledger/bridge.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type TimeWeighted, timeWeightedReturn, yearlyPercent } from "@portico/ledger/time-weighted.ts";
import { type Flow, type MoneyWeighted, xirr } from "@portico/ledger/xirr.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { percent, shown } from "../figures.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { type Chosen, compareWith, firmsDefault } from "./benchmark-lines.ts";
import { areMostlyStored, readCurrentDays } from "./current-days.ts";
import type { ClosedDay } from "./daily-values.queries.ts";
import { lastChangeOf } from "./last-change.ts";

/** Maximum number of chart points; more cannot be seen. */
const maxPoints = 400;
const maxGaps = 50;

/** The days of the range that have values, and the value before the first. */
export interface ValuedDays {
  opening: string;
  /** The day before; undefined if the range starts on the holder's first day, or earlier. */
  before: ClosedDay | undefined;
  rows: ClosedDay[];
  /** False if a day, or the one before the first, lacks a price or rate: what needs each day is then unknown. */
  complete: boolean;
  /** The exact bridge; null for an empty range, if the value at one of its ends is unknown, or what was paid in between. */
  bridge: Bridge | null;
  /** Paid in less paid out on a day, without what only became known. */
  paidOn: (row: ClosedDay) => string;
  /** Missing or doubtful prices and rates, including the opening value's. */
  gaps: Gap[];
}

/** The days of a range, consistent with the current ledger, prices and rates. */
export async function loadDays(db: Db, account: CustodyAccount, range: Range, today: string): Promise<ValuedDays> {
  if (range.from > range.to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const { before, days, moved } = await readCurrentDays(db, account, range, today);
  return valuedDaysOf({ before, rows: days, moved });
}

/** Consecutive days with the one before them and the sums of their changes. */
export function valuedDaysOf({
  before,
  rows,
  moved,
}: {
  before: ClosedDay | undefined;
  rows: ClosedDay[];
  moved: MovedOver;
}): ValuedDays {
  const opening = before?.value ?? "0";
  const last = rows.at(-1);
  const complete = rows.every((row) => row.complete) && (before?.complete ?? true);
  const isKnown = last !== undefined && last.complete && (before?.complete ?? true);
  // Nothing enters unpaid over complete days, which also holds for rows that do not tell.
  const over = complete ? { ...moved, entered: "0" } : moved;
  return {
    opening,
    before,
    rows,
    complete,
    bridge: isKnown ? bridgeOver(over, opening, last.value) : null,
    paidOn: ({ deposits, entered }) =>
      complete || entered === null ? deposits : new Decimal(deposits).minus(entered).toFixed(),
    gaps: collectGaps({ before, rows }),
  };
}

/** Flows from the investor's view: opening value and deposits are paid in, withdrawals and closing value are received. */
function toFlows({ opening, rows, paidOn }: ValuedDays): Flow[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  return [
    { day: first.day, amount: -Number(opening) },
    ...rows.map((row) => ({ day: row.day, amount: -Number(paidOn(row)) })),
    { day: last.day, amount: Number(last.value) },
  ];
}

/** Time-weighted return of the range, or the reason why there is none; null with a gap, as it links every day. */
export const timeWeighted = (days: ValuedDays): TimeWeighted | null =>
  days.complete ? timeWeightedReturn(days.opening, days.rows) : null;

/** The time-weighted return as a rate a year; null if there is none, or for a year or less. */
function yearlyOf(found: TimeWeighted | null, { rows }: ValuedDays): number | null {
  const yearly = found && "percent" in found ? yearlyPercent(found.percent, rows.length) : null;
  return yearly === null ? null : percent(yearly);
}

/** Money-weighted return of the range, a yearly rate; null if the value at an end or a payment is unknown. */
export const moneyWeighted = (days: ValuedDays): MoneyWeighted | null =>
  days.bridge || days.rows.length === 0 ? xirr(toFlows(days)) : null;

/**
 * Share of the gain caused by exchange rates, in percent; null if gain and effect differ in sign, when a percentage has
 * no meaning.
 */
function currencyShare(gain: Decimal, fx: Decimal): number | null {
  const share = gain.isZero() ? null : fx.div(gain);
  return share === null || share.isNegative() || share.gt(1) ? null : percent(share.times(100));
}

type DayGaps = Pick<ClosedDay, "gaps" | "entered">;

const keyOfGap = ({ code, instrumentId, currency }: Gap): string => `${code} ${instrumentId ?? currency}`;

/**
 * The gaps of days; a lasting gap is named once, with its first day. Those for which the bridge is unknown come first (at its
 * ends, and where a payment is unknown), doubtful ones last.
 */
export function collectGaps({ before, rows }: { before: DayGaps | undefined; rows: readonly DayGaps[] }): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const gap of [...(before?.gaps ?? []), ...rows.flatMap((row) => row.gaps)])
    if (!gaps.has(keyOfGap(gap)) && gaps.size < maxGaps) gaps.set(keyOfGap(gap), gap);
  const decisive = [before, rows.at(-1), ...rows.filter(({ entered }) => entered === null)];
  const first = new Set(decisive.flatMap((row) => row?.gaps.map(keyOfGap) ?? []));
  const rank = (gap: Gap): number => (isDoubt(gap) ? 2 : first.has(keyOfGap(gap)) ? 0 : 1);
  return [...gaps.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** About `most` of the days, evenly spaced back from the last, always including first and last. */
function thinned(rows: readonly ClosedDay[], most: number): ClosedDay[] {
  const step = Math.max(1, Math.ceil(rows.length / most));
  return rows.filter((_, index) => index === 0 || (rows.length - 1 - index) % step === 0);
}

type ChartPoint = Pick<ClosedDay, "day" | "value" | "netDeposits" | "complete">;
const presentPoint = ({ day, value, netDeposits, complete }: ChartPoint, unknownFrom: string | undefined) => ({
  day,
  value: complete ? Number(value) : null,
  netDeposits: unknownFrom && day >= unknownFrom ? null : Number(netDeposits),
});

/**
 * The first day from which the portfolio's net deposits are unknown, because something was paid in or delivered without
 * any price or rate: a later price does not tell what it was worth then.
 */
async function findUnknownDeposits(db: Db, account: CustodyAccount): Promise<string | undefined> {
  const head = await findHead(db, account);
  // One that waits for a replay may know more.
  if (!head || head.replay || head.state.netDepositsBase !== null) return undefined;
  const { state } = head;
  const days = [...(state.missingRates ?? []), ...(state.missingPrices ?? [])].map(({ day }) => day);
  return days.toSorted()[0];
}

/**
 * The performance of the days from..to, both included; its points start with the close of the day before, the bridge's
 * opening.
 */
export async function getPerformance(
  db: Db,
  account: CustodyAccount,
  range: Range,
  today: string,
  chosen: Chosen = firmsDefault,
): Promise<Performance> {
  const days = await loadDays(db, account, range, today);
  const rows = thinned(days.rows, maxPoints - 2);
  const shownDays = [...(days.before ? [days.before.day] : []), ...rows.map(({ day }) => day)];
  const benchmarks = await compareWith(db, account, { days, chosen, shownDays });
  const [first] = benchmarks;
  const unknownFrom = await findUnknownDeposits(db, account);
  const ofTime = timeWeighted(days);
  const ofMoney = moneyWeighted(days);
  const { bridge } = days;
  // The gain is that of the parts as they are shown, so that they add up.
  const shownBridge = bridge && roundBridge(bridge, findCurrency(account.baseCurrency)?.digits);
  const gain = shownBridge && new Decimal(shownBridge.closing).minus(shownBridge.opening).minus(shownBridge.deposits);
  return {
    contractCurrency: account.baseCurrency,
    from: range.from,
    to: range.to,
    points: [
      ...(days.before ? [{ ...presentPoint(days.before, unknownFrom), benchmark: first?.opening ?? null }] : []),
      ...rows.map((point) => ({
        ...presentPoint(point, unknownFrom),
        benchmark: first?.values.get(point.day) ?? null,
      })),
    ],
    bridge: shownBridge,
    timeWeightedReturn: ofTime && "percent" in ofTime ? percent(ofTime.percent) : null,
    timeWeightedYearly: yearlyOf(ofTime, days),
    timeWeightedReason: ofTime && "reason" in ofTime ? { code: ofTime.reason, day: ofTime.day } : null,
    moneyWeightedReturn: ofMoney && "rate" in ofMoney ? percent(new Decimal(ofMoney.rate).times(100)) : null,
    moneyWeightedReason: ofMoney && "reason" in ofMoney ? ofMoney.reason : null,
    gain: gain && shown(gain.toFixed()),
    lastChange: lastChangeOf(days, account.baseCurrency),
    currencyShare: bridge && gain && currencyShare(gain, new Decimal(bridge.fx)),
    benchmarkName: first?.answer.name.en ?? null,
    benchmarkReturn: first && first.answer.from === null ? first.answer.return : null,
    benchmarkGap: first?.answer.gap ?? null,
    benchmarks: benchmarks.map(({ answer }) => answer),
    benchmarksOffered: chosen.offered,
    gaps: days.gaps,
  };
}

/** The same if it is cheap; undefined if many days must be read or calculated. */
export const getLightPerformance = async (
  db: Db,
  account: CustodyAccount,
  range: Range,
  today: string,
  chosen: Chosen,
): Promise<Performance | undefined> =>
  (await areMostlyStored(db, account, range, today)) ? getPerformance(db, account, range, today, chosen) : undefined;
