/** Writes what reports show in the language of the page. */
import type { Writing } from "@portico/reports/written.ts";
import { useMemo } from "react";
import { useRootData } from "../shell/layouts/brand.ts";
import { formatDay, formatRecordTime } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";

export function useWriting(): Writing {
  const t = useText();
  const language = useLanguage();
  const { timeZone } = useRootData();
  return useMemo(
    () => ({
      language,
      // Every key of a layout is in the catalogue, which a test verifies.
      text: (key, params) => (t as (key: string, params?: Record<string, string>) => string)(key, params),
      day: (day) => formatDay(language, day),
      time: (instant) => formatRecordTime(instant, timeZone).slice(-8),
    }),
    [t, language, timeZone],
  );
}
