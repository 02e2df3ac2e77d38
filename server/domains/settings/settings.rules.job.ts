/** The job after a change of calculation rules; implemented where the figures are stored. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

export const rulesChangedJob = defineJob({
  name: "settings.rules-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
});
