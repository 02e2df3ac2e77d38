/** SQL of retention: holders whose period is over, and deletion of their data. Runs under the erasing role. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { retentionClasses, type TableName } from "./classes.ts";

const rowOf = (holderType: Holder["holderType"]) => sql.table(holderType === "user" ? "app_user" : "company");

/** Ended long enough ago, not under legal hold, not erased yet, not staff. */
export const isOver = (holderType: Holder["holderType"], until: Date) => sql<boolean>`
  ended_at <= ${until}::timestamptz and records_erased_at is null and not held
  ${holderType === "user" ? sql`and role = 'client'` : sql``}`;

export interface EndedHolder {
  id: number;
  ended_at: Date;
}

/** Holders whose relationship ended at or before the moment, oldest first, after the given one. */
export async function listEnded(
  db: Db,
  holderType: Holder["holderType"],
  { until, after, limit }: { until: Date; after: EndedHolder | undefined; limit: number },
): Promise<EndedHolder[]> {
  const { rows } = await sql<EndedHolder>`
    select id, ended_at from ${rowOf(holderType)}
    where ended_at is not null and ${isOver(holderType, until)}
      ${after ? sql`and (ended_at, id) > (${after.ended_at}::timestamptz, ${after.id}::bigint)` : sql``}
    order by ended_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Locks the holder if their period is still over; false if another run was first, or they returned. */
export async function lockEnded(trx: Trx, { holderType, holderId }: Holder, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select from ${rowOf(holderType)} where id = ${holderId} and ${isOver(holderType, until)} for update`.execute(trx);
  return rows.length === 1;
}

/** True if the firm still holds something for them, or booked something within the period. */
export async function hasBusiness(trx: Trx, { holderType, holderId }: Holder, until: Date): Promise<boolean> {
  const ofHolder = sql`holder_type = ${holderType} and holder_id = ${holderId}`;
  const { rows } = await sql<{ business: boolean }>`
    select exists (select from position where ${ofHolder} and quantity <> 0)
        or exists (select from cash_balance where ${ofHolder} and amount <> 0)
        or exists (select from ledger_entry where ${ofHolder} and day > (${until}::timestamptz)::date) as business
  `.execute(trx);
  return rows[0]?.business ?? false;
}

/** A type of documents that is kept for a period of its own. */
export interface Keeping {
  type: string;
  years: number;
}

/** Documents whose own period goes on: a job of the documents deletes them later. */
const keptDocuments = ({ holderType, holderId }: Holder, keeping: readonly Keeping[]) => sql`
  select id from document
  where holder_type = ${holderType} and holder_id = ${holderId} and deleted_at is null
    and (
      select changed_at + make_interval(years => years) > now()
        or valid_until + make_interval(years => years) >= firm_today()
      from unnest(${keeping.map(({ type }) => type)}::text[], ${keeping.map(({ years }) => years)}::int[])
        as keeping (type, years) where keeping.type = document.type
    )`;

/** What of a table is kept with them; null if nothing is. */
function buildKept(table: TableName, holder: Holder, keeping: readonly Keeping[]): RawBuilder<unknown> | null {
  if (keeping.length === 0) return null;
  const kept = keptDocuments(holder, keeping);
  if (table === "document") return sql`id in (${kept})`;
  if (retentionClasses[table] === "document") return sql`document_id in (${kept})`;
  return table === "stored_file"
    ? sql`id in (select file_id from document_version where document_id in (${kept}))`
    : null;
}

/** Condition for a holder's rows in a table; null if it has none of this kind of holder. */
export function ownedRows(table: TableName, { holderType, holderId }: Holder): RawBuilder<unknown> | null {
  switch (retentionClasses[table]) {
    case "holder":
      return sql`holder_type = ${holderType} and holder_id = ${holderId}`;
    case "revision":
      return sql`revision_id in (
        select id from form_revision where holder_type = ${holderType} and holder_id = ${holderId}
      )`;
    case "document":
      return sql`document_id in (
        select id from document where holder_type = ${holderType} and holder_id = ${holderId}
      )`;
    case "contract":
      return sql`contract_id in (
        select id from contract where holder_type = ${holderType} and holder_id = ${holderId}
      )`;
    case "ticket":
      return sql`ticket_id in (
        select id from ticket where holder_type = ${holderType} and holder_id = ${holderId}
      )`;
    case "chat":
      return sql`chat_id in (
        select id from chat where holder_type = ${holderType} and holder_id = ${holderId}
      )`;
    case "person":
      return holderType === "user" ? sql`user_id = ${holderId}` : null;
    case "company":
      return holderType === "company" ? sql`company_id = ${holderId}` : null;
    default:
      return null;
  }
}

