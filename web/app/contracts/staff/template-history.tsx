/** The versions of a template, the newest first, each with what it changed in the one before. */
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { TextDiff } from "../../shell/staff/texts/text-diff.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./template.module.css";

const colours = { draft: "orange", inUse: "green", retired: "grey" } as const;

export function TemplateHistory({ versions }: { versions: readonly TemplateVersion[] }) {
  const t = useText();
  if (versions.length === 0) return null;
  return (
    <Section title={t("admin.templates.versions")}>
      <ol className={styles.versions} reversed>
        {versions.map((version, place) => (
          <li key={version.version}>
            <p className={styles.versionHead}>
              <strong>{t("admin.templates.versionNumber", { version: version.version })}</strong>
              <StatusBadge status={version.state} colour={colours[version.state]}>
                {t(`admin.templates.state.${version.state}`)}
              </StatusBadge>
              <span className={styles.small}>
                {version.changed_by} · <Moment at={version.changed_at} />
              </span>
            </p>
            <Changes version={version} before={versions[place + 1]} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Changes({ version, before }: { version: TemplateVersion; before: TemplateVersion | undefined }) {
  const t = useText();
  /** Compared only when opened: texts are long. */
  const [isOpen, setOpen] = useState(false);
  if (!before) return null;
  const changed = languages.filter((language) => version.content.text[language] !== before.content.text[language]);
  return (
    <details className={styles.changes} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.templates.changes", { version: before.version })}</summary>
      {isOpen && changed.length === 0 && <p className={styles.small}>{t("admin.templates.noChanges")}</p>}
      {isOpen &&
        changed.map((language) => (
          <div key={language}>
            <h4>{t(`shell.language.${language}`)}</h4>
            <TextDiff
              before={before.content.text[language]}
              after={version.content.text[language]}
              language={language}
            />
          </div>
        ))}
    </details>
  );
}
