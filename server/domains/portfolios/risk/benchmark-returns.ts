/** The return of the benchmark that a holder's portfolio is compared with, over ranges of days. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Names, readDefinitions } from "../benchmarks/definitions.ts";
import { type BenchmarkIndex, loadIndexes } from "../benchmarks/value-index.ts";
import { percent } from "../figures.ts";

export interface BenchmarkReturns {
  name: Names;
  /**
   * Percent, 2 decimals, in the contract currency, from the close before the range's first day; null without a value on one of
   * the two days, or if the benchmark begins later.
   */
  over: (range: Range) => number | null;
}

/** Of a benchmark over ranges of days; undefined if there is none of that id, or no range. */
export async function loadBenchmarkReturns(
  db: Db,
  { baseCurrency }: CustodyAccount,
  ranges: readonly Range[],
  benchmarkId: number | undefined,
): Promise<BenchmarkReturns | undefined> {
  const days = ranges.flatMap(({ from, to }) => [addDays(from, -1), to]).toSorted();
  const [before, to] = [days[0], days.at(-1)];
  if (benchmarkId === undefined || before === undefined || to === undefined) return undefined;
  const definitions = await readDefinitions(db, [benchmarkId]);
  const [index] = await loadIndexes(db, definitions, { currency: baseCurrency, before, to });
  return index && returnsOfIndex(index, days);
}

/** Of an index over ranges that begin after one of the days and end on one. */
export function returnsOfIndex(index: BenchmarkIndex, days: readonly string[]): BenchmarkReturns {
  const { definition, start, worthOn } = index;
  const worths = new Map(
    [...new Set(days)].map((day) => [day, start !== undefined && day >= start ? worthOn(day) : undefined]),
  );
  return {
    name: definition.name,
    over(range) {
      const [opening, closing] = [worths.get(addDays(range.from, -1)), worths.get(range.to)];
      return opening && closing ? percent(closing.div(opening).minus(1).times(100)) : null;
    },
  };
}
