/** Divides whole amounts (units.ts) among parts, so that the parts add up to the amount exactly. */
import { divideRounded } from "./units.ts";

/**
 * An amount divided in proportion to the weights, which are not negative; the last part takes what rounding leaves. Without
 * any weight the last part takes it all.
 */
export function sharesOf(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let weight = 0n;
  let given = 0n;
  return weights.map((own, index) => {
    weight += own;
    const isLast = index === weights.length - 1;
    const upTo = isLast || whole === 0n ? (isLast ? amount : 0n) : divideRounded(amount * weight, whole);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/**
 * Takes an amount from figures that must not fall below zero, in proportion to the weights: what one of them lacks is
 * taken from the others. Returns what was taken from each, and the part above all of them.
 */
export function takenFrom(
  figures: readonly bigint[],
  weights: readonly bigint[],
  amount: bigint,
): { taken: bigint[]; above: bigint } {
  const whole = figures.reduce((sum, figure) => sum + figure, 0n);
  // Also where a figure is below zero, as the cost of a purchase smaller than its fee may be.
  if (amount >= whole) return { taken: [...figures], above: amount - whole };
  const taken = figures.map(() => 0n);
  let above = amount;
  let open = [...figures.keys()].filter((index) => (figures[index] ?? 0n) > 0n);
  while (above > 0n && open.length > 0) {
    const parts = sharesOf(
      above,
      open.map((index) => weights[index] ?? 0n),
    );
    for (const [place, index] of open.entries()) {
      const left = (figures[index] ?? 0n) - (taken[index] ?? 0n);
      const part = parts[place] ?? 0n;
      const cut = part < left ? part : left;
      taken[index] = (taken[index] ?? 0n) + cut;
      above -= cut;
    }
    open = open.filter((index) => (figures[index] ?? 0n) > (taken[index] ?? 0n));
  }
  return { taken, above };
}
