/** Days as text, for generated histories. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";

export const toDay = (date: Date): Day => date.toISOString().slice(0, 10);

/** Monday to Friday. */
export const isTradingDay = (day: Day): boolean => ![0, 6].includes(new Date(day).getUTCDay());

/** The day itself, or the next Monday. */
export function tradingDayFrom(day: Day): Day {
  let found = day;
  while (!isTradingDay(found)) found = addDays(found, 1);
  return found;
}

/** Trading days from `from` to `to`, both included. */
export function* tradingDays(from: Day, to: Day): Generator<Day> {
  for (let day = from; day <= to; day = addDays(day, 1)) if (isTradingDay(day)) yield day;
}

/** The first trading day of each month from `from` to `to`. */
export function* monthStarts(from: Day, to: Day): Generator<Day> {
  for (let month = new Date(`${from.slice(0, 7)}-01`); toDay(month) <= to; month.setUTCMonth(month.getUTCMonth() + 1)) {
    const day = tradingDayFrom(toDay(month));
    if (day >= from && day <= to) yield day;
  }
}
