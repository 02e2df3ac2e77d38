/** Handlers of the jobs of clients who are brought in. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { uninvitedJob } from "../sessions/uninvited.jobs.ts";
import { tidyImports, workOnImport } from "./booking/booking.ts";
import { bookJob, dueJob, inviteJob } from "./client-imports.jobs.ts";
import { noteAskedForPassword, sendDueInvitations } from "./inviting/sending.ts";

const send = async (services: Services): Promise<void> => {
  await sendDueInvitations(services);
};

export const clientImportsHandlers = (services: Services): JobHandler[] => [
  handleJob(bookJob, ({ id }) => workOnImport(services, id)),
  handleJob(inviteJob, () => send(services)),
  handleJob(dueJob, async () => {
    await tidyImports(services);
    await send(services);
  }),
  handleJob(uninvitedJob, async ({ user }) => {
    await noteAskedForPassword(services, user);
  }),
];
