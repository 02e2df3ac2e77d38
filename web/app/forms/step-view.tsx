/** One step: its groups of fields, or, where it was accepted, what it says. */

import { isAsked } from "@portico/api/forms/check-step.ts";
import type { Step } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { groupKey, stepIntroKey, stepKey } from "@portico/api/forms/text-keys.ts";
import type { RefObject } from "react";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { AnswerList } from "./answer-list.tsx";
import { formText } from "./answer-rows.ts";
import { FieldView } from "./field-view.tsx";
import { useOpenForm } from "./form-context.ts";
import styles from "./forms.module.css";

interface StepViewProps {
  type: FormType;
  step: Step;
  heading: RefObject<HTMLHeadingElement | null>;
  isLocked: boolean;
}

export function StepView({ type, step, heading, isLocked }: StepViewProps) {
  const t = useText();
  const { answers, today, change, remarksAt, holder } = useOpenForm();
  const own = answers[step.name] ?? {};
  const around = { beside: own, step: own, form: answers, today };
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
          <AnswerList step={step} answers={answers} holder={holder} />
        </Section>
      ) : (
        step.groups
          .filter(({ fields }) => fields.some((field) => isAsked(field, around)))
          .map(({ name, fields }) => (
            <Section key={name} title={formText(t, groupKey(name))}>
              <div className={styles.fields}>
                {fields.map((field) => (
                  <FieldView
                    key={field.name}
                    field={field}
                    within={step.name}
                    around={around}
                    value={own[field.name]}
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
