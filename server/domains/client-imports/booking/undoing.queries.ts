/** SQL of taking back what was booked from a file of clients. */
import { sql } from "kysely";
import type { Trx } from "../../../kernel/transaction.ts";
import { recordTables } from "../../companies/record-tables.ts";

export interface BookedLine {
  userId: number | null;
  companyId: number | null;
}

/** The line, if it is still to be taken back. */
export async function lockBooked(trx: Trx, importId: number, line: number): Promise<BookedLine | undefined> {
  const { rows } = await sql<BookedLine>`
    select user_id as "userId", company_id as "companyId" from client_import_line
      join client_import one on one.id = import_id
    where import_id = ${importId} and line = ${line} and client_import_line.state = 'booked' and failure is null
      and one.state = 'undone'
    for update of client_import_line`.execute(trx);
  return rows[0];
}

const hasRecords = (holderType: "user" | "company", id: number) =>
  sql<boolean>`(${sql.join(
    [
      ...recordTables.map(
        (table) =>
          sql`exists (select from ${sql.table(table)} where holder_type = ${holderType} and holder_id = ${id})`,
      ),
      sql`exists (select from form_draft where holder_type = ${holderType} and holder_id = ${id})`,
      sql`exists (select from chat where holder_type = ${holderType} and holder_id = ${id} and messages > 0)`,
    ],
    sql` or `,
  )})`;

export interface BroughtPerson {
  name: string;
  email: string;
  /** Nobody signed in, and nothing is kept of them. */
  isUnused: boolean;
  wasMailed: boolean;
}

/** The person, locked. */
export async function lockPerson(trx: Trx, userId: number): Promise<BroughtPerson | undefined> {
  await sql`select from app_user where id = ${userId} for update`.execute(trx);
  const { rows } = await sql<BroughtPerson>`
    select name, email, coalesce(sends, 0) > 0 as "wasMailed",
      email_confirmed_at is null and state in ('preKYC', 'pendingReKYC') and role = 'client' and not ever_staff
        and not ${hasRecords("user", userId)} and not exists (select from company where creator_id = app_user.id)
        and not exists (select from representation where representation.user_id = app_user.id) as "isUnused"
    from app_user left join client_invitation invitation on invitation.user_id = app_user.id
    where id = ${userId}`.execute(trx);
  return rows[0];
}

/** Everything that booking made, and the account. */
export async function deletePerson(trx: Trx, userId: number): Promise<void> {
  await forgetPerson(trx, userId);
  await sql`update client_import_line set user_id = null where user_id = ${userId}`.execute(trx);
  await sql`delete from distribution_group_member where user_id = ${userId}`.execute(trx);
  await sql`delete from app_user where id = ${userId}`.execute(trx);
}

async function forgetPerson(trx: Trx, userId: number): Promise<void> {
  await sql`delete from client_invitation where user_id = ${userId}`.execute(trx);
  await sql`delete from password_reset where user_id = ${userId}`.execute(trx);
  await sql`delete from holder_account where holder_type = 'user' and holder_id = ${userId}`.execute(trx);
}

/** Who was mailed stays as a closed account, whose address is free: what was mailed to them is kept as of any client. */
export async function closePerson(trx: Trx, userId: number): Promise<void> {
  await forgetPerson(trx, userId);
  await sql`
    update app_user set email = ${`undone-${userId}@portico.invalid`}, state_before_disabled = state, state = 'disabled',
      ended_at = now()
    where id = ${userId}`.execute(trx);
}

export interface BroughtCompany {
  name: string;
  isUnused: boolean;
}

export async function lockCompany(trx: Trx, companyId: number): Promise<BroughtCompany | undefined> {
  await sql`select from company where id = ${companyId} for update`.execute(trx);
  const { rows } = await sql<BroughtCompany>`
    select draft_name as name, state in ('preKYC', 'pendingReKYC') and not ${hasRecords("company", companyId)} as "isUnused"
    from company where id = ${companyId}`.execute(trx);
  return rows[0];
}

/** Returns who acted for it. */
export async function deleteCompany(trx: Trx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select creator_id as id from company where id = ${companyId}
    union select user_id from representation where company_id = ${companyId}`.execute(trx);
  await sql`update client_import_line set company_id = null where company_id = ${companyId}`.execute(trx);
  await sql`update app_user set last_company = null where last_company = ${companyId}`.execute(trx);
  await sql`delete from representation where company_id = ${companyId}`.execute(trx);
  await sql`delete from withdrawal_signers where company_id = ${companyId}`.execute(trx);
  await sql`delete from holder_account where holder_type = 'company' and holder_id = ${companyId}`.execute(trx);
  await sql`delete from company where id = ${companyId}`.execute(trx);
  return rows.map(({ id }) => id);
}

export const settleLine = (
  trx: Trx,
  importId: number,
  { line, ...change }: { line: number; state?: "undone"; failure?: string },
) =>
  trx
    .updateTable("client_import_line")
    .set(change)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .execute();
