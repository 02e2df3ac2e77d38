/** How figures are written, on pages and in files (docs/rules.md). Exact decimals are strings and stay exact. */
import { digitsUnlikeTwo } from "../currency-digits.generated.ts";
import type { Language } from "../shapes.ts";

/** A figure: a JSON number, or an exact decimal as text. */
export type Figure = number | string;

const minus = "\u2212";

const formats = new Map<string, Intl.NumberFormat>();
/** Intl formats are expensive to create. */
function numberFormat(language: string, least: number, most: number, useGrouping: "always" | false = "always") {
  const key = `${language} ${least} ${most} ${useGrouping}`;
  const found =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      useGrouping,
      signDisplay: "negative",
    });
  formats.set(key, found);
  return found;
}

/** Always the true minus sign; never "−0.00". */
const write = (language: Language, figure: Figure, least: number, most: number): string =>
  numberFormat(language, least, most)
    .format(figure as Intl.StringNumericLiteral)
    .replace(/^-/, minus);

/** Decimals of an amount in a currency: none for yen, three for the Kuwaiti dinar. */
export const digitsOf = (currency: string): number => digitsUnlikeTwo[currency] ?? 2;

/** A number with the requested decimals: "1 234,5". */
export const formatDecimal = (language: Language, figure: Figure, decimals: number): string =>
  write(language, figure, decimals, decimals);

/** An amount with the decimals of its currency: "1 234,50". */
export const formatAmount = (language: Language, figure: Figure, currency: string): string =>
  write(language, figure, digitsOf(currency), digitsOf(currency));

/** The same for files: a plain decimal without groups. */
export const plainAmount = (figure: Figure, currency: string): string =>
  numberFormat("en", digitsOf(currency), digitsOf(currency), false).format(figure as Intl.StringNumericLiteral);

/**
 * A price: at least the decimals of its currency, at most `most`, or as many as show four significant digits of one
 * below 1, so that 0.00000001 does not read 0.00.
 */
export function formatPrice(language: Language, figure: Figure, currency: string, most = 6): string {
  const magnitude = Math.floor(Math.log10(Math.abs(Number(figure)) || 1));
  return write(
    language,
    figure,
    digitsOf(currency),
    Math.max(most, digitsOf(currency), magnitude < 0 ? 3 - magnitude : 0),
  );
}

/** An exchange rate: at least 2 decimals; 6, or as many as show six significant digits of a small one. */
export function formatRate(language: Language, figure: Figure): string {
  const magnitude = Math.floor(Math.log10(Math.abs(Number(figure)) || 1));
  return write(language, figure, 2, Math.max(6, 5 - magnitude));
}

/** All digits of a proof. */
export const formatExact = (language: Language, figure: Figure): string => write(language, figure, 0, 12);

/** Shares: no decimals if whole, otherwise their fraction, so that 0.4 does not read 0. */
export const formatQuantity = (language: Language, figure: Figure): string => write(language, figure, 0, 8);

/** A value already in percent: 12.5 → "12.50%"; in Bulgarian with a space, "12,50 %". */
export const formatPercent = (language: Language, figure: Figure, decimals = 2): string =>
  `${write(language, figure, decimals, decimals)}${language === "bg" ? "\u00a0" : ""}%`;

/** A number of percentage points, to be followed by their unit: 34.9, 0.25; in a column with two decimals each. */
export const formatPoints = (language: Language, figure: Figure, inColumn = false): string =>
  write(language, figure, inColumn ? 2 : 1, 2);

/** "1 234,50 EUR" in one string, for sentences. */
export const formatMoney = (language: Language, figure: Figure, currency: string): string =>
  `${formatAmount(language, figure, currency)}\u00a0${currency}`;
