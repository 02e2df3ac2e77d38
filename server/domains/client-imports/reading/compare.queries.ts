/** SQL that finds who of a file of clients is there already. */
import type { HolderState } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import { holderName } from "../../holders/holders.ts";

export interface KnownPerson {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  isStaff: boolean;
  state: HolderState;
  /** They have started a company that is not decided. */
  hasStarted: boolean;
}

const columns = sql`id, email, name, phone, (ever_staff or role <> 'client' or exists (
    select from staff_invitation invitation where invitation.user_id = app_user.id and invitation.revoked_at is null)) as "isStaff",
  state, exists (select from company where creator_id = app_user.id
    and company.state in ('preKYC', 'pendingKYC', 'returnedKYC')) as "hasStarted"`;

export async function findByEmails(db: Db, emails: readonly string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select ${columns} from app_user where email = any(${[...emails]}::text[])`.execute(db);
  return rows;
}

/** Clients with one of these numbers in E.164. */
export async function findByPhones(db: Db, phones: readonly string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select ${columns} from app_user where phone = any(${[...phones]}::text[]) and role = 'client' and erased_at is null`.execute(
    db,
  );
  return rows;
}

export interface KnownCompany {
  id: number;
  /** In capital letters, without spaces. */
  registerNumber: string;
}

export async function findByRegisterNumbers(db: Db, numbers: readonly string[]): Promise<KnownCompany[]> {
  const { rows } = await sql<KnownCompany>`
    select id, upper(regexp_replace(register_number, '\\s', '', 'g')) as "registerNumber" from company
    where register_number <> '' and upper(regexp_replace(register_number, '\\s', '', 'g')) = any(${[...numbers]}::text[])
      and erased_at is null
    order by id desc`.execute(db);
  return rows;
}

export interface NumberOwner {
  /** In capital letters. */
  number: string;
  holderType: "user" | "company";
  holderId: number;
  name: string;
}

export async function findNumberOwners(db: Db, numbers: readonly string[]): Promise<NumberOwner[]> {
  const { rows } = await sql<NumberOwner>`
    select upper(client_number) as number, holder_type as "holderType", holder_id as "holderId",
      coalesce(${sql.raw(holderName("holder_type", "holder_id"))}, '') as name
    from holder_account
    where upper(client_number) = any(${[...numbers]}::text[])`.execute(db);
  return rows;
}
