/** The lines by which mail programs introduce what they quote. */
import { bare, isQuoted } from "./lines.ts";
import type { SentMails } from "./quotable-mails.ts";

const keys = {
  from: ["from", "от", "od", "von", "de"],
  to: ["to", "до", "do", "an", "к", "cc", "копие", "dw"],
  sent: [
    "sent",
    "date",
    "изпратено",
    "изпратено на",
    "изпратен",
    "дата",
    "wysłano",
    "wysłane",
    "data",
    "gesendet",
    "datum",
  ],
  subject: ["subject", "относно", "тема", "temat", "betreff"],
} as const;
type Key = keyof typeof keys;
const kinds = new Map<string, Key>(
  (Object.keys(keys) as Key[]).flatMap((kind) => keys[kind].map((name) => [name, kind] as const)),
);

const address = /(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/;
/** A day or a time: digits, or the name of a weekday. */
const day =
  /\d|\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?:day)?\b|(?<!\p{L})(?:пн|вт|ср|чт|пт|сб|нд|(?:понеделник|вторник|сряда|четвъртък|петък|събота|неделя))(?!\p{L})|(?<!\p{L})(?:pon|wt|śr|czw|pt|sob|niedz)(?!\p{L})/iu;
/** How programs begin “On 26 Nov 2026 Portico …”, so that a line above belongs to it. */
const opening =
  /^(?:on|na|на|в|във|dnia|w dniu|am|le|el|il|em|op|den)(?!\p{L})|^\d|^(?:pon|wt|śr|czw|pt|sob|niedz)\.?,/iu;
/** The end of a sentence, but not “2026 г.” */
const sentenceEnd = /(?<!(?:г|ч|r|godz))[.!?]$/u;
/** A whole date, by which a line needs none of the line above. */
const date = /\b\d{4}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
const time = /\d{1,2}[:.]\d{2}/;
const wrote =
  /(?:wrote|написа|пише|napisał(?:\(a\)|a)?|pisze|schrieb|écrit|escribió|scritto|escreveu|skrev|schreef)[^\p{L}]*$/iu;

/** “*From:* Portico <…>”: which header a line repeats. */
const keyOf = (line: string): Key | undefined =>
  kinds.get(/^(\p{L}[\p{L} ]{0,20}):/u.exec(bare(line).slice(0, 40))?.[1]?.trim().toLowerCase() ?? "");

/** Whether a line looks like a header that is repeated. */
export const isHeader = (line: string): boolean => keyOf(line) !== undefined;

const longestSeparator = 120;
const separator = /^(?:[-_=]{5,}|[-_ ]{3,100}.{3,60}[-_ ]{3,100})$/;

/** How many lines from this one on repeat headers of a mail: of whom, and when or about what. */
function headerBlock(lines: readonly string[], first: number): number {
  const found = new Set<Key>();
  let hasAddress = false;
  let last: Key | undefined;
  let end = first;
  for (; end < lines.length && end < first + 12; end += 1) {
    const line = lines[end] ?? "";
    const key = keyOf(line);
    // A long list of recipients goes on in the next line.
    if (key === undefined && !(last === "to" && /[@;]/.test(line) && !wrote.test(bare(line)))) break;
    // Another mail begins, or what somebody wrote ended above it.
    if (key === "from" && found.has("from")) break;
    if (key !== undefined) found.add(key);
    last = key ?? last;
    hasAddress ||= address.test(line);
  }
  // “От: 1 май, До: 31 май” is a period, and “До, От, Относно” heads a letter.
  const isCertain = found.size >= 2 && found.has("from") && (hasAddress || found.has("sent"));
  return isCertain ? end - first : 0;
}

/**
 * How many lines from this one on say who wrote when: “On 26 Nov 2026 Portico <…> wrote:”, in up to three lines. Beside
 * the marker, name and day, or name and address, are enough.
 */
function attribution(lines: readonly string[], first: number, isBesideMarker: boolean): number {
  for (let count = 1; count <= 3; count += 1) {
    const some = lines.slice(first, first + count).map(bare);
    if (some[0] === "" || some.at(-1) === "") return 0;
    const said = some.join(" ");
    if (said.length > 400) return 0;
    const hasAddress = address.test(said);
    const isWritten = wrote.test(said);
    const isQuotedNext = lines.slice(first + count, first + count + 2).some(isQuoted);
    if (count === 2 && (!opening.test(some[0] ?? "") || sentenceEnd.test(some[0] ?? ""))) return 0;
    if (
      (isWritten && hasAddress && day.test(said)) ||
      (isBesideMarker && isWritten && (hasAddress || day.test(said))) ||
      (said.endsWith(":") && isQuotedNext && hasAddress && date.test(said) && time.test(said))
    )
      // The first line belongs to it only if the others do not say it all.
      return count > 1 && date.test(some.slice(1).join(" ")) ? 0 : count;
  }
  return 0;
}

/** How many lines from this one on introduce a quotation; 0 if none do. */
export function introduction(lines: readonly string[], first: number, { isBesideMarker = false } = {}): number {
  const line = (lines[first] ?? "").replace(/^[\s>]+/, "").trim();
  const head = line.length <= longestSeparator && separator.test(line) ? 1 : 0;
  // Up to two empty lines may follow the separator.
  const empty = lines.slice(first + head, first + 3).findIndex((each) => bare(each) !== "");
  const start = first + head + (head > 0 ? Math.max(0, empty) : 0);
  const block = headerBlock(lines, start);
  if (block > 0) return start + block - first;
  return head > 0 ? 0 : attribution(lines, first, isBesideMarker);
}

const inOneLine = (lines: readonly string[]): string => lines.map(bare).join(" ").replaceAll(/\s+/g, " ").toLowerCase();

/** Whether an introduction is that of a mail of the portal: it names one of its addresses, or the subject, or who wrote. */
export function namesPortal(lines: readonly string[], { isOwn, subjects, name }: SentMails): boolean {
  const said = inOneLine(lines);
  const addresses = said.split(/[\s<>()[\]:;,"]/).filter((part) => part.includes("@"));
  // Of repeated headers only the sender's.
  const sender = lines.filter((line) => keyOf(line) === "from");
  if (sender.length > 0) {
    const from = inOneLine(sender);
    if (addresses.some((address) => from.includes(address) && isOwn(address))) return true;
    return subjects.some((subject) => said.includes(subject.replaceAll(/\s+/g, " ").toLowerCase()));
  }
  return addresses.some(isOwn) || (name !== "" && wrote.test(said) && said.includes(name.toLowerCase()));
}
