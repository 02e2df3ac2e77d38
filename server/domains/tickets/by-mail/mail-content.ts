/** What a mail says and brings along, whatever the shape of its parts. */
import { decodeText } from "./charsets.ts";
import { decodeHeader } from "./headers.ts";
import { htmlText } from "./html-text.ts";
import { type MailPart, readParts } from "./mail-parts.ts";
import { isSignature, isWrapped, unwrap } from "./smime.ts";
import { visible } from "./visible.ts";

/** Text of `format=flowed` (RFC 3676): lines that were broken on their way are joined again. */

const depthOf = (line: string): number => /^>*/.exec(line)?.[0].length ?? 0;

/** A quotation never flows into an answer, nor into one of another depth. */
function unflow(text: string, { delSp }: { delSp: boolean }): string {
  const joined: string[] = [];
  /** Of the line that flows into the next one; none does at first. */
  let openDepth = -1;
  for (const raw of text.split("\n")) {
    const depth = depthOf(raw);
    // A space in front protects the line, or stands between the marks and the text.
    const content = raw.slice(depth).replace(/^ /, "");
    const line = depth > 0 ? `${">".repeat(depth)} ${content}` : content;
    const isSignature = content === "-- ";
    if (openDepth === depth && !isSignature) joined.push((joined.pop() ?? "") + content);
    else joined.push(line);
    const flows = content.endsWith(" ") && !isSignature;
    openDepth = flows ? depth : -1;
    if (flows && delSp) joined.push((joined.pop() ?? "").slice(0, -1));
  }
  return joined.join("\n");
}

/** What an invitation, or the answer to one, says (RFC 5545). */

const unescaped = (value: string): string =>
  value.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();

/** `20261126T132500` as `2026-11-26 13:25`, with the zone that it names. */
function timeOf(value: string, zone: string | undefined): string {
  const [, year, month, day, hour, minute, isUtc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  const date = `${year}-${month}-${day}`;
  const named = isUtc ? "UTC" : zone;
  return hour === undefined ? date : `${date} ${hour}:${minute}${named === undefined ? "" : ` (${named})`}`;
}

/** Title, time and place of the first event, and what was written to it; one a line. Empty if there is none. */
function calendarText(calendar: string): string {
  const lines = calendar.replaceAll(/\n[ \t]/g, "").split("\n");
  const from = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line));
  if (from < 0) return "";
  const found = new Map<string, string>();
  for (const line of lines.slice(from + 1)) {
    if (/^(?:BEGIN|END):/i.test(line)) break;
    const [, name = "", options = "", value = ""] = /^([\w-]{1,60})(;[^:]{0,300})?:(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    const zone = /;TZID="?([^";:]+)/i.exec(options)?.[1];
    if (!found.has(key)) found.set(key, key.startsWith("DT") ? timeOf(value.trim(), zone) : unescaped(value));
  }
  const times = [found.get("DTSTART"), found.get("DTEND")].filter(Boolean).join(" – ");
  return [found.get("SUMMARY"), times, found.get("LOCATION"), found.get("COMMENT")].filter(Boolean).join("\n");
}

export interface FoundFile {
  /** Empty if it has none. */
  name: string;
  type: string;
  content: Buffer;
  /** Of a picture that a text shows. */
  cid: string | null;
}

export interface MailContent {
  /** What the reader of the mail sees. */
  text: string;
  /** The text of the HTML part beside it, where pictures are named; empty if there is none. */
  html: string;
  /** What an answer to an invitation says; empty if it is none. */
  calendar: string;
  /** A text that is in no known charset, or longer than any. */
  isUnreadable: boolean;
  /** A part of it can be read only with the key of its recipient. */
  isEncrypted: boolean;
  files: FoundFile[];
}

/** Longer HTML is not searched for its text. */
const maxHtml = 2_000_000;
/** Mails inside mails are opened for their files, signed ones for their words. */
const maxNested = 3;
/** Parts that belong to the sending, and that nobody sends on purpose. */
const technical =
  /^(?:application\/(?:pgp-signature|pgp-keys|pgp-encrypted|(?:x-)?pkcs7-signature)|message\/(?:delivery|disposition)-.*|text\/rfc822-headers)$/;

