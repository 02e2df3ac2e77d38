/** What somebody wrote in a reply, without what their mail program quotes below or above it. */

/** The line at the top of the portal's mails, in any language; a quotation contains it. */
const marker = /^[>\s|]*##-.{1,200}-##\s*$/;
const isQuoted = (line: string): boolean => /^\s*[>|]/.test(line);
/** “On Monday … wrote:”, “От: …”, “-----Original Message-----”: what introduces a quotation. */
const introduces = (line: string): boolean =>
  /:\s*$/.test(line) || /^\s*\*?\p{L}[\p{L} -]{0,20}:\*?\s+\S/u.test(line) || /^\s*[-_]{5,}/.test(line);
const isEmpty = (line: string | undefined): boolean => line !== undefined && line.trim() === "";

/** At most so many lines before a quotation introduce it. */
const maxIntroduction = 8;

/** The lines before the quotation that begins at `end`, without what introduces it. */
function before(lines: readonly string[], end: number): string[] {
  let last = end;
  while (last > 0 && (isEmpty(lines[last - 1]) || isQuoted(lines[last - 1] ?? ""))) last -= 1;
  let first = last;
  for (let count = 0; count < maxIntroduction && first > 0; count += 1) {
    const line = lines[first - 1] ?? "";
    // An introduction may be broken into two lines, of which the first has an address or a date.
    if (!introduces(line) && !(first < last && /[@<\d]/.test(line) && introduces(lines[first] ?? "") && !isEmpty(line)))
      break;
    first -= 1;
  }
  return lines.slice(0, first);
}

/** Answers between the lines that they answer: only all of it makes sense. */
function isInterleaved(lines: readonly string[]): boolean {
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  return lines.slice(first, last).some((line) => !isQuoted(line) && !isEmpty(line));
}

/** The text above the quoted mail, or below it if nothing is above; all of it if nothing is quoted, or answered line by line. */
export function replyText(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (isInterleaved(lines)) return text.trim();
  const marked = lines.findIndex((line) => marker.test(line));
  const quoted = marked >= 0 ? marked : lines.findIndex(isQuoted);
  if (quoted < 0) return text.trim();
  const above = before(lines, quoted).join("\n").trim();
  if (above !== "") return above;
  // Written below the quotation: what follows its last quoted line.
  const lastQuoted = lines.findLastIndex(isQuoted);
  return lastQuoted < 0
    ? ""
    : lines
        .slice(lastQuoted + 1)
        .join("\n")
        .trim();
}
