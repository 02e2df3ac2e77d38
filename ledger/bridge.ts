/** Change of value between two days: opening + deposits + price + fx + income − fees − tax = closing, exactly. */
import { Decimal, plain } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** One day of a holder in base currency. `fees` and `tax` are costs, positive. */
export interface DailyRow {
  day: Day;
  value: DecimalString;
  /** Paid in minus paid out. */
  deposits: DecimalString;
  /** Paid in, before subtracting what was paid out on the same day. */
  inflow: DecimalString;
  price: DecimalString;
  fx: DecimalString;
  income: DecimalString;
  fees: DecimalString;
  tax: DecimalString;
}

export const bridgeParts = ["deposits", "price", "fx", "income", "fees", "tax"] as const;

/** Sums of the changes over consecutive days; `fees` and `tax` are costs, positive. */
export type Moved = Record<(typeof bridgeParts)[number], DecimalString>;

/** `opening` is the value before the first day, `closing` the value of the last day. */
export interface Bridge extends Moved {
  opening: DecimalString;
  closing: DecimalString;
}

/** Sums over consecutive days, of which `entered` is the part of the deposits that nobody paid; null if one is unknown. */
export interface MovedOver extends Moved {
  entered: DecimalString | null;
}

/**
 * The bridge between two known values, over days of which some may lack a price: only what was paid is a deposit. What
 * became known in between without a payment, such as units of a spin-off, is part of the price effect.
 */
export function bridgeOver(moved: MovedOver, opening: DecimalString, closing: DecimalString): Bridge | null {
  const { entered, ...parts } = moved;
  if (entered === null) return null;
  return {
    ...parts,
    opening,
    deposits: plain(new Decimal(parts.deposits).minus(entered)),
    price: plain(new Decimal(parts.price).plus(entered)),
    closing,
  };
}

/** Rounds for display so that the parts still add up: the rounding difference goes to the price effect. */
export function roundBridge(bridge: Bridge, digits = 2): Bridge {
  // Less than nothing by less than a cent is nothing, without a sign.
  const round = (text: DecimalString): Decimal => new Decimal(text).toDecimalPlaces(digits).plus(0);
  const opening = round(bridge.opening);
  const closing = round(bridge.closing);
  const [deposits, fx, income, fees, tax] = [bridge.deposits, bridge.fx, bridge.income, bridge.fees, bridge.tax].map(
    round,
  ) as [Decimal, Decimal, Decimal, Decimal, Decimal];
  const price = closing.minus(opening).minus(deposits).minus(fx).minus(income).plus(fees).plus(tax);
  const text = (value: Decimal): DecimalString => value.toFixed(digits);
  return {
    opening: text(opening),
    deposits: text(deposits),
    price: text(price),
    fx: text(fx),
    income: text(income),
    fees: text(fees),
    tax: text(tax),
    closing: text(closing),
  };
}
