/** The jobs after a change of rules; implemented where the figures and the due times are stored. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

export const rulesChangedJob = defineJob({
  name: "settings.rules-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
});

/** Pictures that show the firm's name and colours are drawn again. */
export const brandChangedJob = defineJob({
  name: "settings.brand-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

/** Also on a schedule: for representations that begin or end on a day. */
export const signerRulesJob = defineJob({
  name: "settings.signer-rules-changed",
  data: z.object({}),
  schedule: "5 * * * *",
  onePerKey: true,
  batch: 1,
});

/** Also on a schedule: for what was written in the same moment as a change, and for tickets without due times. */
export const dueTimesJob = defineJob({
  name: "tickets.due-times",
  data: z.object({}),
  schedule: "*/10 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});
