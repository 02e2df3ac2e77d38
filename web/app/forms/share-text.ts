/** Shares of a company in the reader's language. */
import type { OwnershipEdge } from "@portico/api/forms/field.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";

/** A percentage without its sign, however its decimals were typed; what is no number stays as typed. */
export function shareText(language: Language, percent: string): string {
  const figure = percent.trim().replace(",", ".");
  return /^\d+(\.\d+)?$/.test(figure) ? formatQuantity(language, figure) : percent;
}

/** All shares in a company together; what is no number yet counts nothing. */
export function sharesIn(company: string, edges: readonly OwnershipEdge[]): string {
  const tenThousandths = edges
    .filter(({ owned }) => owned === company)
    .map(({ percent }) => Math.round(Number(percent.trim().replace(",", ".")) * 10_000) || 0);
  return String(tenThousandths.reduce((sum, each) => sum + each, 0) / 10_000);
}
