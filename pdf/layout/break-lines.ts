/** Breaks text of several faces into lines. */
import LineBreaker from "linebreak";
import type { Alignment, Inline, Text } from "../model/blocks.ts";
import type { Face } from "./faces.ts";
import type { TextStyle } from "./style.ts";

export interface Link {
  href: string;
}
/** A piece of text in one face. */
interface Run {
  text: string;
  face: Face;
  link: Link | null;
  /** The text of the model that it comes from. */
  source?: Text;
}
/** A run, or the part of it that is in one line. */
export interface Fragment extends Run {
  /** From the start of the line's column. */
  x: number;
  width: number;
}
export type Line = Fragment[];

/** Width of text in a face and size. */
export type Measure = (text: string, face: Face, style: Pick<TextStyle, "size" | "tabular">) => number;

export interface TextSetting {
  measure: Measure;
  language: string;
}
interface Options extends TextSetting {
  width: number;
  style: TextStyle;
  alignment?: Alignment;
}

/** Polish does not leave a word of one letter at the end of a line, and no language a sign without its number. */
const staysBefore = { pl: /(?:^|[\s(„])[aiouwz]\s+$|[§№]\s+$/i, other: /[§№]\s+$/ };
/** At the start of a line, these would stand without their number. */
const staysAfter = /^[%‰€$£]/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Runs of the content in reading order; a line break is "\n". */
export function runsOf(content: readonly Inline[], face: Face): Run[] {
  const collect = (inlines: readonly Inline[], bold: boolean, italic: boolean, link: Link | null): Run[] =>
    inlines.flatMap((one): Run[] => {
      const own: Face = bold ? (italic ? "boldItalic" : "bold") : italic ? "italic" : "regular";
      switch (one.kind) {
        case "text":
          return [{ text: one.text, face: own, link, source: one }];
        case "break":
          return [{ text: "\n", face: own, link }];
        case "strong":
          return collect(one.content, true, italic, link);
        case "emphasis":
          return collect(one.content, bold, true, link);
        case "link":
          return collect(one.content, bold, italic, { href: one.href });
      }
    });
  return collect(content, face === "bold" || face === "boldItalic", face === "italic" || face === "boldItalic", null);
}

export const plainText = (content: readonly Inline[]): string =>
  runsOf(content, "regular")
    .map(({ text }) => text)
    .join("")
    .replaceAll("\n", " ");

/** The parts between forced breaks; at least one. */
function segmentsOf(runs: readonly Run[]): Run[][] {
  const segments: Run[][] = [];
  let segment: Run[] = [];
  for (const run of runs)
    for (const [index, text] of run.text.split("\n").entries()) {
      if (index > 0) {
        // A space, so that the two lines do not become one word when they are read aloud or copied.
        const last = segment.at(-1);
        if (last && !last.text.endsWith(" ")) segment.push({ ...last, text: " " });
        segments.push(segment);
        segment = [];
      }
      if (text) segment.push({ ...run, text });
    }
  segments.push(segment);
  return segments;
}

/** Never empty: content without text is one line without fragments. Spaces at the end of a line stay in its text. */
export const breakLines = (runs: readonly Run[], options: Options): Line[] =>
  segmentsOf(runs).flatMap((segment) => breakSegment(segment, options));

/** Widths of the longest word, and of the longest line if only forced breaks end lines: what `breakLines` compares with its width. */
export function contentWidths(
  runs: readonly Run[],
  options: TextSetting & { style: TextStyle },
): { least: number; whole: number } {
  const { measure, style, language } = options;
  let [least, whole] = [0, 0];
  for (const segment of segmentsOf(runs)) {
    for (const { text, face } of segment)
      for (const word of text.split(" ")) if (word) least = Math.max(least, measure(word, face, style));
    let [ink, space] = [0, 0];
    for (const word of wordsOf(measured(segment, { measure, style }), language)) {
      ink += space + word.width;
      space = word.space;
    }
    whole = Math.max(whole, ink);
  }
  return { least, whole };
}

interface Measured {
  text: string;
  /** The fragments between two places of the text, from x = 0. */
  fragmentsOf: (from: number, to: number) => Line;
  widthOf: (from: number, to: number) => number;
}

function measured(runs: readonly Run[], { measure, style }: Pick<Options, "measure" | "style">): Measured {
  const text = runs.map((run) => run.text).join("");
  const starts = startsOf(runs);
  const fragmentsOf = (from: number, to: number): Line => {
    const found: Line = [];
    let x = 0;
    for (let index = runAt(starts, from); (starts[index] ?? to) < to; index++) {
      const [run, start] = [runs[index] as Run, starts[index] as number];
      const part = run.text.slice(Math.max(0, from - start), to - start);
      const width = measure(part, run.face, style);
      found.push({ ...run, text: part, x, width });
      x += width;
    }
    return found;
  };
  const widthOf = (from: number, to: number): number =>
    fragmentsOf(from, to).reduce((sum, fragment) => sum + fragment.width, 0);
  return { text, fragmentsOf, widthOf };
}

interface Word {
  start: number;
  /** Where the space after it begins. */
  inkEnd: number;
  width: number;
  /** Width of the space after it. */
  space: number;
}

/** The words of a text, between which a line may end. */
function* wordsOf({ text, widthOf }: Measured, language: string): Generator<Word> {
  let start = 0;
  for (const end of breaksOf(text, language)) {
    const inkEnd = start + text.slice(start, end).trimEnd().length;
    const space = inkEnd < end ? widthOf(inkEnd, end) : 0;
    // Words are measured with their space, as they are drawn: PDFKit keeps the layout of each.
    yield { start, inkEnd, width: widthOf(start, end) - space, space };
    start = end;
  }
}

/** Lines of text without forced breaks. */
function breakSegment(runs: readonly Run[], options: Options): Line[] {
  const { width: available, language } = options;
  const segment = measured(runs, options);
  const { text, fragmentsOf, widthOf } = segment;
  const ends: number[] = [];
  let [lineStart, inkWidth, spaceWidth] = [0, 0, 0];
  const startLine = (at: number): void => {
    ends.push(at);
    [lineStart, inkWidth, spaceWidth] = [at, 0, 0];
  };
  /** Puts a word that is wider than a line into several, between any two signs. */
  const divide = (from: number, to: number): void => {
    for (const { segment: sign, index } of graphemes.segment(text.slice(from, to))) {
      const at = from + index;
      const width = widthOf(at, at + sign.length);
      if (inkWidth + width > available && at > lineStart) startLine(at);
      inkWidth += width;
    }
  };

  for (const { start, inkEnd, width, space } of wordsOf(segment, language)) {
    if (start > lineStart && inkWidth + spaceWidth + width > available) startLine(start);
    inkWidth += spaceWidth;
    if (inkWidth + width > available) divide(start, inkEnd);
    else inkWidth += width;
    spaceWidth = space;
  }
  startLine(text.length);

  return ends.map((end, index) => aligned(fragmentsOf(ends[index - 1] ?? 0, end), options));
}

/** Where each run starts in the text. */
function startsOf(runs: readonly Run[]): number[] {
  let next = 0;
  return runs.map((run) => {
    const start = next;
    next += run.text.length;
    return start;
  });
}

/** The last run that starts at the place or before it, by bisection: a paragraph may have thousands. */
function runAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Places where a line may end, in order; the last is the end of the text. */
function* breaksOf(text: string, language: string): Generator<number> {
  const joins = language === "pl" ? staysBefore.pl : staysBefore.other;
  const breaker = new LineBreaker(text);
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const { position } = found;
    const [before, after] = [text.slice(Math.max(0, position - 4), position), text.slice(position, position + 1)];
    if (after === "" || !(joins.test(before) || (staysAfter.test(after) && /\d\s+$/.test(before)))) yield position;
  }
}

/** Moves a line's fragments to the middle or right of its column. */
function aligned(line: Line, { width, style, measure, alignment = "left" }: Options): Line {
  const last = line.at(-1);
  if (alignment === "left" || !last) return line;
  const space = last.text.slice(last.text.trimEnd().length);
  const ink = last.x + last.width - (space === "" ? 0 : measure(space, last.face, style));
  const shift = alignment === "right" ? width - ink : (width - ink) / 2;
  return line.map((fragment) => ({ ...fragment, x: fragment.x + shift }));
}
