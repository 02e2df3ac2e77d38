/** What the portfolio gained or lost since the last business day, deposits and withdrawals left out. */
import { findCurrency } from "@portico/api/currencies.ts";
import type { Performance } from "@portico/api/portfolios.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { timeWeightedReturn } from "@portico/ledger/time-weighted.ts";
import { percent, shown } from "../figures.ts";
import type { ClosedDay } from "./daily-values.queries.ts";

/** Markets quote from Monday to Friday; on a holiday of one, the others do. */
const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay());

function weekdayUpTo(day: string): string {
  let found = day;
  while (!isWeekday(found)) found = addDays(found, -1);
  return found;
}

/**
 * The day whose close the change is measured from: the business day before the last one that has begun. On a weekend it is
 * Thursday, so that the change is that of Friday's prices.
 */
export const comparedDay = (to: string): string => weekdayUpTo(addDays(weekdayUpTo(to), -1));

/**
 * Change from the close of `since` to the end of the range, in the contract currency and as a time-weighted percentage; null if
 * the range begins later. The figures are null if a day between lacks a price or rate. `before` is the day before the range,
 * undefined if the portfolio begins within it.
 */
export function lastChangeOf(
  { before, rows }: { before: ClosedDay | undefined; rows: readonly ClosedDay[] },
  currency: string,
): Performance["lastChange"] {
  const last = rows.at(-1);
  if (!last) return null;
  const since = comparedDay(last.day);
  if (before && before.day > since) return null;
  const start = rows.findLast(({ day }) => day <= since) ?? before;
  const days = rows.filter(({ day }) => day > since);
  // Nothing enters unpaid over complete days.
  if (start?.complete === false || days.some(({ complete }) => !complete)) return { since, gain: null, percent: null };
  const opening = start?.value ?? "0";
  const digits = findCurrency(currency)?.digits ?? 2;
  const rounded = (value: string): Decimal => new Decimal(value).toDecimalPlaces(digits);
  const paid = days.reduce((sum, { deposits }) => sum.plus(deposits), new Decimal(0));
  const linked = timeWeightedReturn(opening, days);
  return {
    since,
    gain: shown(rounded(last.value).minus(rounded(opening)).minus(rounded(paid.toFixed())).toFixed()),
    percent: "percent" in linked ? percent(linked.percent) : null,
  };
}
