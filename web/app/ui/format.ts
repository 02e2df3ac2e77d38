/** Formats of figures and dates (docs/rules.md). */
import type { Figure } from "@portico/api/rules/written-figures.ts";
import { dateLocale, keepYear, type Language } from "@portico/messages/text.ts";
import { memoize } from "./memoize.ts";

export {
  digitsOf,
  type Figure,
  formatAmount,
  formatDecimal,
  formatExact,
  formatMoney,
  formatPercent,
  formatPoints,
  formatPrice,
  formatQuantity,
  formatRate,
  plainAmount,
} from "@portico/api/rules/written-figures.ts";

export const signOf = (figure: Figure): -1 | 0 | 1 => Math.sign(Number(figure)) as -1 | 0 | 1;

/** With a plus for a gain. */
export const withSign = (figure: Figure, written: string): string => (signOf(figure) > 0 ? `+${written}` : written);

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
