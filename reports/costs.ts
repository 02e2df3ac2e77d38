/**
 * What an investment cost in a year: Delegated Regulation (EU) 2017/565, Article 50(2), (9) and (10) and Annex II. Amounts are in the contract
 * currency; percentages are of the average of the daily closing values, which the report names as the base. Decision 0333.
 */
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import type { Day, DecimalString } from "@portico/ledger/entry.ts";
import { total, written } from "./rounding.ts";

const one = new Decimal(1);
const hundred = new Decimal(100);
const percentPlaces = 4;

/** Annex II: `service` of table 1, `instruments` of table 2. Taxes stand apart and are in no total. */
export const costParts = ["service", "instruments", "taxes"] as const;
export type CostPart = (typeof costParts)[number];
/** The kinds of Annex II. */
export const costKinds = ["oneOff", "ongoing", "transactions", "ancillary", "incidental"] as const;
export type CostKind = (typeof costKinds)[number];

export interface CostLine {
  part: CostPart;
  kind: CostKind;
  /** The line of a booked charge opens its entry; an instrument's own cost is worked out from data of it. */
  basis: { entryId: number } | { instrumentId: number };
  day: Day | null;
  /** Positive; a refund is negative. Null if unknown. */
  amount: DecimalString | null;
  /** Of it, what the firm received from third parties (Article 50(2), last paragraph): inside the totals, and shown apart. Null if unknown. */
  fromThirdParties: DecimalString | null;
}

/** The average value of a number of days: of one day its closing value. Null if a price or rate is missing. */
export interface ValuedSpan {
  days: number;
  value: DecimalString | null;
}
/** A time without flows between its ends, such as a day: flows at its beginning are in `opening`, those at its end not yet out of `closing`. */
export interface ReturnStep {
  /** Last day of the step. */
  to: Day;
  opening: DecimalString;
  /** Null if a price or rate is missing. */
  closing: DecimalString | null;
  /** What was charged in the step, within `closing` already. Null if unknown. */
  costs: DecimalString | null;
  /** The step is linked, and told with the next one that is told. */
  isUntold?: boolean;
}

export interface CostFacts {
  from: Day;
  to: Day;
  /** All days of the period, with those without anything held. */
  values: readonly ValuedSpan[];
  steps: readonly ReturnStep[];
  lines: readonly CostLine[];
  /** Decimals of amounts in the contract currency; without it two. */
  digits?: number;
}

/** An amount with its percentage of the average value. */
export interface CostFigure {
  amount: DecimalString | null;
  percent: DecimalString | null;
}
/** The return since the beginning of the period, in percent: the difference is the effect of the costs. */
export interface CostEffect {
  to: Day;
  /** Charged since what was told before: spikes are seen (ESMA's answer 2136). */
  costs: DecimalString | null;
  before: DecimalString | null;
  after: DecimalString | null;
  effect: DecimalString | null;
}
export type CostGap =
  | { code: "valueMissing"; days: number }
  /** The first step without a return. */
  | { code: "returnMissing"; to: Day }
  /** Nothing was held, so there is no base for percentages. */
  | { code: "nothingHeld" }
  | { code: "amountMissing"; part: CostPart; basis: CostLine["basis"] };

export interface CostReport {
  from: Day;
  to: Day;
  base: "dailyAverage";
  averageValue: DecimalString | null;
  service: CostFigure;
  instruments: CostFigure;
  total: CostFigure;
  /** Inside the total. */
  thirdParties: CostFigure;
  /** Outside it. */
  taxes: CostFigure;
  kinds: ({ part: CostPart; kind: CostKind } & CostFigure)[];
  returns: { before: DecimalString | null; after: DecimalString | null; effect: DecimalString | null };
  effects: CostEffect[];
  gaps: CostGap[];
}

const known = (text: DecimalString | null): Known => (text === null ? null : new Decimal(text));

/** The average of daily values; null if one is unknown, or without days. */
export function averageValue(spans: readonly ValuedSpan[]): Known {
  const days = spans.reduce((sum, span) => sum + span.days, 0);
  const sum = total(spans.map(({ days: count, value }) => known(value)?.times(count) ?? null));
  return days === 0 || sum === null ? null : sum.div(days);
}

/**
 * An instrument's own cost, which its price has borne: yearly percent of the average value held over a number of days, of which its
 * year has 365 or 366. The percentage is data of the instrument.
 */
