/** What a benchmark is, in one line: its parts, whether income is in it, and its currency. */
import type { OfferedBenchmark } from "@portico/api/benchmarks.ts";
import { useCallback } from "react";
import { formatExact } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

export function useDescription(): (benchmark: OfferedBenchmark) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    ({ parts, rebalancing, return_kind: kind, currency }) =>
      [
        ...parts.map(({ name, percent }) =>
          t("benchmarks.part", { percent: formatExact(language, percent), name: name[language] }),
        ),
        ...(rebalancing ? [t(`benchmarks.rebalancing.${rebalancing}`)] : []),
        t(`benchmarks.returnKind.${kind}`),
        currency,
      ].join(" · "),
    [t, language],
  );
}
