/** The job that reads replies from the firm's mailbox, if one is configured. */
import { z } from "zod";
import { readMailbox } from "../../../adapters/mailbox/mailbox.ts";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { MailboxSettings } from "../../../kernel/config-outside.ts";
import type { Services } from "../../../kernel/context.ts";
import { findPosition, storePosition } from "./by-mail.queries.ts";
import { type Outcome, receiveMail } from "./receive.ts";

const readJob = defineJob({
  name: "tickets.read-mailbox",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 900,
  // A failed run is repeated by the next one, which begins after the last mail that was taken.
  retries: 0,
});

/** Takes the mails that came since the last run; answers to how many of each outcome. */
export async function readReplies(
  services: Services,
  mailbox: MailboxSettings,
): Promise<Partial<Record<Outcome, number>>> {
  const { db } = services;
  const outcomes: Partial<Record<Outcome, number>> = {};
  const { address } = mailbox;
  const end = await readMailbox(mailbox, await findPosition(db, address), async (mail) => {
    const outcome = await receiveMail(services, mailbox, mail);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    await storePosition(db, address, mail);
  });
  await storePosition(db, address, end);
  return outcomes;
}

export function byMailHandlers(services: Services): JobHandler[] {
  const { mailbox } = services.config;
  if (!mailbox) return [];
  return [
    handleJob(readJob, async () => {
      const outcomes = await readReplies(services, mailbox);
      if (Object.keys(outcomes).length > 0) services.log.info(outcomes, "replies were read from the mailbox");
    }),
  ];
}
