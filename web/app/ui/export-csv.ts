/** The export of a table; loaded when somebody asks for the file. */
import { type CsvCell, writeCsv } from "@portico/api/rules/csv.ts";
import { downloadFile } from "./download-file.ts";
import { formatFileTime, plainAmount } from "./format.ts";
import type { Column } from "./table-column.ts";
import type { Language } from "./text.tsx";

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function exportedValue<Row>(column: Column<Row>, row: Row): CsvCell {
  const value = (column.fileValue ?? column.value)(row);
  if (typeof value === "string" && instant.test(value)) return formatFileTime(value);
  const currency = column.currency?.(row);
  return currency && value !== null && value !== undefined ? plainAmount(value, currency) : value;
}

/** The table's values as a CSV file. */
export function exportCsv<Row>(
  language: Language,
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  const exported = columns.filter(({ control, phoneOnly }) => !control && !phoneOnly);
  const cells: CsvCell[][] = rows.map((row) => exported.map((column) => exportedValue(column, row)));
  if (exported.some(({ total }) => total !== undefined)) cells.push(exported.map(({ total }) => total));
  const header = exported.map((column) => column.fileHeader ?? column.header);
  const numeric = exported.map((column) => column.numeric ?? false);
  downloadFile(`${name}.csv`, writeCsv(language, header, cells, numeric), "text/csv;charset=utf-8");
}
