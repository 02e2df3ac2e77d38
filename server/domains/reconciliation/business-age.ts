/** Ages in the firm's business days. Pure. */
import { type BusinessHours, businessClock } from "@portico/api/rules/business-time.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { dayStarts } from "../settings/firm-day.ts";

/** A break older than this is old, whatever its exact age. */
const longest = 1000;

export interface BusinessAges {
  /** Business days after the first day, up to today; at most 1000. */
  ageOf: (firstDay: string) => number;
  /** The last day that is at least so many business days ago. */
  dayOfAge: (age: number) => string;
}

export function businessAges(
  { hours, timeZone }: { hours: BusinessHours; timeZone: string },
  today: string,
): BusinessAges {
  const clock = businessClock(hours, timeZone);
  const startOf = dayStarts(timeZone);
  const isOpen = (day: string): boolean =>
    clock.businessMinutesBetween(new Date(startOf(day)), new Date(startOf(addDays(day, 1)))) > 0;
  // The days from which each age begins, today first.
  const starts = [today];
  const startOfAge = (age: number): string => {
    while (starts.length <= age) {
      let day = starts.at(-1) ?? today;
      while (!isOpen(day)) day = addDays(day, -1);
      starts.push(addDays(day, -1));
    }
    return starts[age] ?? today;
  };
  return {
    ageOf(firstDay) {
      let age = 0;
      while (age < longest && firstDay <= startOfAge(age + 1)) age += 1;
      return age;
    },
    dayOfAge: (age) => startOfAge(Math.min(age, longest)),
  };
}
