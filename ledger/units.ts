/**
 * Integers in units of the smallest stored digit, for sums and links over thousands of days: exact like Decimal and
 * many times as fast. Only for plain notation with at most twenty decimals, as `plain` writes it.
 */
import { Decimal } from "./decimal.ts";
import type { DecimalString } from "./entry.ts";

const digits = 20;
const zeros = "0".repeat(digits);

/** "12.5" as 12.5 × 10²⁰. Further digits are rounded to twenty, as in all stored figures. */
export function toUnits(text: DecimalString): bigint {
  const point = text.indexOf(".");
  if (point < 0) return BigInt(text + zeros);
  const behind = text.length - point - 1;
  if (behind > digits) return toUnits(new Decimal(text).toDecimalPlaces(digits).toFixed());
  return BigInt(text.slice(0, point) + text.slice(point + 1) + zeros.slice(behind));
}

/** decimal.js keeps seven digits in a word. */
const wordDigits = 7;
const wordSize = 10n ** BigInt(wordDigits);
const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

/** A decimal in units, without writing it first. */
export function unitsOf(value: Decimal): bigint {
  const { d: words, e: exponent, s: sign } = value;
  const power = powers[(Math.floor(exponent / wordDigits) - words.length + 1) * wordDigits + digits];
  if (power === undefined) return toUnits(value.toDecimalPlaces(digits).toFixed());
  let whole = 0n;
  for (const word of words) whole = whole * wordSize + BigInt(word);
  return (sign < 0 ? -whole : whole) * power;
}

/** The quotient rounded half away from zero; the divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

const scale = 10n ** BigInt(digits);

/** The same in plain notation, without zeros at the end. */
export function fromUnits(units: bigint): DecimalString {
  const size = units < 0n ? -units : units;
  const behind = size % scale;
  const sign = units < 0n ? "-" : "";
  const whole = String(size / scale);
  if (behind === 0n) return sign + whole;
  const decimals = String(behind).padStart(digits, "0");
  let end = digits;
  while (decimals[end - 1] === "0") end -= 1;
  return `${sign}${whole}.${decimals.slice(0, end)}`;
}
