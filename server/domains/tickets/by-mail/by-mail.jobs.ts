/** The jobs that watch the firm's mailbox and read replies from it, if one is configured. */
import { checkConnection } from "../../../adapters/mailbox/check-mailbox.ts";
import { NotGiven, readMailbox } from "../../../adapters/mailbox/mailbox.ts";
import { handleWatchJob, mailboxWatchJob, readMailboxJob } from "../../../jobs/firm-jobs.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { MailboxSettings } from "../../../kernel/config-outside.ts";
import type { Services } from "../../../kernel/context.ts";
import { findPosition, storePosition } from "./by-mail.queries.ts";
import { type Outcome, receiveMail } from "./receive.ts";
import { failed, NextTry } from "./tries.ts";

type Outcomes = Partial<Record<Outcome | "setAside", number>>;

/** Takes the mails that came since the last run, up to one that is to be tried again; how many of each outcome. */
export async function readReplies(services: Services, mailbox: MailboxSettings): Promise<Outcomes> {
  const { db, now } = services;
  const { address } = mailbox;
  const outcomes: Outcomes = {};
  const start = await findPosition(db, address);
  if (start?.failing && start.failing.nextTryAt > now()) return outcomes;
  const before = start?.failing ?? null;
  try {
    const end = await readMailbox(mailbox, start, async (mail) => {
      const outcome = await receiveMail(services, mailbox, mail).catch((error: unknown) =>
        failed(services, address, { mail, before, error }),
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await storePosition(db, address, mail);
    }).catch(async (error: unknown) => {
      if (!(error instanceof NotGiven)) throw error;
      const mail = { ...error.position, source: null };
      const outcome = await failed(services, address, { mail, before, error: error.cause });
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      return error.position;
    });
    await storePosition(db, address, end);
  } catch (error) {
    if (!(error instanceof NextTry)) throw error;
  }
  return outcomes;
}

export function byMailHandlers(services: Services): JobHandler[] {
  const { mailbox } = services.config;
  if (!mailbox) return [];
  return [
    handleWatchJob(services, mailboxWatchJob, () => checkConnection(mailbox)),
    handleJob(readMailboxJob, async () => {
      const outcomes = await readReplies(services, mailbox);
      if (Object.keys(outcomes).length > 0) services.log.info(outcomes, "replies were read from the mailbox");
    }),
  ];
}
