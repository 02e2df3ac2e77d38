/** How a share and its days are written. */
import type { OwnershipShare } from "@portico/api/ownership.ts";
import { formatDay, formatExact } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

export function useShareText() {
  const t = useText();
  const language = useLanguage();
  const percent = (value: string): string => t("admin.ownership.value", { value: formatExact(language, value) });
  return {
    percent,
    /** "33.3333% from 1 March 2025". */
    held({ percent: value, from, until }: Pick<OwnershipShare, "percent" | "from" | "until">): string {
      const days = { percent: percent(value), from: formatDay(language, from) };
      return until === null
        ? t("admin.ownership.since", days)
        : t("admin.ownership.during", { ...days, until: formatDay(language, until) });
    },
  };
}
