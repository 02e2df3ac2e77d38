/**
 * A ledger entry: one dated transaction of a holder, as the custodian states it. The ledger is append-only; every
 * figure of a portfolio is derived from it. All amounts are decimal strings, exactly as in the source.
 */

/**
 * `returnOfCapital` is paid-in capital that an issuer returns: it reduces the cost, and the part above the cost is a
 * realised gain. `excluded` is cash of an instrument that is excluded from the portfolio. `reversal` reverses one whole
 * entry.
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

/** Units that were acquired together. */
export interface DeliveredLot {
  /** Null if unknown. */
  acquired: Day | null;
  /** Above zero. */
  quantity: DecimalString;
  /** In the entry's currency, not below zero. */
  cost: DecimalString;
}

export interface Entry {
  /** Ascending in the order of booking; decides the order within one instant. */
  id: number;
  kind: EntryKind;
  day: Day;
  /** ISO 8601 instant, if the source states it; orders the entries of a day. */
  time?: string;
  /** The instrument concerned; for `dividend`, `tax` and `fee` the one that caused it, if any. */
  instrumentId?: number;
  /** Signed change of the quantity: + in, − out. For a `split` the change that it makes. */
  quantity?: DecimalString;
  /** Price of one unit in `currency`; informative, not used in calculations. */
  price?: DecimalString;
  /** Currency of `amount`, `fee`, `tax` and `cost`. */
  currency: Currency;
  /** Signed net change of cash in `currency`, including fee and tax. "0" if no cash moves. */
  amount: DecimalString;
  /** Commission included in `amount`, as a positive cost. */
  fee?: DecimalString;
  /** Transaction tax included in `amount`, as a positive cost. */
  tax?: DecimalString;
  /**
   * Accrued interest included in the `amount` of a bond trade, signed like the cash: − paid to the seller, + received
   * from the buyer. It is income, neither a charge nor part of the cost: the next coupon pays it back.
   */
  accruedInterest?: DecimalString;
  /** Cost of an `openingBalance` or `transferIn` of an instrument, or the cost that an `exchange` moves. */
  cost?: DecimalString;
  /** `transferIn` of an instrument: the day on which the units were acquired; their cost in base is of that day. */
  acquiredOn?: Day;
  /**
   * `transferIn` of an instrument: what it consists of, if that is known. Quantities sum to `quantity`, costs to `cost`, exactly; the
   * cost of each in base is of its own day.
   */
  lots?: readonly DeliveredLot[];
  /** `transferIn` or `transferOut` of an instrument: what the units were worth on the day, as the custodian states it. */
  value?: DecimalString;
  /** `fx`: the other leg, signed. `exchange`: the incoming side. */
  counter?: { currency?: Currency; amount?: DecimalString; instrumentId?: number; quantity?: DecimalString };
  /** `reversal`: id of the reversed entry. */
  reverses?: number;
}
