/** The versions of something that staff edit, the newest first, each with what it changed in the one before. */
import { type ReactNode, useState } from "react";
import { Moment } from "../../../ui/dates.tsx";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import { CompareVersions } from "./compare-versions.tsx";
import { type ComparedPart, VersionDiff } from "./version-diff.tsx";
import styles from "./version-list.module.css";

export interface ListedVersion {
  version: number;
  badge: ReactNode;
  by: string | null;
  at: string;
  /** The version that it is a copy of. */
  restoredFrom?: number | null;
  action?: ReactNode;
}

interface VersionListProps<Version extends ListedVersion> {
  versions: readonly Version[];
  compare: (before: Version, after: Version) => readonly ComparedPart[];
}

export function VersionList<Version extends ListedVersion>({ versions, compare }: VersionListProps<Version>) {
  const t = useText();
  if (versions.length === 0) return null;
  return (
    <Section title={t("admin.versions.title")}>
      {versions.length > 1 && <CompareVersions versions={versions} compare={compare} />}
      <ol className={styles.versions} reversed>
        {versions.map((version, place) => {
          const before = versions[place + 1];
          return (
            <li key={version.version}>
              <p className={styles.head}>
                <strong>{t("admin.versions.number", { version: version.version })}</strong>
                {version.badge}
                <span className="small">
                  {version.by} · <Moment at={version.at} />
                  {version.restoredFrom && ` · ${t("admin.versions.restoredFrom", { version: version.restoredFrom })}`}
                </span>
                {version.action}
              </p>
              {before && <Changes since={before.version} compare={() => compare(before, version)} />}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function Changes({ since, compare }: { since: number; compare: () => readonly ComparedPart[] }) {
  const t = useText();
  /** Compared only when opened: texts are long. */
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.changes} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.versions.since", { version: since })}</summary>
      {isOpen && <VersionDiff parts={compare()} />}
    </details>
  );
}
