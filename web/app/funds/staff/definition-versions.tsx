/** The versions of a target fund, the newest first, each with what it changed. */

import type { DefinitionVersion, FundCard } from "@portico/api/funds.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { VersionList } from "../../shell/staff/texts/version-list.tsx";
import { Button } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedContent } from "./compared-content.ts";
import type { Opened } from "./use-target.ts";

const colours = { draft: "orange", published: "green", superseded: "grey", archived: "grey" } as const;

interface DefinitionVersionsProps {
  opened: Opened;
  draft: DefinitionVersion | undefined;
  funds: readonly FundCard[];
}

export function DefinitionVersions({ opened, draft, funds }: DefinitionVersionsProps) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const restore = (version: number) =>
    openConfirmation({
      title: t("admin.funds.restore.title", { version }),
      text: t("admin.funds.restore.text"),
      confirmLabel: t("admin.versions.restore"),
      action: async () => {
        const body = { version, edit: draft?.edit ?? null };
        await runChange((api) => api.funds.restoreDefinition({ params: { id: opened.id }, body }));
        alert.success(t("admin.funds.done"));
      },
    });
  return (
    <VersionList
      versions={opened.versions.map((one) => ({
        version: one.version,
        badge: (
          <StatusBadge status={one.state} colour={colours[one.state]}>
            {t(`admin.versions.state.${one.state}`)}
          </StatusBadge>
        ),
        by: one.published_by ?? one.changed_by,
        at: one.published_at ?? one.changed_at,
        restoredFrom: one.restored_from,
        action: opened.can.edit && one.state !== "draft" && (
          <Button size="compact-sm" variant="subtle" onClick={() => restore(one.version)}>
            {t("admin.versions.restore")}
          </Button>
        ),
        content: one.content,
      }))}
      compare={(before, after) => comparedContent({ t, language, funds }, before.content, after.content)}
    />
  );
}
