/** Exact decimals as whole numbers of their last digit. */

/** A figure with more digits than its column; the export fails, and nothing is rounded. */
export class DoesNotFit extends Error {
  constructor(column: string, text: string) {
    super(`${column}: ${text} has more digits than its column`);
  }
}

const powers = Array.from({ length: 39 }, (_, exponent) => 10n ** BigInt(exponent));
const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** "-1.25" with scale 4 is -12500n. Throws `DoesNotFit` if it has other digits after those decimals, or too many before. */
export function unscaled(
  column: string,
  text: string,
  { precision, scale }: { precision: number; scale: number },
): bigint {
  const point = text.indexOf(".");
  let value: bigint;
  if (point < 0) value = BigInt(text) * tenTo(scale);
  else {
    const given = text.length - point - 1;
    const whole = BigInt(text.slice(0, point) + text.slice(point + 1));
    if (given <= scale) value = whole * tenTo(scale - given);
    else {
      const surplus = tenTo(given - scale);
      if (whole % surplus !== 0n) throw new DoesNotFit(column, text);
      value = whole / surplus;
    }
  }
  const limit = tenTo(precision);
  if (value >= limit || value <= -limit) throw new DoesNotFit(column, text);
  return value;
}
