/** What a firm still has to set up, and the decision to take registrations. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { checkIds, checkStates, findingCodes } from "./rules/set-up-checks.ts";
import { registrationGaps, setUpLacks, setUpStepIds } from "./rules/set-up-steps.ts";
import { done, instant } from "./shapes.ts";

const step = z.object({
  id: z.enum(setUpStepIds),
  /** Why it is not done; empty: it is. */
  lacks: z.array(z.enum(setUpLacks)),
  /** Of the setting of the step, if it was saved. */
  savedAt: instant.nullable(),
  savedBy: z.string().nullable(),
});
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
