/** SQL of NAVs and of prices that complete them. */
import { euro, fixedRates } from "@portico/ledger/fixed-rates.ts";
import { type RawBuilder, sql } from "kysely";
import { type RowFileRecord, rowFileColumns } from "../../../database/row-files.queries.ts";
import { oneRow } from "../../../kernel/one-row.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface ValueRow {
  /** Of the fund or, for `listPrices`, of the instrument. */
  id: number;
  day: string;
  value: string;
  source: string;
  /** Of the instrument that the value is a price of. */
  instrument_id: number | null;
}

const fixedText = (of: (rate: (typeof fixedRates)[number]) => string) => fixedRates.map(of);
/** Units per euro that are fixed for a price's currency on its day. */
const fixedPerEuro = sql`(select fixed.per_euro from unnest(${fixedText(({ currency }) => currency)}::text[],
    ${fixedText(({ perEuro }) => perEuro.toFixed())}::numeric[], ${fixedText(({ from }) => from || "-infinity")}::date[])
    as fixed (currency, per_euro, since) where fixed.currency = price.currency and fixed.since <= price.day)`;
/** Prices in the currency; for the euro also those in currencies that it had replaced, at the fixed rate. */
const isIn = (currency: RawBuilder<string>) =>
  sql`(price.currency = ${currency} or ${currency} = ${euro} and ${fixedPerEuro} is not null)`;
const valueIn = (currency: RawBuilder<string>) =>
  sql`case when price.currency = ${currency} then price.value else round(price.value / ${fixedPerEuro}, 12) end`;

interface Range {
  from?: string | undefined;
  to?: string | undefined;
}
const within = ({ from, to }: Range) =>
  sql`${from === undefined ? sql`` : sql`and day >= ${from}::date`} ${to === undefined ? sql`` : sql`and day <= ${to}::date`}`;

/** Values of funds by fund and day: NAVs, and on other days the prices of the instrument with the fund's ISIN. */
export async function listNavs(db: Db, fundIds: readonly number[], range: Range = {}): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select fund_id as id, day::text as day, trim_scale(value)::text as value, source, null::bigint as instrument_id
    from fund_nav where fund_id = any(${[...fundIds]}::bigint[]) ${within(range)}
    union all
    select fund.id, priced.day::text, trim_scale(priced.value)::text, priced.source, instrument.id
    from fund
    join instrument on instrument.isin = fund.isin
    cross join lateral (
      select distinct on (day) day, ${valueIn(sql`fund.currency`)} as value, source from price
      where instrument_id = instrument.id and ${isIn(sql`fund.currency`)} ${within(range)} order by day desc, id desc
    ) as priced
    where fund.id = any(${[...fundIds]}::bigint[])
      and not exists (select from fund_nav nav where nav.fund_id = fund.id and nav.day = priced.day)
    order by 1, 2`.execute(db);
  return rows;
}

/** Prices of instruments in the currency of each, by instrument and day; of a day the one that was stored last. */
export async function listPrices(db: Db, instrumentIds: readonly number[]): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select distinct on (price.instrument_id, price.day) price.instrument_id as id, price.day::text as day,
      trim_scale(${valueIn(sql`instrument.currency`)})::text as value, price.source, price.instrument_id
    from price join instrument on instrument.id = price.instrument_id
    where price.instrument_id = any(${[...instrumentIds]}::bigint[]) and ${isIn(sql`instrument.currency`)}
    order by price.instrument_id, price.day, price.id desc`.execute(db);
  return rows;
}

export interface NewNav {
  line: number;
  fundId: number;
  day: string;
  value: string;
  source: string;
  /** The day's stored value, which this one corrects. */
  before?: string;
}

const lists = (rows: readonly Omit<NewNav, "line">[]) =>
  sql`unnest(${rows.map(({ fundId }) => fundId)}::bigint[], ${rows.map(({ day }) => day)}::date[],
    ${rows.map(({ value }) => value)}::numeric[], ${rows.map(({ source }) => source)}::text[])`;

