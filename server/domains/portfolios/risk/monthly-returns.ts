/** Time-weighted returns of a holder's portfolio by month and year, beside the benchmark's. */
import type { MonthlyReturns, PeriodReturn } from "@portico/api/portfolio-risk.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { linkReturns, type MonthReturn, monthlyReturns } from "@portico/ledger/monthly-returns.ts";
import type { TimeWeighted } from "@portico/ledger/time-weighted.ts";
import { Decimal } from "decimal.js";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findHead } from "../ledger/holdings.queries.ts";
import { areMostlyStored } from "../performance/current-days.ts";
import { loadDays, percent, type ValuedDays } from "../performance/performance.ts";
import { type BenchmarkReturns, loadBenchmarkReturns } from "./benchmark-returns.ts";

/** All days of a ledger. */
async function findWholeRange(db: Db, account: CustodyAccount, today: string): Promise<Range | undefined> {
  const firstDay = (await findHead(db, account))?.firstDay;
  return firstDay && firstDay <= today ? { from: firstDay, to: today } : undefined;
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
function presenter(benchmark: BenchmarkReturns | undefined, { before, rows }: ValuedDays) {
  const unknown = [...(before ? [before] : []), ...rows].filter(({ complete }) => !complete);
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

/** The returns of all months since the first holding, and of the years that they belong to. */
export async function getMonthlyReturns(db: Db, account: CustodyAccount, today: string): Promise<MonthlyReturns> {
  const nothing = { contractCurrency: account.baseCurrency, benchmarkName: null, years: [], reason: null };
  const range = await findWholeRange(db, account, today);
  if (!range) return nothing;
  const days = await loadDays(db, account, range, today);
  const months = heldMonths(monthlyReturns(days.before, days.rows));
  if (months.length === 0) return nothing;
  const years = [...Map.groupBy(months, yearOf)].map(([year, ofYear]) => {
    const [from = "", to = ""] = [ofYear[0]?.from, ofYear.at(-1)?.to];
    return { year, months: ofYear, from, to, isPartial: from !== `${year}-01-01` || to !== `${year}-12-31` };
  });
  const benchmark = await loadBenchmarkReturns(db, account, [...months, ...years]);
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
): Promise<MonthlyReturns | undefined> {
  const range = await findWholeRange(db, account, today);
  return !range || (await areMostlyStored(db, account, range, today))
    ? getMonthlyReturns(db, account, today)
    : undefined;
}
