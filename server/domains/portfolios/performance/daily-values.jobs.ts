/** The jobs that calculate daily values of one holder, or of all who lack some; implemented in portfolios/performance/daily-values.ts. */
import { type Holder, holderParams } from "@portico/api/shapes.ts";
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

/** One holder's values, from the earliest changed day on. At most one is queued per holder. */
export const dailyValuesJob = defineJob({
  name: "portfolios.daily-values",
  data: holderParams,
  onePerKey: true,
  batch: 1,
  // As long as its task may wait.
  timeoutSeconds: 900,
});

/** Finds holders that are marked or lack days: every night for the new day, and after prices or rates were stored. */
export const overdueValuesJob = defineJob({
  name: "portfolios.overdue-values",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  schedule: "5 * * * *",
});

export const keyOf = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;
export const overdueKey = "all";

/** After a change of the firm's rules: stored figures use the previous ones. Named as before, for jobs in the queue. */
export const rulesChangedJob = defineJob({
  name: "settings.rules-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
});
