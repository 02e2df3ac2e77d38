/** SQL of users' accounts, which are erased last: a company's records name who acted for it. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { listTablesByClass } from "./classes.ts";

/** Their own records are deleted, no company that is not erased names them, and nobody is signed in as them. */
const isUnneeded = sql<boolean>`
  ended_at is not null and records_erased_at is not null and erased_at is null and not held and role = 'client'
  and not exists (select from company where creator_id = app_user.id and company.records_erased_at is null)
  and not exists (
    select from representation join company on company.id = company_id
    where user_id = app_user.id and company.records_erased_at is null
  )
  and not exists (
    select from session where user_id = app_user.id and session.ended_at is null and expires_at > now()
  )`;

/** Users whose account is no longer needed, after the given id. */
export async function listUnneeded(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where ${isUnneeded} and id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the user if the account is still not needed. */
export async function lockUnneeded(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql`select from app_user where id = ${userId} and ${isUnneeded} for update`.execute(trx);
  return rows.length === 1;
}

/** Deletes when and from where the user signed in, current sessions too; the numbers by table. */
export async function deleteSignIns(trx: Trx, userId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of listTablesByClass("signIn")) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
    if (numAffectedRows) counts[table] = Number(numAffectedRows);
  }
  return counts;
}

/** Empties the user's row: only a number remains, with which nobody can sign in. */
export async function emptyAccount(trx: Trx, userId: number): Promise<void> {
  for (const table of listTablesByClass("account"))
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
  await sql`
    update app_user set
      name = ${`#${userId}`}, email = ${`erased-${userId}@portico.invalid`}, phone = null, password_hash = '',
      client_data = '{}', preferences = '{}', last_company = null, assigned_to = null, erased_at = now()
    where id = ${userId}`.execute(trx);
}
