/** Company shares in the reader's language. */
import { formatQuantity } from "../../ui/format.ts";
import type { Language } from "../../ui/text.tsx";

/** A percentage without its sign, in the reader's decimal format; anything else stays as typed. */
export function shareText(language: Language, percent: string): string {
  const figure = percent.trim().replace(",", ".");
  return /^\d+(\.\d+)?$/.test(figure) ? formatQuantity(language, figure) : percent;
}
