import { readFileSync } from "node:fs";
import { questions } from "@portico/kyc/questionnaire.ts";
import { riskProfiles } from "@portico/kyc/risk-profile.ts";
import { expect, test } from "vitest";
import type { Field } from "./field.ts";
import { formTypes, loadForm } from "./forms.ts";
import { agreementKey, fieldKey, groupKey, hintKey, optionKey, stepIntroKey, stepKey } from "./text-keys.ts";

const texts = JSON.parse(readFileSync(new URL("../../messages/texts/forms.json", import.meta.url), "utf8")) as object;

function keysOf(field: Field): string[] {
  const own = [fieldKey(field), ...(field.hint ? [hintKey(field)] : [])];
  switch (field.kind) {
    case "choice":
    case "choices":
      return [...own, ...field.options.map((option) => optionKey(field.list, option))];
    case "agreement":
      return [...own, agreementKey(field)];
    case "grid":
      return [...own, ...field.rows.map((row) => optionKey(field.list, row)), ...field.fields.flatMap(keysOf)];
    case "list":
    case "ownership":
      return [...own, ...field.fields.flatMap(keysOf)];
    default:
      return own;
  }
}

for (const type of formTypes)
  test(`every step, group, field, option and agreement of ${type} has its words`, async () => {
    const steps = await loadForm(type);
    const needed = steps.flatMap((step) => [
      stepKey(type, step.name),
      stepIntroKey(type, step.name),
      ...step.groups.flatMap(({ name, fields }) => [groupKey(name), ...fields.flatMap(keysOf)]),
    ]);
    expect(needed.filter((key) => !(key in texts))).toEqual([]);
  });

test("every question of the test and every profile has its words", () => {
  const needed = [
    ...questions.flatMap(({ id, options }) => [
      `forms.test.${id}`,
      ...options.map((option) => `forms.test.${id}.${option}`),
    ]),
    ...riskProfiles.map((profile) => `forms.riskProfile.${profile}`),
  ];
  expect(needed.filter((key) => !(key in texts))).toEqual([]);
});
