/** What a yearly review asks anew, and when it is due. */
import type { Holder } from "@portico/api/shapes.ts";

/**
 * The steps that a year may have changed without anybody telling the firm: where somebody lives and is taxed, what they do and
 * own, who stands behind a company. Who they are, what they learned and where their money goes stays as it was approved; what of
 * it expired or would not pass today's check is asked for besides, and the declarations always are (forms.decision.ts).
 */
export const reviewedSteps: Record<Holder["holderType"], readonly string[]> = {
  user: ["contact", "tax", "work", "finances"],
  company: ["ownership", "taxStatus", "business", "finances", "documents"],
};

/** The calendar day so many months before; the month's last where it has no such day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0));
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}
