/** One step: its groups of fields, or its answers if it was accepted. */

import { isAsked } from "@portico/api/forms/check-step.ts";
import { type Given, type Step, scopeOfStep } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { groupKey, stepIntroKey, stepKey } from "@portico/api/forms/text-keys.ts";
import type { RefCallback } from "react";
import { formText } from "../shell/form-text.ts";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { AnswerList } from "./answers/answer-list.tsx";
import type { OpenDraft } from "./draft/use-form-draft.ts";
import { FieldView } from "./fields/field-view.tsx";
import { useOpenForm } from "./form-context.ts";
import styles from "./forms.module.css";

interface StepViewProps {
  type: FormType;
  step: Step;
  heading: RefCallback<HTMLHeadingElement>;
  isLocked: boolean;
  given: Given;
  change: OpenDraft["change"];
}

export function StepView({ type, step, heading, isLocked, given, change }: StepViewProps) {
  const t = useText();
  const { remarksAt, holder } = useOpenForm();
  const scope = scopeOfStep(step.name, given);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {formText(t, stepKey(type, step.name))}
      </h2>
      <p className={styles.intro}>{formText(t, stepIntroKey(type, step.name))}</p>
      {remarksAt(step.name).map((text) => (
        <Notice key={text} tone="attention">
          {text}
        </Notice>
      ))}
      {isLocked ? (
        <Section hint={t("forms.page.locked")} title={t("forms.page.accepted")}>
          <AnswerList step={step} given={given} holder={holder} />
        </Section>
      ) : (
        step.groups
          .filter(({ fields }) => fields.some((field) => isAsked(field, scope)))
          .map(({ name, fields }) => (
            <Section key={name} title={formText(t, groupKey(name))}>
              <div className={styles.fields}>
                {fields.map((field) => (
                  <FieldView
                    key={field.name}
                    field={field}
                    within={step.name}
                    scope={scope}
                    value={scope.siblings[field.name]}
                    onChange={(value) => change(step.name, field.name, value)}
                  />
                ))}
              </div>
            </Section>
          ))
      )}
    </>
  );
}
