/** Reads a received mail on a worker thread: who sent it where, what says that a machine did, its text and its files. */
import { domainToUnicode } from "node:url";
import { mailLimits } from "@portico/api/rules/tickets.ts";
import { isBlank } from "@portico/api/rules/visible-text.ts";
import addressparser from "nodemailer/lib/addressparser";
import type { DeliveryReport } from "../../notifications/returned-mails.ts";
import { type Authentication, readAuthentication } from "./authentication.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { decodeHeader, rawText } from "./headers.ts";
import { readContent } from "./mail-content.ts";
import { type Mail, readParts } from "./mail-parts.ts";
import { withoutMissing, withoutPictures } from "./picture-marks.ts";
import { isStandIn } from "./stand-ins.ts";
import { visible } from "./visible.ts";

/** Text that was signed with OpenPGP and left readable (RFC 9580, 7). */

const begin = "-----BEGIN PGP SIGNED MESSAGE-----";
const signature = "-----BEGIN PGP SIGNATURE-----";
const end = "-----END PGP SIGNATURE-----";

/** The text without the lines of the signature, and with lines as they were before it; any other text as it is. */
function withoutSignature(text: string): string {
  const lines = text.split("\n");
  const is = (line: string | undefined, marker: string): boolean => line?.trimEnd() === marker;
  const first = lines.findIndex((line) => is(line, begin));
  const headers = first < 0 ? -1 : lines.findIndex((line, at) => at > first && line.trim() === "");
  const signed = headers < 0 ? -1 : lines.findIndex((line, at) => at > headers && is(line, signature));
  const last = signed < 0 ? -1 : lines.findIndex((line, at) => at > signed && is(line, end));
  // Only headers of the signature may stand between its first line and the text.
  const isWhole = last >= 0 && lines.slice(first + 1, headers).every((line) => /^[\w-]+: /.test(line));
  if (!isWhole) return text;
  return [
    ...lines.slice(0, first),
    ...lines.slice(headers + 1, signed).map((line) => line.replace(/^- /, "")),
    ...lines.slice(last + 1),
  ].join("\n");
}

export interface ReceivedFile {
  /** Empty if it has none. */
  name: string;
  content: Uint8Array;
  /** By which the text shows it, as a screenshot that was pasted into it, or the logo of a signature; null if it does not. */
  cid: string | null;
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
  /** All of what it says, with what is quoted; pictures are named where they stand. */
  text: string;
  /** The text of its HTML, if it has a plain text beside it. */
  html: string;
  /** All of it as it is shown, with the lines of a signature; cut if it is very long. */
  whole: string;
  /** The words are in no charset that is known. */
  isUnreadable: boolean;
  /** A part of it can be read only with the key of its recipient. */
  isEncrypted: boolean;
  /** Also pictures that only the quoted mail shows. */
  files: ReceivedFile[];
  /** Of a mail server, about a mail that it could not deliver. */
  deliveryReport: DeliveryReport | null;
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
/** Longer than anything that becomes a comment. */
const longestText = 1_000_000;
const longestHeader = 300;
/** Smaller pictures are points by which a reader is counted. */
const minPicture = 72;

const valuesOf = ({ headers }: Mail, name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value);
/** As it is read, in one line. */
const textOf = (value = ""): string =>
  visible(decodeHeader(value)).replaceAll(/\s+/g, " ").trim().slice(0, longestHeader).toWellFormed();

const joined = (one: string, other: string): string => [one, other].filter((text) => text.trim() !== "").join("\n\n");

const inUnicode = (address: string): string => {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at));
};
/** Encoded words have no place in an address (RFC 2047, 5). */
const addressesIn = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => addressparser(rawText(value), { flatten: true }))
    .flatMap(({ address }) => (address && !address.includes("=?") ? [inUnicode(visible(address).toLowerCase())] : []));

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
  const { text: written, html, calendar, isUnreadable, isEncrypted, files } = await readContent(mail.root);
  const subject = textOf(valuesOf(mail, "subject")[0]);
  const has = (cid: string): boolean => files.some((file) => file.cid === cid);
  // Who accepts an invitation may write nothing: the subject says it in their language.
  const text = isBlank(written) && calendar !== "" ? joined(subject, calendar) : withoutSignature(written);
  const whole = isBlank(written) ? text : joined(isStandIn(written, html) ? joined(written, html) : written, calendar);
  return {
    messageId: visible(valuesOf(mail, "message-id")[0] ?? ""),
    subject,
    sender: from.map(textOf).join(", ").slice(0, longestHeader).toWellFormed(),
    from: addressesIn(from),
    fromHeaders: from.length,
    to: [...new Set(addressesIn(["to", "cc", ...deliveryHeaders].flatMap((name) => valuesOf(mail, name))))],
    headers,
    authentication: readAuthentication(mail.headers, server),
    contentType: mail.root.type,
    deliveryReport: readDeliveryReport(mail),
    text: withoutMissing(text, has).slice(0, longestText).toWellFormed(),
    html: withoutMissing(html, has).slice(0, longestText).toWellFormed(),
    whole: withoutPictures(whole, has).replaceAll("\u00a0", " ").trim().slice(0, mailLimits.whole).toWellFormed(),
    isUnreadable,
    isEncrypted,
    files: files
      .filter(({ cid, type, content }) => cid === null || !type.startsWith("image/") || content.length >= minPicture)
      .map(({ name, content, cid, type }) => ({
        name: visible(name),
        content: new Uint8Array(content),
        cid: type.startsWith("image/") ? cid : null,
        isPicture: cid !== null,
      })),
  };
}
