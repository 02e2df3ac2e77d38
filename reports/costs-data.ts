/** The data of the yearly report of costs and charges: booked charges, instruments' own costs, and what both are in percent. */
import { digitsOf } from "@portico/api/rules/written-figures.ts";
import { Decimal, type Known, plus, times, zero } from "@portico/ledger/decimal.ts";
import {
  type CostEffect,
  type CostFigure,
  type CostKind,
  type CostLine,
  type CostPart,
  costReport,
  type ReturnStep,
} from "./costs.ts";
import { distinctGaps, type Given, type Period, type ReportGap } from "./data.ts";
import { total, written } from "./rounding.ts";

/** Percent: of the value held, a year; `oneOff` of what is bought; `thirdParties` is inside `ongoing`. */
export interface OwnPercentages {
  ongoing: string;
  transactions: string;
  incidental: string;
  oneOff: string;
  thirdParties: string;
}

/** A charge or tax of an entry, as booked. */
export interface BookedCost {
  entryId: number;
  day: string;
  part: "service" | "taxes";
  kind: CostKind;
  /** Kind of the entry. */
  entryKind: string;
  instrument: string | null;
  isin: string | null;
  currency: string;
  /** Exact, in the entry's currency; a refund is negative. */
  charged: string;
  /** Exact, in the report's currency; null without a rate. */
  amount: string | null;
}

/** An instrument that was held or bought, with what it costs by itself. */
export interface OwnCostFacts {
  instrumentId: number;
  instrument: string;
  isin: string | null;
  /** Whether it has costs of its own by its nature, as a fund or a traded commodity has: without data they are unknown. */
  bearsCosts: boolean;
  /** By their first day. */
  stated: readonly (OwnPercentages & { from: string })[];
  /** Of each day of the period on which something was held; null if a price or rate is missing. */
  worths: ReadonlyMap<string, Known>;
  /** What was paid for units, without charges; null without a rate. */
  bought: readonly { day: string; amount: Known }[];
}

export interface CostsFacts {
  given: Given;
  period: Period;
  currency: string;
  /** Every day of the period, in order. */
  days: readonly {
    day: string;
    /** At its close; null if a price or rate is missing. */
    value: string | null;
    /** The close before with what was paid in on the day, and its own close with what was paid out; null if unknown. */
    opening: string | null;
    closing: string | null;
    /** Charged on it, as booked, in the report's currency; null without a rate. */
    charged: Known;
  }[];
  booked: readonly BookedCost[];
  instruments: readonly OwnCostFacts[];
  /** Of the prices and rates. */
  gaps: readonly ReportGap[];
}

/** What an instrument cost by itself in the days of the period in which one statement of its percentages held. */
export interface OwnCost extends OwnPercentages {
  instrument: string;
  isin: string | null;
  /** From which day the percentages hold. */
  from: string;
  /** The sum of the daily values of these days over all days of the period. */
  averageHolding: string | null;
  /** What was paid for units on these days, without charges. */
  bought: string | null;
  amounts: {
    ongoing: string;
    transactions: string;
    incidental: string;
    oneOff: string;
    all: string;
    thirdParties: string;
  } | null;
}

export interface CostsData {
  kind: "costs";
  template: number;
  given: Given;
  period: Period;
  currency: string;
  base: "dailyAverage";
  days: number;
  averageValue: string | null;
  service: CostFigure;
  instruments: CostFigure;
  total: CostFigure;
  /** Inside the total. */
  thirdParties: CostFigure;
  /** Outside it. */
  taxes: CostFigure;
  /** All kinds of Annex II, those without costs too. */
  kinds: ({ part: CostPart; kind: CostKind } & CostFigure)[];
  returns: { before: string | null; after: string | null; effect: string | null };
  /** By month. */
  effects: CostEffect[];
  /** Amounts rounded one by one. */
  booked: BookedCost[];
  own: OwnCost[];
  /** Held instruments of which no own costs are stated, and that bear none. */
  withoutOwn: { instrument: string; isin: string | null }[];
  nothingHeld: boolean;
  gaps: ReportGap[];
}

export const costsTemplate = 1;

/** Kinds of Annex II: of services (table 1) and of instruments (table 2). */
const listedKinds = (
  [
    ["service", ["oneOff", "ongoing", "transactions", "ancillary", "incidental"]],
    ["instruments", ["oneOff", "ongoing", "transactions", "incidental"]],
  ] as const
).flatMap(([part, kinds]) => kinds.map((kind) => ({ part, kind })));

