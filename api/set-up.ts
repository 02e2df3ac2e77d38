/** What a firm still has to set up, and the decision to take registrations. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { checkIds, checkStates, findingCodes } from "./rules/set-up-checks.ts";
import { registrationGaps, setUpLacks, setUpStepIds } from "./rules/set-up-steps.ts";
import { startingTextIds, textStates } from "./rules/starting-texts.ts";
import { done, instant, language } from "./shapes.ts";

const step = z.object({
  id: z.enum(setUpStepIds),
  /** Why it is not done; empty: it is. */
  lacks: z.array(z.enum(setUpLacks)),
  /** Of the setting of the step, if it was saved. */
  savedAt: instant.nullable(),
  savedBy: z.string().nullable(),
});
/** What the firm has made of a text. */
const startingText = z.object({
  id: z.enum(startingTextIds),
  state: z.enum(textStates),
  /** Languages that were not changed since others were. */
  behind: z.array(language),
  /** Places that are still to be filled in. */
  open: z.number().int(),
  savedAt: instant.nullable(),
  savedBy: z.string().nullable(),
  canAccept: z.boolean(),
  /** What the product ships now, against what it shipped when the firm decided. */
  differences: z.array(z.object({ path: z.string(), language, before: z.string(), after: z.string() })),
});
export type StartingText = z.infer<typeof startingText>;

export type SetUpAnswer = z.infer<typeof answer>;

const answer = z.object({
  steps: z.array(step),
  registration: z.object({
    /** What an administrator decided. */
    open: z.boolean(),
    /** With what is there now, whether visitors can register. */
    takes: z.boolean(),
    gaps: z.array(z.enum(registrationGaps)),
  }),
});

const checked = z.object({
  id: z.enum(checkIds),
  /** That of the worst finding. */
  state: z.enum(checkStates),
  found: z.array(
    z.object({
      code: z.enum(findingCodes),
      /** What the text of the code takes; days as YYYY-MM-DD. */
      values: z.record(z.string(), z.string()),
      /** The words of another system, in English. */
      detail: z.string().nullable(),
    }),
  ),
});
export type CheckedAnswer = z.infer<typeof checked>;

export const setUp = defineEndpoints({
  get: {
    method: "GET",
    path: "/staff/set-up",
    summary: "What a firm sets up before its first client, each step by what is really there.",
    access: staff("admin"),
    answer,
  },
  check: {
    method: "GET",
    path: "/ready/detail",
    summary:
      "What `npm run check-setup` says, seen from this process: database, keys, backups, mail, files and the public address, each with what is wrong. Takes some seconds.",
    access: staff("admin"),
    answer: z.object({ at: instant, checks: z.array(checked) }),
  },
  listTexts: {
    method: "GET",
    path: "/staff/set-up/texts",
    summary:
      "The texts that the product ships: what the firm has made of each, and where the product ships another one than when the firm decided.",
    access: staff("admin"),
    answer: z.object({ texts: z.array(startingText) }),
  },
  acceptTexts: {
    method: "POST",
    path: "/staff/set-up/texts/accept",
    summary:
      "Accepts texts as they are shipped, and keeps those of the firm where the product ships newer ones; all or, with `stateConflict`, none.",
    access: staff("admin"),
    body: z.strictObject({ ids: z.array(z.enum(startingTextIds)).min(1).max(50) }),
    answer: done,
    errors: ["stateConflict"],
  },
  sendTestMail: {
    method: "POST",
    path: "/staff/set-up/test-mail",
    summary: "Mails the caller a link that shows, once it is followed, that mails arrive.",
    access: staff("admin"),
    body: z.strictObject({}),
    answer: z.object({ email: z.string() }),
    notRepeatable: true,
    rateLimits: [{ tries: 10, seconds: 600, per: "person" }],
  },
  confirmTestMail: {
    method: "POST",
    path: "/staff/set-up/test-mail/arrived",
    summary: "Notes that the test mail arrived, by the code of its link; notFound for a code of no mail that waits.",
    access: staff("admin"),
    body: z.strictObject({ code: z.string().min(20).max(100) }),
    answer: done,
  },
});
