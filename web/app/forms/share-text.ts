/** Shares of a company in the reader's language. */
import { formatQuantity } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";

/** A percentage without its sign, however its decimals were typed; what is no number stays as typed. */
export function shareText(language: Language, percent: string): string {
  const figure = percent.trim().replace(",", ".");
  return /^\d+(\.\d+)?$/.test(figure) ? formatQuantity(language, figure) : percent;
}
