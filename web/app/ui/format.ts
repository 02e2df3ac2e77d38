/** Formats of figures and dates (docs/rules.md). Exact decimals are strings and stay exact. */
import { digitsUnlikeTwo } from "@portico/api/currency-digits.generated.ts";
import { dateLocale, keepYear, type Language } from "@portico/messages/text.ts";
import { memoize } from "./memoize.ts";

/** A figure: a JSON number, or an exact decimal as text. */
export type Figure = number | string;

const minus = "\u2212";

const numberFormat = memoize((key) => {
  const [language, least, most] = key.split(" ");
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: Number(least),
    maximumFractionDigits: Number(most),
    useGrouping: "always",
    signDisplay: "negative",
  });
});

const plainFormat = memoize(
  (digits) =>
    new Intl.NumberFormat("en", {
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits),
      useGrouping: false,
      signDisplay: "negative",
    }),
);

/** Always the true minus sign; never "−0.00". */
function write(language: Language, figure: Figure, least: number, most: number): string {
  return numberFormat(`${language} ${least} ${most}`)
    .format(figure as Intl.StringNumericLiteral)
    .replace(/^-/, minus);
}

export const signOf = (figure: Figure): -1 | 0 | 1 => Math.sign(Number(figure)) as -1 | 0 | 1;

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
  plainFormat(String(digitsOf(currency))).format(figure as Intl.StringNumericLiteral);

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

/** With a plus for a gain. */
export const withSign = (figure: Figure, written: string): string => (signOf(figure) > 0 ? `+${written}` : written);

/** "1 234,50 EUR" in one string, for sentences. */
export const formatMoney = (language: Language, figure: Figure, currency: string): string =>
  `${formatAmount(language, figure, currency)}\u00a0${currency}`;

let shownZone = "";
let writesRecords = false;

/**
 * The time zone of all times that name none from now on, and whether days and times in sentences are written as those of
 * records, as on staff's pages; without it the reader's own zone, and as usual in the language.
 */
export const showTimesIn = (timeZone = "", { asRecords = false } = {}): void => {
  shownZone = timeZone;
  writesRecords = asRecords;
};

const recordFormat = memoize((key) => {
  const [precision, timeZone] = key.split(" ");
  return new Intl.DateTimeFormat("en-CA", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    ...(precision === "seconds" && { second: "2-digit" }),
    hourCycle: "h23",
    ...(timeZone && { timeZone }),
  });
});

/** A time as a record: "2026-03-09, 14:05:09", in the time zone of the page or the named one. */
export const formatRecordTime = (instant: string, timeZone = shownZone): string =>
  recordFormat(`seconds ${timeZone}`).format(new Date(instant));

/** The same for spreadsheets, which read a date and time without a comma between. */
export const formatFileTime = (instant: string, timeZone = shownZone): string =>
  formatRecordTime(instant, timeZone).replace(",", "");

/** The same where space is short and seconds mean nothing: "2026-03-09, 14:05". */
export const formatRecordMinute = (instant: string, timeZone = shownZone): string =>
  recordFormat(`minutes ${timeZone}`).format(new Date(instant));

const dayFormat = memoize(
  (language) => new Intl.DateTimeFormat(dateLocale(language as Language), { dateStyle: "long", timeZone: "UTC" }),
);

/** A calendar day in a sentence: "9 March 2026", "9 март 2026 г."; on staff's pages "2026-03-09", as a record's everywhere. */
export const formatDay = (language: Language, day: string): string =>
  writesRecords ? day.slice(0, 10) : keepYear(dayFormat(language).format(new Date(`${day.slice(0, 10)}T00:00:00Z`)));

const zonedMomentFormat = memoize((key) => {
  const [language, timeZone] = key.split(" ");
  return new Intl.DateTimeFormat(dateLocale(language as Language), {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    ...(timeZone && { timeZone }),
  });
});
const momentFormat = (language: Language, timeZone = shownZone) => zonedMomentFormat(`${language} ${timeZone}`);

/** A time in a sentence, in the time zone of the page or the named one; on staff's pages as a record's, to the minute. */
export const formatMoment = (language: Language, instant: string, timeZone = shownZone): string =>
  writesRecords
    ? formatRecordMinute(instant, timeZone)
    : keepYear(momentFormat(language, timeZone).format(new Date(instant)));

/** A period in a sentence; a single time if both are in the same minute. */
export function formatMomentRange(language: Language, from: string, to: string): string {
  if (!writesRecords) return keepYear(momentFormat(language).formatRange(new Date(from), new Date(to)));
  const [begin, end] = [formatRecordMinute(from), formatRecordMinute(to)];
  return begin === end ? begin : `${begin} – ${end}`;
}

const ageFormat = memoize((language) => new Intl.RelativeTimeFormat(language));

/** How long ago, in whole minutes, hours or days: "3 days ago". */
export function formatAge(language: Language, instant: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(instant)) / 60_000));
  const format = ageFormat(language);
  if (minutes < 60) return format.format(-minutes, "minute");
  return minutes < 24 * 60
    ? format.format(-Math.floor(minutes / 60), "hour")
    : format.format(-Math.floor(minutes / (24 * 60)), "day");
}
