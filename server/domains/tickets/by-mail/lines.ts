/** Lines of a mail. */

export const isQuoted = (line: string): boolean => /^[ \t]*>/.test(line);

/** Without the marks of a quotation, and what nobody sees. */
export const bare = (line: string): string =>
  line
    .replace(/^(?:[ \t]*>)+/, "")
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, "")
    .replaceAll(/[*_]/g, "")
    .trim();

export const isEmpty = (line: string): boolean => bare(line) === "";

export const textOf = (lines: readonly string[]): string => lines.join("\n").trim();
