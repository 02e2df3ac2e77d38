/** SQL of the values of series. */
import { sql } from "kysely";
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

/** A row of a file that waits, with the value of its day that counted when the file was read. */
export type WaitingValue = NewValue & { before: string | null };
