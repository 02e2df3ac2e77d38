/** The steps of a submission: each row with its previous value, and remarks at their fields. */

import { Checkbox } from "@mantine/core";
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import { loadForm } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { Fragment, type ReactNode, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { useLoaded } from "../../shell/calls/use-loaded.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { formText } from "../../shell/form-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { answerRows, type ComparedRow, comparedRows, underHeadings } from "../answers/answer-rows.ts";
import { FileButtons } from "../fields/file-links.tsx";
import { RemarkButton, Remarks } from "./remarks.tsx";
import styles from "./review.module.css";
import { ReviewContents, stepId } from "./review-contents.tsx";
import type { ComparedStep, FormOf, Review } from "./review-types.ts";
import { ScanViewer } from "./scan-viewer.tsx";
import { type Scans, useScans } from "./use-scans.ts";

interface ReviewStepsProps {
  form: FormOf;
  review: Review;
}

interface ReviewColumns {
  /** What the reviewer should know before reading the steps. */
  findings: ReactNode;
  /** Next to the steps on a wide screen, below them on others. */
  decision: ReactNode;
}

/** The steps as rows, each with its value in the previous revision. */
function comparedSteps(
  steps: readonly Step[],
  { current, previous, remarks, accepted }: Review,
  { t, language, today }: { t: Translate; language: Language; today: string },
): ComparedStep[] {
  const context = { t, language, sent: true, asRecord: true };
  // A revision contains only what was asked, so neither day nor percentage is needed.
  const givenOf = ({ form_data, settled }: Pick<Review["current"], "form_data" | "settled">) => ({
    form: form_data as FormAnswers,
    today,
    ownerPercent: 0,
    settled,
  });
  return steps.map((step) => {
    const rows = comparedRows(
      answerRows(step, givenOf(current), context),
      previous && answerRows(step, givenOf(previous), context),
    );
    const paths = new Set([step.name, ...rows.map(({ path }) => path)]);
    return {
      step,
      rows,
      changes: previous ? rows.filter(({ before }) => before !== null).length : undefined,
      remarks: remarks.filter(({ path }) => paths.has(path)).length,
      acceptance: accepted.find((one) => one.step === step.name),
    };
  });
}

export function ReviewSteps(props: ReviewStepsProps & ReviewColumns) {
  const { form } = props;
  const { data: steps, error, refetch } = useLoaded(form.type, () => loadForm(form.type));
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  if (error) return <LoadFailed retry={() => void refetch()} />;
  if (!steps) return <Loading />;
  return <ComparedSteps {...props} compared={comparedSteps(steps, props.review, { t, language, today })} />;
}

function ComparedSteps({
  form,
  review,
  compared,
  findings,
  decision,
}: ReviewStepsProps & ReviewColumns & { compared: readonly ComparedStep[] }) {
  const t = useText();
  const [onlyChanged, setOnlyChanged] = useState(false);
  const scans = useScans(form.type, compared);
  const isRemarked = ({ step: { name }, rows }: ComparedStep) => {
    const paths = new Set([name, ...rows.map(({ path }) => path)]);
    return [...review.remarks, ...review.previousRemarks].some(({ path }) => paths.has(path));
  };
  // A step without a change stays if something was asked about it.
  const shown = compared.filter((one) => !onlyChanged || one.changes !== 0 || isRemarked(one));
  const hidden = compared.length - shown.length;
  return (
    <div className={styles.columns} data-scan={scans.shown !== undefined || undefined}>
      {scans.shown ? (
        <ScanViewer
          holder={form}
          files={scans.files}
          shown={scans.shown}
          onShow={({ id }) => scans.show(id)}
          onClose={scans.close}
        />
      ) : (
        <ReviewContents type={form.type} steps={compared} />
      )}
      <div className={styles.steps}>
        {findings}
        {review.previous && (
          <Checkbox
            className={styles.onlyChanged ?? ""}
            label={t("admin.review.onlyChanged")}
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
          />
        )}
        {review.can.accept && <AcceptUnchanged form={form} review={review} compared={compared} />}
        {hidden > 0 && <p className={styles.muted}>{t("admin.review.unchangedHidden", { count: hidden })}</p>}
        {shown.map((step) => (
          <ReviewStep
            key={step.step.name}
            compared={step}
            onlyChanged={onlyChanged && review.previous !== null}
            form={form}
            review={review}
            scans={scans}
          />
        ))}
      </div>
      {decision}
    </div>
  );
}

/** Accepts at once every step that is as it was in the previous revision, and has no remark. */
function AcceptUnchanged({ form, review, compared }: ReviewStepsProps & { compared: readonly ComparedStep[] }) {
  const t = useText();
  const unchanged = compared.filter(
    ({ changes, remarks, acceptance }) => changes === 0 && remarks === 0 && acceptance === undefined,
  );
  const accept = useChange(
    (api) =>
      api.forms.acceptSteps({
        params: { ...form, revision: review.current.revision },
        body: { steps: unchanged.map(({ step }) => step.name) },
      }),
    { onError: (error) => alert.error(errorText(t, error)) },
  );
  if (unchanged.length === 0) return null;
  return (
    <div>
      <Button variant="default" size="sm" loading={accept.isPending} onClick={() => accept.mutate()}>
        {t("admin.review.acceptUnchanged", { count: unchanged.length })}
      </Button>
    </div>
  );
}

interface ReviewStepProps extends ReviewStepsProps {
  compared: ComparedStep;
  /** Hides rows without a change or a remark, now or in the previous revision. */
  onlyChanged: boolean;
  scans: Scans;
}

function ReviewStep({
  compared: { step, rows, changes, acceptance },
  onlyChanged,
  form,
  review,
  scans,
}: ReviewStepProps) {
  const t = useText();
  const { current, remarks, previousRemarks, can } = review;
  // Shown once the server has it.
  const acceptStep = useChange((api, body: { step: string; accepted: boolean }) =>
    api.forms.acceptStep({ params: { ...form, revision: current.revision }, body }),
  );
  const isRemarked = ({ path }: ComparedRow) => [...remarks, ...previousRemarks].some((one) => one.path === path);
  const shown = onlyChanged ? rows.filter((row) => row.before !== null || isRemarked(row)) : rows;
  const ofStep = remarks.filter(({ path }) => path === step.name);

  function accept(isAccepted: boolean) {
    // Not disabled while it is sent, because it would lose the focus.
    if (acceptStep.isPending) return;
    acceptStep.mutate(
      { step: step.name, accepted: isAccepted },
      { onError: (error) => alert.error(errorText(t, error)) },
    );
  }

  return (
    <Section
      title={formText(t, stepKey(form.type, step.name))}
      id={stepId(step.name)}
      hint={changes === undefined ? undefined : t("admin.review.changes", { count: changes })}
      actions={
        <>
          <RemarkButton
            form={form}
            revision={current.revision}
            path={step.name}
            offered={can.review}
            decision={review.decision}
          />
          {can.accept ? (
            <Button
              size="compact-sm"
              variant={acceptance ? "filled" : "default"}
              aria-pressed={acceptance !== undefined}
              aria-busy={acceptStep.isPending}
              leftSection={<Icon name="check" size={14} />}
              onClick={() => accept(!acceptance)}
            >
              {t(acceptance ? "admin.review.accepted" : "admin.review.accept")}
            </Button>
          ) : (
            acceptance && (
              <span className={styles.muted}>{t("admin.review.acceptedBy", { name: acceptance.by.name })}</span>
            )
          )}
        </>
      }
    >
      <Remarks form={form} revision={current.revision} remarks={ofStep} mayWithdraw={can.review} />
      {rows.length === 0 && <p className={styles.muted}>{t("admin.review.nothing")}</p>}
      {underHeadings(shown).map(({ heading, rows: own }) => (
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
                canReview={can.review}
                decision={review.decision}
                scans={scans}
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
  canReview: boolean;
  decision: Review["decision"];
  scans: Scans;
}

function Line({ row, form, revision, remarks, previousRemarks, canReview, decision, scans }: LineProps) {
  const t = useText();
  const shownId = scans.shown?.id ?? null;
  return (
    <div
      className={styles.line}
      data-changed={row.before !== null || undefined}
      data-shown={row.files.some(({ id }) => id === shownId) || undefined}
    >
      <dt>{row.label}</dt>
      <dd>
        {row.files.length > 0 ? (
          <FileButtons files={row.files} shownId={shownId} onOpen={({ id }) => scans.show(id)} />
        ) : (
          <span className={styles.answer}>{row.text || t("forms.word.nothing")}</span>
        )}
        {row.before !== null && (
          <p className="small">{t("admin.review.before", { text: row.before || t("forms.word.nothing") })}</p>
        )}
        {previousRemarks.map(({ id, text }) => (
          <p key={id} className={styles.asked}>
            {t("admin.review.askedBefore", { text })}
          </p>
        ))}
        <Remarks form={form} revision={revision} remarks={remarks} mayWithdraw={canReview} />
      </dd>
      <dd>
        <RemarkButton
          form={form}
          revision={revision}
          path={row.path}
          label={row.label}
          offered={canReview}
          decision={decision}
        />
      </dd>
    </div>
  );
}
