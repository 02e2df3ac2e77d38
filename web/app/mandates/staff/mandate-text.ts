/** A category and mandate in a line. */
import type { Mandate } from "@portico/api/mandates.ts";
import { formatDay } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";

export function detailsOf(
  t: Translate,
  language: Language,
  { category, service, leverage, benchmark, frequency, singleConfirmations, from }: Mandate & { from: string },
): string {
  return [
    `${t("admin.mandates.from")} ${formatDay(language, from)}`,
    t(`reports.category.${category}`),
    t(`reports.service.${service}`),
    frequency !== null && `${t("admin.mandates.frequency")}: ${t(`reports.statementFrequency.${frequency}`)}`,
    benchmark !== null && `${t("admin.mandates.benchmark")}: ${benchmark.name[language]}`,
    leverage && t("admin.mandates.leverage"),
    singleConfirmations && t("admin.mandates.single"),
  ]
    .filter(Boolean)
    .join(" · ");
}
