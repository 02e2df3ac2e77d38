/** Tables as CSV files that spreadsheets in the reader's language can open without running formulas. */
import type { Language } from "../shapes.ts";

export type CsvCell = string | number | null | undefined;

/** An exact decimal in plain notation. */
const decimal = /^-?\d+(\.\d+)?$/;

/** Characters that start a formula, including full-width ones, also after spaces, which some spreadsheets trim. */
const formulaStart = /^[\s\u200B]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20\uFF5C]|^[\t\r\n]/;

/** Whether a spreadsheet would run the text as a formula; a negative number is none. */
export const startsFormula = (text: string): boolean => formulaStart.test(text) && !decimal.test(text);

/** A number in plain notation: 0.0000001, not 1e-7. */
function plainNumber(value: number): string {
  const text = String(value);
  const [, sign = "", whole = "", fraction = "", exponent = ""] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === "") return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return (
    sign + (point >= digits.length ? digits.padEnd(point, "0") : `${digits.slice(0, point)}.${digits.slice(point)}`)
  );
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers in any column. */
function cell(value: CsvCell, numeric: boolean, comma: boolean): string {
  if (value === null || value === undefined) return "";
  const isNumber = typeof value === "number";
  const text = isNumber ? plainNumber(value) : value;
  if ((numeric || isNumber) && decimal.test(text)) return comma ? text.replace(".", ",") : text;
  const safe = startsFormula(text) ? `'${text}` : text;
  return /[";,\n\r']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Bulgarian and Polish spreadsheets separate columns by semicolon and decimals by comma. `numeric` marks columns of
 * figures.
 */
export function writeCsv(language: Language, header: string[], rows: CsvCell[][], numeric: boolean[]): string {
  return writeCsvLines(language, [{ cells: header }, ...rows.map((cells) => ({ cells, numeric }))]);
}

/** The same of lines that need not have the same columns. */
export function writeCsvLines(language: Language, lines: readonly { cells: CsvCell[]; numeric?: boolean[] }[]): string {
  const comma = language !== "en";
  const written = lines.map(({ cells, numeric }) =>
    cells.map((value, index) => cell(value, numeric?.[index] ?? false, comma)).join(comma ? ";" : ","),
  );
  return `\ufeff${written.join("\r\n")}\r\n`;
}
