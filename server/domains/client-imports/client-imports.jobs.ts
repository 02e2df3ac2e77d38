/** The jobs of clients who are brought in; their handlers are in client-imports/handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Books or takes back a file for a while and queues itself again. */
export const bookJob = defineJob({
  name: "clientImports.book",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 5,
  timeoutSeconds: 600,
});
/** Job key of a file. */
export const keyOf = (id: number): string => `clients/${id}`;

/** Mails invitations that are due, goes on with files whose job was lost, and drops previews that nobody goes on with. */
export const dueJob = defineJob({
  name: "clientImports.due",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
  retries: 0,
});

/** At once, when somebody was invited. */
export const inviteJob = defineJob({
  name: "clientImports.invite",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
  retries: 0,
});
