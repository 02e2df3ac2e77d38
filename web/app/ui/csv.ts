/** Tables as CSV files: opened by spreadsheets of the reader's language, and never run by them. */
import type { Language } from "@portico/messages/text.ts";

export type CsvCell = string | number | null | undefined;

/** An exact decimal in plain notation. */
const decimal = /^-?\d+(\.\d+)?$/;

/** Signs that begin a formula, full-width ones too, also behind blanks, which some spreadsheets cut off. */
const formulaStart = /^[\s\u200B]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20\uFF5C]|^[\t\r\n]/;

/** What a spreadsheet would take for a formula gets an apostrophe before it; figures stay figures. */
function cell(value: CsvCell, numeric: boolean, comma: boolean): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  if (numeric && decimal.test(text)) return comma ? text.replace(".", ",") : text;
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[";,\n\r']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Bulgarian and Polish spreadsheets part columns by semicolon and decimals by comma. `numeric` names the columns of figures. */
export function csvOf(language: Language, header: string[], rows: CsvCell[][], numeric: boolean[]): string {
  const comma = language !== "en";
  const lines = [
    header.map((text) => cell(text, false, comma)),
    ...rows.map((row) => row.map((value, index) => cell(value, numeric[index] ?? false, comma))),
  ];
  return `\ufeff${lines.map((line) => line.join(comma ? ";" : ",")).join("\r\n")}\r\n`;
}