const hundred = new Decimal(100);
const yearly = ["ongoing", "transactions", "incidental"] as const;

const daysOfYear = (day: string): 365 | 366 => {
  const year = Number(day.slice(0, 4));
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 366 : 365;
};

type Stated = OwnCostFacts["stated"][number];

/** Exact sums over the days on which one statement holds; null if a value is unknown. */
interface Sums {
  stated: Stated;
  worth: Known;
  /** Of each day its value over the days of its year. */
  yearShare: Known;
  bought: Known;
}

interface Worked {
  sums: Sums[];
  /** The first day that needs costs which nobody stated. */
  missing: string | null;
  /** On each day; null if unknown. */
  byDay: Map<string, Known>;
}

const byYear = (percent: string, share: Known): Known => times(new Decimal(percent).div(hundred), share);

/** Costs of an instrument on each day of the period. */
function workOut({ stated, worths, bought, bearsCosts }: OwnCostFacts): Worked {
  const worked: Worked = { sums: [], missing: null, byDay: new Map() };
  const of = new Map<Stated, Sums>();
  const sumsOn = (day: string): Sums | undefined => {
    const now = stated.findLast(({ from }) => from <= day);
    if (!now) {
      if ((bearsCosts || stated.length > 0) && (worked.missing === null || day < worked.missing)) worked.missing = day;
      return undefined;
    }
    const known = of.get(now) ?? { stated: now, worth: zero, yearShare: zero, bought: zero };
    of.set(now, known);
    return known;
  };
  const add = (day: string, amount: Known): void => {
    const before = worked.byDay.get(day);
    worked.byDay.set(day, before === undefined ? amount : plus(before, amount));
  };
  const isMissing = (day: string): boolean => worked.missing !== null && day >= worked.missing;
  for (const [day, worth] of worths) {
    const sums = sumsOn(day);
    if (!sums) {
      if (isMissing(day)) add(day, null);
      continue;
    }
    const share = worth?.div(daysOfYear(day)) ?? null;
    sums.worth = plus(sums.worth, worth);
    sums.yearShare = plus(sums.yearShare, share);
    for (const field of yearly) add(day, byYear(sums.stated[field], share));
  }
  for (const { day, amount } of bought) {
    const sums = sumsOn(day);
    if (!sums) {
      if (isMissing(day)) add(day, null);
      continue;
    }
    sums.bought = plus(sums.bought, amount);
    add(day, byYear(sums.stated.oneOff, amount));
  }
  worked.sums = [...of.values()].toSorted((one, other) => (one.stated.from < other.stated.from ? -1 : 1));
  return worked;
}

/** Exact costs of one statement. What is nothing needs no value. */
function amountsOf({ stated, yearShare, bought }: Sums) {
  const of = (percent: string, base: Known): Known => (Number(percent) === 0 ? zero : byYear(percent, base));
  return {
    ongoing: of(stated.ongoing, yearShare),
    transactions: of(stated.transactions, yearShare),
    incidental: of(stated.incidental, yearShare),
    oneOff: of(stated.oneOff, bought),
    thirdParties: of(stated.thirdParties, yearShare),
  };
}

const ownKinds = ["oneOff", "ongoing", "transactions", "incidental"] as const;

function linesOf({ instrumentId }: OwnCostFacts, { sums, missing }: Worked): CostLine[] {
  if (sums.length === 0 && missing === null) return [];
  const each = sums.map(amountsOf);
  const whole = (field: (typeof ownKinds)[number] | "thirdParties"): string | null =>
    missing === null ? (total(each.map((amounts) => amounts[field]))?.toFixed() ?? null) : null;
  return ownKinds.map((kind) => ({
    part: "instruments",
    kind,
    basis: { instrumentId },
    day: null,
    amount: whole(kind),
    fromThirdParties: kind === "ongoing" ? whole("thirdParties") : "0",
  }));
}

