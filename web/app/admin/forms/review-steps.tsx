/** The steps of a submission, one under the other: each line with what it said before, remarks at their fields. */

import { Button } from "@mantine/core";
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import { loadForm } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { type AnswerRow, answerRows, formText, underHeadings } from "../../forms/answer-rows.ts";
import { FileLinks } from "../../forms/file-links.tsx";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { firmToday } from "../../shell/firm-day.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useHasLevel } from "../staff-access.ts";
import { RemarkButton, Remarks } from "./remarks.tsx";
import styles from "./review.module.css";
import { type FormOf, type Review, useReviewActions } from "./use-review.ts";

interface ReviewStepsProps {
  form: FormOf;
  review: Review;
  mayJudge: boolean;
}

export function ReviewSteps({ form, review, mayJudge }: ReviewStepsProps) {
  const {
    data: steps,
    error,
    refetch,
  } = useQuery({
    queryKey: ["form-definition", form.type],
    queryFn: () => loadForm(form.type),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOffice = useHasLevel("office");
  if (error) return <LoadFailed retry={() => void refetch()} />;
  if (!steps) return <Loading />;
  return steps.map((step) => (
    <ReviewStep key={step.name} step={step} form={form} review={review} mayJudge={mayJudge && isOffice} />
  ));
}

/** A line with what it said in the revision before; a line that is gone stands with what it was. */
interface ComparedRow extends AnswerRow {
  before: string | null;
}

function compare(now: readonly AnswerRow[], before: readonly AnswerRow[] | null): ComparedRow[] {
  if (!before) return now.map((row) => ({ ...row, before: null }));
  const old = new Map(before.map((row) => [row.path, row]));
  const text = (row: AnswerRow | undefined): string =>
    row ? row.text || row.files.map(({ name }) => name).join(", ") : "";
  const compared = now.map((row) => {
    const was = text(old.get(row.path));
    old.delete(row.path);
    return { ...row, before: was === text(row) ? null : was };
  });
  const gone = [...old.values()].map((row) => ({ ...row, text: "", files: [], before: text(row) }));
  return [...compared, ...gone];
}

function ReviewStep({ step, form, review, mayJudge }: ReviewStepsProps & { step: Step }) {
  const t = useText();
  const language = useLanguage();
  const today = firmToday();
  const { current, previous, remarks, previousRemarks, accepted } = review;
  const { acceptStep } = useReviewActions(form, current.revision);
  const acceptance = accepted.find((one) => one.step === step.name);
  const words = { t, language, sent: true };
  // In what was sent lies only what was asked: neither the day nor the percentage is looked at.
  const givenOf = (form_data: unknown) => ({ form: form_data as FormAnswers, today, ownerPercent: 0 });
  const rows = compare(
    answerRows(step, givenOf(current.form_data), words),
    previous && answerRows(step, givenOf(previous.form_data), words),
  );
  const changes = rows.filter(({ before }) => before !== null).length;
  const ofStep = remarks.filter(({ path }) => path === step.name);

  function accept(isAccepted: boolean) {
    acceptStep.mutate(
      { step: step.name, accepted: isAccepted },
      { onError: (error) => alert.error(errorText(t, error)) },
    );
  }

  return (
    <Section
      title={formText(t, stepKey(form.type, step.name))}
      hint={previous ? t("admin.review.changes", { count: changes }) : undefined}
      actions={
        mayJudge ? (
          <>
            <RemarkButton form={form} revision={current.revision} path={step.name} />
            <Button
              size="compact-sm"
              variant={acceptance ? "filled" : "default"}
              aria-pressed={acceptance !== undefined}
              leftSection={<Icon name="check" size={14} />}
              loading={acceptStep.isPending}
              onClick={() => accept(!acceptance)}
            >
              {t(acceptance ? "admin.review.accepted" : "admin.review.accept")}
            </Button>
          </>
        ) : (
          acceptance && (
            <span className={styles.muted}>{t("admin.review.acceptedBy", { name: acceptance.by.name })}</span>
          )
        )
      }
    >
      <Remarks form={form} revision={current.revision} remarks={ofStep} mayWithdraw={mayJudge} />
      {rows.length === 0 && <p className={styles.muted}>{t("admin.review.nothing")}</p>}
      {underHeadings(rows).map(({ heading, rows: own }) => (
        <Fragment key={own[0]?.path}>
          <p className={styles.heading}>{heading}</p>
          <dl className={styles.answers}>
            {own.map((row) => (
              <Line
                key={`${row.path} ${row.label}`}
                row={row}
                form={form}
                revision={current.revision}
                remarks={remarks.filter(({ path }) => path === row.path)}
                previousRemarks={previousRemarks.filter(({ path }) => path === row.path)}
                mayJudge={mayJudge}
              />
            ))}
          </dl>
        </Fragment>
      ))}
    </Section>
  );
}

interface LineProps {
  row: ComparedRow;
  form: FormOf;
  revision: number;
  remarks: Review["remarks"];
  previousRemarks: Review["remarks"];
  mayJudge: boolean;
}

function Line({ row, form, revision, remarks, previousRemarks, mayJudge }: LineProps) {
  const t = useText();
  return (
    <div className={styles.line} data-changed={row.before !== null || undefined}>
      <dt>{row.label}</dt>
      <dd>
        {row.files.length > 0 ? (
          <FileLinks files={row.files} holder={form} />
        ) : (
          <span className={styles.answer}>{row.text || t("forms.word.nothing")}</span>
        )}
        {row.before !== null && (
          <p className={styles.before}>{t("admin.review.before", { text: row.before || t("forms.word.nothing") })}</p>
        )}
        {previousRemarks.map(({ id, text }) => (
          <p key={id} className={styles.asked}>
            {t("admin.review.askedBefore", { text })}
          </p>
        ))}
        <Remarks form={form} revision={revision} remarks={remarks} mayWithdraw={mayJudge} />
      </dd>
      {mayJudge && (
        <dd>
          <RemarkButton form={form} revision={revision} path={row.path} label={row.label} />
        </dd>
      )}
    </div>
  );
}
