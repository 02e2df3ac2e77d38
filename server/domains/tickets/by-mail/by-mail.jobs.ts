/** The jobs that watch the firm's mailbox and read replies from it, if one is configured. */
import { z } from "zod";
import { checkConnection } from "../../../adapters/mailbox/check-mailbox.ts";
import { type MailboxPosition, NotGiven, readMailbox } from "../../../adapters/mailbox/mailbox.ts";
import { handleWatchJob, mailboxWatchJob, readMailboxJob } from "../../../jobs/firm-jobs.ts";
import { defineJob } from "../../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { MailboxSettings } from "../../../kernel/config-outside.ts";
import type { Services } from "../../../kernel/context.ts";
import { deleteSentMails } from "../../notifications/returned-mails.ts";
import { deleteFailing, findPosition, listFailing, storePosition } from "./by-mail.queries.ts";
import { type Outcome, receiveMail } from "./receive.ts";
import { failed } from "./retries.ts";
import { deleteUnaddedBefore } from "./unadded.queries.ts";

type Outcomes = Partial<Record<Outcome | "again" | "setAside", number>>;

/** A server that does not give so many mails one after another has a trouble of its own; the next run goes on. */
const mostNotGiven = 3;
const keptDays = 90;
const dayMs = 24 * 3600 * 1000;

/** Takes the mails that came since the last run, and those to be tried again; how many of each outcome. */
export async function readReplies(services: Services, mailbox: MailboxSettings): Promise<Outcomes> {
  const { db, now } = services;
  const { address } = mailbox;
  const outcomes: Outcomes = {};
  let tries = new Map<number, number>();
  const again = async (uidValidity: string): Promise<number[]> => {
    const failing = await listFailing(db, address, { uidValidity, now: now() });
    tries = new Map(failing.map((one) => [one.uid, one.tries]));
    return [...tries.keys()];
  };
  /** The position after the mail, unless it is an older one that was tried again. */
  const settle = async (mail: MailboxPosition, outcome: keyof Outcomes): Promise<void> => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome !== "again" && tries.has(mail.uid)) await deleteFailing(db, address, mail);
    const position = await findPosition(db, address);
    if (position?.uidValidity !== mail.uidValidity || mail.uid > position.uid) await storePosition(db, address, mail);
  };
  for (let notGiven = 0; notGiven < mostNotGiven; notGiven += 1)
    try {
      const start = await findPosition(db, address);
      const end = await readMailbox(
        mailbox,
        start,
        async (mail) => {
          const outcome = await receiveMail(services, mailbox, mail).catch((error: unknown) =>
            failed(services, address, { mail, tried: tries.get(mail.uid) ?? 0, error }),
          );
          await settle(mail, outcome);
        },
        again,
      );
      await storePosition(db, address, end);
      return outcomes;
    } catch (error) {
      if (!(error instanceof NotGiven)) throw error;
      const mail = { ...error.position, source: null };
      const tried = tries.get(mail.uid) ?? 0;
      await settle(mail, await failed(services, address, { mail, tried, error: error.cause }));
    }
  return outcomes;
}

const deletingJob = defineJob({
  name: "tickets.delete-mails",
  data: z.object({}),
  schedule: "35 3 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
  // A failed run is repeated by the next one.
  retries: 0,
});

/** Deletes what became no comment, and what is known of sent mails, once older than three months. */
export async function deleteMails({ db, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - keptDays * dayMs);
  await deleteSentMails(db, before);
  return deleteUnaddedBefore(db, before);
}

export function byMailHandlers(services: Services): JobHandler[] {
  const { mailbox } = services.config;
  const deleting = handleJob(deletingJob, async () => {
    const count = await deleteMails(services);
    if (count > 0) services.log.info({ count }, "old mails that became no comment were deleted");
  });
  if (!mailbox) return [deleting];
  return [
    deleting,
    handleWatchJob(services, mailboxWatchJob, () => checkConnection(mailbox)),
    handleJob(readMailboxJob, async () => {
      const outcomes = await readReplies(services, mailbox);
      if (Object.keys(outcomes).length > 0) services.log.info(outcomes, "replies were read from the mailbox");
    }),
  ];
}
