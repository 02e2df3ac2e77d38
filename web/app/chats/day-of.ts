/** The reader's day of an instant, as "2026-03-09". */
export function dayOf(instant: string | Date): string {
  const moment = new Date(instant);
  return `${moment.getFullYear()}-${`${moment.getMonth() + 1}`.padStart(2, "0")}-${`${moment.getDate()}`.padStart(2, "0")}`;
}

export const isOfToday = (instant: string): boolean => dayOf(instant) === dayOf(new Date());
