/** Reads a received mail on a worker thread: who sent it where, what says that a machine did, its text and its files. */
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { replyText } from "./reply-text.ts";

export interface ReceivedFile {
  name: string;
  content: Uint8Array;
}

export interface ReceivedMail {
  /** With angle brackets; empty if there is none. */
  messageId: string;
  /** Addresses in lower case, without names. */
  from: string[];
  to: string[];
  /** Headers in lower case: names with their values. Only those by which a mail is judged. */
  headers: Partial<Record<JudgedHeader, string>>;
  /** `multipart/report` of a bounce, for example. */
  contentType: string;
  /** What the sender wrote, without quotations; null if it is longer than a comment may be. */
  text: string | null;
  /** Without pictures that belong to the text, such as those of signatures. */
  files: ReceivedFile[];
}

const judgedHeaders = [
  "auto-submitted",
  "precedence",
  "return-path",
  "x-autoreply",
  "x-autorespond",
  "x-auto-response-suppress",
  "list-id",
  "list-unsubscribe",
  "authentication-results",
] as const;
export type JudgedHeader = (typeof judgedHeaders)[number];

/** Where a mail server says to whom it delivered. */
const deliveryHeaders = ["delivered-to", "x-original-to", "envelope-to"];
/** Longer HTML is not searched for its text. */
const maxHtml = 2_000_000;

const addressesIn = (found: AddressObject | AddressObject[] | undefined): string[] =>
  [found ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(({ address, group }) => [address, ...(group ?? []).map((one) => one.address)])
    .flatMap((address) => (address ? [address.toLowerCase()] : []));

/** The first header of the name, which the last server added, as it was sent. */
const headerOf = ({ headerLines }: ParsedMail, name: string): string | undefined => {
  const line = headerLines.find(({ key }) => key === name)?.line;
  return line
    ?.slice(line.indexOf(":") + 1)
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
};

/** Null if the parser fails. */
export async function run({ source }: { source: Uint8Array }): Promise<ReceivedMail | null> {
  const mail = await simpleParser(Buffer.from(source), {
    skipImageLinks: true,
    skipTextToHtml: true,
    maxHtmlLengthToParse: maxHtml,
  }).catch(() => null);
  if (!mail) return null;
  const headers: ReceivedMail["headers"] = {};
  for (const name of judgedHeaders) {
    const value = headerOf(mail, name);
    if (value !== undefined) headers[name] = value;
  }
  const text = replyText(mail.text ?? "");
  const delivered = deliveryHeaders.flatMap((name) => headerOf(mail, name)?.replaceAll(/[<>]/g, "") ?? []);
  return {
    messageId: mail.messageId ?? "",
    from: addressesIn(mail.from),
    to: [...new Set([...addressesIn(mail.to), ...addressesIn(mail.cc), ...delivered])],
    headers,
    contentType: headerOf(mail, "content-type")?.split(";")[0] ?? "",
    text: text.length > ticketLimits.content ? null : text,
    files: mail.attachments
      .filter(({ related, contentType }) => !related && contentType !== "application/pgp-signature")
      .map(({ filename, content }) => ({ name: filename ?? "", content: new Uint8Array(content) })),
  };
}
