/** Two versions that the reader picks, and what differs between them in each language. */
import { useState } from "react";
import { NativeSelect } from "../../../ui/fields.tsx";
import { useText } from "../../../ui/text.tsx";
import { type ComparedPart, VersionDiff } from "./version-diff.tsx";
import styles from "./version-list.module.css";

interface CompareVersionsProps<Version extends { version: number }> {
  /** The newest first; two at least. */
  versions: readonly Version[];
  compare: (before: Version, after: Version) => readonly ComparedPart[];
}

export function CompareVersions<Version extends { version: number }>({
  versions,
  compare,
}: CompareVersionsProps<Version>) {
  const t = useText();
  /** Compared only when opened: texts are long. */
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<{ from?: number; to?: number }>({});
  const find = (version: number | undefined) => versions.find((one) => one.version === version);
  const after = find(picked.to) ?? versions[0];
  const before = find(picked.from) ?? versions.at(-1);
  const choices = versions.map(({ version }) => ({
    value: String(version),
    label: t("admin.versions.number", { version }),
  }));
  return (
    <details className={styles.changes} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.versions.compare")}</summary>
      {isOpen && before && after && (
        <div className={styles.compared}>
          <div className={styles.picked}>
            <NativeSelect
              size="sm"
              label={t("admin.versions.compareFrom")}
              data={choices}
              value={String(before.version)}
              onChange={(event) => setPicked({ ...picked, from: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              size="sm"
              label={t("admin.versions.compareTo")}
              data={choices}
              value={String(after.version)}
              onChange={(event) => setPicked({ ...picked, to: Number(event.currentTarget.value) })}
            />
          </div>
          <VersionDiff parts={compare(before, after)} />
        </div>
      )}
    </details>
  );
}
