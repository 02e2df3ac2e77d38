/** What a mail server reports of a mail of ours (RFC 3464, 6533), or in its own words where it knows no such reports. */
import type { DeliveryReport } from "../../notifications/returned-mails.ts";
import type { Mail, MailPart } from "./mail-parts.ts";
import { visible } from "./visible.ts";

const statusTypes = new Set(["message/delivery-status", "message/global-delivery-status"]);
/** The mail that came back, or its headers. */
const returnedTypes = new Set([
  "message/rfc822",
  "message/rfc822-headers",
  "text/rfc822-headers",
  "message/global",
  "message/global-headers",
]);
const longestReason = 300;
/** A returned mail may be large; its headers come first. */
const longestHead = 64 * 1024;

const partsOf = (part: MailPart): MailPart[] => [part, ...part.parts.flatMap(partsOf)];
const textOf = ({ content }: MailPart): string =>
  content.subarray(0, longestHead).toString("utf8").replaceAll("\r\n", "\n");

type Fields = ReadonlyMap<string, string>;

/** The groups of fields that blank lines separate, unfolded. */
const groupsOf = (text: string): Fields[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const lines = group.replaceAll(/\n[ \t]+/g, " ").split("\n");
      return new Map(
        lines.flatMap((line) => {
          const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
          return name === undefined ? [] : [[name.toLowerCase(), (value ?? "").trim()] as const];
        }),
      );
    })
    .filter((fields) => fields.size > 0);

/** The portal's own ids are UUIDs. */
const idPattern = /<([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})@[^<>\s]+>/gi;
const idsIn = (text: string): string[] => [...text.matchAll(idPattern)].map(([, id = ""]) => id.toLowerCase());

/** Of headers that stand before a blank line, or in the words of a server that appends the mail. */
const messageIdsIn = (text: string): string[] =>
  text
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n")
    .map((line) => line.replace(/^[>\s]+/, ""))
    .flatMap((line) => (/^message-id[ \t]*:/i.test(line) ? idsIn(line) : []));

const statusPattern = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;
const statusIn = (text: string | undefined): string | null => statusPattern.exec(text ?? "")?.[0] ?? null;
/** "550 No such user": servers that know no other codes. */
const replyIn = (text: string): string | undefined => /\b([45])\d\d[ -]/.exec(text)?.[1];

/** `smtp; 550 5.1.1 No such user` without the kind of code, in one line. */
const wordsOf = (diagnostic: string | undefined): string =>
  visible((diagnostic ?? "").replace(/^[\w-]+\s*;\s*/, ""))
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, longestReason)
    .toWellFormed();

/** The action goes before the code: a mail may have expired with 4.4.7, and be given up nevertheless. */
function returnedOf(action: string, status: string | null, diagnostic: string): DeliveryReport["returned"] | null {
  const first = status?.[0] ?? replyIn(diagnostic);
  if (action === "delayed") return "delayed";
  if (action === "failed") return first === "4" ? "expired" : "failed";
  // Without an action that is known, the code says it; delivered and relayed have the codes 2.x.x.
  if (action !== "" || first === undefined || first === "2") return null;
  return first === "4" ? "delayed" : "failed";
}

const severity = ["delayed", "expired", "failed"] as const;

/** Our mails have one recipient; if there are more, the worst counts. */
function fromFields(part: MailPart): Omit<DeliveryReport, "messageIds"> | null {
  const found = groupsOf(textOf(part)).flatMap((fields) => {
    if (!fields.has("final-recipient") && !fields.has("original-recipient")) return [];
    const diagnostic = fields.get("diagnostic-code") ?? fields.get("x-supplementary-info") ?? "";
    const status = statusIn(fields.get("status")) ?? statusIn(diagnostic);
    const returned = returnedOf((fields.get("action") ?? "").toLowerCase(), status, diagnostic);
    return returned === null ? [] : [{ returned, status, reason: wordsOf(diagnostic) }];
  });
  return found.reduce<(typeof found)[number] | null>(
    (worst, one) => (worst === null || severity.indexOf(one.returned) > severity.indexOf(worst.returned) ? one : worst),
    null,
  );
}

const valueOf = ({ headers }: Mail, name: string): string =>
  headers.find((header) => header.name === name)?.value ?? "";

/** A line of hyphens that names what follows. */
const returnedBelow = /copy of (?:the|your) message|original message|returned message/i;

/** Older servers write to people: qmail, Exim before its reports, gateways. */
function fromWords(mail: Mail, text: string): Omit<DeliveryReport, "messageIds"> | null {
  // Not by an empty sender alone: absence notes have it too, and may quote our mail with its headers.
  const namesFailed = valueOf(mail, "x-failed-recipients") !== "";
  if (!namesFailed && !/\b(?:mailer-daemon|postmaster)@/i.test(valueOf(mail, "from"))) return null;
  // Above the returned mail, whose own words may have any code.
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.startsWith("---") && returnedBelow.test(line));
  const said = lines.slice(0, end === -1 ? lines.length : end).join("\n");
  const status = statusIn(said);
  const first = status?.[0] ?? replyIn(said);
  const isDelayed = /\b(?:will (?:continue|be retried|keep trying)|still being retried|delayed)\b/i.test(said);
  if (first === undefined && !isDelayed && !namesFailed) return null;
  const line = said.split("\n").find((one) => statusPattern.test(one) || /\b[45]\d\d[ -]/.test(one));
  const returned = isDelayed ? "delayed" : first === "4" ? "expired" : "failed";
  return { returned, status, reason: wordsOf(line) };
}

/** Null for a mail that reports nothing undelivered of a mail with an id of the portal's kind. */
export function readDeliveryReport(mail: Mail): DeliveryReport | null {
  const parts = partsOf(mail.root);
  const status = parts.find(({ type }) => statusTypes.has(type));
  const returned = parts.filter(({ type }) => returnedTypes.has(type)).map(textOf);
  const words = parts.filter(({ type, isAttached }) => type === "text/plain" && !isAttached).map(textOf);
  const heads = returned.map((text) => text.split(/\n[ \t]*\n/)[0] ?? "");
  const ids = status
    ? [...heads.flatMap(messageIdsIn), ...idsIn(valueOf(mail, "in-reply-to")), ...idsIn(valueOf(mail, "references"))]
    : [...heads, ...words].flatMap(messageIdsIn);
  const messageIds = [...new Set(ids)].slice(0, 20);
  if (messageIds.length === 0) return null;
  const report = status ? fromFields(status) : fromWords(mail, words.join("\n"));
  return report && { ...report, messageIds };
}
