/** The versions of a page, the newest first, each with what it changed in the one before. */

import type { ContentVersion } from "@portico/api/content.ts";
import { VersionList } from "../../shell/staff/texts/version-list.tsx";
import { Button } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { comparedParts } from "./compared-parts.ts";

const colours = { draft: "orange", published: "green", superseded: "grey", archived: "grey" } as const;

interface ContentVersionsProps {
  versions: readonly ContentVersion[];
  /** Begins a draft with the version's texts; undefined for readers. */
  onRestore: ((version: number) => void) | undefined;
}

export function ContentVersions({ versions, onRestore }: ContentVersionsProps) {
  const t = useText();
  return (
    <VersionList
      versions={versions.map((one) => ({
        version: one.version,
        badge: (
          <StatusBadge status={one.state} colour={colours[one.state]}>
            {t(`admin.versions.state.${one.state}`)}
          </StatusBadge>
        ),
        by: one.published_by ?? one.changed_by,
        at: one.published_at ?? one.changed_at,
        restoredFrom: one.restored_from,
        action: onRestore && one.state !== "draft" && (
          <Button size="compact-sm" variant="subtle" onClick={() => onRestore(one.version)}>
            {t("admin.versions.restore")}
          </Button>
        ),
        texts: one.texts,
      }))}
      compare={(before, after) => comparedParts(t, before.texts, after.texts)}
    />
  );
}
