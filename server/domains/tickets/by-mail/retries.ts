/** A mail whose handling fails is tried again for half an hour, and then set aside; those behind it do not wait. */
import { createHash } from "node:crypto";
import type { JobReason } from "@portico/api/job-reasons.ts";
import type { MailboxPosition } from "../../../adapters/mailbox/mailbox.ts";
import { readMailboxJob } from "../../../jobs/firm-jobs.ts";
import { finishRun, startRun } from "../../../jobs/runs.queries.ts";
import type { Services } from "../../../kernel/context.ts";
import { storeFailing } from "./by-mail.queries.ts";
import { insertUnadded } from "./unadded.queries.ts";
import { visible } from "./visible.ts";

const maxTries = 5;
/** Before the second try; each time twice as long, so that something that is away for a while costs no mail. */
const firstPauseMinutes = 2;

/** A header as it was sent; staff find the mail by it. */
const headerOf = (source: Buffer, name: string): string =>
  new RegExp(`^${name}:(.*)$`, "im")
    .exec(visible(source.subarray(0, 64 * 1024).toString("latin1")))?.[1]
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

/**
 * Remembers the mail until it is tried again. After the last try it is recorded where admins see the firm's jobs, listed
 * with the mails that became no comment, and left alone.
 */
export async function failed(
  { db, log, now }: Services,
  address: string,
  {
    mail: { uidValidity, uid, source },
    tried,
    error,
  }: {
    /** Without a source: the mail server did not give it. */
    mail: MailboxPosition & { source: Buffer | null };
    /** How often it failed before. */
    tried: number;
    error: unknown;
  },
): Promise<"again" | "setAside"> {
  const tries = tried + 1;
  if (tries < maxTries) {
    const minutes = firstPauseMinutes * 2 ** (tries - 1);
    const nextTryAt = new Date(now().getTime() + minutes * 60_000);
    await storeFailing(db, address, { uidValidity, uid, tries, nextTryAt });
    log.warn({ err: error, uid, tries, minutes }, "a mail could not be handled and is tried again");
    return "again";
  }
  const { reason, headers } = source ? identify(source) : { reason: numbered(uid), headers: null };
  log.error({ err: error, uid, headers }, "a mail could not be handled and was set aside");
  const said = visible(error instanceof Error ? error.message : String(error));
  const detail = headers === null ? said : `${headers}: ${said}`;
  await finishRun(db, await startRun(db, readMailboxJob.name), { failure: { reason, detail } });
  const shown = async (name: string): Promise<string> => {
    if (!source) return "?";
    // What reads mails is loaded when there is one, not at each start.
    const { decodeHeader } = await import("./headers.ts");
    return decodeHeader(headerOf(source, name));
  };
  await insertUnadded(db, {
    key: createHash("sha256")
      .update(source ?? `${address} ${uidValidity} ${uid}`)
      .digest("hex"),
    reason: "setAside",
    sender: await shown("From"),
    subject: await shown("Subject"),
    words: "",
    files: [],
    ticketId: null,
    userId: null,
  });
  return "setAside";
}
