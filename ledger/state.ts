/** The stored state of a ledger, as plain JSON; a replay continues from it. */
import type { Currency, Day, DecimalString } from "./entry.ts";
import type { CashState, MissingRate, PositionState, StaleRate } from "./holding.ts";

export interface LedgerState {
  positions: Record<string, PositionState>;
  cash: Record<Currency, CashState>;
  /** Paid in minus paid out, in base; deliveries count at their value of the day. Null if unknown. */
  netDepositsBase: DecimalString | null;
  /** Why the net deposits are unknown. */
  missingRates: MissingRate[];
  missingPrices: { instrumentId: number; day: Day }[];
  /** Old rates and prices used to value the net deposits. */
  staleRates: StaleRate[];
  stalePrices: StalePrice[];
}

/** A price older than ten days at which a delivery was valued; the first such day per instrument. */
export interface StalePrice {
  instrumentId: number;
  day: Day;
  /** Day of the price. */
  quoted: Day;
}

/** Stored figures that positions and cash have in common. */
export type StoredFigure = "quantity" | "costBase" | "realisedBase" | "incomeBase" | "feesBase" | "taxBase";

export const startState = (): LedgerState => ({
  positions: {},
  cash: {},
  netDepositsBase: "0",
  missingRates: [],
  missingPrices: [],
  staleRates: [],
  stalePrices: [],
});

/** Currencies with a negative balance: accepted and flagged. */
export const cashBelowZero = ({ cash }: LedgerState): Currency[] =>
  Object.entries(cash).flatMap(([currency, { amount }]) => (amount.startsWith("-") ? [currency] : []));
