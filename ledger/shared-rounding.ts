/** Rounds parts so that they add up to a total that is rounded already: the largest remainders take the difference. */
import { Decimal } from "./decimal.ts";

/** `digits` are the decimals of `total` and of the result. */
export function roundToTotal(parts: readonly Decimal[], total: Decimal, digits: number): Decimal[] {
  const rounded = parts.map((part) => part.toDecimalPlaces(digits));
  const step = new Decimal(10).pow(-digits);
  const difference = rounded.reduce((left, part) => left.minus(part), total);
  const units = difference.div(step).toDecimalPlaces(0);
  const sign = units.isNegative() ? -1 : 1;
  // What rounding took most from comes first; what is exact comes last.
  const order = parts
    .map((part, index) => ({ index, left: part.minus(rounded[index] ?? part).times(sign) }))
    .toSorted((a, b) => b.left.comparedTo(a.left) || a.index - b.index);
  const each = Math.trunc(units.abs().toNumber() / Math.max(1, parts.length));
  const more = units.abs().toNumber() - each * parts.length;
  const result = [...rounded];
  order.forEach(({ index }, rank) => {
    const taken = each + (rank < more ? 1 : 0);
    result[index] = (rounded[index] as Decimal).plus(step.times(taken * sign));
  });
  return result;
}
