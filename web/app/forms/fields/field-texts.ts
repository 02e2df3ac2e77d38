/** Texts of a field: label, hint, error. */
import type { FieldCode } from "@portico/api/errors.ts";
import { isRequired } from "@portico/api/forms/check-step.ts";
import type { Field } from "@portico/api/forms/field.ts";
import { fieldKey, hintKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import { type FieldPlace, useOpenForm } from "../form-context.ts";

export interface FieldTexts {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
}

/** The instruction for a missing field that is not typed. */
const missing = {
  choice: "forms.fault.choose",
  yesNo: "forms.fault.choose",
  test: "forms.fault.choose",
  choices: "forms.fault.chooseSome",
  countries: "forms.fault.chooseSome",
  country: "forms.fault.chooseFromList",
  currency: "forms.fault.chooseFromList",
  files: "forms.fault.addFile",
  list: "forms.fault.addEntry",
  ownership: "forms.fault.addOwner",
  agreement: "forms.fault.tick",
} as const;

/** The error text of a field, depending on its kind. */
export function faultText(t: Translate, fault: FieldCode, kind: Field["kind"], accountEmail = ""): string {
  if (fault === "required" && kind in missing) return t(missing[kind as keyof typeof missing]);
  if (fault === "notAccountEmail") return t("forms.fault.notAccountEmail", { email: accountEmail });
  return t(`field.${fault}`);
}

/** The texts of a field. */
export function useFieldTexts(field: Field, { path, scope }: Pick<FieldPlace, "path" | "scope">): FieldTexts {
  const t = useText();
  const { faultAt } = useOpenForm();
  const fault = faultAt(path);
  return {
    label: formText(t, fieldKey(field)),
    hint: field.hint ? formText(t, hintKey(field)) : undefined,
    error: fault && faultText(t, fault, field.kind, scope.accountEmail),
    required: isRequired(field, scope),
  };
}
