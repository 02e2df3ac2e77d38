/**
 * The statement of client assets (Delegated Regulation 2017/565, Article 63): what the firm holds for a client at the end of a
 * day, at which prices and rates.
 */

import type { FlagKind } from "@portico/api/rules/mandates.ts";
import { digitsOf } from "@portico/api/rules/written-figures.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { tradeSource } from "@portico/ledger/valuation.ts";
import { distinctGaps, type Given, type Period, type ReportGap } from "./data.ts";
import type { MandateFacts } from "./mandate.ts";
import { flaggedUnits } from "./position-flags.ts";

/** A price or rate as used: an exact decimal string, its day and its source. */
export interface UsedQuote {
  value: string;
  day: string;
  source: string;
}

interface HeldInstrument {
  /** Of the portal: not in the data. */
  instrumentId?: number;
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

/** A flag of a position on the last day; quantities exact. */
export interface FlaggedPosition {
  /** Of the portal, to find what is held: not in the data. Null for cash. */
  instrumentId: number | null;
  /** Of an instrument; null for cash. */
  name: string | null;
  isin: string | null;
  /** Of cash; null for an instrument. */
  currency: string | null;
  kind: FlagKind;
  /** Null: the whole position. */
  quantity: string | null;
  held: string;
  from: string;
  to: string | null;
  note: string | null;
}

/** A trade that counts already and settles later, or may. */
export interface UnsettledTrade {
  side: "buy" | "sell";
  day: string;
  instrument: string;
  isin: string | null;
  quantity: string;
  amount: string;
  currency: string;
  /** Null if it is not known. */
  settlementDay: string | null;
  /** Who says so; null for nobody. */
  by: "custodian" | "calendar" | null;
}

/** What the second version of the statement says besides. */
export interface AssetsMarks {
  mandate: Pick<MandateFacts, "category" | "service">;
  flags: readonly FlaggedPosition[];
  unsettled: readonly UnsettledTrade[];
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
  /** From the second version on. */
  mandate?: Pick<MandateFacts, "category" | "service">;
  flags?: (Omit<FlaggedPosition, "instrumentId"> & { exceeds: boolean })[];
  /** Values in the statement's currency; null if a position that is flagged has no value. */
  protection?: { protected: string | null; unprotected: string | null; encumbered: string | null };
  unsettled?: UnsettledTrade[];
}

/** 2: category, what is lent, pledged or transferred, trades that are not settled. */
export const assetsTemplate = 2;

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

/** What of the value is not protected, and what of the protected is encumbered. */
function protectionOf(
  { instruments, cash }: Pick<AssetsFacts, "instruments" | "cash">,
  flags: readonly FlaggedPosition[],
): { protected: Decimal | null; unprotected: Decimal | null; encumbered: Decimal | null } {
  const all = sumOf([...instruments, ...cash]);
  let unprotected: Decimal | null = new Decimal(0);
  let encumbered: Decimal | null = new Decimal(0);
  const positions = [
    ...instruments.map(({ instrumentId, quantity, value }) => ({
      units: quantity,
      value,
      own: flags.filter((flag) => flag.instrumentId !== null && flag.instrumentId === instrumentId),
    })),
    ...cash.map(({ currency, amount, value }) => ({
      units: amount,
      value,
      own: flags.filter((flag) => flag.currency !== null && flag.currency === currency),
    })),
  ];
  for (const { units, value, own } of positions) {
    if (own.length === 0 || new Decimal(units).lte(0)) continue;
    const flagged = flaggedUnits(units, own);
    const part = (quantity: string): Decimal | null =>
      value === null ? null : new Decimal(value).times(quantity).div(units);
    const not = part(flagged.unprotected);
    const of = part(Decimal.min(flagged.encumbered, new Decimal(units).minus(flagged.unprotected)).toFixed());
    unprotected = unprotected === null || not === null ? null : unprotected.plus(not);
    encumbered = encumbered === null || of === null ? null : encumbered.plus(of);
  }
  return { protected: all === null || unprotected === null ? null : all.minus(unprotected), unprotected, encumbered };
}

/** In one order, whatever that of the database. */
const inOrder = <Row extends object>(rows: readonly Row[], keyOf: (row: Row) => readonly (string | null)[]): Row[] =>
  rows.toSorted((one, other) => (JSON.stringify(keyOf(one)) < JSON.stringify(keyOf(other)) ? -1 : 1));

function marksOf(
  facts: Pick<AssetsFacts, "instruments" | "cash">,
  { mandate, flags, unsettled }: AssetsMarks,
  rounded: (value: Decimal | null) => string | null,
) {
  const ofPosition = (flag: FlaggedPosition) =>
    flags.filter((one) => one.instrumentId === flag.instrumentId && one.currency === flag.currency);
  const sorted = inOrder(flags, ({ name, currency, kind, from, quantity, to, note }) => [
    name,
    currency,
    kind,
    from,
    quantity,
    to,
    note,
  ]);
  const { protected: safe, unprotected, encumbered } = protectionOf(facts, flags);
  return {
    mandate: { category: mandate.category, service: mandate.service },
    flags: sorted.map((flag) => {
      const { instrumentId: _id, ...shown } = flag;
      return { ...shown, exceeds: flaggedUnits(flag.held, ofPosition(flag)).exceeds || new Decimal(flag.held).lte(0) };
    }),
    protection: { protected: rounded(safe), unprotected: rounded(unprotected), encumbered: rounded(encumbered) },
    unsettled: inOrder(unsettled, ({ day, instrument, side, quantity, amount }) => [
      day,
      instrument,
      side,
      quantity,
      amount,
    ]),
  };
}

/** The data of the statement: of the first version without what is marked. */
export function assetsData({ cash, currency, excluded, ...rest }: AssetsFacts, marks?: AssetsMarks): AssetsData {
  const { instruments: unsorted, ...facts } = rest;
  const instruments = byName(unsorted);
  const digits = digitsOf(currency);
  const rounded = (value: Decimal | string | null): string | null =>
    value === null ? null : new Decimal(value).toDecimalPlaces(digits).toFixed(digits);
  return {
    kind: "assets",
    template: marks ? assetsTemplate : 1,
    ...facts,
    currency,
    basis: "trade",
    instruments: instruments.map((held) => {
      const { gaps: _gaps, instrumentId: _id, ...shown } = held;
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
    ...(marks && marksOf({ instruments, cash }, marks, rounded)),
  };
}
