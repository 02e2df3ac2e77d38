/** What a writer keeps of a ledger, as plain JSON: replaying goes on from it. */
import type { Currency, Day, DecimalString } from "./entry.ts";
import type { CashState, MissingRate, PositionState, StaleRate } from "./holding.ts";

export interface LedgerState {
  positions: Record<string, PositionState>;
  cash: Record<Currency, CashState>;
  /** Paid in less paid out, in base; what is delivered counts at its value of the day. Null where that is unknown. */
  netDepositsBase: DecimalString | null;
  /** Why the net deposits are unknown. */
  missingRates: MissingRate[];
  missingPrices: { instrumentId: number; day: Day }[];
  /** Rates and prices that the net deposits were valued at although they were old. */
  staleRates: StaleRate[];
  stalePrices: StalePrice[];
}

/** A price older than ten days that a delivery was valued at; the first such day of each instrument. */
export interface StalePrice {
  instrumentId: number;
  day: Day;
  /** Day of the price. */
  quoted: Day;
}

/** Figures that positions and cash are both kept with. */
export type KeptFigure = "quantity" | "costBase" | "realisedBase" | "incomeBase" | "feesBase" | "taxBase";

export const startState = (): LedgerState => ({
  positions: {},
  cash: {},
  netDepositsBase: "0",
  missingRates: [],
  missingPrices: [],
  staleRates: [],
  stalePrices: [],
});

/** Currencies whose balance is below zero: taken, and flagged. */
export const cashBelowZero = ({ cash }: LedgerState): Currency[] =>
  Object.entries(cash).flatMap(([currency, { amount }]) => (amount.startsWith("-") ? [currency] : []));
