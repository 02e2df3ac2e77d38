/**
 * The statement of client assets (Delegated Regulation 2017/565, Article 63): what the firm holds for a client at the end of a
 * day, at which prices and rates.
 */

import { digitsOf } from "@portico/api/rules/written-figures.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { tradeSource } from "@portico/ledger/valuation.ts";
import { distinctGaps, type Given, type Period, type ReportGap } from "./data.ts";

/** A price or rate as used: an exact decimal string, its day and its source. */
export interface UsedQuote {
  value: string;
  day: string;
  source: string;
}

interface HeldInstrument {
  name: string;
  isin: string | null;
  ticker: string | null;
  assetClass: string;
  currency: string;
  quantity: string;
  /** Of one unit; null if none is known. */
  price: (UsedQuote & { currency: string }) | null;
  /** Units of the statement's currency for one of the price's; null if none is known. */
  rate: UsedQuote | null;
  /** Exact, in the statement's currency; null if it cannot be valued. */
  value: string | null;
  gaps: ReportGap[];
}

interface HeldCash {
  currency: string;
  amount: string;
  rate: UsedQuote | null;
  value: string | null;
  gaps: ReportGap[];
}

/** Exact figures, as read. */
export interface AssetsFacts {
  given: Given;
  period: Period;
  /** In which it is valued. */
  currency: string;
  instruments: readonly HeldInstrument[];
  cash: readonly HeldCash[];
  /** Instruments that are kept out of the portfolio, with the quantity that the custodian stated last. */
  excluded: readonly { name: string; quantity: string | null; day: string | null }[];
}

export interface AssetsData {
  kind: "assets";
  template: number;
  given: Given;
  period: Period;
  currency: string;
  /** Trades count from the day on which they were made. */
  basis: "trade";
  /** `estimate`: no market price is known, and the price is the client's own last trade. */
  instruments: (Omit<HeldInstrument, "gaps"> & { valuation: "market" | "estimate" | "none" })[];
  cash: Omit<HeldCash, "gaps">[];
  /** Rounded from the exact sums, as on the page of the portfolio: rounded rows may add up to a cent more or less. Null if a row has no value. */
  totals: { instruments: string | null; cash: string | null; all: string | null };
  excluded: { name: string; quantity: string | null; day: string | null }[];
  gaps: ReportGap[];
}

export const assetsTemplate = 1;

/** Exact; null if a value is not known. */
const sumOf = (held: readonly { value: string | null }[]): Decimal | null =>
  held.reduce<Decimal | null>(
    (sum, { value }) => (sum === null || value === null ? null : sum.plus(value)),
    new Decimal(0),
  );

const valuationOf = ({ price, value }: HeldInstrument): AssetsData["instruments"][number]["valuation"] => {
  if (value === null || price === null) return "none";
  return price.source === tradeSource ? "estimate" : "market";
};

/** By name, whatever order the database has for texts. */
const byName = <Row extends { name: string; isin?: string | null }>(rows: readonly Row[]): Row[] => {
  const keyOf = ({ name, isin }: Row): string => `${name.toUpperCase()}\0${name}\0${isin ?? ""}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** The data of the statement. */
export function assetsData({ cash, currency, excluded, ...rest }: AssetsFacts): AssetsData {
  const { instruments: unsorted, ...facts } = rest;
  const instruments = byName(unsorted);
  const digits = digitsOf(currency);
  const rounded = (value: Decimal | string | null): string | null =>
    value === null ? null : new Decimal(value).toDecimalPlaces(digits).toFixed(digits);
  return {
    kind: "assets",
    template: assetsTemplate,
    ...facts,
    currency,
    basis: "trade",
    instruments: instruments.map((held) => {
      const { gaps: _gaps, ...shown } = held;
      return { ...shown, value: rounded(held.value), valuation: valuationOf(held) };
    }),
    cash: cash.map(({ gaps: _gaps, ...held }) => ({ ...held, value: rounded(held.value) })),
    totals: {
      instruments: rounded(sumOf(instruments)),
      cash: rounded(sumOf(cash)),
      all: rounded(sumOf([...instruments, ...cash])),
    },
    excluded: byName(excluded),
    gaps: distinctGaps([...instruments, ...cash].flatMap(({ gaps }) => gaps)),
  };
}
