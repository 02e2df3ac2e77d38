/** SQL of the values of series, and of files with them. */
import { sql } from "kysely";
import { oneRow } from "../../../kernel/one-row.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** A value of a file, as it would be stored. */
export interface NewValue {
  line: number;
  day: string;
  value: string;
  source: string;
}

/** The value of a day that counts. */
export interface StoredValue {
  day: string;
  value: string;
  source: string;
}

/** Number of days with a value. */
export async function countDays(db: Db, benchmarkId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct day)::int as count from benchmark_value where benchmark_id = ${benchmarkId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The values of the days from..to that count, with the last before and the first after them. */
export async function listStoredValues(
  db: Db,
  benchmarkId: number,
  { from, to }: { from: string; to: string },
): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    select distinct on (stored.day) stored.day::text as day, trim_scale(stored.value)::text as value, stored.source
    from benchmark_value stored
    where stored.benchmark_id = ${benchmarkId}
      and stored.day >= coalesce((select max(day) from benchmark_value where benchmark_id = ${benchmarkId} and day < ${from}::date), ${from}::date)
      and stored.day <= coalesce((select min(day) from benchmark_value where benchmark_id = ${benchmarkId} and day > ${to}::date), ${to}::date)
    order by stored.day, stored.id desc`.execute(db);
  return rows;
}

/** The value that each source stored for the days of the rows. */
export async function listFromSources(
  db: Db,
  benchmarkId: number,
  rows: readonly Pick<NewValue, "day" | "source">[],
): Promise<StoredValue[]> {
  const { rows: found } = await sql<StoredValue>`
    select stored.day::text as day, trim_scale(stored.value)::text as value, stored.source
    from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ source }) => source)}::text[]) as asked (day, source)
    join benchmark_value stored on stored.benchmark_id = ${benchmarkId}
      and stored.day = asked.day and stored.source = asked.source`.execute(db);
  return found;
}

export async function findFirstStored(db: Db, benchmarkId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from benchmark_value where benchmark_id = ${benchmarkId}`.execute(db);
  return rows[0]?.day ?? null;
}

/** Stores values; throws if a source has stored one of the days. */
export async function insertValues(
  trx: Trx,
  benchmarkId: number,
  rows: readonly StoredValue[],
  uploadId: number | null,
): Promise<void> {
  await sql`
    insert into benchmark_value (benchmark_id, day, value, source, upload_id)
    select ${benchmarkId}, fresh.day, fresh.value, fresh.source, ${uploadId}
    from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ value }) => value)}::numeric[],
      ${rows.map(({ source }) => source)}::text[]) as fresh (day, value, source) order by fresh.day`.execute(trx);
}

export interface ValueRecord extends StoredValue {
  id: number;
  recorded_at: Date;
  counts: boolean;
}

/** Stored values, the newest day first, of a day the one that counts first. */
export async function listValueRecords(
  db: Db,
  benchmarkId: number,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<ValueRecord[]> {
  const { rows } = await sql<ValueRecord>`
    select stored.id, stored.day::text as day, trim_scale(stored.value)::text as value, stored.source, stored.recorded_at,
      not exists (
        select from benchmark_value later
        where later.benchmark_id = stored.benchmark_id and later.day = stored.day and later.id > stored.id
      ) as counts
    from benchmark_value stored
    where stored.benchmark_id = ${benchmarkId}
      ${after ? sql`and (stored.day, stored.id) < (${after.value}::date, ${after.id}::bigint)` : sql``}
    order by stored.day desc, stored.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface UploadRecord {
  id: number;
  benchmark_id: number;
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
const uploadColumns = sql`id, benchmark_id, file_name, state, rows, new_rows, known_rows, corrected_rows, refused_rows,
  marked_rows, preview, created_at, created_by`;

/** A row that waits, with the value of its day that counted when the file was read. */
export type WaitingValue = NewValue & { before: string | null };

export async function insertUpload(
  trx: Trx,
  upload: Omit<UploadRecord, "id" | "created_at"> & { sha256: Buffer; waiting: readonly WaitingValue[] },
): Promise<UploadRecord> {
  return oneRow(
    await sql<UploadRecord>`
    insert into benchmark_upload (benchmark_id, file_name, sha256, state, rows, new_rows, known_rows, corrected_rows,
      refused_rows, marked_rows, preview, waiting, created_by)
    values (${upload.benchmark_id}, ${upload.file_name}, ${upload.sha256}, ${upload.state}, ${upload.rows},
      ${upload.new_rows}, ${upload.known_rows}, ${upload.corrected_rows}, ${upload.refused_rows}, ${upload.marked_rows},
      ${JSON.stringify(upload.preview)}::jsonb,
      ${upload.state === "previewed" ? JSON.stringify(upload.waiting) : null}::jsonb, ${upload.created_by})
    returning ${uploadColumns}`.execute(trx),
  );
}

export async function findUpload(db: Db, benchmarkId: number, id: number): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`
    select ${uploadColumns} from benchmark_upload where id = ${id} and benchmark_id = ${benchmarkId}`.execute(db);
  return rows[0];
}

export async function listUploadRecords(
  db: Db,
  benchmarkId: number,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<UploadRecord[]> {
  const { rows } = await sql<UploadRecord>`
    select ${uploadColumns} from benchmark_upload
    where benchmark_id = ${benchmarkId} ${below === undefined ? sql`` : sql`and id < ${below}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Settles a file that waits, with the rows that waited; undefined if it does not wait. */
export async function settleUpload(
  trx: Trx,
  id: number,
  { state, userId }: { state: "confirmed" | "discarded"; userId: number },
): Promise<(UploadRecord & { waiting: WaitingValue[] }) | undefined> {
  const { rows } = await sql<UploadRecord & { waiting: WaitingValue[] }>`
    update benchmark_upload settled set state = ${state}, settled_at = now(), settled_by = ${userId}, waiting = null
    from (select id, waiting from benchmark_upload where id = ${id} and state = 'previewed' for update) as waited
    where settled.id = waited.id
    returning settled.id, settled.benchmark_id, settled.file_name, settled.state, settled.rows, settled.new_rows,
      settled.known_rows, settled.corrected_rows, settled.refused_rows, settled.marked_rows, settled.preview,
      settled.created_at, settled.created_by, waited.waiting`.execute(trx);
  return rows[0];
}
