/** Forms for the tests of their pages, and a field of one alone. */
import type { Form } from "@portico/api/forms/drafts.ts";
import { type Field, type FormAnswers, type Given, scopeOfStep } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { firstSettled } from "@portico/api/forms/settled.ts";
import { useState } from "react";
import { FieldView } from "../fields/field-view.tsx";
import { FormProvider, type OpenForm } from "../form-context.ts";

/** A first draft of a person's form, without answers. */
export const formOf = (more: Partial<Form> = {}): Form => ({
  form_type: "KYC",
  form_data: {},
  revision: 0,
  user_id: 4,
  company_id: null,
  state: "preKYC",
  draft: { version: 1, based_on: 0, renew: null, current_step: null, changed_at: "2026-11-20T09:00:00.000Z" },
  remarks: [],
  reason: null,
  accepted: [],
  owner_percent: 25,
  account_email: "ivan@test.example",
  submitted_at: null,
  settled: firstSettled,
  agreed: [],
  ...more,
});

/** A complete first step. */
export const identity = {
  firstName: "Ivan",
  lastName: "Petrov",
  birthDate: "1980-05-01",
  birthPlace: "Sofia",
  birthCountry: "BG",
  nationalities: ["BG"],
};

export const countries = [
  { code: "BG", names: { bg: "България", en: "Bulgaria", pl: "Bułgaria" } },
  { code: "PL", names: { bg: "Полша", en: "Poland", pl: "Polska" } },
];

export const computed = {
  nationalIdentifier: null,
  riskProfile: null,
  testScore: null,
  beneficialOwners: [],
  inappropriate: [],
};

interface OneFieldProps extends Partial<Pick<OpenForm, "faultAt" | "remarksAt" | "touch">> {
  field: Field;
  type?: FormType;
  first?: unknown;
  /** The answers of other steps. */
  form?: FormAnswers;
  settled?: Given["settled"];
  onValue: (value: unknown) => void;
}

/** A field of the step "trial", which keeps what is answered. */
export function OneField({
  field,
  type = "KYC",
  first,
  form = {},
  settled = firstSettled,
  onValue,
  ...open
}: OneFieldProps) {
  const [value, setValue] = useState(first);
  const given = { form: { ...form, trial: { [field.name]: value } }, today: "2026-11-28", ownerPercent: 25, settled };
  return (
    <FormProvider
      value={{
        type,
        holder: { holderType: "user", holderId: 4 },
        given,
        faultAt: () => undefined,
        touch: () => undefined,
        remarksAt: () => [],
        previews: new Map(),
        ...open,
      }}
    >
      <FieldView
        field={field}
        within="trial"
        scope={scopeOfStep("trial", given)}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
      />
      <button type="button">after</button>
    </FormProvider>
  );
}
