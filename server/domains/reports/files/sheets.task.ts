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

/** A sheet's name has 31 characters at most, and none of these. */
const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31);

/** Amounts with the decimals that they have; other figures with as many as they need. */
function formatOf({ text, figure }: SheetCell): string {
  if (figure !== "amount") return "#,##0.############";
  const digits = text.split(".")[1]?.length ?? 0;
  return digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
}

function cellOf(cell: SheetCell | null, isHead: boolean): Cell {
  if (!cell) return null;
  if (cell.figure) return { type: Number, value: Number(cell.text), format: formatOf(cell) };
  return { type: String, value: cell.text, ...(isHead && { fontWeight: "bold" }) };
}

const widest = 60;

async function workbook(parts: readonly SheetPart[]): Promise<Uint8Array> {
  const sheets = parts.map(({ title, rows }, index): Sheet<never> => {
    const columns = Math.max(...rows.map(({ cells }) => cells.length));
    const widthOf = (column: number): number =>
      Math.min(
        widest,
        2 + Math.max(8, ...rows.map(({ cells }) => (cells.length > 1 ? (cells[column]?.text.length ?? 0) : 0))),
      );
    return {
      sheet: sheetName(title),
      data: rows.map(({ cells, isHead = false }) => cells.map((cell) => cellOf(cell, isHead))),
      columns: Array.from({ length: columns }, (_, column) => ({ width: widthOf(column) })),
      ...(index > 0 && { stickyRowsCount: 1 }),
    };
  });
  const bytes = await writeXlsxFile(sheets).toBuffer();
  // The library's archive has the time of writing; the same report is the same file.
  return zipSync(unzipSync(new Uint8Array(bytes)), { mtime: new Date(1980, 0, 1) });
}
