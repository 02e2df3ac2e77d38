/** What moved a value between two days: opening + deposits + price + fx + income − fees − tax = closing, exactly. */
import { Decimal } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** A holder's day in base currency. `fees` and `tax` are costs, positive. */
export interface DailyRow {
  day: Day;
  value: DecimalString;
  /** Paid in less paid out. */
  deposits: DecimalString;
  /** What was paid in, before what was paid out on the same day. */
  inflow: DecimalString;
  price: DecimalString;
  fx: DecimalString;
  income: DecimalString;
  fees: DecimalString;
  tax: DecimalString;
}

export const bridgeParts = ["deposits", "price", "fx", "income", "fees", "tax"] as const;

/** Sums of what moved the value over days that follow one another; `fees` and `tax` are costs, positive. */
export type Moved = Record<(typeof bridgeParts)[number], DecimalString>;

/** `opening` is the value before the first of the days, `closing` that of the last. */
export interface Bridge extends Moved {
  opening: DecimalString;
  closing: DecimalString;
}

/** Rounds to the display's digits so that the parts still sum: what rounding leaves over goes to the price effect. */
export function roundBridge(bridge: Bridge, digits = 2): Bridge {
  const round = (text: DecimalString): Decimal => new Decimal(text).toDecimalPlaces(digits);
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
