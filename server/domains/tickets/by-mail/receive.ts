/** Replies by mail become comments of the person to whom the reply's address was given, and of nobody else. */
import { createHash } from "node:crypto";
import { fileMaxBytes } from "@portico/api/files.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isFinal } from "@portico/api/ticket-states.ts";
import type { ReceivedSource } from "../../../adapters/mailbox/mailbox.ts";
import { type ReplyTarget, readReplyAddress } from "../../../adapters/mailbox/reply-address.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { MailboxSettings } from "../../../kernel/config-outside.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readFirmKey } from "../../../secrets/firm-key.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { checkContent } from "../../files/files.check.ts";
import { storeChecked } from "../../files/files.service.ts";
import { getPeopleOf } from "../../holders/holders.service.ts";
import { companyOf, languageOf } from "../../notifications/notifications.service.ts";
import { commentByMail } from "../tickets.commenting.ts";
import { findTicket } from "../tickets.queries.ts";
import { holderOf } from "../tickets.service.ts";
import { insertTicketMail, isRecorded, type MailOutcome, wasAnswered } from "./by-mail.queries.ts";
import { classify, type Ignored } from "./classify.ts";
import type { ReceivedFile, ReceivedMail } from "./parse-mail.task.ts";

type Person = Awaited<ReturnType<typeof getPeopleOf>>[number];

/** What became of a mail. */
export type Outcome = MailOutcome | Ignored | "seen";

const toldOutcomes = ["notOfHolder", "closed", "empty", "tooLong", "tooLarge", "unreadable"] as const;

/** What the sender is told; null if nothing. */
const reasonOf = (outcome: MailOutcome, refused: readonly string[]): (typeof toldOutcomes)[number] | "files" | null =>
  toldOutcomes.find((one) => one === outcome) ?? (refused.length > 0 ? "files" : null);

/** The address between < and >, or all of it. */
const addressOf = (sender: string): string => (/<([^<>]+)>/.exec(sender)?.[1] ?? sender).toLowerCase();

/** The same mail delivered twice is one comment; another text under its id is another one. */
function keyOf({ messageId }: ReceivedMail, { ticket, user }: ReplyTarget, content: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([messageId, ticket, user, content]))
    .digest("hex");
  // A UUID of version 8, for hashes (RFC 9562).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** The mail as its parser returns it; null if it fails, or takes too long or too much memory. */
async function parse({ workers }: Services, source: Buffer): Promise<ReceivedMail | null> {
  try {
    return await workers.run("parseMail", { source: new Uint8Array(source) }, { holder: "mailbox" });
  } catch (error) {
    if (error instanceof Refusal && error.code === "tooLarge") return null;
    throw error;
  }
}

interface Stored {
  ids: number[];
  /** Names of files that were not taken. */
  refused: string[];
}

/** Stores the files that pass the checks of every upload. */
async function storeFiles(
  context: Context,
  { holder, userId, files }: { holder: Holder; userId: number; files: readonly ReceivedFile[] },
): Promise<Stored> {
  const stored: Stored = { ids: [], refused: [] };
  for (const [place, file] of files.entries()) {
    const name = visibleFileName(file.name) || `${place + 1}`;
    const content = Buffer.from(file.content);
    const known = await context.antivirus.check(content);
    const isTaken = known.kind !== "infected" && place < ticketLimits.files;
    const checked = isTaken ? await checkContent(name, content, userId) : null;
    if (!checked || "refused" in checked) {
      stored.refused.push(name);
      continue;
    }
    const clean = known.kind === "clean";
    const one = { holder, name, ...checked, clean, uploadedBy: userId, byAdmin: false };
    stored.ids.push((await storeChecked(context, one)).id);
  }
  return stored;
}

