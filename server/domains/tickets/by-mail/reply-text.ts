/** What somebody wrote in a reply, without the mail that it answers: only what the portal sent is ever left out. */
import { introduction, isHeader, namesPortal } from "./introductions.ts";
import { bare, isEmpty, isQuoted, textOf } from "./lines.ts";
import type { SentMails } from "./quotable-mails.ts";
import { index, indexSent, type Matched, match, picture, unknownLines, type Word, wordsOf } from "./quoted-words.ts";

/** Lines between an introduction and the marker at most. */
const maxBetween = 12;

/** No thread is so long; only an attack on the time that this takes. */
const mostLines = 20_000;
/** Nobody pastes it so often above the mail. */
const mostMarkers = 3;

/** What servers of receivers put on top of a mail. */
const banner =
  /^\[(?:ext|external|caution|внимание|uwaga)[^\]]{0,60}\]|LearnAboutSenderIdentification|don't often get e-?mail from|^(?:caution|warning|external)\b.{0,40}\b(?:e-?mail|message|sender)\b/i;

/** How many lines the portal's first line takes, in any language: some programs break it, or put `|` in front. 0 if none. */
function markerLines(lines: readonly string[], at: number): number {
  const some = lines.slice(at, at + 3).map((line) => bare(line.replace(/^[\s|>]+/, "")));
  if (!some[0]?.startsWith("##-")) return 0;
  return [1, 2, 3].find((count) => /^##-.{1,200}-##$/.test(some.slice(0, count).join(" "))) ?? 0;
}

const beside = { isBesideMarker: true };

/** Where the quotation begins, of which the marker is a part: with an introduction beside it, if that names the portal. */
function beginningOf(lines: readonly string[], marked: number, sent: SentMails): number {
  for (let at = marked - 1; at >= Math.max(0, marked - maxBetween); at -= 1) {
    const length = introduction(lines, at, beside);
    if (length === 0) continue;
    const between = lines.slice(at + length, marked);
    if (!between.every((line) => isEmpty(line) || banner.test(bare(line)))) return marked;
    if (!namesPortal(lines.slice(at, at + length), sent)) return marked;
    // The line above may belong to it: “-----Original Message-----”, or the first half of “On … wrote:”.
    const above = [1, 2, 3].find(
      (count) =>
        at - count >= 0 &&
        !isHeader(lines[at - count] ?? "") &&
        introduction(lines, at - count, beside) >= length + count,
    );
    return at - (above ?? 0);
  }
  return marked;
}

type Index = ReturnType<typeof indexSent>;
interface Segment {
  head: number[];
  body: number[];
  /** Only repeated headers, or who wrote, without a marker. */
  isIntroduced: boolean;
  namesPortal: boolean;
}

/** An introduction that names somebody by an address; the head of a payment order does not. */
function introducedLines(lines: readonly string[], at: number, sent: SentMails): number {
  const length = introduction(lines, at, beside);
  const some = lines.slice(at, at + length);
  return namesPortal(some, sent) || some.some((line) => line.includes("@")) ? length : 0;
}

/** The lines of a mail, each looked at once. */
interface Text {
  lines: readonly string[];
  markerAt: (at: number) => number;
  introducedAt: (at: number) => number;
  wordsAt: (at: number) => string[];
}

function readLines(lines: readonly string[], sent: SentMails): Text {
  const once = <Found>(find: (at: number) => Found) => {
    const found: Found[] = [];
    return (at: number): Found => (found[at] ??= find(at));
  };
  return {
    lines,
    markerAt: once((at) => markerLines(lines, at)),
    introducedAt: once((at) => introducedLines(lines, at, sent)),
    wordsAt: once((at) => {
      const line = lines[at] ?? "";
      const found = wordsOf(line, sent.paths);
      // Nobody adds a picture to what they quote line by line.
      return isQuoted(line) ? found.filter((word) => word !== picture) : found;
    }),
  };
}

/** What follows the marker, cut where another quotation begins in it. */
function segmentsOf(text: Text, marked: number, sent: SentMails): Segment[] {
  const { lines } = text;
  const segments: Segment[] = [];
  for (let at = marked; at < lines.length; ) {
    const marker = text.markerAt(at);
    const introduced = marker > 0 ? 0 : text.introducedAt(at);
    const length = Math.max(marker, introduced);
    const isOfPortal = introduced > 0 && namesPortal(lines.slice(at, at + length), sent);
    const head = Array.from({ length }, (_, place) => at + place);
    const last = segments.at(-1);
    if (length === 0) last?.body.push(at);
    else if (last && last.body.every((line) => isEmpty(lines[line] ?? ""))) {
      last.head.push(...head);
      last.isIntroduced &&= introduced > 0;
      last.namesPortal ||= isOfPortal;
    } else segments.push({ head, body: [], isIntroduced: introduced > 0, namesPortal: isOfPortal });
    at += Math.max(1, length);
  }
  return segments;
}

interface Tail {
  /** The first line that it did not send; infinite if there is none. */
  firstUnknown: number;
  /** The last line that it sent. */
  lastKnown: number;
}

/** Null if what follows the marker was not sent by the portal: then somebody pasted it. */
function readTail(text: Text, marked: number, { sent, known }: { sent: SentMails; known: Index }): Tail | null {
  const { lines } = text;
  const isMarked = isQuoted(lines[marked] ?? "");
  const tail: Tail = { firstUnknown: Infinity, lastKnown: marked };
  for (const [place, segment] of segmentsOf(text, marked, sent).entries()) {
    const { head, body, isIntroduced } = segment;
    const words: Word[] = body.flatMap((line) => text.wordsAt(line).map((word) => ({ word, line })));
    const plain = words.map(({ word }) => word);
    let best: Matched = match(plain, index([], []));
    for (const one of [...known.letters, ...(isIntroduced ? known.written : [])]) {
      const matched = match(plain, one);
      if (matched.count > best.count) best = matched;
    }
    const mayBeShort = isMarked || segment.namesPortal;
    const isQuotation =
      best.isCertain || (words.length === 0 ? !isIntroduced || segment.namesPortal : best.count > 0 && mayBeShort);
    if (place === 0 && !isQuotation) return null;
    const unknown = isQuotation
      ? unknownLines(lines, words, best, isMarked)
      : new Set([...head, ...words.map(({ line }) => line)]);
    for (const line of unknown) tail.firstUnknown = Math.min(tail.firstUnknown, line);
    const last = words.findLast(({ line }) => !unknown.has(line))?.line ?? (isQuotation ? head.at(-1) : undefined);
    tail.lastKnown = Math.max(tail.lastKnown, last ?? marked);
  }
  return tail;
}

export interface ReplyText {
  /** What was written; all of it if nothing is certain to be quoted, or if answers stand between quoted lines. */
  words: string;
  /** What stands above the quotation. */
  above: string;
}

/**
 * The text without the portal's own mail, which begins with its marker and goes on as it was sent. What stands above and
 * below it is the answer.
 */
export function replyText(text: string, sent: SentMails): ReplyText {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ").split("\n");
  const whole = textOf(lines);
  if (lines.length > mostLines) return { words: whole, above: whole };
  const known = indexSent(sent);
  const read = readLines(lines, sent);
  const markers = lines.flatMap((_, at) => (read.markerAt(at) > 0 ? [at] : []));
  for (const marked of markers.slice(0, mostMarkers)) {
    const tail = readTail(read, marked, { sent, known });
    if (!tail) continue;
    const above = textOf(lines.slice(0, beginningOf(lines, marked, sent)));
    const { firstUnknown: first, lastKnown } = tail;
    if (first === Infinity) return { words: above, above };
    if (first < lastKnown) return { words: whole, above };
    // With what stands above it and has no words, as a line of dashes.
    const between = lines.slice(lastKnown + 1, first);
    const begin = between.findIndex((line) => line.trim() !== "" && !isQuoted(line) && !/[\p{L}\p{N}]/u.test(line));
    const below = textOf(lines.slice(begin < 0 ? first : lastKnown + 1 + begin));
    return { words: [above, below].filter((part) => part !== "").join("\n\n"), above };
  }
  return { words: whole, above: whole };
}
