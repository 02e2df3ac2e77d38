/** Compares the words of a mail with those of one that the portal sent: what is not in it, somebody else wrote. */
import { isQuoted } from "./lines.ts";
import type { SentMails } from "./quotable-mails.ts";

/** A word of a line, as it is compared. */
export interface Word {
  word: string;
  line: number;
}

/** So many words one after another are no chance. */
const sure = 4;

const decodedAddress = (word: string): string => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
};

const around = new Set("*_\"'„“”‘’«».,;:!?|");

function withoutSigns(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && around.has(word.charAt(from))) from += 1;
  while (from < to && around.has(word.charAt(to - 1))) to -= 1;
  return word.slice(from, to);
}

/** Also as a service that checks links rewrites it. */
function leadsTo(address: string, path: string): boolean {
  const at = address.indexOf(path);
  return at >= 0 && !/^\d/.test(address.slice(at + path.length));
}

/** Without the signs around it; empty if it is only a mark of a quotation, a bullet or a line. */
function compared(raw: string, paths: readonly string[]): string {
  if (/^https?:/i.test(raw)) return paths.some((path) => leadsTo(decodedAddress(raw), path)) ? "" : raw;
  const inner = withoutSigns(raw.replace(/^mailto:/i, ""));
  return (inner === "" || /^[-–—=~]+$/.test(inner) ? raw.replaceAll(/[*_|=~\-–—."']/g, "") : inner).toLowerCase();
}

/** A picture in a text, as a word: that with which the portal's mails begin is known, others are somebody's. */
export const picture = "\uFFFC";

/** The words of a line; links to the ticket and marks of quotations are none. */
export function wordsOf(line: string, paths: readonly string[]): string[] {
  const found: string[] = [];
  const bare = line
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, "")
    .replaceAll(/\[cid:[^\]\s]{1,300}\]/g, ` ${picture} `)
    .replaceAll(/[<>()[\]\uE000\uE001]/g, " ");
  for (const raw of bare.split(/\s+/)) {
    const word = compared(raw, paths);
    // “a@b.example<mailto:a@b.example>”
    const isRepeated = /^mailto:/i.test(raw) && found.at(-1) === word;
    if (word !== "" && !isRepeated) found.push(word);
  }
  return found;
}

interface Known {
  words: string[];
  all: ReadonlySet<string>;
  /** Where its texts begin and end. */
  blocks: { from: number; to: number }[];
  /** Where each four words stand. */
  grams: Map<string, number[]>;
}

const gramAt = (words: readonly string[], at: number): string => words.slice(at, at + sure).join(" ");

export function index(blocks: readonly string[], paths: readonly string[]): Known {
  const known = { words: [] as string[], blocks: [] as Known["blocks"], grams: new Map<string, number[]>() };
  for (const block of blocks) {
    const from = known.words.length;
    for (const word of block.split("\n").flatMap((line) => wordsOf(line, paths))) known.words.push(word);
    if (known.words.length > from) known.blocks.push({ from, to: known.words.length });
  }
  for (let at = 0; at + sure <= known.words.length; at += 1) {
    const gram = gramAt(known.words, at);
    const places = known.grams.get(gram);
    if (places) places.push(at);
    else known.grams.set(gram, [at]);
  }
  return { ...known, all: new Set(known.words) };
}

/** The first of the places, which are in order, from the one given on. */
function firstFrom(places: readonly number[] = [], least: number): number | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return places[low];
}

/** Which run of known words each word belongs to; -1 for those of somebody else. */
export interface Matched {
  runs: number[];
  count: number;
  /** It is certain that the mail was quoted: four words of it in a row, or two whole texts. */
  isCertain: boolean;
}

/**
 * Each word of the known mail counts once, and in its order: who repeats it below has written it. Fewer than four words
 * count only as a whole text of the mail.
 */
export function match(words: readonly string[], { words: of, all, blocks, grams }: Known): Matched {
  const runs = Array.from(words, () => -1);
  let [next, at, run, longest] = [0, 0, 0, 0];
  while (at < words.length) {
    if (!all.has(words[at] ?? "")) {
      at += 1;
      continue;
    }
    const place = firstFrom(grams.get(gramAt(words, at)), next);
    const isEqual = (from: number, length: number): boolean =>
      words[at + length] !== undefined && words[at + length] === of[from + length];
    let [from, length] = [place ?? -1, 0];
    if (place !== undefined) while (isEqual(from, length)) length += 1;
    else
      for (const block of blocks) {
        if (block.from < next || block.to - block.from >= sure || words[at] !== of[block.from]) continue;
        const size = block.to - block.from;
        let same = 0;
        while (same < size && isEqual(block.from, same)) same += 1;
        if (same < size) continue;
        [from, length] = [block.from, size];
        break;
      }
    if (length === 0) {
      at += 1;
      continue;
    }
    runs.fill(run, at, at + length);
    [next, at, run, longest] = [from + length, at + length, run + 1, Math.max(longest, length)];
  }
  return {
    runs,
    count: runs.filter((each) => each >= 0).length,
    isCertain: longest >= sure || run >= 2,
  };
}

export const indexSent = ({ letters, written, paths }: SentMails) => ({
  letters: letters.map((letter) => index(letter, paths)),
  written: written.map((text) => index([text], paths)),
});

/** Lines of which every word is known. In a quotation that is marked with `>`, other lines are known only as its broken ends. */
export function unknownLines(
  lines: readonly string[],
  words: readonly Word[],
  { runs }: Matched,
  isMarked: boolean,
): Set<number> {
  const unknown = new Set<number>();
  for (const [at, { line }] of words.entries()) {
    const isBrokenOff = at > 0 && runs[at] === runs[at - 1] && words[at - 1]?.line !== line;
    const begins = words[at - 1]?.line !== line;
    const isOwn = isMarked && begins && !isQuoted(lines[line] ?? "") && !isBrokenOff;
    if (runs[at] === -1 || isOwn) unknown.add(line);
  }
  return unknown;
}
