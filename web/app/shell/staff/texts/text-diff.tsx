/** What changed between two texts, line by line. */
import { lineDiff, selectChanges } from "../../../ui/line-diff.ts";
import { type Language, useText } from "../../../ui/text.tsx";
import styles from "./texts.module.css";

const marks = { same: " ", added: "+", removed: "−" } as const;

export function TextDiff({ before, after, language }: { before: string; after: string; language: Language }) {
  const t = useText();
  return (
    <ul className={styles.diff} lang={language}>
      {selectChanges(lineDiff(before, after)).map((line, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines repeat; the list is made anew each time
        <li key={place} data-change={line?.change}>
          {line === null ? (
            <span className={styles.gap}>…</span>
          ) : (
            <>
              <span aria-hidden="true">{marks[line.change]}</span>
              {line.change !== "same" && <span className="visually-hidden">{t(`admin.diff.${line.change}`)}</span>}
              <span>{line.text || "\u00a0"}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
