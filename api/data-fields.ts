/** Which data staff keep about clients: the labels of `client_data`. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { nameLimits } from "./rules/limits.ts";
import { done, id } from "./shapes.ts";

export const dataField = z.object({ id, label: z.string() });

export const dataFields = defineEndpoints({
  list: {
    method: "GET",
    path: "/data-field",
    summary: "The data fields in use, in the order of their labels.",
    access: staff("internal"),
    answer: z.array(dataField.extend({ can: z.object({ remove: z.boolean() }) })),
  },
  create: {
    method: "POST",
    path: "/data-field/create",
    summary: "Adds a data field.",
    access: staff("admin"),
    body: z.strictObject({
      // Not a name that every object has: `constructor`, `__proto__`.
      label: z
        .string()
        .trim()
        .min(1)
        .max(nameLimits.field)
        .refine((label) => !(label in {})),
    }),
    answer: dataField,
    errors: ["nameInUse"],
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
