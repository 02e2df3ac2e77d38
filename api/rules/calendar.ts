/** Calendar days as "YYYY-MM-DD", which sort chronologically, and time zones. Without zod, so that pages may load it. */

/** Begins with a year of four digits: the database has no year 0, and cannot count back from the first ones. */
export const hasUsualYear = (text: string): boolean => /^[1-9]\d{3}-/.test(text);

/** True for an existing instant in the format of `toISOString`: an invented cursor must not reach the database. */
export const isInstant = (text: string): boolean => {
  const time = Date.parse(text);
  return hasUsualYear(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
};

/** True for an existing day. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isInstant(`${text}T00:00:00.000Z`);

/** The day `count` days later; earlier for a negative count. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Whole days from the first day to the second; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The same day `years` years later; 29 February becomes 1 March in other years. */
export function yearsLater(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;
  return isDay(later) ? later : `${later.slice(0, 4)}-03-01`;
}

/** Cached, because creating one takes longer than most database queries. */
const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone; in the machine's own without one. */
export function dayIn(timeZone: string | undefined, instant: Date): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    dayFormats.set(timeZone, format);
  }
  return format.format(instant);
}

/** True for an IANA name usable for dates; an offset ("+02:00") has no summer time and is refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** `(instant) => milliseconds` by which the zone is ahead of UTC; `instant` is in milliseconds. */
export function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const shown = `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}:${parts["second"]}Z`;
    return Date.parse(shown) - instant;
  };
}
