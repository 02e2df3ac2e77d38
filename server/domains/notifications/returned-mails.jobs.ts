/** Told of mails that did not arrive; the handler is in report-runs/handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Somebody was not told of a report: the mail came back. */
export const notToldJob = defineJob({
  name: "notifications.notTold",
  data: z.object({ report: z.number().int(), user: z.number().int(), reason: z.string() }),
});
