/** Words why a figure is missing. */
import type { Gap } from "@portico/api/portfolios.ts";
import { useCallback } from "react";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";

/** `(gap) => "there is no price for Acme on 9 March 2026"`. */
export function useGapText(): (gap: Gap) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    (gap) => {
      const name = gap.name ?? t("portfolios.gap.thing");
      const reason =
        gap.code === "rateMissing"
          ? t("portfolios.gap.rateMissing", { currency: gap.currency ?? name })
          : t(`portfolios.gap.${gap.code}`, { name });
      return gap.day ? t("portfolios.gap.onDay", { reason, day: formatDay(language, gap.day) }) : reason;
    },
    [t, language],
  );
}

/** The reason behind the first of some gaps, as "because …"; undefined without gaps. */
export function useBecause(): (gaps: readonly Gap[]) => string | undefined {
  const t = useText();
  const word = useGapText();
  return useCallback(
    (gaps) => {
      const first = gaps[0];
      return first && t("portfolios.gap.because", { reason: word(first) });
    },
    [t, word],
  );
}
