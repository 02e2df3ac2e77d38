/** The versions of a page, the newest first, each with what it changed in the one before. */
import { Button } from "@mantine/core";
import type { ContentVersion } from "@portico/api/content.ts";
import { useState } from "react";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { comparedParts } from "./compared-parts.ts";
import styles from "./staff.module.css";

const colours = { draft: "orange", published: "green", superseded: "grey", archived: "grey" } as const;

interface ContentVersionsProps {
  versions: readonly ContentVersion[];
  /** Begins a draft with the version's texts; undefined for readers. */
  onRestore: ((version: number) => void) | undefined;
}

export function ContentVersions({ versions, onRestore }: ContentVersionsProps) {
  const t = useText();
  if (versions.length === 0) return null;
  return (
    <Section title={t("admin.content.versions")}>
      <ol className={styles.versions} reversed>
        {versions.map((version, place) => (
          <li key={version.version}>
            <p className={styles.versionHead}>
              <strong>{t("admin.content.versionNumber", { version: version.version })}</strong>
              <StatusBadge status={version.state} colour={colours[version.state]}>
                {t(`admin.content.state.${version.state}`)}
              </StatusBadge>
              <span className={styles.small}>
                {version.published_by ?? version.changed_by} ·{" "}
                <Moment at={version.published_at ?? version.changed_at} />
                {version.restored_from !== null &&
                  ` · ${t("admin.content.restoredFrom", { version: version.restored_from })}`}
              </span>
              {onRestore && version.state !== "draft" && (
                <Button size="compact-sm" variant="subtle" onClick={() => onRestore(version.version)}>
                  {t("admin.content.restore.action")}
                </Button>
              )}
            </p>
            <Changes version={version} before={versions[place + 1]} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Changes({ version, before }: { version: ContentVersion; before: ContentVersion | undefined }) {
  const t = useText();
  /** Compared only when opened: texts are long. */
  const [isOpen, setOpen] = useState(false);
  if (!before) return null;
  return (
    <details className={styles.compared} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.content.changes", { version: before.version })}</summary>
      {isOpen && <VersionDiff parts={comparedParts(t, before.texts, version.texts)} />}
    </details>
  );
}
