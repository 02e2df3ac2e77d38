/** What became of a received mail: a comment, or a place in the list of those that became none; its sender may be told. */
import { fileMaxBytes } from "@portico/api/files.ts";
import { ticketLimits, type UnaddedMailReason } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ReplyTarget } from "../../../adapters/mailbox/reply-address.ts";
import type { Context } from "../../../kernel/context.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import type { getHolderPeople } from "../../holders/holders.ts";
import { companyOf, languageOf } from "../../notifications/notifications.ts";
import { commentByMail } from "../comments.ts";
import { replyNotAddedMail } from "./by-mail.mails.ts";
import { insertTicketMail, type MailOutcome, wasAnswered } from "./by-mail.queries.ts";
import type { ReceivedMail } from "./parse-mail.task.ts";
import { deleteSetAside, insertUnadded } from "./unadded.queries.ts";

export type Person = Awaited<ReturnType<typeof getHolderPeople>>[number];

const toldOutcomes = ["notOfHolder", "closed", "empty", "tooLong", "tooLarge", "unreadable", "encrypted"] as const;

/** What the sender is told; null if nothing. */
const findReason = (outcome: MailOutcome, refused: readonly string[]): (typeof toldOutcomes)[number] | "files" | null =>
  toldOutcomes.find((one) => one === outcome) ?? (refused.length > 0 ? "files" : null);

/** The mail as staff find it in their list. */
export interface Listed {
  key: string;
  mail: ReceivedMail;
  ticketId: number | null;
  /** Who wrote it, if the address proves it. */
  userId: number | null;
}

/** Lists a mail that became no comment; false if it is listed already. */
export const listUnadded = (
  db: Context["db"],
  reason: UnaddedMailReason,
  { key, mail, ticketId, userId }: Listed,
): Promise<boolean> =>
  insertUnadded(db, {
    key,
    reason,
    sender: mail.sender,
    subject: mail.subject,
    words: mail.whole,
    files: mail.files.map(({ name }) => name || "?"),
    ticketId,
    userId,
  });

interface Settled {
  mail: ReceivedMail;
  target: ReplyTarget;
  /** Null if the mail is not from the person whom the address names: then nobody is told. */
  sender: Person | null;
  holder: Holder;
  outcome: MailOutcome;
  /** When it came to the firm's mail server; null if that does not say it. */
  arrivedAt: Date | null;
  refused?: readonly string[];
  add?: Parameters<typeof commentByMail>[1];
}

/** Writes down what became of the mail, and tells its sender at most once a day; `seen` if it was written down before. */
export async function settle(context: Context, key: string, settled: Settled): Promise<MailOutcome | "seen"> {
  const { mail, target, sender, outcome, arrivedAt, refused = [], add } = settled;
  const { ticket: ticketId, user: userId } = target;
  return transact(context, async (tx) => {
    const commentId = add ? (await commentByMail(tx, add)).comment : null;
    const reason = findReason(outcome, refused);
    const isAnswered = sender !== null && reason !== null && !(await wasAnswered(tx, { ticketId, userId }));
    const whole = add && mail.whole !== "" && mail.whole !== add.content ? mail.whole : null;
    if (
      !(await insertTicketMail(tx, {
        holder: settled.holder,
        key,
        ticketId,
        userId,
        outcome,
        commentId,
        isAnswered,
        whole,
        refused,
        arrivedAt,
      }))
    )
      return "seen";
    if (outcome === "added") await deleteSetAside(tx, key);
    else await listUnadded(tx, outcome, { key, mail, ticketId, userId: sender?.id ?? null });
    if (isAnswered) await mailSender(context, tx, { ...settled, sender, reason });
    return outcome;
  });
}

async function mailSender(
  { config }: Context,
  tx: Tx,
  {
    sender,
    reason,
    refused = [],
    outcome,
    holder,
    target,
  }: Settled & { sender: Person; reason: NonNullable<ReturnType<typeof findReason>> },
): Promise<void> {
  const language = languageOf(sender.preferences);
  const isTheirs = outcome !== "notOfHolder";
  await tx.mail({
    to: sender.email,
    language,
    template: replyNotAddedMail,
    params: {
      name: sender.name,
      reason,
      files: [...refused],
      limit: ticketLimits.content,
      maxFiles: ticketLimits.files,
      megabytes: fileMaxBytes / (1024 * 1024),
      link: `${config.publicUrl}/${language}/tickets${isTheirs ? `/${target.ticket}?company=${companyOf(holder)}` : ""}`,
    },
  });
}
