/** What the holder's money would be worth in benchmarks, over the days of a range. */
import type { Performance } from "@portico/api/portfolios.ts";
import { benchmarkOfSetting } from "@portico/api/rules/benchmarks.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import type { WorthOn } from "@portico/ledger/benchmarks.ts";
import { yearlyPercent } from "@portico/ledger/time-weighted.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { describeDefinition, readDefinitions } from "../benchmarks/definitions.ts";
import { type BenchmarkIndex, loadIndexes } from "../benchmarks/value-index.ts";
import { percent } from "../figures.ts";
import type { ClosedDay } from "./daily-values.queries.ts";

/** With which benchmarks a performance is compared. */
export interface Chosen {
  ids: readonly number[];
  /** Whether the reader picked them: then each has its points. The first one's line is in the performance's points as well. */
  picked: boolean;
  /** How many are offered to the reader. */
  offered: number;
}

/** The benchmark of the firm's setting alone. */
export const firmsDefault: Chosen = { ids: [benchmarkOfSetting], picked: false, offered: 1 };

type Answer = Performance["benchmarks"][number];

interface Compared {
  answer: Answer;
  /** The value of the same opening value and deposits in the benchmark, on the shown days. */
  values: ReadonlyMap<string, number>;
  /** The same at the close of the day before the range; null if the benchmark had no value then. */
  opening: number | null;
}

/** The days of a range with what was paid on each (performance.ts). */
interface PaidDays {
  opening: string;
  rows: readonly ClosedDay[];
  bridge: object | null;
  paidOn: (row: ClosedDay) => string;
}

interface Asked {
  days: PaidDays;
  chosen: Chosen;
  /** The days of the performance's points. */
  shownDays: readonly string[];
}

/** Each benchmark's return over the range, and the value of the holder's money in it; none for a range without values. */
export async function compareWith(
  db: Db,
  { baseCurrency }: CustodyAccount,
  { days, chosen, shownDays }: Asked,
): Promise<Compared[]> {
  const [first, last] = [days.rows[0]?.day, days.rows.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const definitions = await readDefinitions(db, chosen.ids);
  if (definitions.length === 0) return [];
  // A range's first day counts: measured from the close of the day before, like the holder's own.
  const before = addDays(first, -1);
  const indexes = await loadIndexes(db, definitions, { currency: baseCurrency, before, to: last });
  return indexes.map((index) => compared(index, { before, last, days, chosen, shownDays }));
}

function compared(
  { definition, start, worthOn, gap }: BenchmarkIndex,
  { before, last, days, chosen, shownDays }: Asked & { before: string; last: string },
): Compared {
  const numberOn = numbersOf(worthOn);
  const values = benchmarkValues(numberOn, days, new Set(shownDays));
  const opening = start === before ? Number(days.opening) : null;
  const [begin, end] = [start === undefined ? undefined : worthOn(start), worthOn(last)];
  const change = (day: string): number | null => {
    const worth = day < (start ?? last) ? undefined : numberOn(day);
    return worth === undefined || begin === undefined ? null : percent((worth / Number(begin) - 1) * 100);
  };
  const described = describeDefinition(definition);
  const whole = begin && end ? end.div(begin).minus(1).times(100) : null;
  const yearly = whole && start !== undefined ? yearlyPercent(whole.toNumber(), daysBetween(start, last)) : null;
  return {
    values,
    opening,
    answer: {
      ...described,
      return: whole && percent(whole),
      yearly: yearly === null ? null : percent(yearly),
      from: start === undefined || start === before ? null : start,
      gap,
      points: chosen.picked
        ? shownDays.map((day) => ({
            day,
            value: day === before ? opening : (values.get(day) ?? null),
            percent: change(day),
          }))
        : [],
    },
  };
}

/** Each day's worth as a double, exact enough for a line, calculated once. */
function numbersOf(worthOn: WorthOn): (day: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (day) => {
    if (!known.has(day)) {
      const worth = worthOn(day);
      known.set(day, worth && Number(worth));
    }
    return known.get(day);
  };
}

/** Whether a row pays nothing in or out. */
const isQuiet = ({ deposits, inflow, entered }: ClosedDay): boolean =>
  Number(deposits) === 0 && Number(inflow) === 0 && Number(entered) === 0;

/**
 * The value on the shown days if the holder's money had been in the benchmark: deposits count from the start of their day,
 * withdrawals from its end.
 */
function benchmarkValues(
  worthOn: (day: string) => number | undefined,
  { opening, rows, bridge, paidOn }: PaidDays,
  shown: ReadonlySet<string>,
): Map<string, number> {
  const values = new Map<string, number>();
  let units = 0;
  let waiting = Number(opening);
  for (const row of rows) {
    const { day } = row;
    // Nothing changes on such a day but the worth, which nobody sees.
    if (waiting === 0 && isQuiet(row) && !shown.has(day)) continue;
    const end = worthOn(day);
    // Where a payment is unknown, what later becomes known takes its place.
    const paid = Number(bridge ? paidOn(row) : row.deposits);
    const paidIn = Number(row.inflow) - Math.max(0, Number(row.deposits) - paid);
    waiting += paidIn;
    if (end === undefined) {
      waiting += paid - paidIn;
      continue;
    }
    units += waiting / (worthOn(addDays(day, -1)) ?? end) + (paid - paidIn) / end;
    waiting = 0;
    values.set(day, units * end);
  }
  return values;
}
