/** Replies by mail become comments of the person to whom the reply's address was given, and of nobody else. */
import { createHash } from "node:crypto";
import { type FileMediaType, fileEndings } from "@portico/api/files.ts";
import { ticketLimits, type UnaddedMailReason } from "@portico/api/rules/tickets.ts";
import { isBlank, visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language } from "@portico/api/shapes.ts";
import { isFinal } from "@portico/api/ticket-states.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { ReceivedSource } from "../../../adapters/mailbox/mailbox.ts";
import { type ReplyTarget, readReplyAddress } from "../../../adapters/mailbox/reply-address.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { MailboxSettings } from "../../../kernel/config-outside.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readFirmKey } from "../../../secrets/firm-key.ts";
import { noteRefusedAddress } from "../../delegations/undelivered.ts";
import { checkContent } from "../../files/check.ts";
import { detectKind } from "../../files/file-types.ts";
import { storeChecked } from "../../files/files.ts";
import { getHolderPeople } from "../../holders/holders.ts";
import { languageOf } from "../../notifications/notifications.ts";
import { type DeliveryReport, noteReturned } from "../../notifications/returned-mails.ts";
import { findTicket } from "../tickets.queries.ts";
import { hasFile, isRecorded, type MailOutcome } from "./by-mail.queries.ts";
import { classify } from "./classify.ts";
import { type Listed, listUnadded, type Person, settle } from "./outcome.ts";
import type { ReceivedFile, ReceivedMail } from "./parse-mail.task.ts";
import { addressOf, findSentMails } from "./sent-mails.ts";
import { takeReply } from "./take-reply.ts";

/** Names of files that come without one, or without an ending: by their content. */
const hasEnding = (name: string): boolean => /\.[a-z][a-z0-9]{1,4}$/i.test(name);

function untitled(kind: FileMediaType | undefined, language: Language): string {
  const t = textIn(language);
  return t(
    kind === undefined ? "mail.file.other" : kind === "application/pdf" ? "mail.file.document" : "mail.file.picture",
  );
}

/** A name with an ending for each of the contents; no two are equal. */
function chooseNames(files: readonly { name: string; content: Uint8Array }[], language: Language): string[] {
  const taken = new Set<string>();
  return files.map(({ name, content }) => {
    const kind = detectKind(Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 64)));
    const given = visibleFileName(name.trim());
    const ending =
      kind !== undefined && !hasEnding(given) ? `.${fileEndings[kind][0]}` : (/\.[^.]*$/.exec(given)?.[0] ?? "");
    const stem =
      (given.endsWith(ending) ? given.slice(0, given.length - ending.length) : given) || untitled(kind, language);
    let free = stem + ending;
    for (let count = 2; taken.has(free); count += 1) free = `${stem} (${count})${ending}`;
    taken.add(free);
    return free;
  });
}

/** What became of a mail. */
export type Outcome = MailOutcome | UnaddedMailReason | "seen";

/** The headers of a mail are at most so long. */
const maxHeaders = 1024 * 1024;

/** The same mail delivered twice is one comment; another text under its id is another one, and without an id each mail. */
function hashMail(id: string, { ticket, user }: ReplyTarget, content: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([id, ticket, user, content]))
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

/**
 * The mail as its parser returns it; null if it is none. Throws if that takes too long or too much memory: that the machine
 * is busy says nothing of a mail, so it is read again, and its sender is never told that it cannot be read.
 */
const parse = ({ workers }: Services, source: Buffer, server: string | undefined): Promise<ReceivedMail | null> =>
  workers.run("parseMail", { source: new Uint8Array(source), server }, { holder: "mailbox" });

interface Stored {
  ids: number[];
  /** Names of files that were not taken. */
  refused: string[];
}

/** Stores the files that pass the checks of every upload. */
async function storeFiles(
  context: Context,
  {
    ticketId,
    sender,
    holder,
    files,
  }: { ticketId: number; sender: Person; holder: Holder; files: readonly ReceivedFile[] },
): Promise<Stored> {
  const userId = sender.id;
  const stored: Stored = { ids: [], refused: [] };
  const names = chooseNames(files, languageOf(sender.preferences));
  for (const [place, file] of files.entries()) {
    const name = names[place] ?? "";
    const content = Buffer.from(file.content);
    const known = await context.antivirus.check(content);
    const isTaken = known.kind !== "infected" && place < ticketLimits.files;
    const checked = isTaken ? await checkContent(name, content, userId) : null;
    if (!checked || "refused" in checked) {
      stored.refused.push(name);
      continue;
    }
    // The logo of a signature comes with each reply.
    if (file.isPicture && (await hasFile(context.db, ticketId, createHash("sha256").update(checked.content).digest())))
      continue;
    const clean = known.kind === "clean";
    const one = { holder, name, ...checked, clean, uploadedBy: userId, byAdmin: false };
    stored.ids.push((await storeChecked(context, one)).id);
  }
  return stored;
}

