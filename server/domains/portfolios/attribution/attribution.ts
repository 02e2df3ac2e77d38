/**
 * Attribution of the difference from a benchmark, by class or by currency. Periods are months, and within them the days
 * between entries, so that each part's weight and return are exact; linked, their effects sum to the difference.
 */
import type { AttributedBy, Attribution } from "@portico/api/portfolio-attribution.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { attributedParts } from "@portico/ledger/attributed-period.ts";
import {
  type Attribution as Attributed,
  type AttributedPart,
  attribute,
  type Effects,
  linkAttributions,
} from "@portico/ledger/attribution.ts";
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import { roundToTotal } from "@portico/ledger/shared-rounding.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { DefinitionRecord } from "../benchmarks/definitions.queries.ts";
import { describeDefinition, readDefinitions } from "../benchmarks/definitions.ts";
import { type BenchmarkIndex, loadIndexes } from "../benchmarks/value-index.ts";
import { percent } from "../figures.ts";
import { isShortWalk, readCurrentSums } from "../performance/current-days.ts";
import { collectGaps } from "../performance/performance.ts";
import { benchmarkPartsOf } from "./benchmark-parts.ts";
import { type Period, readPeriods } from "./periods.ts";

export interface AskedAttribution {
  range: Range;
  today: string;
  by: AttributedBy;
  /** The benchmark; undefined if none is offered. */
  benchmarkId: number | undefined;
}

type Reason = NonNullable<Attribution["reason"]>;

/** Without any effect. */
export const noAttribution = (
  { contractCurrency, by, range }: { contractCurrency: string; by: AttributedBy; range: Range },
  reason: Reason,
  more: Partial<Attribution> = {},
): Attribution => ({
  contractCurrency,
  by,
  from: range.from,
  to: range.to,
  benchmarkFrom: null,
  benchmark: null,
  return: null,
  benchmarkReturn: null,
  excess: null,
  parts: [],
  total: null,
  periods: 0,
  unclassified: [],
  reason,
  reasonDay: null,
  gaps: [],
  ...more,
});

/** The parts of a period, with its number of days. */
interface Weighed {
  days: number;
  parts: AttributedPart[];
}

/** Percentages of the mean weight of each part over the days. */
function meanWeights(periods: readonly Weighed[], of: "weight" | "benchmarkWeight"): Map<string, Decimal> {
  const days = periods.reduce((sum, period) => sum + period.days, 0);
  const sums = new Map<string, Decimal>();
  for (const { days: count, parts } of periods)
    for (const part of parts) sums.set(part.key, (sums.get(part.key) ?? zero).plus(new Decimal(part[of]).times(count)));
  const keys = [...sums.keys()];
  const exact = [...sums.values()].map((sum) => sum.div(days).times(100));
  const rounded = roundToTotal(exact, new Decimal(100), 2);
  return new Map(keys.map((key, index) => [key, rounded[index] ?? zero]));
}

/**
 * Effects in percentage points as they are shown: each row and each column adds up. Allocation and selection take their
 * rounding differences where rounding took most; interaction is what is left.
 */
function roundEffects({ parts, effects }: Attributed, excess: Decimal) {
  const points = (text: string): Decimal => new Decimal(text).times(100);
  const column = (of: "allocation" | "selection"): { each: Decimal[]; total: Decimal } => {
    const total = points(effects[of]).toDecimalPlaces(2);
    return {
      total,
      each: roundToTotal(
        parts.map((part) => points(part.effects[of])),
        total,
        2,
      ),
    };
  };
  const [allocation, selection] = [column("allocation"), column("selection")];
  const totals = roundToTotal(
    parts.map((part) => points(part.effects.total)),
    excess,
    2,
  );
  const shown = (allocated: Decimal, selected: Decimal, total: Decimal): Record<keyof Effects, number> => ({
    allocation: allocated.toNumber(),
    selection: selected.toNumber(),
    interaction: total.minus(allocated).minus(selected).toNumber(),
    total: total.toNumber(),
  });
  return {
    total: shown(allocation.total, selection.total, excess),
    parts: parts.map(({ key }, index) => ({
      key,
      ...shown(allocation.each[index] ?? zero, selection.each[index] ?? zero, totals[index] ?? zero),
    })),
  };
}

/** The attribution of each period; undefined if the benchmark lacks a value. */
function attributeEach(
  periods: readonly Period[],
  index: BenchmarkIndex,
  by: AttributedBy,
): { weighed: Weighed[]; attributed: Attributed[] } | undefined {
  const weighed: Weighed[] = [];
  const attributed: Attributed[] = [];
  for (const period of periods) {
    const benchmark = benchmarkPartsOf(index, period, by);
    if (!benchmark) return undefined;
    const parts = attributedParts(period.parts, benchmark);
    if (!parts) throw new Error(`nothing is invested from ${period.from} on, although its days have a return`);
    weighed.push({ days: daysBetween(period.from, period.to) + 1, parts });
    attributed.push(attribute(parts));
  }
  return { weighed, attributed };
}

