/** Names the languages of a text that were not changed since others were. */
import type { Language } from "@portico/api/shapes.ts";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useText } from "../../../ui/text.tsx";

export function LanguagesBehind({ languages }: { languages: readonly Language[] }) {
  const t = useText();
  if (languages.length === 0) return null;
  return (
    <StatusBadge status="behind" colour="orange">
      {t("admin.versions.behind", {
        languages: languages.map((language) => t(`shell.language.${language}`)).join(", "),
      })}
    </StatusBadge>
  );
}