/** Of what cannot be read, the headers still say who wants to know that it was not added. */
function headersIn(source: Buffer): Buffer {
  const [, head] = /^([\s\S]*?\r?\n)\r?\n/.exec(source.subarray(0, maxHeaders).toString("latin1")) ?? [];
  return Buffer.from(head ?? "", "latin1");
}

/** Nothing of it could be read. */
const unread: ReceivedMail = {
  messageId: "",
  subject: "?",
  sender: "?",
  from: [],
  fromHeaders: 0,
  to: [],
  headers: {},
  authentication: { isDisowned: false },
  contentType: "",
  text: "",
  html: "",
  whole: "",
  isUnreadable: true,
  isEncrypted: false,
  files: [],
  deliveryReport: null,
};

/** A delegation that waits for the mail is told, as if the address had been refused at once. */
async function takeDeliveryReport(services: Services, report: DeliveryReport): Promise<void> {
  const noted = await noteReturned(services, report);
  if (noted?.delegation && report.returned === "failed") await noteRefusedAddress(services, noted.delegation);
}

/** Takes one mail from the mailbox; `seen` if it was taken before. No ticket is changed by a mail that is left alone. */
export async function receiveMail(
  services: Services,
  { address, server }: MailboxSettings,
  { source, isTooLarge, arrivedAt }: Pick<ReceivedSource, "source" | "isTooLarge" | "arrivedAt">,
): Promise<Outcome> {
  const context = systemContext(services, "tickets");
  const { db } = services;
  // Not its number: a mailbox that was restored numbers its mails anew, and nobody is told again of what was taken long ago.
  const key = createHash("sha256").update(source).digest("hex");
  if (await isRecorded(db, key)) return "seen";
  const firmKey = await readFirmKey(services.config);
  const whole = isTooLarge ? null : await parse(services, source, server);
  const mail = whole ?? (await parse(services, headersIn(source), server)) ?? unread;
  const leave = async (reason: UnaddedMailReason, of: Partial<Listed> = {}): Promise<Outcome> =>
    (await listUnadded(db, reason, { key, mail, ticketId: null, userId: null, ...of })) ? reason : "seen";
  if (mail === unread) return leave("unreadable");
  // Beside what else it is: a report of a mail server is never a reply, and is listed with what came from machines.
  if (mail.deliveryReport) await takeDeliveryReport(services, mail.deliveryReport);
  const found = classify(mail, {
    own: [address, addressOf(services.config.mailFrom)],
    read: (text) => readReplyAddress(firmKey, address, text),
  });
  const { target } = found;
  const row = target && (await findTicket(db, target.ticket));
  if ("ignored" in found) return leave(found.ignored, { ticketId: row?.id ?? null });
  if (!target || !row) return leave("unknownAddress");
  const holder = holderOf(row);
  const [person] = await getHolderPeople(db, { holderType: "user", holderId: target.user });
  const sender = person?.validated && person.email.toLowerCase() === found.from ? person : null;
  const end = (outcome: MailOutcome, refused: readonly string[] = []) =>
    settle(context, key, { mail, target, sender, holder, outcome, arrivedAt, refused });
  if (!sender) return end("foreignSender");
  if (!(await getHolderPeople(db, holder)).some(({ id }) => id === sender.id)) return end("notOfHolder");
  if (found.mayBeAutomatic) return leave("maybeAutomatic", { ticketId: row.id, userId: sender.id });
  // Before its files are stored. A merged ticket continues in another one.
  if (isFinal(row.state) && row.merged_into === null) return end("closed");
  if (!whole) return end(isTooLarge ? "tooLarge" : "unreadable");
  if (mail.isUnreadable) return end("unreadable");
  const sent = await findSentMails(context, row, { text: mail.text + mail.html, names: [sender.name] });
  const { words, files } = takeReply(mail, sent);
  if (words === null) return end("tooLong");
  const text = isBlank(words) ? "" : words;
  const nothing = mail.isEncrypted ? "encrypted" : "empty";
  if (text === "" && files.length === 0) return end(nothing);
  const { ids, refused } = await storeFiles(context, { ticketId: row.id, sender, holder, files });
  if (text === "" && ids.length === 0) return end(nothing, refused);
  const content = text === "" ? chooseNames(files, languageOf(sender.preferences)).join(", ") : text;
  const add = {
    ticketId: row.id,
    userId: sender.id,
    content,
    files: ids,
    key: hashMail(mail.messageId || key, target, content),
  };
  try {
    return await settle(context, key, { mail, target, sender, holder, outcome: "added", arrivedAt, refused, add });
  } catch (error) {
    if (error instanceof Refusal && error.code === "stateConflict") return end("closed");
    throw error;
  }
}
