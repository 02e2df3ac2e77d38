/** What a yearly review asks, and when it is due. */
import type { Holder } from "@portico/api/shapes.ts";

/**
 * The steps that may have changed within a year without the firm being told: residence and tax, work and finances, a
 * company's owners. Identity, knowledge and bank account stay as approved; what expired or would fail today's check is
 * asked too, and the declarations always are (forms/review/decision.ts).
 */
export const reviewedSteps: Record<Holder["holderType"], readonly string[]> = {
  user: ["contact", "tax", "work", "finances"],
  company: ["ownership", "taxStatus", "business", "finances", "documents"],
};

/** The calendar day `months` months before; the month's last day if it is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0));
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}
