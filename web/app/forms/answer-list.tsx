/** A step's answers to read: for the last look, what was sent, and print. */
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Fragment } from "react";
import { firmToday } from "../shell/firm-day.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import { answerRows } from "./answer-rows.ts";
import { FileLinks } from "./file-links.tsx";
import styles from "./forms.module.css";

interface AnswerListProps {
  step: Step;
  answers: FormAnswers;
  holder: Holder;
}

export function AnswerList({ step, answers, holder }: AnswerListProps) {
  const t = useText();
  const language = useLanguage();
  const rows = answerRows(step, answers, { t, language, today: firmToday() });
  if (rows.length === 0) return <p className={styles.hint}>{t("forms.page.nothing")}</p>;
  return (
    <dl className={styles.answers}>
      {rows.map((row, index) => (
        <Fragment key={`${row.path} ${row.label}`}>
          {row.heading !== rows[index - 1]?.heading && <div className={styles.answerHeading}>{row.heading}</div>}
          <div className={styles.answer}>
            <dt>{row.label}</dt>
            <dd>{row.files.length > 0 ? <FileLinks files={row.files} holder={holder} /> : row.text}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}
