/** SQL of the accounts of identity providers, and of the people whose they are. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface AccountRow {
  id: number;
  providerId: string;
  issuer: string;
  subject: string | null;
  userId: number;
  linkedAt: Date | null;
  email: string;
  groups: string[];
  signedInAt: Date | null;
  role: Role;
  state: HolderState;
  name: string;
  /** Null for an account that no SCIM client knows. */
  scimId: string | null;
  isActive: boolean;
  byGroups: boolean;
  disabledByProvider: boolean;
}
const columns = sql`a.id, a.provider_id as "providerId", a.issuer, a.subject, a.user_id as "userId", a.linked_at as "linkedAt",
  a.email, a.groups, a.signed_in_at as "signedInAt", u.role, u.state, u.name, a.scim_id as "scimId", a.is_active as "isActive",
  a.by_groups as "byGroups", a.disabled_by_provider as "disabledByProvider"`;
const tables = sql`identity_account a join app_user u on u.id = a.user_id`;

interface Source {
  providerId: string;
  issuer: string;
}

/** The account of the provider's subject. */
export async function findAccount(
  db: Db,
  { providerId, issuer, subject }: Source & { subject: string },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${tables}
    where a.provider_id = ${providerId} and a.issuer = ${issuer} and a.subject = ${subject}`.execute(db);
  return rows[0];
}

/** An account that a SCIM client made known and nobody has used: of these names at the provider, or else this address. */
export async function findUnclaimed(
  db: Db,
  { providerId, issuer }: Source,
  { names, email }: { names: readonly string[]; email: string | null },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${tables}
    where a.provider_id = ${providerId} and a.issuer = ${issuer} and a.subject is null and a.scim_id is not null
      and (a.external_id = any(${[...names]}::text[]) or lower(a.scim_user_name) = ${email} or a.email = ${email})
    order by a.external_id = any(${[...names]}::text[]) desc nulls last, a.id limit 1`.execute(db);
  return rows[0];
}

/** The subject of an account that was not used before; false if it was meanwhile. */
export async function saveSubject(trx: Trx, id: number, subject: string): Promise<boolean> {
  const { rows } = await sql`
    update identity_account set subject = ${subject} where id = ${id} and subject is null returning id`.execute(trx);
  return rows.length > 0;
}

export async function saveByGroups(trx: Trx, id: number): Promise<void> {
  await sql`update identity_account set by_groups = true where id = ${id}`.execute(trx);
}

export async function saveDisabled(trx: Trx, id: number, isDisabled: boolean): Promise<void> {
  await sql`update identity_account set disabled_by_provider = ${isDisabled} where id = ${id}`.execute(trx);
}

/** What the groups of an account may be called in the table of roles: their names, and their ids at the provider. */
export async function listGroupNames(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(array_remove(array[g.display_name, g.external_id], null)) as name
    from identity_group_member m join identity_group g on g.id = m.group_id where m.account_id = ${id}`.execute(db);
  return rows.map(({ name }) => name);
}

export async function lockAccount(trx: Trx, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${tables} where a.id = ${id} for update of a`.execute(trx);
  return rows[0];
}

/** Waiting first, then the newest. */
export async function listAccounts(db: Db, limit: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${tables} order by a.linked_at is not null, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The account, or undefined if the provider has one for this subject or this person already. */
export async function insertAccount(
  trx: Trx,
  account: Source & {
    subject: string | null;
    userId: number;
    email: string;
    groups: readonly string[];
    isLinked: boolean;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into identity_account (provider_id, issuer, subject, user_id, email, groups, linked_at)
    values (${account.providerId}, ${account.issuer}, ${account.subject}, ${account.userId}, ${account.email},
      ${[...account.groups]}::text[], ${account.isLinked ? sql`now()` : null})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export async function saveSeen(
  trx: Trx,
  id: number,
  { groups, email }: { groups: readonly string[]; email: string },
): Promise<void> {
  await sql`
    update identity_account set groups = ${[...groups]}::text[], signed_in_at = now()
      ${email === "" ? sql`` : sql`, email = ${email}`}
    where id = ${id}`.execute(trx);
}

/** Links an account that waits; false if it does not wait any more. */
export async function saveLinked(trx: Trx, id: number, by: number): Promise<boolean> {
  const { rows } = await sql`
    update identity_account set linked_at = now(), linked_by = ${by} where id = ${id} and linked_at is null returning id`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function deleteAccount(trx: Trx, id: number): Promise<void> {
  await sql`delete from identity_account where id = ${id}`.execute(trx);
}

/** Accounts of a provider by the person there, with either part; for a logout. */
export async function listOfSubject(
  db: Db,
  { providerId, subject }: { providerId: string; subject: string | null },
): Promise<{ id: number; userId: number }[]> {
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, user_id as "userId" from identity_account
    where provider_id = ${providerId} and ${subject === null ? sql`true` : sql`subject = ${subject}`}`.execute(db);
  return rows;
}

/** Accounts of a provider whose sessions are open, or of all its people. */
export async function listOfProvider(db: Db, providerId: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${tables} where a.provider_id = ${providerId} order by a.id`.execute(db);
  return rows;
}

export interface KnownUser {
  id: number;
  role: Role;
  state: HolderState;
  name: string;
}

export async function findUserOfEmail(db: Db, email: string): Promise<KnownUser | undefined> {
  const { rows } = await sql<KnownUser>`select id, role, state, name from app_user where email = ${email}`.execute(db);
  return rows[0];
}

/** Keeps the setting as it is until the transaction ends: whoever switches a provider off ends the sessions opened until then. */
export async function shareSetting(trx: Trx): Promise<void> {
  await sql`select name from setting where name = 'identity' for share`.execute(trx);
}

export async function countByProvider(db: Db): Promise<Map<string, { accounts: number; lastSignIn: Date | null }>> {
  const { rows } = await sql<{ id: string; accounts: number; lastSignIn: Date | null }>`
    select provider_id as id, count(*)::int as accounts, max(signed_in_at) as "lastSignIn"
    from identity_account group by provider_id`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
