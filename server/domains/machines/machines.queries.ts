/** SQL of machines' keys, as administrators manage them. */
import type { StaffLevel } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface StoredKey {
  id: number;
  name: string;
  level: StaffLevel;
  scopes: string[];
  addresses: string[];
  expires_at: Date;
  user_id: number;
  made_by: number;
  made_at: Date;
  approved_by: number | null;
  approved_at: Date | null;
  stopped_at: Date | null;
  ended_at: Date | null;
  ended_by: number | null;
  end_reason: "revoked" | "declined" | "exposed" | null;
  last_used_at: Date | null;
  last_address: string | null;
  calls: number;
  version: number;
  /** Of the person who answers for it. */
  role: string;
  state: string;
}

const columns = sql`k.id, k.name, k.level, k.scopes, k.addresses::text[] as addresses, k.expires_at, k.user_id, k.made_by, k.made_at,
  k.approved_by, k.approved_at, k.stopped_at, k.ended_at, k.ended_by, k.end_reason, k.last_used_at, k.last_address, k.calls, k.version,
  u.role, u.state`;
const from = sql`from machine_key k join app_user u on u.id = k.user_id`;

/** Those that did not end first, the newest first; at most `limit`. */
export async function listKeys(db: Db, limit: number): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select ${columns} ${from} order by k.ended_at is not null, coalesce(k.ended_at, k.made_at) desc, k.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Locked until the transaction ends. */
export async function lockKey(trx: Trx, id: number): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`select ${columns} ${from} where k.id = ${id} for update of k`.execute(trx);
  return rows[0];
}

export const countKeys = async (trx: Trx): Promise<number> =>
  oneRow(
    await sql<{ count: number }>`select count(*)::int as count from machine_key where ended_at is null`.execute(trx),
  ).count;

interface NewKey {
  name: string;
  level: StaffLevel;
  scopes: readonly string[];
  addresses: readonly string[];
  expiresAt: string;
  by: number;
  approved: boolean;
}

export async function insertKey(trx: Trx, key: NewKey): Promise<number> {
  const approver = key.approved ? key.by : null;
  return oneRow(
    await sql<{ id: number }>`
      insert into machine_key (name, user_id, level, scopes, addresses, expires_at, made_by, approved_by, approved_at)
      values (${key.name}, ${key.by}, ${key.level}, ${[...key.scopes]}::text[], ${[...key.addresses]}::text[]::cidr[], ${key.expiresAt},
        ${key.by}, ${approver}::bigint, case when ${approver}::bigint is null then null else now() end)
      returning id`.execute(trx),
  ).id;
}

export const insertToken = (trx: Trx, token: { hash: Buffer; keyId: number; hint: string; by: number }) =>
  sql`insert into machine_key_token (hash, key_id, hint, made_by)
    values (${token.hash}, ${token.keyId}, ${token.hint}, ${token.by})`.execute(trx);

/** The current secret ends after so many hours, and one that was ending already at once. */
export const endTokens = (trx: Trx, keyId: number, hours: number) =>
  sql`update machine_key_token
    set ends_at = case when ends_at is null then now() + make_interval(hours => ${hours}::int) else least(ends_at, now()) end
    where key_id = ${keyId} and (ends_at is null or ends_at > now())`.execute(trx);

export interface SecretRow {
  key_id: number;
  hint: string;
  made_at: Date;
  ends_at: Date | null;
}

/** Those that work, the current one first. */
export async function listSecrets(db: Db, keyIds: readonly number[]): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select key_id, hint, made_at, ends_at from machine_key_token
    where key_id = any(${[...keyIds]}::bigint[]) and (ends_at is null or ends_at > now()) order by ends_at desc nulls first`.execute(
    db,
  );
  return rows;
}

/** Whether this changed a waiting key. */
export async function markApproved(trx: Trx, id: number, by: number): Promise<boolean> {
  const { rows } = await sql`update machine_key set approved_by = ${by}, approved_at = now(), version = version + 1
    where id = ${id} and approved_at is null and ended_at is null and stopped_at is null returning id`.execute(trx);
  return rows.length > 0;
}

/** Whether this ended it. */
export async function markEnded(
  trx: Trx,
  id: number,
  { by, reason }: { by: number | null; reason: "revoked" | "declined" | "exposed" },
): Promise<boolean> {
  const { rows } = await sql`update machine_key set ended_at = now(), ended_by = ${by}::bigint, end_reason = ${reason},
    version = version + 1 where id = ${id} and ended_at is null returning id`.execute(trx);
  return rows.length > 0;
}

export const raiseVersion = async (trx: Trx, id: number): Promise<number> =>
  oneRow(
    await sql<{
      version: number;
    }>`update machine_key set version = version + 1 where id = ${id} returning version`.execute(trx),
  ).version;

/** Another person answers for a stopped key; it waits, or works again. */
export const markTakenOver = (trx: Trx, id: number, { by, approved }: { by: number; approved: boolean }) =>
  sql`update machine_key set user_id = ${by}, stopped_at = null, version = version + 1,
      approved_by = ${approved ? by : null}::bigint, approved_at = case when ${approved} then now() end
    where id = ${id}`.execute(trx);

/** Stops keys of these people who are not active staff any more. */
export async function stopKeysByPerson(
  trx: Trx,
  userIds: readonly number[],
): Promise<{ id: number; name: string; user_id: number }[]> {
  const { rows } = await sql<{ id: number; name: string; user_id: number }>`
    update machine_key k set stopped_at = now(), version = version + 1 from app_user u
    where u.id = k.user_id and k.user_id = any(${[...userIds]}::bigint[]) and k.ended_at is null and k.stopped_at is null
      and (u.state = 'disabled' or u.role = 'client')
    returning k.id, k.name, k.user_id`.execute(trx);
  return rows;
}

/** The keys of these secrets, locked; of a secret that does not work any more none. */
export async function lockExposed(
  trx: Trx,
  hashes: readonly Buffer[],
): Promise<{ id: number; name: string; hash: Buffer; former: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; hash: Buffer; former: boolean }>`
    select k.id, k.name, t.hash, t.ends_at is not null as former
    from machine_key k join machine_key_token t on t.key_id = k.id
    where t.hash = any(${[...hashes]}::bytea[]) and k.ended_at is null and (t.ends_at is null or t.ends_at > now())
    order by k.id for update of k`.execute(trx);
  return rows;
}

export const endToken = (trx: Trx, hash: Buffer) =>
  sql`update machine_key_token set ends_at = now() where hash = ${hash}`.execute(trx);

/** Working keys that end within a number of days for which they were not announced yet; the number is stored. */
export async function takeExpiring(
  trx: Trx,
  days: readonly number[],
): Promise<{ id: number; name: string; days: number }[]> {
  const { rows } = await sql<{ id: number; name: string; days: number }>`
    update machine_key k set announced_days = due.days
    from (select key.id, min(d) as days from machine_key key, unnest(${[...days]}::int[]) as d
      where key.ended_at is null and key.approved_at is not null and key.stopped_at is null and key.expires_at > now()
        and key.expires_at <= now() + make_interval(days => d) group by key.id) as due
    where k.id = due.id and (k.announced_days is null or k.announced_days > due.days)
    returning k.id, k.name, due.days`.execute(trx);
  return rows;
}

export async function listAdmins(db: Db): Promise<{ id: number; email: string; name: string; preferences: unknown }[]> {
  const { rows } = await sql<{ id: number; email: string; name: string; preferences: unknown }>`
    select id, email, name, preferences from app_user where role = 'admin' and state <> 'disabled' order by id`.execute(
    db,
  );
  return rows;
}