function presentOwn(
  facts: OwnCostFacts,
  { sums }: Worked,
  { digits, days }: { digits: number; days: number },
): OwnCost[] {
  return sums.map((sum): OwnCost => {
    const { thirdParties, ...kinds } = amountsOf(sum);
    const all = total(Object.values(kinds));
    const text = (value: Decimal): string => written(value, digits) as string;
    const { from, ongoing, transactions, incidental, oneOff, thirdParties: received } = sum.stated;
    return {
      instrument: facts.instrument,
      isin: facts.isin,
      from,
      ongoing,
      transactions,
      incidental,
      oneOff,
      thirdParties: received,
      averageHolding: written(sum.worth?.div(days) ?? null, digits),
      bought: written(sum.bought, digits),
      amounts:
        all === null || thirdParties === null
          ? null
          : {
              ongoing: text(kinds.ongoing as Decimal),
              transactions: text(kinds.transactions as Decimal),
              incidental: text(kinds.incidental as Decimal),
              oneOff: text(kinds.oneOff as Decimal),
              all: text(all),
              thirdParties: text(thirdParties),
            },
    };
  });
}

const isMonthEnd = (day: string, next: string | undefined): boolean => next === undefined || next.endsWith("-01");

function stepsOf({ days }: CostsFacts, ownByDay: ReadonlyMap<string, Known>): ReturnStep[] {
  return days.map(({ day, opening, closing, charged }, index): ReturnStep => {
    const own = ownByDay.get(day);
    const costs = own === undefined ? charged : plus(charged, own);
    return {
      to: day,
      opening: opening ?? "0",
      closing: opening === null ? null : closing,
      costs: costs?.toFixed() ?? null,
      ...(!isMonthEnd(day, days[index + 1]?.day) && { isUntold: true }),
    };
  });
}

/** By name, whatever order the database has for texts. */
const byName = <Row extends { instrument: string; isin: string | null }>(rows: readonly Row[]): Row[] => {
  const keyOf = ({ instrument, isin }: Row): string => `${instrument.toUpperCase()}\0${instrument}\0${isin ?? ""}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** The data of the report. A figure that lacks a price, a rate or stated costs is null, with the reason in `gaps`. */
export function costsData(facts: CostsFacts): CostsData {
  const { given, period, currency, days, booked } = facts;
  const digits = digitsOf(currency);
  const instruments = byName(facts.instruments).map((one) => ({ facts: one, worked: workOut(one) }));
  const ownByDay = new Map<string, Known>();
  for (const { worked } of instruments)
    for (const [day, amount] of worked.byDay) {
      const before = ownByDay.get(day);
      ownByDay.set(day, before === undefined ? amount : plus(before, amount));
    }
  const {
    base,
    gaps: found,
    ...report
  } = costReport({
    ...period,
    digits,
    values: days.map(({ value }) => ({ days: 1, value })),
    steps: stepsOf(facts, ownByDay),
    lines: [
      ...booked.map(
        ({ part, kind, entryId, day, amount }): CostLine => ({
          part,
          kind,
          basis: { entryId },
          day,
          amount,
          fromThirdParties: "0",
        }),
      ),
      ...instruments.flatMap((one) => linesOf(one.facts, one.worked)),
    ],
  });
  const { averageValue, service, instruments: own, total: all, thirdParties, taxes, kinds, returns, effects } = report;
  return {
    kind: "costs",
    template: costsTemplate,
    given,
    period,
    currency,
    base,
    days: days.length,
    averageValue,
    service,
    instruments: own,
    total: all,
    thirdParties,
    taxes,
    kinds: listedKinds.map(
      ({ part, kind }) =>
        kinds.find((one) => one.part === part && one.kind === kind) ?? {
          part,
          kind,
          amount: zero.toFixed(digits),
          percent: all.percent === null ? null : "0.0000",
        },
    ),
    returns,
    effects,
    booked: booked.map((cost) => ({
      ...cost,
      amount: written(cost.amount === null ? null : new Decimal(cost.amount), digits),
    })),
    own: instruments.flatMap((one) => presentOwn(one.facts, one.worked, { digits, days: days.length })),
    withoutOwn: instruments.flatMap(({ facts: { instrument, isin }, worked: { sums, missing } }) =>
      sums.length === 0 && missing === null ? [{ instrument, isin }] : [],
    ),
    nothingHeld: found.some(({ code }) => code === "nothingHeld"),
    gaps: distinctGaps([
      ...facts.gaps,
      ...instruments.flatMap(({ facts: { instrument }, worked: { missing } }) =>
        missing === null ? [] : [{ code: "ownCostsMissing", name: instrument, day: missing }],
      ),
      ...found.flatMap((gap): ReportGap[] =>
        gap.code === "valueMissing"
          ? [{ code: "daysIncomplete" }]
          : gap.code === "returnMissing"
            ? [{ code: "costReturnMissing", day: gap.to }]
            : [],
      ),
    ]),
  };
}
