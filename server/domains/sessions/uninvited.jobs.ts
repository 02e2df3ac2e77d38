/** Somebody who was brought in and waits to be invited asked for a password. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

export const uninvitedJob = defineJob({
  name: "sessions.uninvited",
  data: z.object({ user: z.number().int() }),
  onePerKey: true,
});
