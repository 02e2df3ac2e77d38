/** A submission, read-only: its version, the texts that were accepted, and its answers by step. */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type FormType, loadForm } from "@portico/api/forms/forms.ts";
import { receiptReference } from "@portico/api/forms/receipt.ts";
import type { SubmittedForm } from "@portico/api/forms/submitted.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useLoaded } from "../../shell/calls/use-loaded.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { formText } from "../../shell/form-text.ts";
import { formatMoment } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import { AnswerList } from "./answer-list.tsx";

interface SubmittedAnswersProps {
  holder: Holder;
  type: FormType;
  /** `submitted_at` is null for the answers of a draft; only those need the beneficial owner percentage. */
  submitted: Omit<SubmittedForm, "submitted_at"> & { submitted_at: string | null; owner_percent?: number };
  /** Buttons at the end of the first line. */
  actions: ReactNode;
}

export function SubmittedAnswers({ holder, type, submitted, actions }: SubmittedAnswersProps) {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const { revision, submitted_at, form_data, settled, agreed, owner_percent = 0 } = submitted;
  const { data: steps } = useLoaded(type, () => loadForm(type));
  const given = { form: form_data as FormAnswers, today, ownerPercent: owner_percent, settled };
  return (
    <>
      <p className={styles.sentLine}>
        {submitted_at && (
          <span>
            {t("forms.sent.revision", {
              number: revision,
              at: formatMoment(language, submitted_at),
              reference: receiptReference(type, holder.holderId, revision),
            })}
          </span>
        )}
        <span className={styles.adders} data-no-print>
          {actions}
        </span>
      </p>
      {submitted_at && agreed.length > 0 && (
        <p className={styles.versions}>
          {t("forms.sent.agreed", {
            texts: agreed
              .map(({ name, version }) =>
                t("forms.sent.text", { name: t(`forms.field.${name}`), version: String(version) }),
              )
              .join(", "),
          })}
          <br />
          {t("forms.sent.bands", { version: String(settled.bands.version) })}
        </p>
      )}
      {!steps && <Loading />}
      {steps?.map((step) => (
        <Section key={step.name} title={formText(t, stepKey(type, step.name))}>
          <AnswerList step={step} given={given} holder={holder} sent={submitted_at !== null} />
        </Section>
      ))}
    </>
  );
}
