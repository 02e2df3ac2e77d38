/** Tax packs are of calendar years. */
import type { FieldError } from "@portico/api/errors.ts";
import type { Period } from "@portico/reports/data.ts";

/** `notCalendarYear` at the end that is not the year's. */
export function refuseOtherThanYear({ from, to }: Period): FieldError[] {
  const errors: FieldError[] = [];
  if (!from.endsWith("-01-01")) errors.push({ path: "from", code: "notCalendarYear" });
  if (to !== `${from.slice(0, 4)}-12-31`) errors.push({ path: "to", code: "notCalendarYear" });
  return errors;
}
