/** SQL of what a provider's SCIM client says of users and groups. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { Filter, Page } from "./filter.ts";
import type { StoredGroup, StoredUser } from "./resources.ts";

/** Writes of one provider's client come one after another. */
export async function lockProvider(trx: Trx, providerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('scim'), hashtext(${providerId}))`.execute(trx);
}

const userColumns = sql`a.scim_id as "scimId", a.external_id as "externalId", a.created_at as "createdAt", a.changed_at as "changedAt",
  a.scim_user_name as "userName", a.is_active as active, a.scim_attributes as attributes,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.display_name) order by g.display_name)
    from identity_group_member m join identity_group g on g.id = m.group_id where m.account_id = a.id), '[]') as groups`;

const userFilters: Record<string, (value: Filter["value"]) => RawBuilder<unknown>> = {
  username: (value) => sql`lower(a.scim_user_name) = lower(${String(value)})`,
  externalid: (value) => sql`a.external_id = ${String(value)}`,
  id: (value) => sql`a.scim_id::text = ${String(value)}`,
  active: (value) => sql`a.is_active = ${value === true}`,
  "emails.value": (value) => sql`lower(a.email) = lower(${String(value)})`,
  'emails[type eq "work"].value': (value) => sql`lower(a.email) = lower(${String(value)})`,
};
export const userFilterNames = Object.keys(userFilters);

export async function listUsers(
  db: Db,
  providerId: string,
  { filter, page }: { filter: Filter | undefined; page: Page },
): Promise<{ users: StoredUser[]; total: number }> {
  const where = sql`a.provider_id = ${providerId} and a.scim_id is not null
    and ${filter ? (userFilters[filter.attribute]?.(filter.value) ?? sql`false`) : sql`true`}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from identity_account a where ${where}`.execute(db);
  const { rows } = await sql<StoredUser>`
    select ${userColumns} from identity_account a where ${where} order by a.id
    limit ${page.count} offset ${page.startIndex - 1}`.execute(db);
  return { users: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findUser(
  db: Db,
  providerId: string,
  scimId: string,
): Promise<(StoredUser & { accountId: number; userId: number }) | undefined> {
  const { rows } = await sql<StoredUser & { accountId: number; userId: number }>`
    select ${userColumns}, a.id as "accountId", a.user_id as "userId" from identity_account a
    where a.provider_id = ${providerId} and a.scim_id::text = ${scimId}`.execute(db);
  return rows[0];
}

export interface ScimContent {
  userName: string;
  externalId: string | null;
  active: boolean;
  email: string;
  attributes: object;
}

/** Whether another user of the provider has the name. */
export async function hasUserName(db: Db, providerId: string, userName: string, exceptId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from identity_account where provider_id = ${providerId} and scim_id is not null
      and lower(scim_user_name) = lower(${userName}) and id <> ${exceptId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The account of a person at the provider, known by its SCIM client or not. */
export async function findOfPerson(
  db: Db,
  { providerId, issuer, userId }: { providerId: string; issuer: string; userId: number },
): Promise<{ id: number; scimId: string | null } | undefined> {
  const { rows } = await sql<{ id: number; scimId: string | null }>`
    select id, scim_id as "scimId" from identity_account
    where provider_id = ${providerId} and issuer = ${issuer} and user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Writes what the client says; a new account gets its id. */
export async function saveContent(trx: Trx, accountId: number, content: ScimContent): Promise<string> {
  const { rows } = await sql<{ scimId: string }>`
    update identity_account set scim_id = coalesce(scim_id, gen_random_uuid()), scim_user_name = ${content.userName},
      external_id = ${content.externalId}, is_active = ${content.active}, email = ${content.email},
      scim_attributes = ${JSON.stringify(content.attributes)}, changed_at = now()
    where id = ${accountId} returning scim_id as "scimId"`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("an account that was just locked is gone");
  return row.scimId;
}

/** The client does not know the account any more. */
export async function forgetContent(trx: Trx, accountId: number): Promise<void> {
  await sql`delete from identity_group_member where account_id = ${accountId}`.execute(trx);
  await sql`
    update identity_account set scim_id = null, scim_user_name = null, external_id = null, scim_attributes = '{}',
      is_active = false, changed_at = now()
    where id = ${accountId}`.execute(trx);
}

