/** The firm's own jobs. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { jobReason } from "./job-reasons.ts";
import { instant } from "./shapes.ts";

export const jobs = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/jobs",
    summary: "The firm's own jobs with their last run and what it did.",
    access: staff("admin"),
    answer: z.array(
      z.object({
        job: z.string(),
        schedule: z.string().nullable(),
        last: z
          .object({
            started_at: instant,
            finished_at: instant.nullable(),
            outcome: z.record(z.string(), z.number()).nullable(),
            failure: z
              .object({
                reason: jobReason,
                /** In English, such as the words of a mail server. */
                detail: z.string().nullable(),
              })
              .nullable(),
          })
          .nullable(),
      }),
    ),
  },
});
