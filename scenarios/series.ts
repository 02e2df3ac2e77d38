/**
 * Values by day, as pages receive them, and what whole months of them grew. Binary floats: what is calculated here is
 * shown as whole currency units or as percentages, and is never booked.
 */

export interface DayValue {
  /** "YYYY-MM-DD" */
  day: string;
  /** Value of a share, 0 if it is worth nothing; anything but such a number is an unknown value. */
  value: number | null;
  /** True if the value was calculated for a time in which the product did not exist. */
  isSimulated?: boolean;
}

/** Days without a value, between two with one; both are null where the series has none on that side. */
export interface Gap {
  from: string;
  to: string;
}

/** The ends of whole months, first to last, with nothing in between: what windows are made of. */
export interface MonthlySeries {
  /**
   * Values at the ends of months; the first is the beginning of the first month, so there is one more than months. Null
   * where no value is near enough.
   */
  values: readonly (number | null)[];
  /** The days of these values; of an unknown one, the last day of its month. */
  days: readonly string[];
  /** First and last day of the source with an actual value, also outside of whole months. */
  firstDay: string | null;
  lastDay: string | null;
  /** Stretches that leave a month's end without a value. */
  gaps: readonly Gap[];
}

/** A month's end takes the last value before it, at most this many days old: long holidays, no forgotten price. */
export const staleDays = 10;
/** The first month is whole if its first value is on this day of the month or before: New Year and a weekend. */
const firstDays = 5;

const dayMs = 86_400_000;
const timeOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
/** Months since the year 0, so that following months are following numbers. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const lastDayOf = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);

/** The last Monday to Friday of a month: with a value of that day, nothing of the month is to come. */
function lastWeekdayOf(month: number): string {
  const date = new Date(`${lastDayOf(month)}T00:00:00Z`);
  const weekend = (date.getUTCDay() + 6) % 7;
  date.setUTCDate(date.getUTCDate() - Math.max(0, weekend - 4));
  return date.toISOString().slice(0, 10);
}

/** Whole days between two days. */
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / dayMs);

/** True for a value to calculate with, also that of a share that is worth nothing. */
export const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && value >= 0 && Number.isFinite(value);

/** True for a value at which a share can be bought: nothing grows from a value of nothing. */
export const isInvestable = (value: number | null | undefined): value is number => isKnown(value) && value > 0;

/** Only what really happened: simulated values never reach a calculation that a reader could take for a forecast. */
export const actualOnly = (series: readonly DayValue[]): DayValue[] =>
  series.filter(({ value, isSimulated }) => isSimulated !== true && isKnown(value));

/**
 * Reduces a series, in the order of its days, to the ends of its whole months. The first month begins with the first
 * value; each other begins with the end of the one before. A month at either end that is not whole is left out.
 */
export function monthlySeries(series: readonly DayValue[]): MonthlySeries {
  const first = series.find(isActual);
  const ends = first ? endsOfMonths(series) : [];
  const last = ends.at(-1);
  if (!first || !last) return { values: [], days: [], firstDay: null, lastDay: null, gaps: [] };
  const values: (number | null)[] = [];
  const days: string[] = [];
  const add = (day: string, value: number | null) => {
    days.push(day);
    values.push(value);
  };
  if (Number(first.day.slice(8, 10)) <= firstDays) add(first.day, first.value);
  let index = 0;
  for (let month = monthOf(first.day); month <= monthOf(last.day); month++) {
    while (index + 1 < ends.length && monthOf((ends[index + 1] as MonthEnd).day) <= month) index++;
    const end = ends[index] as MonthEnd;
    const monthEnd = lastDayOf(month);
    // The last month may not be over: its last value is then no end of a month, and nothing is missing.
    if (end === last && last.day < lastWeekdayOf(month)) break;
    if (daysBetween(end.day, monthEnd) <= staleDays) add(end.day, end.value);
    else add(monthEnd, null);
  }
  while (values.length > 0 && values[0] === null) {
    values.shift();
    days.shift();
  }
  return { values, days, firstDay: first.day, lastDay: last.day, gaps: gapsBetween(values, days, ends) };
}

interface Known extends DayValue {
  value: number;
}

/** The last known value of a month, and the day of its first. */
interface MonthEnd extends Known {
  firstDay: string;
}

const isActual = (point: DayValue): point is Known => point.isSimulated !== true && isKnown(point.value);

/** The last known value of each month that has one. */
function endsOfMonths(series: readonly DayValue[]): MonthEnd[] {
  const ends: MonthEnd[] = [];
  let end: MonthEnd | undefined;
  for (const point of series) {
    if (!isActual(point)) continue;
    const { day, value } = point;
    if (end && day.startsWith(end.day.slice(0, 7))) {
      end.day = day;
      end.value = value;
    } else {
      end = { day, value, firstDay: day };
      ends.push(end);
    }
  }
  return ends;
}

/** Neighbouring unknown ends make one gap, named by the known values around it. */
function gapsBetween(values: readonly (number | null)[], days: readonly string[], ends: readonly MonthEnd[]): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, value] of values.entries()) {
    const day = days[index] ?? "";
    if (value !== null || day <= (gaps.at(-1)?.to ?? "")) continue;
    const from = ends.findLast((end) => end.day < day)?.day;
    const to = ends.find((end) => end.firstDay > day)?.firstDay;
    if (from !== undefined && to !== undefined) gaps.push({ from, to });
  }
  return gaps;
}

/** How many whole months the series has. */
export const monthCount = ({ values }: MonthlySeries): number => Math.max(0, values.length - 1);