export const instrumentCost = (
  percentPerYear: DecimalString,
  held: readonly ValuedSpan[],
  daysOfYear: 365 | 366,
): Known => {
  const sum = total(held.map(({ days, value }) => known(value)?.times(days) ?? null));
  return sum === null ? null : sum.times(percentPerYear).div(hundred).div(daysOfYear);
};

const percentOf = (amount: Known, base: Known): Known =>
  amount === null || base === null || base.lte(0) ? null : amount.times(hundred).div(base);
const figureOf = (amount: Known, base: Known, digits: number): CostFigure => ({
  amount: written(amount, digits),
  percent: written(percentOf(amount, base), percentPlaces),
});

/**
 * Growth of a step as it was, and as it had been if nothing had been charged in it; 1 without anything held. Null if unknown, or where
 * something came of nothing.
 */
function growthOf({ opening, closing, costs }: ReturnStep): { after: Known; before: Known } {
  const [start, end] = [new Decimal(opening), known(closing)];
  const whole = plus(end, known(costs));
  if (start.isZero() && end?.isZero() && whole?.isZero()) return { after: one, before: one };
  if (start.lte(0)) return { after: null, before: null };
  return { after: end?.div(start) ?? null, before: whole?.div(start) ?? null };
}

const linked = (growth: Known, next: Known): Known => (growth === null || next === null ? null : growth.times(next));
const asPercent = (growth: Known): Known => growth?.minus(1).times(hundred) ?? null;

function effectsOf(steps: readonly ReturnStep[], gaps: CostGap[], digits: number): CostEffect[] {
  let [before, after]: [Known, Known] = [one, one];
  let costs: Known = zero;
  let isGapped = false;
  const effects: CostEffect[] = [];
  for (const step of steps) {
    const growth = growthOf(step);
    if (!isGapped && (growth.after === null || growth.before === null)) {
      gaps.push({ code: "returnMissing", to: step.to });
      isGapped = true;
    }
    [before, after] = [linked(before, growth.before), linked(after, growth.after)];
    costs = plus(costs, known(step.costs));
    if (step.isUntold) continue;
    effects.push({
      to: step.to,
      costs: written(costs, digits),
      before: written(asPercent(before), percentPlaces),
      after: written(asPercent(after), percentPlaces),
      effect: written(minus(asPercent(before), asPercent(after)), percentPlaces),
    });
    costs = zero;
  }
  return effects;
}

const sumOf = (lines: readonly CostLine[]): Known => total(lines.map(({ amount }) => known(amount)));

/**
 * The yearly report of costs and charges. A total that lacks an amount is null, as is a percentage without its base; `gaps` has the reasons.
 * The return before costs adds the costs of each step to its end, and links the steps as the return after them does.
 */
export function costReport({ from, to, values, steps, lines, digits = 2 }: CostFacts): CostReport {
  const gaps: CostGap[] = lines.flatMap(({ amount, part, basis }) =>
    amount === null ? [{ code: "amountMissing" as const, part, basis }] : [],
  );
  const unknownDays = values.reduce((sum, { days, value }) => (value === null ? sum + days : sum), 0);
  if (unknownDays > 0) gaps.push({ code: "valueMissing", days: unknownDays });
  const average = averageValue(values);
  if (unknownDays === 0 && (average === null || average.lte(0))) gaps.push({ code: "nothingHeld" });
  const of = (part: CostPart): CostLine[] => lines.filter((line) => line.part === part);
  const [service, instruments] = [sumOf(of("service")), sumOf(of("instruments"))];
  const thirdParties = total(
    lines.flatMap(({ part, fromThirdParties }) => (part === "taxes" ? [] : [known(fromThirdParties)])),
  );
  const effects = effectsOf(steps, gaps, digits);
  const last = effects.at(-1);
  return {
    from,
    to,
    base: "dailyAverage",
    averageValue: written(average, digits),
    service: figureOf(service, average, digits),
    instruments: figureOf(instruments, average, digits),
    total: figureOf(plus(service, instruments), average, digits),
    thirdParties: figureOf(thirdParties, average, digits),
    taxes: figureOf(sumOf(of("taxes")), average, digits),
    kinds: costParts.flatMap((part) =>
      costKinds.flatMap((kind) => {
        const ofKind = of(part).filter((line) => line.kind === kind);
        return ofKind.length === 0 ? [] : [{ part, kind, ...figureOf(sumOf(ofKind), average, digits) }];
      }),
    ),
    returns: { before: last?.before ?? null, after: last?.after ?? null, effect: last?.effect ?? null },
    effects,
    gaps,
  };
}
