/**
 * Mails that come back: each mail that goes out is remembered by its Message-ID, and what a mail server reports of it later is
 * noted beside it. A report only marks, and only what the portal sent.
 */
import type { RememberedMail } from "../../adapters/mail/mail.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { notToldJob } from "./returned-mails.jobs.ts";
import {
  deleteSentBefore,
  findReturned,
  insertClientMail,
  insertSentMail,
  markReturned,
  noteAttempt,
  type Returned,
} from "./returned-mails.queries.ts";

/** Keeps the mail until it can no longer come back, and of a client's what an officer asks for, as long as their records. */
export async function recordSentMail(db: Db, mail: RememberedMail): Promise<void> {
  await insertSentMail(db, mail);
  await insertClientMail(db, mail);
}
/** Whether the mail server took a client's mail; `failure` says why not. */
export const recordAttempt = noteAttempt;
export const deleteSentMails = deleteSentBefore;

export interface DeliveryReport {
  returned: Returned;
  /** As RFC 3463 has it; null if the report says none. */
  status: string | null;
  reason: string;
  /** Candidates for the id of the mail that it is about, without host. */
  messageIds: readonly string[];
}

/**
 * Notes what became of the mail; null if it is none of ours, or known already. Returns the delegation that waited for it; who was to be told of
 * a report is recorded by a job.
 */
export const noteReturned = (
  services: Services,
  { messageIds, ...report }: DeliveryReport,
): Promise<{ delegation: number | null } | null> =>
  transact(systemContext(services, "notifications"), async (tx) => {
    const mail = messageIds.length === 0 ? undefined : await markReturned(tx, messageIds, report);
    if (!mail) return null;
    const { returned, status } = report;
    if (mail.user_id !== null)
      tx.audit("user.mailReturned", mail.user_id, { after: { mail: mail.template, returned, status } });
    const { delegation_id: delegation, report_id, told_user_id } = mail;
    if (report_id !== null && told_user_id !== null && returned !== "delayed")
      await tx.enqueue(notToldJob, { report: report_id, user: told_user_id, reason: report.reason });
    return { delegation };
  });

/** Whether mails to the address come back, for staff; null if none does. */
export async function readReturned(db: Db, address: string) {
  const found = await findReturned(db, address);
  return (
    found && {
      returned: found.returned,
      at: found.returned_at.toISOString(),
      status: found.status,
      reason: found.reason,
    }
  );
}
