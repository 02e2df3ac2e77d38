/** What a request to many asked for, in one line. */
import type { DocumentRound } from "@portico/api/documents.ts";
import { formatDay } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";

export function roundText(
  t: Translate,
  { language, nameOf }: { language: Language; nameOf: (type: string) => string },
  { type, group, before }: Pick<DocumentRound, "type" | "group" | "before">,
): string {
  if (type !== null) return group === null ? nameOf(type) : t("admin.rounds.ofGroup", { type: nameOf(type), group });
  return before === null
    ? t("admin.rounds.expiringChosen")
    : t("admin.rounds.expiring", { day: formatDay(language, before) });
}
