/** Names of the places that remarks and inconsistencies refer to: step, entry and field. */
import type { Given, Step } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { fieldKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { answerRows } from "./answer-rows.ts";

interface Answered {
  type: FormType;
  steps: readonly Step[];
  given: Given;
  /** True for the answers of a revision. */
  sent: boolean;
}

/** `step.field` is "Tax, US person"; in an entry or owner "Representative 1: Ivan Petrov, Identifier". */
export function placeNames(
  { t, language }: { t: Translate; language: Language },
  { type, steps, given, sent }: Answered,
): (path: string) => string {
  const rows = new Map(
    steps.flatMap((step) => answerRows(step, given, { t, language, sent }).map((row) => [row.path, row] as const)),
  );
  return (path) => {
    const [name = "", field, ...inside] = path.split(".");
    const step = formText(t, stepKey(type, name));
    const row = rows.get(path);
    if (row) return `${inside.length > 0 ? row.heading : step}, ${row.label}`;
    const asked = steps
      .find((one) => one.name === name)
      ?.groups.flatMap(({ fields }) => fields)
      .find((one) => one.name === field);
    return asked ? `${step}, ${formText(t, fieldKey(asked))}` : step;
  };
}
