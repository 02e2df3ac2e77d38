/** What changed between two versions of a text, part by part and language by language; equal parts are left out, and languages in which nothing changed are named. */
import type { ReactNode } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { type Language, useText } from "../../../ui/text.tsx";
import { TextDiff } from "./text-diff.tsx";
import styles from "./texts.module.css";

export interface ComparedPart {
  id: string;
  /** Such as "Title, Polish". */
  label: ReactNode;
  language: Language;
  before: string;
  after: string;
}

export function VersionDiff({ parts }: { parts: readonly ComparedPart[] }) {
  const t = useText();
  const changed = parts.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return <p className={styles.small}>{t("admin.diff.none")}</p>;
  const unchanged = [...new Set(parts.map(({ language }) => language))].filter((language) =>
    changed.every((part) => part.language !== language),
  );
  return (
    <div className={styles.parts}>
      {unchanged.length > 0 && (
        <Notice tone="attention">
          {t("admin.diff.unchanged", {
            languages: unchanged.map((language) => t(`shell.language.${language}`)).join(", "),
          })}
        </Notice>
      )}
      {changed.map(({ id, label, ...texts }) => (
        <div key={id}>
          <h4>{label}</h4>
          <TextDiff {...texts} />
        </div>
      ))}
    </div>
  );
}