const groupColumns = sql`g.id as "scimId", g.external_id as "externalId", g.created_at as "createdAt", g.changed_at as "changedAt",
  g.display_name as "displayName",
  coalesce((select json_agg(json_build_object('id', a.scim_id, 'name', a.scim_user_name) order by a.id)
    from identity_group_member m join identity_account a on a.id = m.account_id
    where m.group_id = g.id and a.scim_id is not null), '[]') as members`;

const groupFilters: Record<string, (value: Filter["value"]) => RawBuilder<unknown>> = {
  displayname: (value) => sql`lower(g.display_name) = lower(${String(value)})`,
  externalid: (value) => sql`g.external_id = ${String(value)}`,
  id: (value) => sql`g.id::text = ${String(value)}`,
};
export const groupFilterNames = Object.keys(groupFilters);

export async function listGroups(
  db: Db,
  providerId: string,
  { filter, page }: { filter: Filter | undefined; page: Page },
): Promise<{ groups: StoredGroup[]; total: number }> {
  const where = sql`g.provider_id = ${providerId}
    and ${filter ? (groupFilters[filter.attribute]?.(filter.value) ?? sql`false`) : sql`true`}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from identity_group g where ${where}`.execute(db);
  const { rows } = await sql<StoredGroup>`
    select ${groupColumns} from identity_group g where ${where} order by g.created_at, g.id
    limit ${page.count} offset ${page.startIndex - 1}`.execute(db);
  return { groups: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findGroup(db: Db, providerId: string, scimId: string): Promise<StoredGroup | undefined> {
  const { rows } = await sql<StoredGroup>`
    select ${groupColumns} from identity_group g
    where g.provider_id = ${providerId} and g.id::text = ${scimId}`.execute(db);
  return rows[0];
}

/** The id, or undefined if another group of the provider has the name. */
export async function saveGroup(
  trx: Trx,
  providerId: string,
  { scimId, displayName, externalId }: { scimId: string | null; displayName: string; externalId: string | null },
): Promise<string | undefined> {
  const taken = await sql`
    select id from identity_group where provider_id = ${providerId} and display_name = ${displayName}
      and id::text is distinct from ${scimId}`.execute(trx);
  if (taken.rows.length > 0) return undefined;
  const { rows } = await (scimId === null
    ? sql<{ id: string }>`
        insert into identity_group (provider_id, display_name, external_id)
        values (${providerId}, ${displayName}, ${externalId}) returning id`
    : sql<{ id: string }>`
        update identity_group set display_name = ${displayName}, external_id = ${externalId}, changed_at = now()
        where id = ${scimId} returning id`
  ).execute(trx);
  return rows[0]?.id;
}

export async function deleteGroup(trx: Trx, groupId: string): Promise<void> {
  await sql`delete from identity_group where id = ${groupId}`.execute(trx);
}

/** The accounts of users by their ids, in any order. */
export async function listAccountIds(
  db: Db,
  providerId: string,
  scimIds: readonly string[],
): Promise<{ id: number; userId: number; scimId: string }[]> {
  const { rows } = await sql<{ id: number; userId: number; scimId: string }>`
    select id, user_id as "userId", scim_id as "scimId" from identity_account
    where provider_id = ${providerId} and scim_id = any(${[...scimIds]}::uuid[])`.execute(db);
  return rows;
}

export async function listMembers(db: Db, groupId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from identity_group_member where group_id = ${groupId}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertMember(
  trx: Trx,
  { groupId, accountId, userId }: { groupId: string; accountId: number; userId: number },
): Promise<void> {
  await sql`
    insert into identity_group_member (group_id, account_id, user_id) values (${groupId}, ${accountId}, ${userId})
    on conflict do nothing`.execute(trx);
}

export async function deleteMember(trx: Trx, groupId: string, accountId: number): Promise<void> {
  await sql`delete from identity_group_member where group_id = ${groupId} and account_id = ${accountId}`.execute(trx);
}
