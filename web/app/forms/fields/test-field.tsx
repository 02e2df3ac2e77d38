/** The knowledge test: all questions, each with its options. */

import { Radio } from "@mantine/core";
import { questionnaireVersion, questions } from "@portico/kyc/questionnaire.ts";
import { formText } from "../../shell/form-text.ts";
import { InputSection } from "../../ui/input-section.tsx";
import { useText } from "../../ui/text.tsx";
import { type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import { type FieldTexts, faultText } from "./field-texts.ts";

interface TestValue {
  version?: string;
  chosen?: Record<string, string>;
}

export function TestField({ texts, place: { path, value, onChange } }: { texts: FieldTexts; place: FieldPlace }) {
  const t = useText();
  const { faultAt } = useOpenForm();
  const { version, chosen = {} } = (value ?? {}) as TestValue;
  // Answers to an earlier version belong to other questions.
  const current = version === questionnaireVersion ? chosen : {};
  return (
    <InputSection {...texts}>
      {questions.map(({ id, options }, index) => {
        const fault = faultAt(`${path}.${id}`);
        return (
          <Radio.Group
            key={id}
            id={`${path}.${id}`}
            className={styles.question}
            name={`${path}.${id}`}
            label={`${index + 1}. ${formText(t, `forms.test.${id}`)}`}
            error={fault && faultText(t, fault, "test")}
            value={current[id] ?? ""}
            onChange={(option) => onChange({ version: questionnaireVersion, chosen: { ...current, [id]: option } })}
          >
            <div className={styles.options}>
              {options.map((option) => (
                <Radio
                  key={option}
                  value={option}
                  label={formText(t, `forms.test.${id}.${option}`)}
                  error={fault !== undefined}
                />
              ))}
            </div>
          </Radio.Group>
        );
      })}
    </InputSection>
  );
}
