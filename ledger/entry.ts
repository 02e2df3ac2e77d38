/**
 * A ledger entry: one dated fact about a holder, as the custodian states it. The ledger is append-only; every figure of a
 * portfolio is derived from it. All amounts are decimal strings, exact as written in the source.
 */

/**
 * What happened. `returnOfCapital` is cash that an issuer pays back out of what was paid in: it reduces the cost, and what exceeds
 * the cost is a realised gain. `excluded` is cash that an instrument moved which the portfolio leaves out. `reversal` undoes one named entry whole.
 */
export const entryKinds = [
  "openingBalance",
  "buy",
  "sell",
  "deposit",
  "withdrawal",
  "dividend",
  "returnOfCapital",
  "interest",
  "fee",
  "tax",
  "transferIn",
  "transferOut",
  "split",
  "exchange",
  "fx",
  "excluded",
  "reversal",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An exact decimal in plain notation, such as "-1356.75". */
export type DecimalString = string;
/** A calendar day in the firm's time zone, "YYYY-MM-DD". */
export type Day = string;
/** ISO 4217 code. */
export type Currency = string;

export interface Entry {
  /** Known and growing in the order of booking; decides the order within one instant. */
  id: number;
  kind: EntryKind;
  day: Day;
  /** ISO 8601 instant, where the source tells it; orders the entries of a day. */
  time?: string;
  /** The instrument concerned; for `dividend`, `tax`, `fee` the one that caused it, if any. */
  instrumentId?: number;
  /** Signed change of the instrument's quantity: + in, − out. For a `split` the change it brings. */
  quantity?: DecimalString;
  /** Price of one unit, in `currency`; informs, never computes. */
  price?: DecimalString;
  /** Currency of `amount`, `fee`, `tax` and `cost`. */
  currency: Currency;
  /** Signed net change of cash in `currency`, fee and tax already inside. "0" where no cash moves. */
  amount: DecimalString;
  /** Commission inside `amount`, as a positive cost. */
  fee?: DecimalString;
  /** Transaction tax inside `amount`, as a positive cost. */
  tax?: DecimalString;
  /**
   * Accrued interest inside the `amount` of a buy or sell of a bond, signed as the cash it moves: − paid to the seller, + received
   * from the buyer. It is income, neither a charge nor part of the cost: the next coupon pays it back.
   */
  accruedInterest?: DecimalString;
  /** Cost basis that comes with an `openingBalance` or `transferIn` of an instrument, or moves in an `exchange`. */
  cost?: DecimalString;
  /** `fx`: the other leg, signed. `exchange`: what comes in for what goes out. */
  counter?: { currency?: Currency; amount?: DecimalString; instrumentId?: number; quantity?: DecimalString };
  /** `reversal`: the id of the entry that it undoes. */
  reverses?: number;
}
