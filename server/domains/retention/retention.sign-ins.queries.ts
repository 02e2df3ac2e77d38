/** SQL of what is kept of signing in. Ids grow with time, so the oldest rows are found from the table's beginning on. */
import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kernel/transaction.ts";
import type { TableName } from "./retention.classes.ts";

/** Rows looked at in one transaction. */
const pageSize = 2000;

export interface Purged {
  deleted: number;
  /** Last id that was looked at; null where the rest is young, or there is no more. */
  next: number | null;
}

/** What still names a session: staff's looks through a client's eyes, which are kept as long as the client's records. */
const unnamed: Partial<Record<TableName, RawBuilder<unknown>>> = {
  session: sql`
    and not exists (select from view_as where session_id = page.id)
    and not exists (select from sign_in where session_id = page.id)
    and not exists (select from challenge where session_id = page.id)`,
};

/**
 * Deletes the next rows of a table that are from before the moment; those of a person who is held stay. Which of the page may go
 * is asked of the page alone, and they are then deleted by their ids: whatever the planner believes, no table is read whole.
 */
export async function purgePage(
  trx: Trx,
  table: TableName,
  { before, after }: { before: Date; after: number },
): Promise<Purged> {
  const { rows } = await sql<{ deleted: number; last: number | null; more: boolean }>`
    with page as materialized (
      select id, user_id, created_at from ${sql.table(table)} where id > ${after} order by id limit ${pageSize}
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
  return { deleted: row?.deleted ?? 0, next: row?.more ? row.last : null };
}

/** As the index on them says it (migration 0015), word for word. */
const signInActions = sql`('session.opened', 'session.ended', 'session.signedOut',
  'session.wrongCookieRefused', 'user.lockedOut', 'user.wrongCodes')`;

/** Takes the content out of the next entries of the audit log that tell of signing in; how many there were. */
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
