/** SQL of sign-in records. Ids grow with time, so the oldest rows are at the start of a table. */
import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kernel/transaction.ts";
import type { TableName } from "./classes.ts";

/** Rows read per transaction. */
const pageSize = 2000;

/** The last row read: of sign-ins, which are ordered by time, with its time. */
export interface LastRead {
  id: number;
  at: string;
}

export interface Purged {
  deleted: number;
  /** Null if the rest is newer, or there is no more. */
  next: LastRead | null;
}

/** Before every row. */
export const beforeAll: LastRead = { id: 0, at: "-infinity" };

/** Other references to a session: staff's view-as records, which are kept as long as the client's records. */
const unnamed: Partial<Record<TableName, RawBuilder<unknown>>> = {
  session: sql`
    and not exists (select from view_as where session_id = page.id)
    and not exists (select from sign_in where session_id = page.id)
    and not exists (select from challenge where session_id = page.id)`,
};

/**
 * Deletes the next rows of a table before the moment, except those of a person under legal hold. Only the page is
 * checked, and deleted by id, so that no plan reads a whole table.
 */
export async function purgePage(
  trx: Trx,
  table: TableName,
  { before, after }: { before: Date; after: LastRead },
): Promise<Purged> {
  if (table === "sign_in") return purgeSignInPage(trx, { before, after });
  const { rows } = await sql<{ deleted: number; last: number | null; more: boolean }>`
    with page as materialized (
      select id, user_id, created_at from ${sql.table(table)} where id > ${after.id} order by id limit ${pageSize}
    ), due as materialized (
      select id from page
      where created_at < ${before}::timestamptz
        and not exists (select from app_user where app_user.id = page.user_id and held) ${unnamed[table] ?? sql``}
    ), gone as (
      delete from ${sql.table(table)} where id = any(array(select id from due)) returning 1
    )
    select (select count(*)::int from gone) as deleted, max(id) as last,
      count(*) = ${pageSize} and bool_or(created_at < ${before}::timestamptz) as more
    from page`.execute(trx);
  const [row] = rows;
  return { deleted: row?.deleted ?? 0, next: row?.more ? { id: row.last ?? 0, at: "" } : null };
}

/** The same of sign-ins: only the months before the moment are read. A job drops the tables of empty ones. */
async function purgeSignInPage(trx: Trx, { before, after }: { before: Date; after: LastRead }): Promise<Purged> {
  const { rows } = await sql<{ deleted: number; next: LastRead | null }>`
    with page as materialized (
      select created_at, id, user_id from sign_in
      where created_at < ${before}::timestamptz and (created_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by created_at, id limit ${pageSize}
    ), gone as (
      delete from sign_in using page
      where sign_in.created_at = page.created_at and sign_in.id = page.id
        and not exists (select from app_user where app_user.id = page.user_id and held)
      returning 1
    ), last as (select created_at, id from page order by created_at desc, id desc limit 1)
    select (select count(*)::int from gone) as deleted,
      case when (select count(*) from page) = ${pageSize} then
        (select jsonb_build_object('id', id, 'at', created_at) from last) end as next`.execute(trx);
  return rows[0] ?? { deleted: 0, next: null };
}

/** Exactly as in the index audit_entry_sign_ins. */
const signInActions = sql`('session.opened', 'session.ended', 'session.signedOut',
  'session.wrongCookieRefused', 'user.lockedOut', 'user.wrongCodes')`;

/** Removes the content of the next audit entries about signing in; returns how many. */
export async function purgeAuditPage(trx: Trx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with page as (
      select chain, position from audit_entry
      where erased_at is null and action in ${signInActions} and at < ${before}::timestamptz
        and not exists (
          select from app_user where held
            and app_user.id = case when subject_type = 'user' and subject_id ~ '^[0-9]{1,18}$' then subject_id::bigint end
        )
      order by at, chain, position limit ${pageSize}
    )
    update audit_entry as old
    set actor = null, before = null, after = null, address = null, request_id = null, salt = null, erased_at = now()
    from page where old.chain = page.chain and old.position = page.position and old.erased_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
