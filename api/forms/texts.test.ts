import { readFileSync } from "node:fs";
import { questions } from "@portico/kyc/questionnaire.ts";
import { riskProfiles } from "@portico/kyc/risk-profile.ts";
import { expect, test } from "vitest";
import type { Field } from "./field.ts";
import { type FormType, formTypes, loadForm } from "./forms.ts";
import { inconsistencyCodes } from "./inconsistencies/found.ts";
import { bandOf, firstSettled } from "./settled.ts";
import {
  entryKey,
  fieldKey,
  groupKey,
  hintKey,
  inconsistencyKey,
  optionKey,
  stepIntroKey,
  stepKey,
} from "./text-keys.ts";

const texts = JSON.parse(readFileSync(new URL("../../messages/texts/forms.json", import.meta.url), "utf8")) as object;

function keysOf(field: Field): string[] {
  const own = [fieldKey(field), ...(field.hint ? [hintKey(field)] : [])];
  switch (field.kind) {
    case "choice":
    case "choices":
      return [
        ...own,
        // A band's text is made from its limits, which are a setting.
        ...field.options
          .filter((option) => !bandOf(firstSettled, field.list, option))
          .map((option) => optionKey(field.list, option)),
      ];
    case "grid":
      return [...own, ...field.rows.map((row) => optionKey(field.list, row)), ...field.fields.flatMap(keysOf)];
    case "list":
      return [...own, entryKey(field), ...field.fields.flatMap(keysOf)];
    case "ownership":
      return [...own, ...field.fields.flatMap(keysOf)];
    default:
      return own;
  }
}

/** Texts of a form and its test, for both types. */
const needed = [
  ...(await Promise.all(formTypes.map(keysOfForm))).flat(),
  ...questions.flatMap(({ id, options }) => [
    `forms.test.${id}`,
    ...options.map((option) => `forms.test.${id}.${option}`),
  ]),
  ...riskProfiles.map((profile) => `forms.riskProfile.${profile}`),
  ...inconsistencyCodes.map(inconsistencyKey),
];

async function keysOfForm(type: FormType): Promise<string[]> {
  const steps = await loadForm(type);
  return steps.flatMap((step) => [
    stepKey(type, step.name),
    stepIntroKey(type, step.name),
    ...step.groups.flatMap(({ name, fields }) => [groupKey(name), ...fields.flatMap(keysOf)]),
  ]);
}

test("every step, group, field, option and question has its words", () => {
  expect(needed.filter((key) => !(key in texts))).toEqual([]);
});

test("no words stand for a step, group, field, option or question that is not asked", () => {
  const asked = new Set(needed);
  const ofForms = /^forms\.(step|group|field|hint|entry|option|test|riskProfile|inconsistency)\./;
  expect(Object.keys(texts).filter((key) => ofForms.test(key) && !asked.has(key))).toEqual([]);
});
