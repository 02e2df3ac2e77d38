/** The kind of job that makes a holder's daily values, or those of all who lack some; done in portfolios.daily-values.ts. */
import { type Holder, holderParams } from "@portico/api/shapes.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** One holder's values, from the earliest changed day on. At most one waits per holder. */
export const dailyValuesJob = defineJob({
  name: "portfolios.daily-values",
  data: holderParams,
  onePerKey: true,
  batch: 1,
});

/** Looks for holders that are marked or lack days: every night, for the new day, and after prices or rates came. */
export const overdueValuesJob = defineJob({
  name: "portfolios.overdue-values",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  schedule: "5 * * * *",
});

export const keyOf = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;
export const overdueKey = "all";
