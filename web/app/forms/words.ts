/** The words that stand with a field: its label, what it is for, what is wrong with it. */
import { isRequired } from "@portico/api/forms/check-step.ts";
import type { Field } from "@portico/api/forms/field.ts";
import { fieldKey, hintKey } from "@portico/api/forms/text-keys.ts";
import { useText } from "../ui/text.tsx";
import { formText } from "./answer-rows.ts";
import { type FieldPlace, useOpenForm } from "./form-context.ts";

export interface Words {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
}

/** The words that stand with a field. */
export function useWords(field: Field, { path, around }: Pick<FieldPlace, "path" | "around">): Words {
  const t = useText();
  const { faultAt } = useOpenForm();
  const fault = faultAt(path);
  return {
    label: formText(t, fieldKey(field)),
    hint: field.hint ? formText(t, hintKey(field)) : undefined,
    error: fault && t(`field.${fault}`),
    required: isRequired(field, around),
  };
}
