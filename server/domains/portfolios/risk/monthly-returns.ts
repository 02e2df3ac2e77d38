/** Time-weighted returns of a holder's portfolio by month and year, beside the benchmark's. */
import type { MonthlyReturns, PeriodReturn } from "@portico/api/portfolio-risk.ts";
import { benchmarkOfSetting } from "@portico/api/rules/benchmarks.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { linkReturns, type MonthReturn, monthlyReturns } from "@portico/ledger/monthly-returns.ts";
import type { TimeWeighted } from "@portico/ledger/time-weighted.ts";
import { Decimal } from "decimal.js";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { percent } from "../figures.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { areMostlyStored } from "../performance/current-days.ts";
import { firstDayToMake, walkDays } from "../performance/daily-walk.ts";
import { type BenchmarkReturns, loadBenchmarkReturns } from "./benchmark-returns.ts";
import { listMonthDays, type MonthDay } from "./month-days.queries.ts";

/** The days up to today on which months depend, consistent with the current ledger, prices and rates (current-days.ts). */
async function readMonthDays(db: Db, account: CustodyAccount, today: string): Promise<MonthDay[]> {
  const head = await findHead(db, account);
  const first = head && firstDayToMake(head);
  if (!head || !first || first > today) return listMonthDays(db, account, today);
  const stored = await listMonthDays(db, account, addDays(first, -1));
  const anew = await walkDays(db, account, head, { from: first, to: today });
  return [...stored, ...anew.filter(({ day }) => day >= first)];
}

const isEmpty = ({ result }: MonthReturn): boolean =>
  result !== null && "reason" in result && result.reason === "nothingHeld";

/** Without the months before the first holding and after the last. */
function heldMonths(months: readonly MonthReturn[]): MonthReturn[] {
  const [first, last] = [
    months.findIndex((month) => !isEmpty(month)),
    months.findLastIndex((month) => !isEmpty(month)),
  ];
  return first === -1 ? [] : months.slice(first, last + 1);
}

/** Presents the return of a period. */
function presenter(benchmark: BenchmarkReturns | undefined, days: readonly MonthDay[]) {
  const unknown = days.filter(({ complete }) => !complete);
  return ({ from, to }: Range, isPartial: boolean, result: TimeWeighted | null): PeriodReturn => {
    const own = result && "percent" in result ? percent(result.percent) : null;
    const other = benchmark?.over({ from, to }) ?? null;
    // The first unknown day of the period; without one, it is the close before.
    const day =
      result === null &&
      (unknown.find((row) => row.day >= from && row.day <= to) ?? unknown.findLast((row) => row.day < from));
    return {
      from,
      to,
      isPartial,
      percent: own,
      reason: result && "reason" in result ? { code: result.reason, day: result.day } : null,
      gap: (day && day.gaps.find((gap) => !isDoubt(gap))) || null,
      benchmark: other,
      excess: own === null || other === null ? null : new Decimal(own).minus(other).toNumber(),
    };
  };
}

const yearOf = ({ month }: MonthReturn): string => month.slice(0, 4);

/**
 * The returns of all months since the first holding, and of the years that they belong to, beside those of a benchmark; without
 * an id, of the firm's setting.
 */
export async function getMonthlyReturns(
  db: Db,
  account: CustodyAccount,
  today: string,
  benchmarkId: number | undefined = benchmarkOfSetting,
): Promise<MonthlyReturns> {
  const days = await readMonthDays(db, account, today);
  return calculateMonths(days, account.baseCurrency, (ranges) =>
    loadBenchmarkReturns(db, account, ranges, benchmarkId),
  );
}

/** The months of days, beside a benchmark that is loaded for their ranges. */
export async function calculateMonths(
  days: readonly MonthDay[],
  contractCurrency: string,
  load: (ranges: readonly Range[]) => Promise<BenchmarkReturns | undefined>,
): Promise<MonthlyReturns> {
  const nothing = { contractCurrency, benchmarkName: null, years: [], reason: null };
  const months = heldMonths(monthlyReturns(days));
  if (months.length === 0) return nothing;
  const years = [...Map.groupBy(months, yearOf)].map(([year, ofYear]) => {
    const [from = "", to = ""] = [ofYear[0]?.from, ofYear.at(-1)?.to];
    return { year, months: ofYear, from, to, isPartial: from !== `${year}-01-01` || to !== `${year}-12-31` };
  });
  const benchmark = await load([...months, ...years]);
  const present = presenter(benchmark, days);
  return {
    ...nothing,
    benchmarkName: benchmark?.name ?? null,
    years: years.map((year) => ({
      year: Number(year.year),
      ...present(year, year.isPartial, linkReturns(year.months.map(({ result }) => result))),
      months: Array.from({ length: 12 }, (_, index) => {
        const month = year.months.find((each) => Number(each.month.slice(5)) === index + 1);
        return month ? present(month, !month.isWhole, month.result) : null;
      }),
    })),
  };
}

/** The same if it is cheap; undefined if many days must be read or calculated. */
export async function getLightMonthlyReturns(
  db: Db,
  account: CustodyAccount,
  today: string,
  benchmarkId?: number,
): Promise<MonthlyReturns | undefined> {
  const range = { from: "1900-01-01", to: today };
  return (await areMostlyStored(db, account, range, today))
    ? getMonthlyReturns(db, account, today, benchmarkId)
    : undefined;
}
