/** Reports that are made again after each period; without zod, for pages too. */
import { addDays } from "./calendar.ts";
import type { ReportPeriod } from "./report-periods.ts";
import { partOfKind, type ReportKind } from "./reports.ts";

export const reportFrequencies = ["month", "quarter", "year"] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

const yearly: readonly ReportFrequency[] = ["year"];
/** How often a report of the kind can be made: what the law knows by the year is made by the year. */
export const frequenciesOf = (kind: ReportKind): readonly ReportFrequency[] =>
  kind === "costs" || partOfKind(kind) === "tax" ? yearly : reportFrequencies;

const monthsOf = { month: 1, quarter: 3, year: 12 } as const satisfies Record<ReportFrequency, number>;

/** The first day of the period in which the day is, or of the one so many periods later. */
function startOf(frequency: ReportFrequency, day: string, later = 0): string {
  const count = monthsOf[frequency];
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
  const first = Math.floor(month / count) * count + later * count;
  return new Date(Date.UTC(year, first, 1)).toISOString().slice(0, 10);
}

/** The first day after the period in which `today` is: from then on its report can be made. */
export const nextDue = (frequency: ReportFrequency, today: string): string => startOf(frequency, today, 1);

/** The period that ends before `dueOn`, which is the first day of a period. */
export const periodBefore = (frequency: ReportFrequency, dueOn: string): ReportPeriod => ({
  from: startOf(frequency, dueOn, -1),
  to: addDays(dueOn, -1),
});

/** `asked`: by one of the holder's people. `rights`: who made it is no longer one of them. `closed`: the holder is no longer a client. */
export const subscriptionEnds = ["asked", "rights", "closed"] as const;

/** Why a report of a subscription could not be made, beside what can befall a report. */
export const subscriptionFailures = ["noClientNumber", "ledgerElsewhere"] as const;

/** Subscriptions of a holder that are not over. */
export const maxSubscriptions = 30;
