/** A range in words: "over one year", or its two days. */
import { formatDay } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { DayRange } from "./ranges.ts";

export function useRangeName(): (range: DayRange) => string {
  const t = useText();
  const language = useLanguage();
  return ({ preset, from, to }) =>
    preset === "custom"
      ? t("portfolios.range.name.days", { from: formatDay(language, from), to: formatDay(language, to) })
      : t(`portfolios.range.name.${preset}`);
}
