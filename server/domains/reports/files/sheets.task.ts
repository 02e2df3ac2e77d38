/** Writes a report's tables as CSV, or as a workbook with a sheet for each. */
import { writeCsvLines } from "@portico/api/rules/csv.ts";
import { unzipSync, zipSync } from "fflate";
import writeXlsxFile, { type Cell, type Sheet } from "write-excel-file/node";
import { type SheetCell, type SheetPart, sheetParts } from "./sheets.ts";
import { type FileOrder, showReport } from "./shown.ts";

type Form = "csv" | "xlsx";

export async function run({ form, ...order }: FileOrder & { form: Form }): Promise<{ bytes: Uint8Array }> {
  const parts = sheetParts(showReport(order));
  if (form === "xlsx") return { bytes: await workbook(parts) };
  return { bytes: new TextEncoder().encode(csv(parts, order.language)) };
}

/** The parts one below the other, each under its title. */
const csv = (parts: readonly SheetPart[], language: FileOrder["language"]): string =>
  writeCsvLines(
    language,
    parts.flatMap(({ title, rows }, index) => [
      ...(index === 0 ? [] : [{ cells: [] }]),
      { cells: [title] },
      ...rows.map(({ cells }) => ({
        cells: cells.map((cell) => cell?.text ?? null),
        numeric: cells.map((cell) => cell?.figure !== undefined),
      })),
    ]),
  );

/** Of a sheet's name, in UTF-16 units. */
const longestName = 31;

/**
 * Names of sheets: none of these signs, no apostrophe, which may not stand at an end, each once whatever its case. A workbook with two equal names is
 * broken to its readers.
 */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const whole =
      title
        .replaceAll(/[[\]:*?/\\]/g, " ")
        .replaceAll("'", "’")
        .trim() || "–";
    let name = cut(whole, longestName);
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      const ending = ` (${count})`;
      name = cut(whole, longestName - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/** No sign is divided. */
const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();

/** Spreadsheets read "_x0041_" as "A". */
const literal = (text: string): string => text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

/** Amounts with the decimals that they have; other figures with as many as they need. */
function formatOf({ text, figure }: SheetCell): string {
  if (figure !== "amount") return "#,##0.############";
  const digits = text.split(".")[1]?.length ?? 0;
  return digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
}

function cellOf(cell: SheetCell | null, isHead: boolean): Cell {
  if (!cell) return null;
  if (cell.figure) return { type: Number, value: Number(cell.text), format: formatOf(cell) };
  if (cell.isDay) return { type: Date, value: new Date(`${cell.text}T00:00:00Z`), format: "yyyy-mm-dd" };
  return { type: String, value: literal(cell.text), ...(isHead && { fontWeight: "bold" }) };
}

const widest = 60;

async function workbook(parts: readonly SheetPart[]): Promise<Uint8Array> {
  const names = sheetNames(parts.map(({ title }) => title));
  const sheets = parts.map(({ rows }, index): Sheet<never> => {
    const columns = Math.max(...rows.map(({ cells }) => cells.length));
    const widthOf = (column: number): number =>
      Math.min(
        widest,
        2 + Math.max(8, ...rows.map(({ cells }) => (cells.length > 1 ? (cells[column]?.text.length ?? 0) : 0))),
      );
    return {
      sheet: names[index] as string,
      data: rows.map(({ cells, isHead = false }) => cells.map((cell) => cellOf(cell, isHead))),
      columns: Array.from({ length: columns }, (_, column) => ({ width: widthOf(column) })),
      ...(index > 0 && { stickyRowsCount: 1 }),
    };
  });
  const bytes = await writeXlsxFile(sheets).toBuffer();
  // The library's archive has the time of writing; the same report is the same file.
  return zipSync(unzipSync(new Uint8Array(bytes)), { mtime: new Date(1980, 0, 1) });
}
