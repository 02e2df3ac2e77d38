/** Texts of why a figure is missing. */

import type { Gap, InstrumentRow } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { useCallback } from "react";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";

/** True if a total lacks something; a gap that is only doubtful does not. */
export const lacksFigures = ({ complete, gaps }: { complete: boolean; gaps: readonly Gap[] }): boolean =>
  !complete && !(gaps.length > 0 && gaps.every(isDoubt));

/** `(gap) => "there is no price for Acme on 9 March 2026"`. */
export function useGapText(): (gap: Gap) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    (gap) => {
      const name = gap.name ?? t("portfolios.gap.thing");
      const onDay = (reason: string) =>
        gap.day ? t("portfolios.gap.onDay", { reason, day: formatDay(language, gap.day) }) : reason;
      const quoted = gap.quoted && formatDay(language, gap.quoted);
      switch (gap.code) {
        case "splitMissing":
          return gap.day
            ? t("portfolios.gap.splitMissingOf", { name, day: formatDay(language, gap.day) })
            : t("portfolios.gap.splitMissing", { name });
        case "priceFromTrade": {
          const reason = onDay(t("portfolios.gap.priceFromTrade", { name }));
          return quoted ? t("portfolios.gap.traded", { reason, day: quoted }) : reason;
        }
        default: {
          const isRate = gap.code === "rateMissing" || gap.code === "rateStale";
          const reason = onDay(
            isRate
              ? t(`portfolios.gap.${gap.code}`, { currency: gap.currency ?? name })
              : t(`portfolios.gap.${gap.code}`, { name }),
          );
          return quoted ? t("portfolios.gap.quoted", { reason, day: quoted }) : reason;
        }
      }
    },
    [t, language],
  );
}

/** The reason of the first gap, as "because …"; undefined without gaps. */
export function useBecause(): (gaps: readonly Gap[]) => string | undefined {
  const t = useText();
  const gapText = useGapText();
  return useCallback(
    (gaps) => {
      const first = gaps.find((gap) => !isDoubt(gap));
      return first && t("portfolios.gap.because", { reason: gapText(first) });
    },
    [t, gapText],
  );
}

/** Why a return in percent is missing: a gap, or nothing was paid for what is held. */
export function useReturnBecause(): (
  of: Pick<InstrumentRow, "totalInvested" | "returnVal"> & { gaps: readonly Gap[] },
) => string | undefined {
  const t = useText();
  const because = useBecause();
  return useCallback(
    ({ gaps, totalInvested, returnVal }) =>
      totalInvested === 0 && returnVal !== null && returnVal !== 0
        ? t("portfolios.gap.because", { reason: t("portfolios.gap.nothingPaid") })
        : because(gaps),
    [t, because],
  );
}

const briefly = {
  priceStale: "portfolios.gap.priceOf",
  rateStale: "portfolios.gap.rateOf",
  priceFromTrade: "portfolios.gap.tradeOf",
} as const;

/** Which old price, rate or trade price values a holding on the valuation day, each in two words. */
export function useDoubtsBriefly(): (gaps: readonly Gap[], valuationDay: string) => string[] {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    (gaps, valuationDay) =>
      gaps.flatMap(({ code, day, quoted }) =>
        code in briefly && day === valuationDay && quoted
          ? t(briefly[code as keyof typeof briefly], { day: formatDay(language, quoted) })
          : [],
      ),
    [t, language],
  );
}
