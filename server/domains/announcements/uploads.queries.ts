/** SQL of files of announcements. */
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { NewAnnouncement } from "./announcements.queries.ts";

/** A row that waits, with the announcement that stood when the file was read and that it corrects. */
export type WaitingRow = NewAnnouncement & { line: number; corrects: number | null };

export interface UploadRecord {
  id: number;
  file_name: string;
  state: "previewed" | "refused" | "confirmed" | "discarded";
  rows: number;
  new_rows: number;
  known_rows: number;
  corrected_rows: number;
  refused_rows: number;
  marked_rows: number;
  preview: unknown;
  created_at: Date;
  created_by: number;
}

const uploadColumns = sql`id, file_name, state, rows, new_rows, known_rows, corrected_rows, refused_rows, marked_rows, preview,
  created_at, created_by`;

export async function insertUpload(
  trx: Trx,
  upload: Omit<UploadRecord, "id" | "created_at"> & { sha256: Buffer; waiting: readonly WaitingRow[] },
): Promise<UploadRecord> {
  return oneRow(
    await sql<UploadRecord>`
    insert into income_announcement_upload (file_name, sha256, state, rows, new_rows, known_rows, corrected_rows,
      refused_rows, marked_rows, preview, waiting, created_by)
    values (${upload.file_name}, ${upload.sha256}, ${upload.state}, ${upload.rows}, ${upload.new_rows},
      ${upload.known_rows}, ${upload.corrected_rows}, ${upload.refused_rows}, ${upload.marked_rows},
      ${JSON.stringify(upload.preview)}::jsonb,
      ${upload.state === "previewed" ? JSON.stringify(upload.waiting) : null}::jsonb, ${upload.created_by})
    returning ${uploadColumns}`.execute(trx),
  );
}

export async function findUpload(db: Db, id: number): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`
    select ${uploadColumns} from income_announcement_upload where id = ${id}`.execute(db);
  return rows[0];
}

export async function listUploadRecords(
  db: Db,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<UploadRecord[]> {
  const { rows } = await sql<UploadRecord>`
    select ${uploadColumns} from income_announcement_upload
    ${below === undefined ? sql`` : sql`where id < ${below}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Settles a file that waits, with the rows that waited; undefined if it does not wait. */
export async function settleUpload(
  trx: Trx,
  id: number,
  { state, userId }: { state: "confirmed" | "discarded"; userId: number },
): Promise<(UploadRecord & { waiting: WaitingRow[] }) | undefined> {
  const { rows } = await sql<UploadRecord & { waiting: WaitingRow[] }>`
    update income_announcement_upload settled
    set state = ${state}, settled_at = now(), settled_by = ${userId}, waiting = null
    from (select id, waiting from income_announcement_upload where id = ${id} and state = 'previewed' for update) as waited
    where settled.id = waited.id
    returning settled.id, settled.file_name, settled.state, settled.rows, settled.new_rows, settled.known_rows,
      settled.corrected_rows, settled.refused_rows, settled.marked_rows, settled.preview, settled.created_at,
      settled.created_by, waited.waiting`.execute(trx);
  return rows[0];
}
