/** Client numbers in the names of files. */
import { clientNumberMaxLength } from "@portico/api/rules/client-number.ts";

/** A part of a name that could be a client number, in lower case, and where it stands. */
export interface Candidate {
  text: string;
  /** With each digit as 0, and Latin for Cyrillic letters that look alike. */
  shape: string;
  start: number;
  end: number;
}

const ending = /\.[A-Za-z0-9]{1,5}$/;

/** What may join the parts of a number. A file's name cannot contain a slash: another sign stands for it. */
const separators = [".", "-", "_", "/"];

/**
 * Runs of letters and digits, alone or joined by single dots, dashes or underscores, with at least one digit: in
 * `Statement BG-1001_2026.pdf` these are `BG-1001_2026`, `BG-1001`, `1001_2026`, `1001` and `2026`. Joined ones are
 * given as they stand in the name and with each separator, so that `BG-1001.pdf` means the client `BG/1001` too. Letters
 * of every alphabet belong to a run, and so does a sign that could not be read: what they stand beside is no number.
 */
export function candidatesIn(fileName: string): Candidate[] {
  const name = fileName.normalize("NFC").replace(ending, "");
  const parts = [...name.matchAll(/[\p{L}\p{M}\p{N}\ufffd]+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return parts.flatMap(({ start }, first) => {
    const found: Candidate[] = [];
    for (let last = first; last < parts.length; last++) {
      const end = parts[last]?.end ?? 0;
      const gap = last > first ? name.slice(parts[last - 1]?.end, parts[last]?.start) : "-";
      if (!/^[._-]$/.test(gap) || end - start > clientNumberMaxLength) break;
      const text = name.slice(start, end).toLowerCase();
      if (!/\d/.test(text)) continue;
      const texts = new Set([text, ...separators.map((one) => text.replaceAll(/[._-]/g, one))]);
      for (const each of texts) found.push({ text: each, shape: shapeOf(each), start, end });
    }
    return found;
  });
}

/** Cyrillic letters, and the Latin ones that they look like. */
const alike: ReadonlyMap<string, string> = new Map(
  Array.from("авекмнорстухі", (letter, place) => [letter, "abekmhopctyxi"[place] ?? ""]),
);
const shapeOf = (text: string): string =>
  Array.from(text, (sign) => alike.get(sign) ?? sign)
    .join("")
    .replaceAll(/\d/g, "0");

/** A year, with or without month and day, in either order. */
const date =
  /^(?:(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)?|(?:(?:0[1-9]|[12]\d|3[01])?(?:0[1-9]|1[0-2]))(?:19|20)\d\d)$/;
/** Shorter ones are days, months, quarters and copies. */
const shortest = 3;

const couldBeNumber = ({ text }: Candidate): boolean => {
  const signs = text.replaceAll(/[._/-]/g, "");
  return signs.length >= shortest && !date.test(signs);
};

const isInside = (one: Candidate, other: Candidate): boolean => one.start >= other.start && one.end <= other.end;

/** Those that belong to no known client. */
const strangersIn = (candidates: readonly Candidate[], known: ReadonlyMap<string, unknown>): Candidate[] => {
  const hits = candidates.filter(({ text }) => known.has(text));
  return candidates.filter((candidate) => couldBeNumber(candidate) && !hits.some((hit) => isInside(candidate, hit)));
};

/** Shapes of what could be a number of nobody beside a known one. */
export const strangeShapes = (candidates: readonly Candidate[], known: ReadonlyMap<string, unknown>): string[] =>
  candidates.some(({ text }) => known.has(text)) ? strangersIn(candidates, known).map(({ shape }) => shape) : [];

/** What the known ones among the candidates mean; one within a longer known one does not count. */
export function meantBy<Found>(
  candidates: readonly Candidate[],
  known: ReadonlyMap<string, readonly Found[]>,
): Found[] {
  const hits = candidates.filter(({ text }) => known.has(text));
  const isWithin = (one: Candidate, other: Candidate) =>
    isInside(one, other) && one.end - one.start < other.end - other.start;
  const longest = hits.filter((hit) => !hits.some((other) => isWithin(hit, other)));
  return [...new Set(longest.map(({ text }) => text))].flatMap((text) => known.get(text) ?? []);
}
