/** Writes the proof of a period as CSV, or as a workbook with a sheet of what was delivered and one of who got nothing. */

import { writeCsvLines } from "@portico/api/rules/csv.ts";
import type { Language } from "@portico/api/shapes.ts";
import writeXlsxFile, { type Cell, type Sheet } from "write-excel-file/node";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Tools } from "../../../workers/task.ts";
import { listProved, listUnproved, type ProofPeriod } from "./proof.queries.ts";
import { type ProofTable, proofWriter } from "./rows.ts";

export interface ProofOrder extends ProofPeriod {
  form: "csv" | "xlsx";
  language: Language;
  timeZone: string;
}

/** Rows read at once. */
const pageSize = 2000;
/** Rows of a workbook, which is put together in memory; a file of CSV has no such limit. */
const mostInWorkbook = 25_000;

/** All rows, page by page. */
async function readAll<Row extends { id: number }>(
  list: (after: number) => Promise<Row[]>,
  write: (row: Row) => (string | null)[],
  most: number,
): Promise<ProofTable["rows"]> {
  const written: ProofTable["rows"] = [];
  for (let after = 0; ; ) {
    const rows = await list(after);
    for (const row of rows) written.push(write(row));
    if (written.length > most) throw new Refusal("tooLarge");
    if (rows.length < pageSize) return written;
    after = rows.at(-1)?.id ?? after;
  }
}

async function readTables(db: Db, order: ProofOrder): Promise<ProofTable[]> {
  const writer = proofWriter(order.language, order.timeZone);
  const most = order.form === "xlsx" ? mostInWorkbook : Number.POSITIVE_INFINITY;
  const page = (after: number) => ({ after, limit: pageSize });
  return [
    { ...writer.proved, rows: await readAll((after) => listProved(db, order, page(after)), writer.provedRow, most) },
    {
      ...writer.unproved,
      rows: await readAll((after) => listUnproved(db, order, page(after)), writer.unprovedRow, most),
    },
  ];
}

const csv = (tables: readonly ProofTable[], language: Language): string =>
  writeCsvLines(
    language,
    tables.flatMap(({ title, head, rows }, index) => [
      ...(index === 0 ? [] : [{ cells: [] }]),
      { cells: [title] },
      { cells: head },
      ...rows.map((cells) => ({ cells })),
    ]),
  );

const bold = (value: string): Cell => ({ type: String, value, fontWeight: "bold" });

const workbook = (tables: readonly ProofTable[]): Promise<Buffer> =>
  writeXlsxFile(
    tables.map(
      ({ title, head, rows }): Sheet<never> => ({
        sheet: title.slice(0, 31),
        data: [head.map(bold), ...rows.map((cells) => cells.map((value): Cell => value && { type: String, value }))],
        columns: head.map((label) => ({ width: Math.min(40, label.length + 6) })),
        stickyRowsCount: 1,
      }),
    ),
  ).toBuffer();

/** The file, how many reports it proves, and how many holders got none. */
export async function run(
  order: ProofOrder,
  { db }: Tools,
): Promise<{ bytes: Uint8Array; reports: number; without: number }> {
  const tables = await readTables(db, order);
  const bytes = order.form === "xlsx" ? await workbook(tables) : new TextEncoder().encode(csv(tables, order.language));
  return { bytes, reports: tables[0]?.rows.length ?? 0, without: tables[1]?.rows.length ?? 0 };
}
