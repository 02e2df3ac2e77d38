/** Reads exported files back with DuckDB, which knows nothing of the code that wrote them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Decimal } from "@portico/ledger/decimal.ts";
import { temporaryFolder } from "../../../testing/folder.ts";
import type { Cell, Column } from "../content/columns.ts";
import { decimals } from "../content/columns.ts";

/** One for all questions: opening it takes longer than most of them. */
let opened: Promise<DuckDBConnection> | undefined;

async function open(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run("set timezone = 'UTC'; set threads = 1");
  return connection;
}

/** The statement's rows, every value as DuckDB writes it as text. */
export async function queryTexts(statement: string): Promise<Record<string, string | null>[]> {
  const connection = await (opened ??= open());
  const reader = await connection.runAndReadAll(`select cast(columns(*) as varchar) from (${statement})`);
  const columns = reader.columnNames();
  return reader
    .getRows()
    .map((row) => Object.fromEntries(columns.map((name, place) => [name, (row[place] ?? null) as string | null])));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A file of these bytes, as a table in a statement: of CSV every column as text. */
export async function fileTable(bytes: Uint8Array, format: "csv" | "parquet", comma = false): Promise<string> {
  const path = join(await temporaryFolder(), `table.${format}`);
  await writeFile(path, bytes);
  if (format === "parquet") return `read_parquet(${quoted(path)})`;
  return `read_csv(${quoted(path)}, header = true, all_varchar = true, delim = ${comma ? "';'" : "','"}, quote = '"', escape = '"', new_line = '\\r\\n', auto_detect = false, columns = ${csvColumns(bytes, comma)})`;
}

function csvColumns(bytes: Uint8Array, comma: boolean): string {
  const [header = ""] = new TextDecoder().decode(bytes).split("\r\n");
  return `{${header
    .split(comma ? ";" : ",")
    .map((name) => `${quoted(name)}: 'VARCHAR'`)
    .join(", ")}}`;
}

const plainDecimal = (text: string): string => new Decimal(text).toFixed();

/** What a cell must read back as, in the words of `readBack`. */
export function expectedOf({ type }: Column, cell: Cell): string | null {
  if (cell === null) return null;
  if (type === "amount" || type === "figure") return plainDecimal(cell);
  if (type === "instant") return new Date(Number(cell)).toISOString();
  if (type === "flag") return cell === "t" ? "true" : "false";
  return cell;
}

/** A cell as DuckDB read it, by the rules of docs/exports.md alone. */
function meant(
  { type }: Column,
  text: string | null,
  { isCsv, comma }: { isCsv: boolean; comma: boolean },
): string | null {
  if (text === null || (isCsv && text === "")) return null;
  if (type === "text") return isCsv && text.startsWith("'") ? text.slice(1) : text;
  if (type === "amount" || type === "figure") return plainDecimal(comma ? text.replace(",", ".") : text);
  if (type === "instant") return new Date(isCsv ? text : text.replace(" ", "T").replace(/\+00$/, "Z")).toISOString();
  return text;
}

/** The rows of a file, in the words of `expectedOf`. */
export async function readBack(
  columns: readonly Column[],
  bytes: Uint8Array,
  format: "csv" | "parquet",
  comma = false,
): Promise<(string | null)[][]> {
  const rows = await queryTexts(`select * from ${await fileTable(bytes, format, comma)}`);
  return rows.map((row) =>
    columns.map((column) => meant(column, row[column.name] ?? null, { isCsv: format === "csv", comma })),
  );
}

/** The types that the columns of a Parquet file must have in DuckDB. */
export function typeOf({ type }: Column): string {
  if (type === "amount" || type === "figure") return `DECIMAL(${decimals[type].precision},${decimals[type].scale})`;
  return { id: "BIGINT", day: "DATE", instant: "TIMESTAMP WITH TIME ZONE", flag: "BOOLEAN", text: "VARCHAR" }[type];
}
