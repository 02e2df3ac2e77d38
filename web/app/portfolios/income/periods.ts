/** Income by month or by year: a year is the sum of its months, to the cent. */
import type { Income, IncomeSums } from "@portico/api/portfolio-income.ts";

export type PeriodKind = "month" | "year";
/** `id` is "2026-11" or "2026". */
export type IncomePeriod = IncomeSums & { id: string };

/** From here on months are too many to be read one below the other. */
const manyMonths = 36;
export const usualKind = (months: Income["months"]): PeriodKind => (months.length > manyMonths ? "year" : "month");

/** Exact, of plain decimals; null if one of them is unknown. */
function sumOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length < amounts.length) return null;
  const digits = Math.max(0, ...known.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = known.reduce((sum, amount) => {
    const [whole = "", part = ""] = amount.split(".");
    return sum + BigInt(whole + part.padEnd(digits, "0"));
  }, 0n);
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const plain = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return units < 0n ? `-${plain}` : plain;
}

/** Oldest first, as the months are. */
export function periodsOf(months: Income["months"], kind: PeriodKind): IncomePeriod[] {
  if (kind === "month") return months.map(({ month, ...sums }) => ({ id: month, ...sums }));
  const years = Map.groupBy(months, ({ month }) => month.slice(0, 4));
  return [...years].map(([id, each]) => ({
    id,
    gross: sumOf(each.map(({ gross }) => gross)),
    tax: sumOf(each.map(({ tax }) => tax)),
    net: sumOf(each.map(({ net }) => net)),
  }));
}
