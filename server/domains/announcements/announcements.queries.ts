/** SQL of announcements by files of staff. */
import type { AnnouncedKind } from "@portico/api/rules/announcements.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** What a row of a file announces for one unit of an instrument. */
export interface NewAnnouncement {
  instrumentId: number;
  kind: AnnouncedKind;
  exDay: string;
  recordDay: string | null;
  payDay: string;
  currency: string;
  amount: string;
}

/** A row of a file that waits, with the announcement that stood when the file was read and that it corrects. */
export type WaitingRow = NewAnnouncement & { line: number; corrects: number | null };

export interface StoredAnnouncement extends NewAnnouncement {
  id: number;
}

export interface AnnouncementRecord extends StoredAnnouncement {
  isin: string | null;
  name: string;
  recordedAt: Date;
  fileName: string | null;
  endedBy: "withdrawn" | "corrected" | null;
  endedAt: Date | null;
  withdrawnBy: number | null;
  reason: string | null;
}

const ownColumns = sql`announced.id, announced.instrument_id as "instrumentId", announced.kind, announced.ex_day::text as "exDay",
  announced.record_day::text as "recordDay", announced.pay_day::text as "payDay", announced.currency,
  trim_scale(announced.amount)::text as amount`;
const listedColumns = sql`${ownColumns}, instrument.isin, instrument.name, announced.recorded_at as "recordedAt",
  upload.file_name as "fileName", announced.ended_by as "endedBy", announced.ended_at as "endedAt",
  announced.withdrawn_by as "withdrawnBy", announced.reason`;
const listedFrom = sql`income_announcement announced join instrument on instrument.id = announced.instrument_id
  left join income_announcement_upload upload on upload.id = announced.upload_id`;

/** No other transaction stores or withdraws announcements until the end of this one. */
export const lockAnnouncements = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('income_announcement', 0))`.execute(trx);

/** Announcements of instruments that stand, and those withdrawn. */
export async function listOfInstruments(
  db: Db,
  instrumentIds: readonly number[],
): Promise<(StoredAnnouncement & { isWithdrawn: boolean })[]> {
  const { rows } = await sql<StoredAnnouncement & { isWithdrawn: boolean }>`
    select ${ownColumns}, announced.ended_by is not null as "isWithdrawn" from income_announcement announced
    where announced.instrument_id = any(${instrumentIds}::bigint[]) and announced.ended_by is distinct from 'corrected'
    order by announced.id`.execute(db);
  return rows;
}

/** Ends those that are corrected, then stores the rows. */
export async function storeAnnouncements(
  trx: Trx,
  rows: readonly (NewAnnouncement & { corrects: number | null })[],
  uploadId: number | null,
): Promise<void> {
  const corrected = rows.flatMap(({ corrects }) => corrects ?? []);
  await sql`
    update income_announcement set ended_by = 'corrected', ended_at = now()
    where id = any(${corrected}::bigint[]) and ended_by is null`.execute(trx);
  await sql`
    insert into income_announcement (instrument_id, kind, ex_day, record_day, pay_day, currency, amount, corrects, upload_id)
    select fresh.*, ${uploadId}::bigint
    from unnest(${rows.map((row) => row.instrumentId)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.exDay)}::date[], ${rows.map((row) => row.recordDay)}::date[],
      ${rows.map((row) => row.payDay)}::date[], ${rows.map((row) => row.currency)}::text[],
      ${rows.map((row) => row.amount)}::numeric[], ${rows.map((row) => row.corrects)}::bigint[]) as fresh`.execute(trx);
}

export async function findAnnouncement(db: Db, id: number): Promise<AnnouncementRecord | undefined> {
  const { rows } = await sql<AnnouncementRecord>`
    select ${listedColumns} from ${listedFrom} where announced.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether it stood until now. */
export async function endAsWithdrawn(
  trx: Trx,
  id: number,
  { userId, reason }: { userId: number; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update income_announcement set ended_by = 'withdrawn', ended_at = now(), withdrawn_by = ${userId}, reason = ${reason}
    where id = ${id} and ended_by is null`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The latest day of payment first. */
export async function listRecords(
  db: Db,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<AnnouncementRecord[]> {
  const { rows } = await sql<AnnouncementRecord>`
    select ${listedColumns} from ${listedFrom}
    ${after ? sql`where (announced.pay_day, announced.id) < (${after.value}::date, ${after.id}::bigint)` : sql``}
    order by announced.pay_day desc, announced.id desc limit ${limit}`.execute(db);
  return rows;
}