/** Deletes a holder's rows of a table; returns how many. */
export async function deleteOwned(
  trx: Trx,
  table: TableName,
  holder: Holder,
  keeping: readonly Keeping[],
): Promise<number> {
  const all = ownedRows(table, holder);
  if (!all) return 0;
  const kept = buildKept(table, holder, keeping);
  const owned = kept ? sql`${all} and not (${kept})` : all;
  // Each has its own index; the last are notifications to staff about the holder.
  const parts =
    table === "notification"
      ? [
          sql`${owned} and deleted_at is null`,
          sql`${owned} and deleted_at is not null`,
          sql`target_type = ${holder.holderType} and target_id = ${holder.holderId}`,
        ]
      : [owned];
  let count = 0;
  for (const part of parts) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${part}`.execute(trx);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

/** The contents of a holder's files, of their thumbnails and of archives, by SHA-256. */
export async function listContents(trx: Trx, { holderType, holderId }: Holder): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from stored_file where holder_type = ${holderType} and holder_id = ${holderId}
    union
    select sha256 from data_archive where sha256 is not null and holder_type = ${holderType} and holder_id = ${holderId}
    union
    select sha256 from document_thumbnail where sha256 is not null and document_id in (
      select id from document where holder_type = ${holderType} and holder_id = ${holderId}
    )`.execute(trx);
  return rows.map(({ sha256 }) => sha256);
}

/** Whether a folder may be shared with the holder. */
export async function hasClientNumber(trx: Trx, { holderType, holderId }: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from holder_account
    where holder_type = ${holderType} and holder_id = ${holderId} and client_number is not null`.execute(trx);
  return rows.length > 0;
}

/** A holder's requests, which the audit log names by their own id. */
export async function listRequestIds(trx: Trx, { holderType, holderId }: Holder): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from transaction_request where holder_type = ${holderType} and holder_id = ${holderId}`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes imported files that name the holder if every other holder in them is erased too: until then they are evidence
 * of the others' entries. Returns the deleted ids.
 */
export async function deleteImports(trx: Trx, { holderType, holderId }: Holder): Promise<number[]> {
  const one = JSON.stringify([{ holder_type: holderType, holder_id: holderId }]);
  const { rows } = await sql<{ id: number }>`
    delete from import
    where jsonb_path_query_array(preview, '$.accounts[*].holder') @> ${one}::jsonb
      and not exists (
        select from jsonb_path_query(preview, '$.accounts[*].holder') as named
        where jsonb_typeof(named) = 'object' and case named ->> 'holder_type'
          when 'user' then exists (
            select from app_user where id = (named ->> 'holder_id')::bigint and records_erased_at is null)
          else exists (
            select from company where id = (named ->> 'holder_id')::bigint and records_erased_at is null) end
      )
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Retention's own audit entries about a holder stay. */
const ownActions = sql`('holder.recordsErased', 'user.accountErased')`;

/**
 * Removes the content of the audit entries about these subjects; hashes and positions stay, so that the chains can be
 * verified.
 */
export async function eraseAudit(trx: Trx, subjectType: string, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update audit_entry
    set actor = null, before = null, after = null, address = null, request_id = null, salt = null, erased_at = now()
    where subject_type = ${subjectType} and subject_id = any(${ids.map(String)}::text[]) and erased_at is null
      and action not in ${ownActions}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Companies that the person started and never submitted, and that nobody else acts for. */
export async function listAbandoned(trx: Trx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from company
    where creator_id = ${userId} and state = 'preKYC' and records_erased_at is null and not held
      and not exists (select from form_revision where holder_type = 'company' and holder_id = company.id)
      and not exists (select from representation where company_id = company.id and user_id <> ${userId})
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A company's row keeps only its number; a person's is emptied with their account. */
export async function markErased(trx: Trx, { holderType, holderId }: Holder): Promise<void> {
  if (holderType === "user")
    await sql`update app_user set records_erased_at = now() where id = ${holderId}`.execute(trx);
  else
    await sql`
      update company set records_erased_at = now(), erased_at = now(), name = ${`#${holderId}`}, draft_name = '',
        register_number = '', assigned_to = null
      where id = ${holderId}`.execute(trx);
}
