/** What paid, in words: the instrument's name, or cash of a currency. */
import type { IncomePayer } from "@portico/api/portfolio-income.ts";
import { useCallback } from "react";
import { useText } from "../../ui/text.tsx";

export function usePayerName(): (payer: Pick<IncomePayer, "key" | "name">) => string {
  const t = useText();
  return useCallback(({ key, name }) => name ?? t("portfolios.income.cash", { currency: key }), [t]);
}
