/** The versions of a target fund, the newest first, each with what it changed. */
import { Button } from "@mantine/core";
import type { DefinitionVersion, FundCard } from "@portico/api/funds.ts";
import { useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedContent } from "./compared-content.ts";
import styles from "./staff.module.css";
import type { Opened } from "./use-target.ts";

const colours = { draft: "orange", published: "green", superseded: "grey", archived: "grey" } as const;

interface DefinitionVersionsProps {
  opened: Opened;
  draft: DefinitionVersion | undefined;
  funds: readonly FundCard[];
}

export function DefinitionVersions({ opened, draft, funds }: DefinitionVersionsProps) {
  const t = useText();
  const runChange = useRunChange();
  const restore = (version: number) =>
    openConfirmation({
      title: t("admin.funds.restore.title", { version }),
      text: t("admin.funds.restore.text"),
      confirmLabel: t("admin.funds.restore"),
      action: async () => {
        const body = { version, edit: draft?.edit ?? null };
        await runChange((api) => api.funds.restoreDefinition({ params: { id: opened.id }, body }));
        alert.success(t("admin.funds.done"));
      },
    });
  return (
    <Section title={t("admin.funds.versions")}>
      <ol className={styles.versions} reversed>
        {opened.versions.map((version, place) => (
          <li key={version.version}>
            <strong>{t("admin.funds.version", { version: version.version })}</strong>
            <StatusBadge status={version.state} colour={colours[version.state]}>
              {t(`admin.funds.version.${version.state}`)}
            </StatusBadge>
            <span className={styles.small}>
              {version.published_by ?? version.changed_by} · <Moment at={version.published_at ?? version.changed_at} />
              {version.restored_from !== null &&
                ` · ${t("admin.content.restoredFrom", { version: version.restored_from })}`}
            </span>
            {opened.can.edit && version.state !== "draft" && (
              <Button size="compact-sm" variant="subtle" onClick={() => restore(version.version)}>
                {t("admin.funds.restore")}
              </Button>
            )}
            <Changes version={version} before={opened.versions[place + 1]} funds={funds} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface ChangesProps {
  version: DefinitionVersion;
  before: DefinitionVersion | undefined;
  funds: readonly FundCard[];
}

function Changes({ version, before, funds }: ChangesProps) {
  const t = useText();
  const language = useLanguage();
  /** Compared only when opened: texts are long. */
  const [isOpen, setOpen] = useState(false);
  if (!before) return null;
  return (
    <details className={styles.compared} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.funds.changes", { version: before.version })}</summary>
      {isOpen && <VersionDiff parts={comparedContent({ t, language, funds }, before.content, version.content)} />}
    </details>
  );
}
