/** What moved a value between two days: opening + deposits + price + fx + income − fees − tax = closing, exactly. */
import { Decimal } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";
import { fromUnits, toUnits } from "./units.ts";

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

export interface Bridge {
  opening: DecimalString;
  deposits: DecimalString;
  price: DecimalString;
  fx: DecimalString;
  income: DecimalString;
  fees: DecimalString;
  tax: DecimalString;
  closing: DecimalString;
}

export const bridgeParts = ["deposits", "price", "fx", "income", "fees", "tax"] as const;

/** Sums days that follow one another; `opening` is the value before the first of them. */
export function sumBridge(opening: DecimalString, rows: Iterable<DailyRow>): Bridge {
  const sums = { deposits: 0n, price: 0n, fx: 0n, income: 0n, fees: 0n, tax: 0n };
  let closing = opening;
  for (const row of rows) {
    for (const part of bridgeParts) if (row[part] !== "0") sums[part] += toUnits(row[part]);
    closing = row.value;
  }
  const parts = Object.fromEntries(bridgeParts.map((part) => [part, fromUnits(sums[part])])) as Record<
    (typeof bridgeParts)[number],
    DecimalString
  >;
  return { opening, ...parts, closing };
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