/** Writes down what became of the mail, and tells its sender at most once a day. */
async function settle(
  context: Context,
  key: string,
  {
    target,
    sender,
    holder,
    outcome,
    refused = [],
    add,
  }: {
    target: ReplyTarget;
    /** Null if the mail is not from the person whom the address names: then nobody is told. */
    sender: Person | null;
    holder: Holder;
    outcome: MailOutcome;
    refused?: readonly string[];
    add?: Parameters<typeof commentByMail>[1];
  },
): Promise<Outcome> {
  const { ticket: ticketId, user: userId } = target;
  return transact(context, async (tx) => {
    const commentId = add ? await commentByMail(tx, add) : null;
    const reason = reasonOf(outcome, refused);
    const isAnswered = sender !== null && reason !== null && !(await wasAnswered(tx, { ticketId, userId }));
    if (!(await insertTicketMail(tx, { key, ticketId, userId, outcome, commentId, isAnswered }))) return "seen";
    if (isAnswered) {
      const language = languageOf(sender.preferences);
      const isTheirs = outcome !== "notOfHolder";
      await tx.mail({
        to: sender.email,
        language,
        template: "replyNotAdded",
        params: {
          name: sender.name,
          reason,
          files: [...refused],
          limit: ticketLimits.content,
          maxFiles: ticketLimits.files,
          megabytes: fileMaxBytes / (1024 * 1024),
          link: `${context.config.publicUrl}/${language}/tickets${isTheirs ? `/${ticketId}?company=${companyOf(holder)}` : ""}`,
        },
      });
    }
    return outcome;
  });
}

/** Takes one mail from the mailbox; `seen` if it was taken before. Nothing is changed by a mail that is left alone. */
export async function receiveMail(
  services: Services,
  { address }: MailboxSettings,
  { source, isTooLarge }: Pick<ReceivedSource, "source" | "isTooLarge">,
): Promise<Outcome> {
  const context = systemContext(services, "tickets");
  // Not its number: a mailbox that was restored numbers its mails anew, and nobody is told again of what was taken long ago.
  const key = createHash("sha256").update(source).digest("hex");
  if (await isRecorded(services.db, key)) return "seen";
  const firmKey = await readFirmKey(services.config, { create: false });
  const whole = isTooLarge ? null : await parse(services, source);
  // Of what cannot be read, the headers still say who wants to know that it was not added.
  const mail = whole ?? (await parse(services, source.subarray(0, source.indexOf("\r\n\r\n") + 4)));
  if (!mail) return "unclearSender";
  const found = classify(mail, {
    own: [address, addressOf(services.config.mailFrom)],
    read: (text) => readReplyAddress(firmKey, address, text),
  });
  if ("ignored" in found) return found.ignored;
  const { target, from } = found;
  const row = await findTicket(services.db, target.ticket);
  if (!row) return "unknownAddress";
  const holder = holderOf(row);
  const [person] = await getPeopleOf(services.db, { holderType: "user", holderId: target.user });
  const sender = person?.validated && person.email.toLowerCase() === from ? person : null;
  const end = (outcome: MailOutcome) => settle(context, key, { target, sender, holder, outcome });
  if (!sender) return end("foreignSender");
  if (!(await getPeopleOf(services.db, holder)).some(({ id }) => id === sender.id)) return end("notOfHolder");
  // Before its files are stored. A merged ticket continues in another one.
  if (isFinal(row.state) && row.merged_into === null) return end("closed");
  if (!whole) return end(isTooLarge ? "tooLarge" : "unreadable");
  const { text } = mail;
  if (text === null) return end("tooLong");
  if (text === "" && mail.files.length === 0) return end("empty");
  const { ids, refused } = await storeFiles(context, { holder, userId: sender.id, files: mail.files });
  if (text === "" && ids.length === 0)
    return settle(context, key, { target, sender, holder, outcome: "empty", refused });
  const content = text === "" ? mail.files.map(({ name }) => visibleFileName(name)).join(", ") : text;
  const add = {
    ticketId: row.id,
    userId: sender.id,
    content,
    files: ids,
    key: keyOf(mail, target, content),
  };
  try {
    return await settle(context, key, { target, sender, holder, outcome: "added", refused, add });
  } catch (error) {
    if (error instanceof Refusal && error.code === "stateConflict") return end("closed");
    throw error;
  }
}
