/** Exact values from files: numbers, days, instants, currencies, ISINs. Each throws a RefusedRow. */

import { findCurrency, isCurrency } from "@portico/api/currencies.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "decimal.js";
import type { Day, DecimalString } from "../../portfolios/ledger/entries.ts";
import { RefusedRow } from "./parsed-file.ts";

export const Exact = Decimal.clone({ precision: 60, toExpNeg: -40, toExpPos: 60 });

/** At most a quadrillion of any currency, so that the sum of 100,000 rows fits the ledger's columns; twelve decimals. */
const plainNumber = /^-?\d{1,15}(\.\d{1,12})?$/;
const anyNumber = /^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d{1,2})?$/;

/** The number without redundant zeros or sign, so that "10.00" equals "10". */
export function exactNumber(text: string, name: string): DecimalString {
  const plain = plainNumber.test(text) ? text : spelledOut(text, name);
  return trimmed(plain);
}

function spelledOut(text: string, name: string): string {
  if (!anyNumber.test(text)) throw new RefusedRow("badNumber", `${name}: ${text}`);
  const plain = new Exact(text).toFixed();
  if (!plainNumber.test(plain)) throw new RefusedRow("outOfRange", `${name}: ${text}`);
  return plain;
}

function trimmed(plain: string): string {
  let text = plain;
  if (text.includes(".")) {
    let end = text.length;
    while (text.charCodeAt(end - 1) === 48) end -= 1;
    if (text.charCodeAt(end - 1) === 46) end -= 1;
    text = text.slice(0, end);
  }
  if (text.length > 1 && /^-?0\d/.test(text)) text = text.replace(/^(-?)0+(?=\d)/, "$1");
  return text === "-0" ? "0" : text;
}

export const isZero = (value: DecimalString): boolean => value === "0";
export const isNegative = (value: DecimalString): boolean => value.startsWith("-");
export const negated = (value: DecimalString): DecimalString =>
  value === "0" ? value : isNegative(value) ? value.slice(1) : `-${value}`;
export const absolute = (value: DecimalString): DecimalString => (isNegative(value) ? value.slice(1) : value);

/** The digits as an integer and the number of decimals: exact, and faster than a general decimal. */
function scaled(value: DecimalString): { units: bigint; scale: number } {
  const point = value.indexOf(".");
  if (point < 0) return { units: BigInt(value), scale: 0 };
  return { units: BigInt(value.slice(0, point) + value.slice(point + 1)), scale: value.length - point - 1 };
}
const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));
const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);
const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

function written(units: bigint, scale: number): DecimalString {
  if (scale === 0) return units.toString();
  const digits = magnitude(units)
    .toString()
    .padStart(scale + 1, "0");
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return trimmed(units < 0n ? `-${text}` : text);
}

/** Exact sum; zeros are skipped, since most fees and taxes are zero. */
export function sum(...values: DecimalString[]): DecimalString {
  const rest = values.filter((value) => value !== "0");
  if (rest.length === 0) return "0";
  if (rest.length === 1) return rest[0] as string;
  const parts = rest.map(scaled);
  const scale = Math.max(...parts.map((part) => part.scale));
  const units = parts.reduce((total, part) => total + part.units * tenTo(scale - part.scale), 0n);
  return written(units, scale);
}

/** The sum, if it fits a column: amounts beyond the ledger's range are refused, not truncated. */
export function inRange(value: DecimalString, name: string): DecimalString {
  if (!plainNumber.test(value)) throw new RefusedRow("outOfRange", `${name}: ${value}`);
  return value;
}

/** Refuses a number with more digits before the point: a position times its price must also fit a column. */
export function atMostDigits(digits: number, name: string, value: DecimalString | undefined): void {
  if (value === undefined) return;
  // Most numbers are short enough.
  if (value.length <= digits) return;
  const point = value.indexOf(".");
  const whole = (point < 0 ? value.length : point) - (value.startsWith("-") ? 1 : 0);
  if (whole > digits) throw new RefusedRow("outOfRange", `${name}: ${value}`);
}
export const quantityDigits = 11;
export const priceDigits = 9;

/** Units per euro between a millionth and a billion: anything else is a decimal slip or an inverted rate. */
export function plausibleRate(perEuro: DecimalString, name: string): DecimalString {
  atMostDigits(priceDigits, name, perEuro);
  if (/^0(\.0{6}|$)/.test(perEuro)) throw new RefusedRow("outOfRange", `${name}: ${perEuro}`);
  return perEuro;
}

/** Decimals to which custodians round amounts of the currency: none for yen, two for most. */
const stepDecimals = (currency: string): number => Math.min(findCurrency(currency)?.digits ?? 2, 2);

/**
 * Whether `quantity × price` equals `money`, sign ignored: within the currency's smallest step, and the rounding of the
 * price to its own decimals (at least four, as printed in statements). If the money is stated twice (`isProved`), the
 * price may be rounded to two decimals, and a fraction of a unit to its own.
 */
export function makesMoney({ quantity, price, money, currency }: Trade, isProved = false): boolean {
  const count = scaled(quantity);
  const each = scaled(price);
  const total = scaled(money);
  const rounded = Math.max(each.scale, isProved ? 2 : 4);
  // One more digit than all of them, for half of a last digit.
  const scale = Math.max(count.scale + Math.max(rounded, each.scale), total.scale, 2) + 1;
  const at = (units: bigint, own: number): bigint => magnitude(units) * tenTo(scale - own);
  const apart = magnitude(at(count.units * each.units, count.scale + each.scale) - at(total.units, total.scale));
  const ofPrice = at(count.units * 5n, count.scale + rounded + 1);
  const ofUnits = isProved && count.scale > 0 ? at(each.units * 5n, each.scale + count.scale + 1) : 0n;
  return apart <= ofPrice + ofUnits + tenTo(scale - stepDecimals(currency));
}

interface Trade {
  quantity: DecimalString;
  price: DecimalString;
  money: DecimalString;
  currency: string;
}

/** Less than a hundredth of a cent: the remainder if a custodian rounds sums to six decimals but not its rows. */
export const isRounding = (value: DecimalString): boolean => /^-?0(\.0{4}\d*)?$/.test(value);

/** Whether two amounts of a currency are equal within its smallest step. */
export function withinStep(one: DecimalString, other: DecimalString, currency: string): boolean {
  if (one === other) return true;
  const apart = scaled(sum(one, negated(other)));
  return magnitude(apart.units) * tenTo(stepDecimals(currency)) <= tenTo(apart.scale);
}

const lastOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
export function isDay(year: number, month: number, date: number): boolean {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || date < 1) return false;
  if (month === 2 && date === 29) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return date <= (lastOfMonth[month - 1] as number);
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "2026-01-31", an existing calendar day. */
export function parseDay(text: string): Day {
  const found = dayPattern.exec(text);
  if (!found || !isDay(Number(found[1]), Number(found[2]), Number(found[3]))) throw new RefusedRow("badDate", text);
  return text;
}

export function parseCurrency(text: string): string {
  if (!isCurrency(text)) throw new RefusedRow("unknownCurrency", text);
  return text;
}

/** True for twelve characters whose last is the check digit of ISO 6166. */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(text)) return false;
  let digits = "";
  for (const character of text) digits += Number.parseInt(character, 36).toString();
  let total = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index -= 1, double = !double) {
    const digit = Number(digits[index]) * (double ? 2 : 1);
    total += digit > 9 ? digit - 9 : digit;
  }
  return total % 10 === 0;
}

/** The day before. */
export const dayBefore = (day: Day): Day => addDays(day, -1);
