/** Which data staff keep about clients: the labels of `client_data`. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { type FieldType, fieldTypes, mostChoices } from "./rules/data-fields.ts";
import { nameLimits } from "./rules/limits.ts";
import { eachIdOnce } from "./settings/each-id-once.ts";
import { bodyOrdinal, done, id, inEachLanguage, listedId } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const name = writtenText(nameLimits.field);
const names = z.strictObject({ bg: name, en: name, pl: name });
const choice = z.strictObject({ id: listedId, name: names });
const choices = z.array(choice).max(mostChoices).superRefine(eachIdOnce);
/** A choice has what can be chosen, and nothing else has. */
function requireChoices(
  { type, choices: given }: { type: FieldType; choices: readonly unknown[] },
  context: z.RefinementCtx,
): void {
  if ((type === "choice") === given.length > 0) return;
  const field = type === "choice" ? "required" : "notAllowed";
  context.addIssue({ code: "custom", path: ["choices"], params: { field } });
}

export const dataField = z.object({
  id,
  /** Key of clients' values; it never changes. */
  label: z.string(),
  type: z.enum(fieldTypes),
  names: inEachLanguage,
  choices: z.array(z.object({ id: z.string(), name: inEachLanguage })),
  /** Counts the changes. */
  version: z.number().int(),
});
export type DataField = z.infer<typeof dataField>;

export const dataFields = defineEndpoints({
  list: {
    method: "GET",
    path: "/data-field",
    summary: "The data fields in use, in the order of their labels.",
    access: staff("internal"),
    answer: z.array(dataField.extend({ can: z.object({ save: z.boolean(), remove: z.boolean() }) })),
  },
  create: {
    method: "POST",
    path: "/data-field/create",
    summary: "Adds a data field.",
    access: staff("admin"),
    body: z
      .strictObject({
        // Not a name that every object has: `constructor`, `__proto__`.
        label: z
          .string()
          .trim()
          .min(1)
          .max(nameLimits.field)
          .refine((label) => !(label in {})),
        type: z.enum(fieldTypes).default("text"),
        /** The label in each language if not given. */
        names: names.optional(),
        choices: choices.default([]),
      })
      .superRefine(requireChoices),
    answer: dataField,
    errors: ["nameInUse"],
  },
  save: {
    method: "POST",
    path: "/data-field/:id/save",
    summary:
      "Changes a field's names, type and choices; values of clients are converted. `valuesDoNotFit` with how many if some cannot be, `stateConflict` if it was changed since.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({ names, type: z.enum(fieldTypes), choices, since: bodyOrdinal }).superRefine(requireChoices),
    answer: dataField,
    errors: ["valuesDoNotFit", "stateConflict"],
  },
  listArchived: {
    method: "GET",
    path: "/data-field/archived",
    summary: "The archived data fields, which can be restored with what clients have under them.",
    access: staff("internal"),
    answer: z.array(dataField.extend({ can: z.object({ restore: z.boolean() }) })),
  },
  countValues: {
    method: "GET",
    path: "/data-field/:id/values",
    summary: "How many clients have a value under the data field.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: z.object({ clients: z.number().int() }),
  },
  restore: {
    method: "POST",
    path: "/data-field/:id/restore",
    summary: "Brings an archived data field back, with what clients have under it.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({}).optional(),
    answer: dataField,
  },
  remove: {
    method: "DELETE",
    path: "/data-field/:id",
    summary: "Archives a data field: what clients have under it is kept, and not shown until the field is restored.",
    access: staff("admin"),
    params: z.object({ id }),
    answer: done,
  },
});
