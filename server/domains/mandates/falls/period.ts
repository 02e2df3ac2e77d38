/** The reporting period of a managed portfolio that a day belongs to. Pure. */
import type { StatementFrequency } from "@portico/api/rules/mandates.ts";
import type { StoredMandate } from "../mandates.queries.ts";

const monthsOf: Readonly<Record<StatementFrequency, number>> = { month: 1, quarter: 3, year: 12 };

/** The first day of the calendar's month, quarter or year. */
function calendarStart(day: string, frequency: StatementFrequency): string {
  const months = monthsOf[frequency];
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
}

/**
 * The first day of the period of a day, which begins with the management at the earliest; null if the portfolio is not managed on it.
 * `standing`: what counts, the latest day first.
 */
export function periodStart(standing: readonly StoredMandate[], day: string): string | null {
  const past = standing.filter(({ from }) => from <= day);
  const [current] = past;
  if (current?.service !== "management" || current.frequency === null) return null;
  const ended = past.findIndex(({ service }) => service !== "management");
  const managed = past[(ended === -1 ? past.length : ended) - 1];
  const start = calendarStart(day, current.frequency);
  return managed && managed.from > start ? managed.from : start;
}
