/** The kind of job that follows a change of the rules that figures are reckoned by; done where the figures are kept. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

export const rulesChangedJob = defineJob({
  name: "settings.rules-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
});
