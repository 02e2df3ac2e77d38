/** What somebody wrote in a reply, without what their mail program quotes: own words are never cut. */
import { bare, introduction } from "./introductions.ts";

const isQuoted = (line: string): boolean => /^[ \t]*>/.test(line);
const depthOf = (line: string): number => /^(?:[ \t]*>)*/.exec(line)?.[0].replaceAll(/[^>]/g, "").length ?? 0;
const isEmpty = (line: string): boolean => bare(line) === "";

/** Lines between the introduction and the marker at most: a warning that the receiver's server adds, for example. */
const maxBetween = 12;

/** The line at the top of the portal's mails, in any language; some programs break it, or put `|` in front. */
function isMarker(lines: readonly string[], at: number): boolean {
  const [one = "", two = "", three = ""] = lines.slice(at, at + 3).map((line) => bare(line.replace(/^[\s|>]+/, "")));
  if (!one.startsWith("##-")) return false;
  return [one, `${one} ${two}`, `${one} ${two} ${three}`].some((text) => /^##-.{1,200}-##$/.test(text));
}

const beside = { isBesideMarker: true };

/** Where the quotation begins, of which the marker is a part. */
function beginningOf(lines: readonly string[], marked: number): number {
  // What is quoted deeper than once stands in a quotation that begins above.
  let first = marked;
  if (depthOf(lines[marked] ?? "") > 1) while (first > 0 && isQuoted(lines[first - 1] ?? "")) first -= 1;
  for (let at = first - 1; at >= Math.max(0, first - maxBetween); at -= 1) {
    const length = introduction(lines, at, beside);
    if (length === 0) continue;
    const isNext = lines.slice(at + length, marked).every((line) => isEmpty(line) || isQuoted(line));
    if (!isNext && introduction(lines, at) === 0) continue;
    // The line above may belong to it: “-----Original Message-----”, or the first half of “On … wrote:”.
    const above = [1, 2, 3].filter(
      (count) => at - count >= 0 && introduction(lines, at - count, beside) >= length + count,
    );
    return at - Math.max(0, ...above);
  }
  return first;
}

/** The first introduction, if no line is marked. */
const firstIntroduction = (lines: readonly string[]): number => lines.findIndex((_, at) => introduction(lines, at) > 0);

const textOf = (lines: readonly string[]): string => lines.join("\n").trim();

/** What is not quoted below the quotation; null if answers stand between its lines, so that only all of it makes sense. */
function below(lines: readonly string[]): string | null {
  const last = lines.findLastIndex(isQuoted);
  if (lines.slice(0, last).some((line) => !isQuoted(line) && !isEmpty(line))) return null;
  return textOf(lines.slice(last + 1));
}

/**
 * The text without the mail that it answers: from the marker on, or from a certain introduction on. An answer that stands
 * below or between quoted lines stays. Without a marker and an introduction it is the whole text.
 */
export function replyText(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ").split("\n");
  const marked = lines.findIndex((_, at) => isMarker(lines, at));
  const start = marked >= 0 ? beginningOf(lines, marked) : firstIntroduction(lines);
  if (start < 0) return textOf(lines);
  const above = textOf(lines.slice(0, start));
  const quotation = marked >= 0 ? marked : start + introduction(lines, start);
  const isMarkedByQuotes = lines.slice(quotation).find((line) => !isEmpty(line) || isQuoted(line));
  if (isMarkedByQuotes === undefined || !isQuoted(isMarkedByQuotes))
    // Without a marker, what nothing stands above may be all that was written.
    return above === "" && marked < 0 ? textOf(lines) : above;
  const answer = below(lines.slice(quotation));
  return answer === null ? textOf(lines) : [above, answer].filter((part) => part !== "").join("\n\n");
}
