/** Canned answers: texts in three languages that staff insert into tickets and conversations. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { cannedLimits, cannedUses } from "./rules/canned-answers.ts";
import { bodyOrdinal, day, done, holderParams, id, language } from "./shapes.ts";
import { textUpTo } from "./written-text.ts";

const text = textUpTo(cannedLimits.text).min(1);
/** Null: there is no version in that language. */
const texts = z.strictObject({ bg: text.nullable(), en: text.nullable(), pl: text.nullable() });

export const cannedAnswer = z.object({
  id,
  /** For staff alone. */
  title: z.string(),
  texts,
  use: z.enum(cannedUses),
  /** Names of the fields at which a remark is offered first; empty: at every field. */
  fields: z.array(z.string()),
  version: z.number().int(),
  can: z.object({ change: z.boolean(), remove: z.boolean() }),
});
export type CannedAnswer = z.infer<typeof cannedAnswer>;

/** `badInput` names a language whose text has an unknown placeholder (`unknown`), or `texts` if no language has one. */
const content = {
  title: z.string().trim().min(1).max(cannedLimits.title),
  texts,
  use: z.enum(cannedUses).default("answer"),
  fields: z
    .array(
      z
        .string()
        .min(1)
        .max(cannedLimits.field)
        .regex(/^[A-Za-z][A-Za-z0-9]*$/),
    )
    .max(cannedLimits.fields)
    .default([]),
};

export const cannedAnswers = defineEndpoints({
  list: {
    method: "GET",
    path: "/canned-answer",
    summary: "The canned answers in the order of their titles.",
    access: staff("internal"),
    answer: z.object({ answers: z.array(cannedAnswer), can: z.object({ create: z.boolean() }) }),
  },
  listFor: {
    method: "GET",
    path: "/canned-answer/for/:holderType/:holderId",
    summary: "The canned answers for a text to the holder: the client's language, and the values of the placeholders.",
    access: staff("internal"),
    params: holderParams,
    answer: z.object({
      /** That the client reads mails in; of a company's people the first one's. */
      language,
      /** What does not depend on the text; `today` is the firm's day, the ticket's number is the page's. */
      values: z.object({ client: z.string(), colleague: z.string(), firm: z.string(), today: day }),
      answers: z.array(cannedAnswer.omit({ can: true })),
    }),
  },
  create: {
    method: "POST",
    path: "/canned-answer",
    summary: "Adds a canned answer.",
    access: staff("office"),
    body: z.strictObject(content),
    answer: z.object({ id }),
    errors: ["nameInUse"],
    notRepeatable: true,
  },
  change: {
    method: "PATCH",
    path: "/canned-answer/:id",
    summary: "Changes title and texts; `textChanged` if it is not the version that was read.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ ...content, version: bodyOrdinal }),
    answer: done,
    errors: ["nameInUse", "textChanged"],
  },
  remove: {
    method: "DELETE",
    path: "/canned-answer/:id",
    summary: "Removes a canned answer; what was written with it stays.",
    access: staff("office"),
    params: z.object({ id }),
    answer: done,
  },
});
