/** The weeks of the trend: whole ones, so that a week's figure is that of its list. */
import { addDays } from "@portico/api/rules/calendar.ts";

export const trendWeeks = 12;

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** From the Monday of the first of twelve weeks up to today. */
export const trendPeriod = (today: string): { from: string; to: string } => ({
  from: addDays(mondayOf(today), -7 * (trendWeeks - 1)),
  to: today,
});

/** The tickets that were opened in the week of this Monday. */
export const listOfWeek = (week: string): string =>
  `/admin/tickets?${new URLSearchParams({ queue: "all", from: week, to: addDays(week, 6) })}`;
