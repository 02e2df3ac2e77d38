/**
 * The periodic statement of portfolio management (Delegated Regulation 2017/565, Article 60(2)): contents at both ends, what
 * moved the value, fees, income, transactions and corporate actions.
 */
import { digitsOf } from "@portico/api/rules/written-figures.ts";
import { type Bridge, roundBridge } from "@portico/ledger/bridge.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type AssetsData, type AssetsFacts, assetsData } from "./assets.ts";
import { distinctGaps, type Given, type Period, type ReportGap } from "./data.ts";
import type { AgreedBenchmark, MandateFacts } from "./mandate.ts";

/** One entry as booked, in its currency; `base` figures are in the statement's. */
export interface MovementFacts {
  kind: string;
  day: string;
  /** The instrument's name. */
  instrument: string | null;
  isin: string | null;
  quantity: string | null;
  price: string | null;
  currency: string;
  /** Net change of cash. */
  amount: string;
  fee: string | null;
  tax: string | null;
  /** Exact parts in the statement's currency; null without a rate. */
  baseFees: string | null;
  baseIncome: string | null;
}

export interface ManagementFacts {
  given: Given;
  period: Period;
  currency: string;
  /** At the end of the day before the period; null if nothing was held yet. */
  beginning: AssetsFacts | null;
  end: AssetsFacts;
  /** Exact; null if a day lacks a price or rate. */
  bridge: Bridge | null;
  /** Time-weighted, in percent; null if it is not known. */
  performance: string | null;
  movements: readonly MovementFacts[];
  gaps: readonly ReportGap[];
  /** From the second version on. */
  mandate?: MandateFacts;
  benchmark?: AgreedBenchmark | null;
}

type Contents = Pick<AssetsData, "instruments" | "cash" | "totals"> & { day: string };

export interface ManagementData {
  kind: "management";
  template: number;
  given: Given;
  period: Period;
  currency: string;
  basis: "trade";
  beginning: Contents | null;
  end: Contents;
  /** Rounded so that the parts add up; the difference is in `price`. */
  bridge: Bridge | null;
  /** Percent with two decimals. */
  performance: string | null;
  /** `execution`: commissions of trades; `management`: fees booked by themselves, and debit interest. */
  fees: { execution: string | null; management: string | null; all: string | null };
  income: { dividends: string | null; interest: string | null; all: string | null };
  transactions: Omit<MovementFacts, "baseFees" | "baseIncome">[];
  incomeReceived: Omit<MovementFacts, "baseFees" | "baseIncome">[];
  corporateActions: Omit<MovementFacts, "baseFees" | "baseIncome">[];
  gaps: ReportGap[];
  /** From the second version on. With single confirmations the transactions are not listed again. */
  mandate?: MandateFacts;
  /** Its percent has two decimals. */
  benchmark?: AgreedBenchmark | null;
}

/** 2: category, mandate and the agreed benchmark. */
export const managementTemplate = 2;

const trades = ["buy", "sell", "fx"];
const incomes = ["dividend", "interest"];
const actions = ["split", "exchange", "returnOfCapital"];

const contentsOf = (facts: AssetsFacts): Contents => {
  const { instruments, cash, totals, period } = assetsData(facts);
  return { day: period.to, instruments, cash, totals };
};

type Part = "baseFees" | "baseIncome";

/** Exact; null if one of them is not known. */
const sumOf = (movements: readonly MovementFacts[], part: Part): Decimal | null =>
  movements.reduce<Decimal | null>((sum, movement) => {
    const value = movement[part];
    return sum === null || value === null ? null : sum.plus(value);
  }, new Decimal(0));

const percentOf = (percent: string | null): string | null =>
  percent === null ? null : new Decimal(percent).toDecimalPlaces(2).toFixed(2);

const withoutBase = ({ baseFees: _fees, baseIncome: _income, ...shown }: MovementFacts) => shown;

/** The data of the statement. */
export function managementData(facts: ManagementFacts): ManagementData {
  const {
    given,
    period,
    currency,
    beginning,
    end,
    bridge,
    performance,
    movements,
    gaps,
    mandate,
    benchmark = null,
  } = facts;
  const digits = digitsOf(currency);
  const rounded = (value: Decimal | null): string | null => value?.toDecimalPlaces(digits).toFixed(digits) ?? null;
  const of = (kinds: readonly string[]) => movements.filter(({ kind }) => kinds.includes(kind));
  const isTrade = ({ kind }: MovementFacts): boolean => trades.includes(kind);
  const isInterest = ({ kind }: MovementFacts): boolean => kind !== "dividend";
  return {
    kind: "management",
    template: mandate ? managementTemplate : 1,
    given,
    period,
    currency,
    basis: "trade",
    beginning: beginning && contentsOf(beginning),
    end: contentsOf(end),
    bridge: bridge && roundBridge(bridge, digits),
    performance: percentOf(performance),
    fees: {
      execution: rounded(sumOf(movements.filter(isTrade), "baseFees")),
      management: rounded(
        sumOf(
          movements.filter((one) => !isTrade(one)),
          "baseFees",
        ),
      ),
      all: rounded(sumOf(movements, "baseFees")),
    },
    income: {
      dividends: rounded(
        sumOf(
          movements.filter((one) => !isInterest(one)),
          "baseIncome",
        ),
      ),
      interest: rounded(sumOf(movements.filter(isInterest), "baseIncome")),
      all: rounded(sumOf(movements, "baseIncome")),
    },
    transactions: mandate?.singleConfirmations ? [] : of(trades).map(withoutBase),
    incomeReceived: of(incomes).map(withoutBase),
    corporateActions: of(actions).map(withoutBase),
    gaps: distinctGaps(gaps),
    ...(mandate && { mandate, benchmark: benchmark && { ...benchmark, percent: percentOf(benchmark.percent) } }),
  };
}
