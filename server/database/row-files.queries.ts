/** SQL of files of rows that were read and wait to be stored (api/row-files.ts): each kind has a table of the same columns. */
import { sql } from "kysely";
import { oneRow } from "../kernel/one-row.ts";
import type { Db, Trx } from "../kernel/transaction.ts";

export interface RowFileRecord {
  id: number;
  file_name: string;
  state: "previewed" | "refused" | "confirmed" | "discarded";
  rows: number;
  new_rows: number;
  known_rows: number;
  corrected_rows: number;
  refused_rows: number;
  marked_rows: number;
  /** What is shown of the rows. */
  preview: unknown;
  created_at: Date;
  created_by: number;
}

type Table = "income_announcement_upload" | "benchmark_upload" | "central_bank_upload" | "nav_upload";
/** The column that says what a table's files belong to, with its value. */
type Owner = { benchmark_id: number } | undefined;

const columns = [
  "id",
  "file_name",
  "state",
  "rows",
  "new_rows",
  "known_rows",
  "corrected_rows",
  "refused_rows",
  "marked_rows",
  "preview",
  "created_at",
  "created_by",
] as const;
export const rowFileColumns = (table: string) => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
const isOf = (owner: Owner) => (owner ? sql`benchmark_id = ${owner.benchmark_id}` : sql`true`);

export async function findRowFile(db: Db, table: Table, id: number, owner?: Owner): Promise<RowFileRecord | undefined> {
  const { rows } = await sql<RowFileRecord>`
    select ${rowFileColumns(table)} from ${sql.table(table)} where id = ${id} and ${isOf(owner)}`.execute(db);
  return rows[0];
}

/** The newest first. */
export async function listRowFiles(
  db: Db,
  table: Table,
  { below, limit, owner }: { below: number | undefined; limit: number; owner?: Owner },
): Promise<RowFileRecord[]> {
  const { rows } = await sql<RowFileRecord>`
    select ${rowFileColumns(table)} from ${sql.table(table)}
    where ${isOf(owner)} ${below === undefined ? sql`` : sql`and id < ${below}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

type WithWaiting = Exclude<Table, "nav_upload">;

/** The rows that wait are kept until the file is settled; a refused file has none. */
export async function insertRowFile(
  trx: Trx,
  table: WithWaiting,
  {
    owner,
    ...file
  }: Omit<RowFileRecord, "id" | "created_at"> & {
    sha256: Buffer;
    waiting: readonly object[];
    owner?: Owner;
  },
): Promise<RowFileRecord> {
  return oneRow(
    await sql<RowFileRecord>`
    insert into ${sql.table(table)} (${owner ? sql`benchmark_id,` : sql``} file_name, sha256, state, rows, new_rows, known_rows,
      corrected_rows, refused_rows, marked_rows, preview, waiting, created_by)
    values (${owner ? sql`${owner.benchmark_id},` : sql``} ${file.file_name}, ${file.sha256}, ${file.state}, ${file.rows},
      ${file.new_rows}, ${file.known_rows}, ${file.corrected_rows}, ${file.refused_rows}, ${file.marked_rows},
      ${JSON.stringify(file.preview)}::jsonb,
      ${file.state === "previewed" ? JSON.stringify(file.waiting) : null}::jsonb, ${file.created_by})
    returning ${rowFileColumns(table)}`.execute(trx),
  );
}

/** Settles a file that waits, with the rows that waited as they were inserted; undefined if it does not wait. */
export async function settleRowFile(
  trx: Trx,
  table: WithWaiting,
  { id, state, userId }: { id: number; state: "confirmed" | "discarded"; userId: number },
): Promise<(RowFileRecord & { waiting: unknown }) | undefined> {
  const { rows } = await sql<RowFileRecord & { waiting: unknown }>`
    update ${sql.table(table)} settled set state = ${state}, settled_at = now(), settled_by = ${userId}, waiting = null
    from (select id, waiting from ${sql.table(table)} where id = ${id} and state = 'previewed' for update) as waited
    where settled.id = waited.id
    returning ${rowFileColumns("settled")}, waited.waiting`.execute(trx);
  return rows[0];
}
