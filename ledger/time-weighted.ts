/** Time-weighted return: what the holdings earned, whatever was paid in or out. */

import type { DailyRow } from "./bridge.ts";
import { Decimal, one } from "./decimal.ts";
import type { DecimalString } from "./entry.ts";

/**
 * Links daily returns (GIPS 2020, daily valuation). Money paid in works from the start of its day, money paid out leaves at
 * its end; a day that begins with nothing earns nothing. Percent, unrounded; null where there was never anything to earn on.
 */
export function timeWeightedReturn(
  opening: DecimalString,
  rows: Iterable<Pick<DailyRow, "value" | "deposits">>,
): DecimalString | null {
  let before = new Decimal(opening);
  let linked = one;
  let days = 0;
  for (const { value, deposits } of rows) {
    const after = new Decimal(value);
    const flow = new Decimal(deposits);
    const base = flow.isPositive() ? before.plus(flow) : before;
    if (base.isPositive() && !base.isZero()) {
      const end = flow.isPositive() ? after : after.minus(flow);
      // Thirty digits a link: ten thousand of them stay exact far beyond what is shown.
      linked = linked.times(end.div(base)).toSignificantDigits(30);
      days++;
    }
    before = after;
  }
  return days === 0 ? null : linked.minus(1).times(100).toDecimalPlaces(12).toFixed();
}
