/** The versions of a template, the newest first, each with what it changed in the one before. */
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { VersionList } from "../../shell/staff/texts/version-list.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedTemplate } from "./compared-template.ts";
import { typedContent } from "./template-content.ts";

const colours = { draft: "orange", inUse: "green", retired: "grey" } as const;

export function TemplateHistory({ versions }: { versions: readonly TemplateVersion[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <VersionList
      versions={versions.map(({ version, state, changed_by, changed_at, content }) => ({
        version,
        badge: (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.templates.state.${state}`)}
          </StatusBadge>
        ),
        by: changed_by,
        at: changed_at,
        content,
      }))}
      compare={(before, after) =>
        comparedTemplate(t, language, typedContent(before.content), typedContent(after.content))
      }
    />
  );
}
