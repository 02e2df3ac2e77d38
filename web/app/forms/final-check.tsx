/** The final check before submission: missing answers, inconsistencies, calculated results, and every answer. */

import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { Fault, Given } from "@portico/api/forms/field.ts";
import { type Step } from "@portico/api/forms/field.ts";
import { type FormType, finalCheck, formSteps, loadForm } from "@portico/api/forms/forms.ts";
import { eachCode } from "@portico/api/forms/inconsistencies/found.ts";
import { inconsistencyKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RefCallback } from "react";
import { type ReactNode } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useLoaded } from "../shell/calls/use-loaded.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { formText } from "../shell/form-text.ts";
import { Button } from "../ui/button.tsx";
import { LimitedTextarea } from "../ui/limited-textarea.tsx";
import { Notice } from "../ui/notice.tsx";
import { PrintButton } from "../ui/print-button.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { type Language, type Translate, useLanguage, useText } from "../ui/text.tsx";
import { AnswerList } from "./answers/answer-list.tsx";
import { placeNames } from "./answers/place-names.ts";
import { RiskProfile } from "./answers/risk-profile.tsx";
import type { OpenDraft } from "./draft/use-form-draft.ts";
import styles from "./forms.module.css";
import type { FormCheck } from "./use-form-check.ts";

/** Remarks whose field is unchanged since the form was returned, shown before it is submitted again. */
interface Unanswered {
  type: FormType;
  steps: readonly Step[];
  given: Given;
  remarks: Form["remarks"];
}

/** Rendered as text here, because the dialog that shows it has no access to the forms' texts. */
function unansweredRemarks(
  { t, language }: { t: Translate; language: Language },
  { type, steps, given, remarks }: Unanswered,
): ReactNode {
  const placeOf = placeNames({ t, language }, { type, steps, given, sent: false });
  return (
    <>
      <p>{t("forms.page.unanswered", { count: remarks.length })}</p>
      <ul className={styles.remarkList}>
        {remarks.map(({ path, text }) => (
          <li key={`${path} ${text}`}>{t("forms.page.unansweredIn", { place: placeOf(path), text })}</li>
        ))}
      </ul>
    </>
  );
}

interface FinalCheckProps {
  holder: Holder;
  type: FormType;
  draft: OpenDraft;
  given: Given;
  check: FormCheck;
  locked: ReadonlySet<string>;
  /** Remarks whose field is unchanged. */
  unanswered: Form["remarks"];
  heading: RefCallback<HTMLHeadingElement>;
  onGo: (place: string) => void;
  onSent: () => void;
}

export function FinalCheck({
  holder,
  type,
  draft,
  given,
  check,
  locked,
  unanswered,
  heading,
  onGo,
  onSent,
}: FinalCheckProps) {
  const t = useText();
  const api = useApi();
  const language = useLanguage();
  const steps = useLoaded(type, () => loadForm(type));
  const checked = check.isPlaceholderData ? undefined : check.data;
  const faults = checked?.faults ?? [];
  const placeOf = placeNames({ t, language }, { type, steps: steps.data ?? [], given, sent: false });

  async function send() {
    try {
      const version = await draft.flush();
      await api.forms.snapshot({
        params: { ...holder, type },
        body: {
          version,
          // The hash of a declaration is of the text in the language read.
          language,
        },
      });
      alert.success(t("forms.page.sent"));
      onSent();
    } catch (error) {
      if (error instanceof ApiError && (error.code === "formIncomplete" || error.code === "stateConflict"))
        await check.refetch();
      throw error;
    }
  }

  function ask() {
    openConfirmation({
      title: t("forms.page.sendTitle"),
      text: t("forms.page.sendText"),
      ...(unanswered.length > 0 && {
        html: unansweredRemarks({ t, language }, { type, steps: steps.data ?? [], given, remarks: unanswered }),
      }),
      confirmLabel: t("forms.page.send"),
      action: send,
    });
  }

  return (
    <>
      <div className={styles.headLine}>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          {t("forms.page.lastLook")}
        </h2>
        <PrintButton />
      </div>
      <p className={styles.intro}>{t("forms.page.lastLookIntro")}</p>
      {check.isError && (
        <LoadFailed retry={() => void check.refetch()} retrying={check.isFetching}>
          {errorText(t, check.error)}
        </LoadFailed>
      )}
      {!checked && !check.isError && <Loading />}
      <MissingAnswers type={type} faults={faults} onGo={onGo} />
      {checked && checked.inconsistencies.length > 0 && (
        <Inconsistencies found={checked.inconsistencies} given={given} placeOf={placeOf} onChange={draft.change} />
      )}
      {checked?.computed.riskProfile && <RiskProfile result={checked.computed.riskProfile} />}
      {steps.data?.map((step) => (
        <Section
          key={step.name}
          title={formText(t, stepKey(type, step.name))}
          actions={
            !locked.has(step.name) && (
              <Button size="compact-sm" variant="subtle" onClick={() => onGo(step.name)}>
                {t("forms.page.edit")}
              </Button>
            )
          }
        >
          <AnswerList step={step} given={given} holder={holder} />
        </Section>
      ))}
      <div className={styles.steps}>
        <Button variant="default" onClick={() => onGo(formSteps[type].at(-1)?.name ?? "")}>
          {t("forms.page.back")}
        </Button>
        <Button disabled={!checked || check.isFetching || faults.length > 0} onClick={ask}>
          {t("forms.page.send")}
        </Button>
      </div>
    </>
  );
}

/** How many answers are missing or wrong, by the step on which they are given. */
function MissingAnswers({ type, faults, onGo }: Pick<FinalCheckProps, "type" | "onGo"> & { faults: readonly Fault[] }) {
  const t = useText();
  if (faults.length === 0) return null;
  const byStep = Map.groupBy(faults, ({ path }) => path.split(".")[0] ?? "");
  return (
    <Notice tone="attention" title={t("forms.page.missing", { count: faults.length })} live>
      <ul>
        {[...byStep].map(([step, own]) => (
          <li key={step}>
            <button type="button" className={styles.link} onClick={() => onGo(step)}>
              {t("forms.page.missingIn", { step: formText(t, stepKey(type, step)), count: own.length })}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface InconsistenciesProps {
  found: Parameters<typeof eachCode>[0];
  given: Given;
  /** The place of an answer in words. */
  placeOf: (path: string) => string;
  onChange: OpenDraft["change"];
}

/** Answers that do not agree with each other, each with the person's explanation. */
function Inconsistencies({ found, given, placeOf, onChange }: InconsistenciesProps) {
  const t = useText();
  return (
    <Section title={t("forms.page.inconsistent")} hint={t("forms.page.inconsistentHint")}>
      {eachCode(found).map(({ code, paths }) => {
        const explanation = given.form[finalCheck]?.[code];
        return (
          <LimitedTextarea
            key={code}
            mb="md"
            name={`${finalCheck}.${code}`}
            label={formText(t, inconsistencyKey(code))}
            description={[...new Set(paths.map(placeOf))].join("; ")}
            placeholder={t("forms.page.explain")}
            autosize
            minRows={2}
            limit={messageMaxLength}
            value={typeof explanation === "string" ? explanation : ""}
            onChange={(event) => onChange(finalCheck, code, event.currentTarget.value)}
          />
        );
      })}
    </Section>
  );
}
