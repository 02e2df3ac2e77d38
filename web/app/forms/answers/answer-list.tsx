/** A step's answers, read-only: for the final check, a submitted form, and print. */
import type { Given, Step } from "@portico/api/forms/field.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Fragment } from "react";
import { useLanguage, useText } from "../../ui/text.tsx";
import { FileLinks } from "../fields/file-links.tsx";
import styles from "../forms.module.css";
import { answerRows, underHeadings } from "./answer-rows.ts";

interface AnswerListProps {
  step: Step;
  given: Given;
  holder: Holder;
  /** True for the answers of a revision. */
  sent?: boolean;
}

export function AnswerList({ step, given, holder, sent = false }: AnswerListProps) {
  const t = useText();
  const language = useLanguage();
  const rows = answerRows(step, given, { t, language, sent });
  if (rows.length === 0) return <p className="small">{t("forms.page.nothing")}</p>;
  return (
    <>
      {underHeadings(rows).map(({ heading, rows: own }) => (
        <Fragment key={own[0]?.path}>
          <p className={styles.answerHeading}>{heading}</p>
          <dl className={styles.answers}>
            {own.map((row) => (
              <div key={`${row.path} ${row.label}`} className={styles.answer}>
                <dt>{row.label}</dt>
                <dd>{row.files.length > 0 ? <FileLinks files={row.files} holder={holder} /> : row.text}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </>
  );
}
