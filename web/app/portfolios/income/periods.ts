/** Income by month or by year: a year is the sum of its months, to the cent. */
import type { Income, IncomeSums } from "@portico/api/portfolio-income.ts";
import { sumAmounts } from "../../ui/sum-amounts.ts";

export type PeriodKind = "month" | "year";
/** `id` is "2026-11" or "2026". */
export type IncomePeriod = IncomeSums & { id: string };

/** From here on months are too many to be read one below the other. */
const manyMonths = 36;
export const usualKind = (months: Income["months"]): PeriodKind => (months.length > manyMonths ? "year" : "month");

/** Oldest first, as the months are. */
export function periodsOf(months: Income["months"], kind: PeriodKind): IncomePeriod[] {
  if (kind === "month") return months.map(({ month, ...sums }) => ({ id: month, ...sums }));
  const years = Map.groupBy(months, ({ month }) => month.slice(0, 4));
  return [...years].map(([id, each]) => ({
    id,
    gross: sumAmounts(each.map(({ gross }) => gross)),
    tax: sumAmounts(each.map(({ tax }) => tax)),
    net: sumAmounts(each.map(({ net }) => net)),
  }));
}
