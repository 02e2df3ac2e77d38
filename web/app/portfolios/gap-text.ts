/** Words why a figure is missing. */
import { isDoubt } from "@portico/api/gaps.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { useCallback } from "react";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";

/** True where a total lacks something; gaps whose figures are known, and merely doubtful, leave it whole. */
export const lacksFigures = ({ complete, gaps }: { complete: boolean; gaps: readonly Gap[] }): boolean =>
  !complete && !(gaps.length > 0 && gaps.every(isDoubt));

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
      const onDay = gap.day ? t("portfolios.gap.onDay", { reason, day: formatDay(language, gap.day) }) : reason;
      return gap.quoted ? t("portfolios.gap.quoted", { reason: onDay, day: formatDay(language, gap.quoted) }) : onDay;
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
      const first = gaps.find((gap) => !isDoubt(gap));
      return first && t("portfolios.gap.because", { reason: word(first) });
    },
    [t, word],
  );
}