/** Of the pictures in HTML itself: a scan of several megabytes is not searched for words. */
function takePictures(html: string): { html: string; files: FoundFile[] } {
  const files: FoundFile[] = [];
  const page = html
    .replaceAll(
      /(\ssrc\s{0,9}=\s{0,9}["']?)data:(image\/[a-z0-9.+-]{1,40})((?:;[a-z0-9=-]{1,40}){0,5}),([\w+/=%\s-]*)/gi,
      (_, before: string, type: string, options: string, data: string) => {
        if (!/;base64/i.test(options)) return before;
        const cid = `inside-${files.length + 1}@mail`;
        const content = Buffer.from(
          data.replaceAll("%2B", "+").replaceAll("%2F", "/").replaceAll("%3D", "="),
          "base64",
        );
        files.push({ name: "", type: type.toLowerCase(), content, cid });
        return `${before}cid:${cid}`;
      },
    )
    .replaceAll(/\burl\(\s{0,9}["']?data:[^)"']*/gi, "url(");
  return { html: page, files };
}

const nothing = (): MailContent => ({
  text: "",
  html: "",
  calendar: "",
  isUnreadable: false,
  isEncrypted: false,
  files: [],
});
const isText = ({ type }: MailPart): boolean => type.startsWith("text/");

/** HTML says its charset itself, if its part does not. */
const charsetInHtml = (content: Buffer): string | null =>
  /<meta[^>]{0,200}charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:-]{2,40})/i.exec(
    content.subarray(0, 4096).toString("latin1"),
  )?.[1] ?? null;

/** A file that is called a text: more than a sign in twenty is a control. */
function isBinary(text: string): boolean {
  const controls = text.match(/[^\P{Cc}\s]/gu)?.length ?? 0;
  return controls > 8 && controls * 20 > text.length;
}

const fileOf = ({ name, type, content, cid }: MailPart): MailContent => ({
  ...nothing(),
  files: [{ name, type, content, cid }],
});

function readPartText(part: MailPart): MailContent {
  const isHtml = part.type === "text/html";
  const charset = part.charset ?? (isHtml ? charsetInHtml(part.content) : null);
  const decoded = decodeText(part.content, charset);
  if (decoded === null || isBinary(decoded))
    return part.name === "" && !part.content.includes(0) ? { ...nothing(), isUnreadable: true } : fileOf(part);
  const text = visible(decoded);
  if (part.type === "text/calendar") return { ...nothing(), calendar: calendarText(text) };
  if (!isHtml) return { ...nothing(), text: part.flowed ? unflow(text, part.flowed) : text };
  const { html: page, files } = takePictures(text);
  if (page.length > maxHtml) return { ...nothing(), files, isUnreadable: true };
  const html = visible(htmlText(page));
  return { ...nothing(), text: html, html, files };
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text.trim() !== "").join("\n\n");

const merged = (all: readonly MailContent[]): MailContent => ({
  text: joined(all.map(({ text }) => text)),
  html: joined(all.map(({ html }) => html)),
  calendar: joined(all.map(({ calendar }) => calendar)),
  isUnreadable: all.some(({ isUnreadable }) => isUnreadable),
  isEncrypted: all.some(({ isEncrypted }) => isEncrypted),
  files: all.flatMap(({ files }) => files),
});

/** The plain texts, which are rarely several, or the first other one, and the files of all. */
async function readAlternative(parts: readonly MailPart[], depth: number): Promise<MailContent> {
  // Texts for watches say the same once more.
  const known = parts.filter((part) => !isText(part) || /^text\/(?:plain|html|calendar)$/.test(part.type));
  const all = await Promise.all((known.length > 0 ? known : parts).map((part) => readContent(part, depth)));
  const says = all.filter(({ text }) => text.trim() !== "");
  const plain = new Set(says.filter(({ html }) => html === "").map(({ text }) => text.trim()));
  const together = merged(all);
  return {
    ...together,
    text: plain.size > 0 ? joined([...plain]) : (says[0]?.text ?? ""),
    isUnreadable: says.length === 0 && together.isUnreadable,
  };
}

/** The files of a mail that is attached; its words are somebody else's. */
async function attachedMail(part: MailPart, depth: number): Promise<MailContent> {
  const inside = depth < maxNested ? await readParts(part.content).catch(() => null) : null;
  const subject = inside?.headers.find(({ name }) => name === "subject")?.value;
  const name = part.name || `${subject ? decodeHeader(subject) : "mail"}.eml`;
  const { files } = inside ? await readContent(inside.root, depth + 1) : nothing();
  return {
    ...fileOf({ ...part, name }),
    files: [{ name, type: part.type, content: part.content, cid: null }, ...files],
  };
}

/** What was signed together with its signature is read as any mail; what is encrypted stays a file. */
async function wrappedMail(part: MailPart, depth: number): Promise<MailContent> {
  const found = depth < maxNested ? unwrap(part) : "unknown";
  if (found === "certificates") return nothing();
  if (found === "encrypted") return { ...fileOf(part), isEncrypted: true };
  const inside = found === "unknown" ? null : await readParts(found).catch(() => null);
  return inside ? readContent(inside.root, depth + 1) : { ...fileOf(part), isUnreadable: true };
}

export async function readContent(part: MailPart, depth = 0): Promise<MailContent> {
  if (technical.test(part.type) || isSignature(part)) return nothing();
  if (part.type === "multipart/alternative") return readAlternative(part.parts, depth);
  if (part.parts.length > 0) {
    const together = merged(await Promise.all(part.parts.map((one) => readContent(one, depth))));
    return part.type === "multipart/encrypted" ? { ...together, isEncrypted: true } : together;
  }
  if (part.type.startsWith("multipart/"))
    return part.content.length > 0 ? readPartText({ ...part, type: "text/plain" }) : nothing();
  if (part.type === "message/rfc822") return attachedMail(part, depth);
  if (isWrapped(part)) return wrappedMail(part, depth);
  const isRead =
    isText(part) && !part.isAttached && (part.name === "" || /^text\/(?:plain|html|calendar)$/.test(part.type));
  return isRead ? readPartText(part) : fileOf(part);
}