/** The attribution over the days from..to; `badInput` for a range that ends before it begins. */
export async function getAttribution(
  db: Db,
  account: CustodyAccount,
  { range, today, by, benchmarkId }: AskedAttribution,
): Promise<Attribution> {
  if (range.from > range.to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const currency = account.baseCurrency;
  const [definition] = benchmarkId === undefined ? [] : await readDefinitions(db, [benchmarkId]);
  return calculateAttribution(
    { currency, by, range, definition },
    {
      sums: (days) => readCurrentSums(db, account, days, today),
      index: async (wanted, days) => (await loadIndexes(db, [wanted], { currency, ...days }))[0],
      periods: (days) => readPeriods(db, account, days, by),
    },
  );
}

/** Where an attribution reads days, a benchmark's index and periods. */
interface AttributionReader {
  sums: (range: Range) => ReturnType<typeof readCurrentSums>;
  index: (definition: DefinitionRecord, days: { before: string; to: string }) => Promise<BenchmarkIndex | undefined>;
  periods: (range: Range) => ReturnType<typeof readPeriods>;
}

interface AttributionAsked {
  currency: string;
  by: AttributedBy;
  range: Range;
  /** Undefined if no benchmark is offered. */
  definition: DefinitionRecord | undefined;
}

/** The attribution over the days from..to of what is read. */
export async function calculateAttribution(
  { currency, by, range, definition }: AttributionAsked,
  reader: AttributionReader,
): Promise<Attribution> {
  const shared = { contractCurrency: currency, by, range };
  if (!definition) return noAttribution(shared, "noBenchmark");
  const described = { benchmark: describeDefinition(definition) };
  const held = await reader.sums(range);
  const { first, last } = held;
  if (first === null || !last) return noAttribution(shared, "nothingHeld", described);
  const index = await reader.index(definition, { before: addDays(first, -1), to: last.day });
  if (!index) throw new Error("a benchmark that is read has an index");
  const ofBenchmark = index.gap ? [index.gap] : [];
  const about = {
    ...described,
    unclassified: by === "class" ? index.parts.flatMap(({ record }) => (record.assetClass ? [] : [record.name])) : [],
  };
  const { start } = index;
  if (start === undefined || start >= last.day)
    return noAttribution(shared, "benchmarkGaps", { ...about, gaps: ofBenchmark });
  const from = start >= first ? addDays(start, 1) : first;
  const measured = { from, to: last.day, benchmarkFrom: from === first ? null : start };
  const days = from === first ? held : await reader.sums({ from, to: last.day });
  const ownGaps = collectGaps({ before: days.before, rows: days.doubtful });
  if (!days.complete || !(days.before?.complete ?? true))
    return noAttribution(shared, "gaps", { ...about, ...measured, gaps: ownGaps.filter((gap) => !isDoubt(gap)) });
  const periods = await reader.periods({ from, to: last.day });
  if ("reason" in periods)
    return noAttribution(shared, periods.reason, { ...about, ...measured, reasonDay: periods.day });
  const each = attributeEach(periods, index, by);
  if (!each) return noAttribution(shared, "benchmarkGaps", { ...about, ...measured, gaps: ofBenchmark });
  const linked = linkAttributions(each.attributed);
  if (!linked) return noAttribution(shared, "totalLoss", { ...about, ...measured });
  const [own, other] = [
    percent(new Decimal(linked.return).times(100)),
    percent(new Decimal(linked.benchmarkReturn).times(100)),
  ];
  const excess = new Decimal(own).minus(other);
  const shown = roundEffects(linked, excess);
  const [weights, benchmarkWeights] = [
    meanWeights(each.weighed, "weight"),
    meanWeights(each.weighed, "benchmarkWeight"),
  ];
  return {
    contractCurrency: currency,
    by,
    ...about,
    ...measured,
    from: periods[0]?.from ?? from,
    to: periods.at(-1)?.to ?? last.day,
    return: own,
    benchmarkReturn: other,
    excess: excess.toNumber(),
    parts: shown.parts.map((part) => ({
      ...part,
      weight: weights.get(part.key)?.toNumber() ?? 0,
      benchmarkWeight: benchmarkWeights.get(part.key)?.toNumber() ?? 0,
    })),
    total: shown.total,
    periods: periods.length,
    reason: null,
    reasonDay: null,
    gaps: [...ownGaps, ...ofBenchmark],
  };
}

/** The same if it is cheap; undefined if many days must be calculated. */
export const getLightAttribution = async (
  db: Db,
  account: CustodyAccount,
  asked: AskedAttribution,
): Promise<Attribution | undefined> =>
  (await isShortWalk(db, account, asked.range)) ? getAttribution(db, account, asked) : undefined;
