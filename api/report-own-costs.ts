/** What instruments cost by themselves, as the yearly report of costs needs it: stated by staff, one by one or by a file. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { refusedRows, rowRefusalCodes } from "./row-files.ts";
import { type OwnCostField, ownCostFault, ownCostFileLimits } from "./rules/own-costs.ts";
import { day, decimal, fileName, id, instant, recordedDay, sha256Hex } from "./shapes.ts";

const percentOf = (field: OwnCostField) =>
  z
    .string()
    .max(12)
    .superRefine((text, context) => {
      const fault = ownCostFault(field, text);
      if (fault) context.addIssue({ code: "custom", params: { field: fault } });
    });

/** Percent: of the value held, a year; `oneOff` of what is bought; `thirdParties` is inside `ongoing`. */
const percentages = {
  ongoing: percentOf("ongoing"),
  transactions: percentOf("transactions"),
  incidental: percentOf("incidental"),
  oneOff: percentOf("oneOff"),
  thirdParties: percentOf("thirdParties"),
};

const ownCost = z.object({
  id,
  from: day,
  ongoing: decimal,
  transactions: decimal,
  incidental: decimal,
  oneOff: decimal,
  thirdParties: decimal,
  /** Stated wrongly: it does not count. */
  withdrawn: z.boolean(),
  /** Whether it counts from its day on: the last that was stated of it, and not withdrawn. */
  counts: z.boolean(),
  fileName: z.string().nullable(),
  recordedAt: instant,
  recordedBy: z.string(),
});
export type OwnCost = z.infer<typeof ownCost>;

const params = z.object({ id });
const ownCosts = z.object({
  /** The newest day first; of a day what was stated last first. */
  costs: z.array(ownCost),
  can: z.object({ edit: z.boolean() }),
});

const refusals = [...rowRefusalCodes, "unknownInstrument", "belowZero"] as const;

const ownCostFile = z.object({
  rows: z.number().int(),
  newRows: z.number().int(),
  /** Stored already as in the file: skipped. */
  knownRows: z.number().int(),
  /** Of a day of which something else is stored: the file's will count. */
  correctedRows: z.number().int(),
  /** Of instruments that the portal does not know: skipped, because a fund house's file lists all its funds. */
  unknownRows: z.number().int(),
  /** The first 200 of their ISINs. */
  unknown: z.array(z.string()),
  refusedRows: z.number().int(),
  refusals: refusedRows(refusals),
  /** The first 200 that would be stored; `stored` is what counts now. */
  changes: z.array(
    z.object({
      line: z.number().int(),
      name: z.string(),
      isin: z.string(),
      from: day,
      ongoing: decimal,
      transactions: decimal,
      incidental: decimal,
      oneOff: decimal,
      thirdParties: decimal,
      stored: ownCost
        .pick({ ongoing: true, transactions: true, incidental: true, oneOff: true, thirdParties: true })
        .nullable(),
    }),
  ),
  /** Of the rows and of what is stored beside them: storing asks for it. */
  stamp: sha256Hex,
});
export type OwnCostFile = z.infer<typeof ownCostFile>;

const file = { fileName, content: fileText({ maxLength: ownCostFileLimits.length }) };

export const reportOwnCosts = defineEndpoints({
  listOwnCosts: {
    method: "GET",
    path: "/staff/instruments/:id/costs",
    summary: "Staff: what an instrument costs by itself, with everything that was ever stated of it.",
    access: staff("internal"),
    params,
    answer: ownCosts,
  },
  saveOwnCosts: {
    method: "POST",
    path: "/staff/instruments/:id/costs",
    summary:
      "Staff: states what an instrument costs by itself from a day on. What was stated before stays in the history.",
    access: staff("office"),
    params,
    body: z
      .strictObject({
        from: recordedDay,
        ...percentages,
        /** What counts of the day, as the caller saw it; null for nothing. `stateConflict` if it does not any more. */
        before: id.nullable(),
      })
      .refine(({ ongoing, thirdParties }) => Number(thirdParties) <= Number(ongoing), {
        path: ["thirdParties"],
        params: { field: "tooBig" },
      }),
    answer: ownCosts,
    errors: ["stateConflict"],
  },
  withdrawOwnCosts: {
    method: "POST",
    path: "/staff/instruments/:id/costs/:costId/withdrawal",
    summary: "Staff: takes back what was stated wrongly of a day. What was stated of the day before holds on.",
    access: staff("office"),
    params: z.object({ id, costId: id }),
    body: z.strictObject({}),
    answer: ownCosts,
    errors: ["stateConflict"],
  },
  previewOwnCosts: {
    method: "POST",
    path: "/staff/instrument-costs/preview",
    summary:
      "Staff: reads a file of own costs (our columns, or a fund house's European MiFID template) and says what it would store.",
    access: staff("office"),
    body: z.strictObject(file),
    answer: ownCostFile,
    bodyLimit: ownCostFileLimits.length * 2,
  },
  importOwnCosts: {
    method: "POST",
    path: "/staff/instrument-costs",
    summary: "Staff: stores a file of own costs as a whole, as it was previewed.",
    access: staff("office"),
    body: z.strictObject({
      ...file,
      /** Of the preview: `stateConflict` if something was stored meanwhile. */ stamp: sha256Hex,
    }),
    answer: ownCostFile,
    errors: ["fileRefused", "stateConflict"],
    bodyLimit: ownCostFileLimits.length * 2,
  },
});
