/** Reads a received mail on a worker thread: who sent it where, what says that a machine did, its text and its files. */
import { domainToUnicode } from "node:url";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import addressparser from "nodemailer/lib/addressparser";
import { type Authentication, readAuthentication } from "./authentication.ts";
import { decodeHeader, rawText } from "./headers.ts";
import { type FoundFile, readContent, shows, withoutPictures } from "./mail-content.ts";
import { type Mail, readParts } from "./mail-parts.ts";
import { replyText } from "./reply-text.ts";
import { visible } from "./visible.ts";

export interface ReceivedFile {
  /** Empty if it has none. */
  name: string;
  content: Uint8Array;
  /** It belongs to the text, as a screenshot that was pasted into it, or the logo of a signature. */
  isPicture: boolean;
}

export interface ReceivedMail {
  /** With angle brackets; empty if there is none. */
  messageId: string;
  subject: string;
  /** Name and address as they were sent. */
  sender: string;
  /** Addresses in lower case, without names. */
  from: string[];
  to: string[];
  /** How many `From` it has: programs differ in which of several they show. */
  fromHeaders: number;
  /** Headers in lower case: names with their values. Only those by which a mail is judged. */
  headers: Partial<Record<JudgedHeader, string>>;
  authentication: Authentication;
  /** `multipart/report` of a bounce, for example. */
  contentType: string;
  /** What the sender wrote, without quotations; null if it is longer than a comment may be. */
  text: string | null;
  /** All of it, with what was quoted; cut if it is longer than any letter. */
  whole: string;
  /** The words are in no charset that is known. */
  isUnreadable: boolean;
  /** Without pictures that only the quoted mail shows. */
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
] as const;
export type JudgedHeader = (typeof judgedHeaders)[number];

/** Where a mail server says to whom it delivered. */
const deliveryHeaders = ["delivered-to", "x-original-to", "envelope-to"];
const maxWhole = 60_000;
const longestHeader = 300;
/** Smaller pictures are points by which a reader is counted. */
const minPicture = 72;

const valuesOf = ({ headers }: Mail, name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value);
/** As it is read, in one line. */
const textOf = (value = ""): string =>
  visible(decodeHeader(value)).replaceAll(/\s+/g, " ").trim().slice(0, longestHeader).toWellFormed();

const inUnicode = (address: string): string => {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at));
};
/** Encoded words have no place in an address (RFC 2047, 5). */
const addressesIn = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => addressparser(rawText(value), { flatten: true }))
    .flatMap(({ address }) => (address && !address.includes("=?") ? [inUnicode(visible(address).toLowerCase())] : []));

/** The pictures in the text, and everything that is no picture of it. */
function ownFiles(files: readonly FoundFile[], { text, html, own }: { text: string; html: string; own: string }) {
  const ownHtml = replyText(html);
  return files.filter(({ cid, type, content }) => {
    if (cid === null || !type.startsWith("image/")) return true;
    if (content.length < minPicture) return false;
    return shows(own, cid) || shows(ownHtml, cid) || !(shows(text, cid) || shows(html, cid));
  });
}

/** Null if it is no mail, or made of too many parts. `server` names the firm's mail server in what it says of senders. */
export async function run({
  source,
  server,
}: {
  source: Uint8Array;
  server?: string | undefined;
}): Promise<ReceivedMail | null> {
  const mail = await readParts(source).catch(() => null);
  if (!mail) return null;
  const headers: ReceivedMail["headers"] = {};
  for (const name of judgedHeaders) {
    const [value] = valuesOf(mail, name);
    if (value !== undefined) headers[name] = value.toLowerCase();
  }
  const from = valuesOf(mail, "from");
  const { text, html, isUnreadable, files } = await readContent(mail.root);
  const own = replyText(text);
  const words = withoutPictures(own).trim();
  return {
    messageId: visible(valuesOf(mail, "message-id")[0] ?? ""),
    subject: textOf(valuesOf(mail, "subject")[0]),
    sender: from.map(textOf).join(", ").slice(0, longestHeader).toWellFormed(),
    from: addressesIn(from),
    fromHeaders: from.length,
    to: [...new Set(addressesIn(["to", "cc", ...deliveryHeaders].flatMap((name) => valuesOf(mail, name))))],
    headers,
    authentication: readAuthentication(mail.headers, server),
    contentType: mail.root.type,
    text: words.length > ticketLimits.content ? null : words,
    whole: withoutPictures(text).replaceAll("\u00a0", " ").trim().slice(0, maxWhole).toWellFormed(),
    isUnreadable,
    files: ownFiles(files, { text, html, own }).map(({ name, content, cid }) => ({
      name: visible(name),
      content: new Uint8Array(content),
      isPicture: cid !== null,
    })),
  };
}
