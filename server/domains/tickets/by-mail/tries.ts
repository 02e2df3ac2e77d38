/** A mail whose handling fails is tried again for half an hour, and then set aside: it must not hold up all later ones. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { readMailboxJob } from "../../../jobs/firm-jobs.ts";
import { finishRun, startRun } from "../../../jobs/runs.queries.ts";
import type { Services } from "../../../kernel/context.ts";
import { type FailingMail, storeFailing } from "./by-mail.queries.ts";

const maxTries = 5;
/** Before the second try; each time twice as long, so that something that is away for a while costs no mail. */
const firstPauseMinutes = 2;

/** Ends a run: the mail is tried again later, and those after it wait. */
export class NextTry extends Error {}

/** A header as it was sent; staff find the mail by it. */
const headerOf = (source: Buffer, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, "im")
    .exec(source.subarray(0, 64 * 1024).toString("latin1"))?.[1]
    ?.trim()
    .slice(0, 200) ?? "?";

/** Which mail it is: as admins read it, and its headers as they were sent. */
function identify(source: Buffer): { reason: JobReason; headers: string } {
  const messageId = headerOf(source, "Message-ID");
  const date = headerOf(source, "Date");
  const sent = new Date(date);
  return {
    reason: Number.isNaN(sent.getTime())
      ? { kind: "mailSetAsideUndated", messageId }
      : { kind: "mailSetAside", messageId, sentAt: sent.toISOString() },
    headers: `Message-ID ${messageId}, Date ${date}`,
  };
}

/** A mail that the mail server does not give is known by its number alone. */
const numbered = (number: number): JobReason => ({ kind: "mailSetAsideNumber", number });

/** After the last try the mail is recorded where admins see the firm's jobs, and left alone. */
export async function failed(
  { db, log, now }: Services,
  address: string,
  {
    mail: { uid, source },
    before,
    error,
  }: {
    /** Without a source: the mail server did not give it. */
    mail: { uid: number; source: Buffer | null };
    before: FailingMail | null;
    error: unknown;
  },
): Promise<"setAside"> {
  const tries = (before?.uid === uid ? before.tries : 0) + 1;
  if (tries < maxTries) {
    const minutes = firstPauseMinutes * 2 ** (tries - 1);
    await storeFailing(db, address, { uid, tries, nextTryAt: new Date(now().getTime() + minutes * 60_000) });
    log.warn({ err: error, uid, tries, minutes }, "a mail could not be handled and is tried again");
    throw new NextTry();
  }
  const { reason, headers } = source ? identify(source) : { reason: numbered(uid), headers: null };
  log.error({ err: error, uid, headers }, "a mail could not be handled and was set aside");
  const said = error instanceof Error ? error.message : String(error);
  const detail = headers === null ? said : `${headers}: ${said}`;
  await finishRun(db, await startRun(db, readMailboxJob.name), { failure: { reason, detail } });
  return "setAside";
}