/** Indexes of rows whose day is stored already, and with which value. */
export async function findKnown(
  db: Db,
  rows: readonly NewNav[],
): Promise<{ index: number; alike: boolean; value: string }[]> {
  const { rows: found } = await sql<{ index: number; alike: boolean; value: string }>`
    select (wanted.place - 1)::int as index, nav.value = wanted.value as alike, trim_scale(nav.value)::text as value
    from ${lists(rows)} with ordinality as wanted (fund_id, day, value, source, place)
    join fund_nav nav using (fund_id, day) order by wanted.place`.execute(db);
  return found;
}

/**
 * Stored NAVs of funds between two days, and of each fund the last before and the first after them, for comparing a file's rows
 * with what is around them.
 */
export async function listStored(
  db: Db,
  fundIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<{ fundId: number; day: string; value: string }[]> {
  const { rows } = await sql<{ fundId: number; day: string; value: string }>`
    select wanted.id as "fundId", nav.day::text as day, trim_scale(nav.value)::text as value
    from unnest(${[...fundIds]}::bigint[]) as wanted (id)
    cross join lateral (
      (select day, value from fund_nav where fund_id = wanted.id and day < ${from}::date order by day desc limit 1)
      union all
      select day, value from fund_nav where fund_id = wanted.id and day between ${from}::date and ${to}::date
      union all
      (select day, value from fund_nav where fund_id = wanted.id and day > ${to}::date order by day limit 1)
    ) as nav
    order by wanted.id, nav.day`.execute(db);
  return rows;
}

/** Stores NAVs; a day that is stored already is left as it is. */
export async function insertNavs(
  trx: Trx,
  rows: readonly Omit<NewNav, "line">[],
  uploadId: number | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into fund_nav (fund_id, day, value, source, upload_id)
    select fund_id, day, value, source, ${uploadId} from ${lists(rows)} as fresh (fund_id, day, value, source)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function insertUpload(
  trx: Trx,
  upload: Omit<RowFileRecord, "id" | "created_at"> & { sha256: Buffer },
): Promise<RowFileRecord> {
  return oneRow(
    await sql<RowFileRecord>`
    insert into nav_upload (file_name, sha256, state, rows, new_rows, known_rows, refused_rows, marked_rows,
      corrected_rows, preview, created_by)
    values (${upload.file_name}, ${upload.sha256}, ${upload.state}, ${upload.rows}, ${upload.new_rows}, ${upload.known_rows},
      ${upload.refused_rows}, ${upload.marked_rows}, ${upload.corrected_rows}, ${JSON.stringify(upload.preview)}::jsonb, ${upload.created_by})
    returning ${rowFileColumns("nav_upload")}`.execute(trx),
  );
}

export async function insertUploadRows(trx: Trx, uploadId: number, rows: readonly NewNav[]): Promise<void> {
  await sql`
    insert into nav_upload_row (upload_id, place, line, fund_id, day, value, source, before)
    select ${uploadId}, fresh.place, lines.line, fresh.fund_id, fresh.day, fresh.value, fresh.source, lines.before
    from ${lists(rows)} with ordinality as fresh (fund_id, day, value, source, place)
    join unnest(${rows.map(({ line }) => line)}::int[], ${rows.map(({ before }) => before ?? null)}::numeric[])
      with ordinality as lines (line, before, place) using (place)`.execute(trx);
}

/** Settles a file that waits; undefined if it does not wait. */
export async function settleUpload(
  trx: Trx,
  id: number,
  { state, userId }: { state: "confirmed" | "discarded"; userId: number },
): Promise<RowFileRecord | undefined> {
  const { rows } = await sql<RowFileRecord>`
    update nav_upload set state = ${state}, settled_at = now(), settled_by = ${userId}
    where id = ${id} and state = 'previewed' returning ${rowFileColumns("nav_upload")}`.execute(trx);
  return rows[0];
}

/** Locks the funds of a file until the transaction ends, in id order: of two files at once the second sees the first's rows. */
export const lockUploadFunds = (trx: Trx, uploadId: number) =>
  sql`
    select id from fund where id in (select fund_id from nav_upload_row where upload_id = ${uploadId})
    order by id for no key update`.execute(trx);

/** Rows of the file whose day has another value than when the file was read, and than theirs. */
export async function countContradicted(trx: Trx, uploadId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nav_upload_row fresh
    join fund_nav nav on nav.fund_id = fresh.fund_id and nav.day = fresh.day
    where fresh.upload_id = ${uploadId} and nav.value <> fresh.value and nav.value is distinct from fresh.before`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Which days of a file correct a stored value. */
export async function listUploadCorrections(
  trx: Trx,
  uploadId: number,
): Promise<(Correction & { fundId: number; source: string })[]> {
  const { rows } = await sql<Correction & { fundId: number; source: string }>`
    select fresh.fund_id as "fundId", fresh.day::text as day, trim_scale(nav.value)::text as before,
      trim_scale(fresh.value)::text as value, fresh.source
    from nav_upload_row fresh join fund_nav nav on nav.fund_id = fresh.fund_id and nav.day = fresh.day
    where fresh.upload_id = ${uploadId} and nav.value <> fresh.value order by fresh.place`.execute(trx);
  return rows;
}

interface Correction {
  day: string;
  before: string;
  value: string;
}

/**
 * Puts a value in place of the stored one, which is kept beside it; the source before, or undefined if the day has another
 * value than `before` or none.
 */
export async function correctStored(
  trx: Trx,
  fundId: number,
  {
    day,
    before,
    value,
    ...more
  }: Correction & { source: string | null; reason: string; uploadId: number | null; userId: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ before_source: string }>`
    insert into nav_correction (fund_id, day, before, before_source, value, reason, upload_id, corrected_by)
    select fund_id, day, value, source, ${value}::numeric, ${more.reason}, ${more.uploadId}, ${more.userId}
    from fund_nav where fund_id = ${fundId} and day = ${day}::date and value = ${before}::numeric for update
    returning before_source`.execute(trx);
  const [made] = rows;
  if (!made) return undefined;
  await sql`
    update fund_nav set value = ${value}::numeric, source = coalesce(${more.source}, source),
      upload_id = coalesce(${more.uploadId}, upload_id)
    where fund_id = ${fundId} and day = ${day}::date`.execute(trx);
  return made.before_source;
}

/** The value of a day, whatever the instrument's price; undefined without one. */
export async function findStoredNav(db: Db, fundId: number, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select trim_scale(value)::text as value from fund_nav where fund_id = ${fundId} and day = ${day}::date`.execute(db);
  return rows[0]?.value;
}

export interface CorrectionRecord extends Correction {
  id: number;
  reason: string;
  corrected_at: Date;
  corrected_by: string;
}

/** The last corrections of a fund, the newest first. */
export async function listCorrections(db: Db, fundId: number, limit: number): Promise<CorrectionRecord[]> {
  const { rows } = await sql<CorrectionRecord>`
    select correction.id, day::text as day, trim_scale(before)::text as before, trim_scale(value)::text as value, reason,
      corrected_at, app_user.name as corrected_by
    from nav_correction correction join app_user on app_user.id = corrected_by
    where fund_id = ${fundId} order by correction.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Stores the rows of a file, and forgets them as rows of the file. */
export async function storeUploadRows(trx: Trx, uploadId: number): Promise<void> {
  await sql`
    insert into fund_nav (fund_id, day, value, source, upload_id)
    select fund_id, day, value, source, upload_id from nav_upload_row where upload_id = ${uploadId} order by fund_id, day
    on conflict do nothing`.execute(trx);
  await deleteUploadRows(trx, uploadId);
}

export const deleteUploadRows = (trx: Trx, uploadId: number) =>
  sql`delete from nav_upload_row where upload_id = ${uploadId}`.execute(trx);
