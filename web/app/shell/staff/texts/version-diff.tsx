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
  /** Read in every language: figures. */
  ofAll?: true;
  before: string;
  after: string;
}

export function VersionDiff({ parts }: { parts: readonly ComparedPart[] }) {
  const t = useText();
  const changed = parts.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return <p className="small">{t("admin.diff.none")}</p>;
  const texts = parts.filter(({ ofAll }) => !ofAll);
  const unchanged = [...new Set(texts.map(({ language }) => language))].filter((language) =>
    changed.every((part) => part.ofAll || part.language !== language),
  );
  const isPartial = changed.some(({ ofAll }) => !ofAll);
  return (
    <div className={styles.parts}>
      {isPartial && unchanged.length > 0 && (
        <Notice tone="attention">
          {t("admin.diff.unchanged", {
            languages: unchanged.map((language) => t(`shell.language.${language}`)).join(", "),
          })}
        </Notice>
      )}
      {changed.map(({ id, label, language, before, after }) => (
        <div key={id}>
          <h4>{label}</h4>
          <TextDiff language={language} before={before} after={after} />
        </div>
      ))}
    </div>
  );
}
