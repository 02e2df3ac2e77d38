/** Writes the tables of an export from one moment of the database, in a thread, and sends them piece by piece. */
import type { MessagePort } from "node:worker_threads";
import type { ExportContent, ExportFailure } from "@portico/api/rules/data-exports.ts";
import { sql } from "kysely";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { sendPieces } from "../../workers/pieces.ts";
import type { Tools } from "../../workers/task.ts";
import { countLedgers, readAccounts } from "./content/accounts.queries.ts";
import { type Cell, columnsOf } from "./content/columns.ts";
import { writeDays } from "./content/days.ts";
import type { ExportOrder } from "./content/order.ts";
import { readEntries, readSnapshotTime } from "./content/rows.queries.ts";
import { writeCsvTable } from "./formats/csv.ts";
import { DoesNotFit } from "./formats/decimals.ts";
import { writeParquetTable } from "./formats/parquet.ts";
import type { TableWriter } from "./formats/table-writer.ts";

export interface WriteInput {
  order: ExportOrder;
  /** Takes each table. */
  tables: { content: ExportContent; port: MessagePort }[];
  /** Is told how many per cent of the ledgers are done. */
  progress: MessagePort;
}

export interface Written {
  /** Rows by table. */
  rows: Partial<Record<ExportContent, number>>;
  /** The moment that the tables are of, in ISO 8601. */
  knownAt: string;
  /** Holders whose ledgers were written. */
  holders: number;
  /** Holders of the scope whose ledger a custodian's system keeps. */
  elsewhere: number;
}

interface OpenTable {
  writer: TableWriter;
  end: () => void;
}

function openTables({ order, tables }: WriteInput, knownAt: string): Map<ExportContent, OpenTable> {
  const { format, language, from, to } = order;
  return new Map(
    tables.map(({ content, port }) => {
      const { send, end } = sendPieces(port);
      const columns = columnsOf[content];
      const about = { "portico.table": content, "portico.from": from, "portico.to": to, "portico.known_at": knownAt };
      const writer =
        format === "csv" ? writeCsvTable(columns, language, send) : writeParquetTable(columns, about, send);
      return [content, { writer, end }];
    }),
  );
}

async function write(trx: Trx, input: WriteInput): Promise<Written> {
  const { order, progress } = input;
  await sql`set transaction read only`.execute(trx);
  // The first statement that reads decides what the transaction sees.
  const total = await countLedgers(trx);
  const knownAt = await readSnapshotTime(trx);
  const open = openTables(input, knownAt);
  const rowsOf = (content: ExportContent) => {
    const table = open.get(content);
    return table && ((rows: readonly Cell[][]) => table.writer.write(rows));
  };
  const [entries, ...days] = [rowsOf("entries"), rowsOf("positions"), rowsOf("values"), rowsOf("fees")];
  const [positions, values, fees] = days;
  let holders = 0;
  let left = 0;
  for await (const { accounts, seen, elsewhere } of readAccounts(trx, order)) {
    if (entries) for await (const rows of readEntries(trx, accounts, order)) await entries(rows);
    await writeDays(trx, accounts, order, {
      ...(positions && { positions }),
      ...(values && { values }),
      ...(fees && { fees }),
    });
    holders += accounts.length;
    left = elsewhere;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    progress.postMessage(total === 0 ? 100 : Math.min(99, Math.floor((seen / total) * 100)));
  }
  const rows: Written["rows"] = {};
  for (const [content, { writer, end }] of open) {
    rows[content] = await writer.end();
    end();
  }
  return { rows, knownAt, holders, elsewhere: left };
}

/** What was written; or why it cannot be, whatever is tried. */
export async function run(input: WriteInput, { db }: Tools): Promise<Written | { failure: ExportFailure }> {
  try {
    return await inTransaction(db, (trx) => write(trx, input), "repeatable read");
  } catch (error) {
    if (error instanceof DoesNotFit) return { failure: "doesNotFit" };
    throw error;
  } finally {
    for (const port of [...input.tables.map((table) => table.port), input.progress]) port.close();
  }
}
