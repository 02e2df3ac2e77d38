/** SQL of documents that are deleted: from the bin, and after the period of their type. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** Of a page of documents to delete. */
const pageSize = 50;

/** A document that is to be deleted. */
export interface ExpiredDocument {
  id: number;
  title: string;
  holder_type: Holder["holderType"];
  holder_id: number;
}

/** Nobody holds the records of the document's holder. */
const isFree = sql<SqlBool>`
  not exists (select from app_user where document.holder_type = 'user' and id = document.holder_id and held)
  and not exists (select from company where document.holder_type = 'company' and id = document.holder_id and held)`;

/** Documents after the given one that were in the bin for longer than that many days. */
export async function listExpired(db: Db, days: number, after: number): Promise<ExpiredDocument[]> {
  const { rows } = await sql<ExpiredDocument>`
    select id, title, holder_type, holder_id from document
    where deleted_at < now() - make_interval(days => ${days}::int) and id > ${after} and ${isFree}
    order by id limit ${pageSize}`.execute(db);
  return rows;
}

/** A type of documents that has a period of its own. */
export interface Keeping {
  type: string;
  years: number;
}

/** Whether the records of the document's holder are deleted. */
const isHolderErased = sql<SqlBool>`case document.holder_type
  when 'user' then exists (select from app_user where id = document.holder_id and records_erased_at is not null)
  else exists (select from company where id = document.holder_id and records_erased_at is not null) end`;

/**
 * The period of the document is over, nothing needs it, and nobody holds its holder's records. What outlived its
 * holder's records, and has no period any more, is over too.
 */
const isOutdated = (keeping: readonly Keeping[]): RawBuilder<SqlBool> => sql`document.deleted_at is null
  and (
    select document.changed_at + period <= now()
      and (document.valid_until is null or document.valid_until + period < firm_today())
    from make_interval(years => coalesce((
      select years from unnest(${keeping.map(({ type }) => type)}::text[], ${keeping.map(({ years }) => years)}::int[])
        as keeping (type, years) where keeping.type = document.type
    ), case when ${isHolderErased} then 0 end)) as period
  )
  and not exists (
    select from document_request where document_id = document.id and state in ('received', 'accepted')
  )
  and ${isFree}`;

export interface OutdatedDocument extends ExpiredDocument {
  is_holder_erased: boolean;
}

/** Documents after the given one whose period is over. */
export async function listOutdated(db: Db, keeping: readonly Keeping[], after: number): Promise<OutdatedDocument[]> {
  const { rows } = await sql<OutdatedDocument>`
    select id, title, holder_type, holder_id, ${isHolderErased} as is_holder_erased
    from document where ${isOutdated(keeping)} and id > ${after} order by id limit ${pageSize}`.execute(db);
  return rows;
}

/** How many documents are over by these periods. */
export async function countOutdated(db: Db, keeping: readonly Keeping[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document where ${isOutdated(keeping)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Of a document that was deleted: how many files, and every content that it had, thumbnails too. */
export interface Erased {
  files: number;
  contents: Buffer[];
}

/** Deletes a document of the bin with its versions and files; undefined if it was restored, or is under a legal hold. */
export const eraseDocument = (trx: Trx, id: number): Promise<Erased | undefined> =>
  erase(trx, id, sql<SqlBool>`document.deleted_at is not null and ${isFree}`);

/** The same for one whose period is over; undefined if that is not so any more. */
export const eraseOutdated = (trx: Trx, keeping: readonly Keeping[], id: number): Promise<Erased | undefined> =>
  erase(trx, id, isOutdated(keeping));

async function erase(trx: Trx, id: number, condition: RawBuilder<SqlBool>): Promise<Erased | undefined> {
  const { rows } = await sql<{ file_id: number; sha256: Buffer; drawn: Buffer | null }>`
    select version.file_id, file.sha256, thumbnail.sha256 as drawn from document
      join document_version version on version.document_id = document.id
      join stored_file file on file.id = version.file_id
      left join document_thumbnail thumbnail
        on thumbnail.document_id = version.document_id and thumbnail.number = version.number
    where document.id = ${id} and ${condition}
    for update of document`.execute(trx);
  if (rows.length === 0) return undefined;
  await trx.deleteFrom("document").where("id", "=", id).execute();
  await trx
    .deleteFrom("stored_file")
    .where(
      "id",
      "in",
      rows.map(({ file_id }) => file_id),
    )
    .execute();
  return { files: rows.length, contents: rows.flatMap(({ sha256, drawn }) => (drawn ? [sha256, drawn] : [sha256])) };
}
