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
    summary: "The data fields in the order of their labels.",
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
  remove: {
    method: "DELETE",
    path: "/data-field/:id",
    summary: "Takes a data field away; what clients have under it stays in the audit log alone.",
    access: staff("admin"),
    params: z.object({ id }),
    answer: done,
  },
});
