/** SQL of wrong passwords and codes, counted per account and origin; a count restarts a day after its first attempt. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface FailureKey {
  kind: "password" | "code";
  /** Hash of the account's e-mail, whether or not there is such an account. */
  account: Buffer;
  /** A known browser, a network, a session, or `any` for everybody without a known browser. */
  origin: string;
}

interface FailureRow {
  count: number;
  /** Seconds until the next attempt is accepted; 0 if none is delayed. */
  blocked_seconds: number;
  /** Seconds until the count restarts. */
  left_seconds: number;
}

const isOld = sql`since <= now() - interval '24 hours'`;

/** The count, locked so that concurrent attempts are serialised. */
export async function lockFailures(trx: Trx, { kind, account, origin }: FailureKey): Promise<FailureRow> {
  await sql`
    insert into sign_in_failure (kind, account, origin) values (${kind}, ${account}, ${origin})
    on conflict (kind, account, origin) do update set
      count = 0, since = now(), blocked_until = null
    where sign_in_failure.since <= now() - interval '24 hours'`.execute(trx);
  const { rows } = await sql<FailureRow>`
    select count, greatest(0, coalesce(ceil(extract(epoch from blocked_until - now())), 0))::int as blocked_seconds,
      greatest(1, ceil(extract(epoch from since + interval '24 hours' - now())))::int as left_seconds
    from sign_in_failure where kind = ${kind} and account = ${account} and origin = ${origin} for update`.execute(trx);
  return rows[0] ?? { count: 0, blocked_seconds: 0, left_seconds: 1 };
}

/** Counts one more, and delays the next attempt by so many seconds; returns the count. */
export async function addFailure(trx: Trx, key: FailureKey, blockSeconds = 0): Promise<number> {
  const { kind, account, origin } = key;
  const { rows } = await sql<{ count: number }>`
    insert into sign_in_failure as known (kind, account, origin, count) values (${kind}, ${account}, ${origin}, 1)
    on conflict (kind, account, origin) do update set
      count = case when known.since <= now() - interval '24 hours' then 1 else known.count + 1 end,
      since = case when known.since <= now() - interval '24 hours' then now() else known.since end,
      blocked_until = case when ${blockSeconds}::int > 0 then now() + make_interval(secs => ${blockSeconds}::int) end
    returning known.count`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The count of the day. */
export async function countFailures(db: Db, { kind, account, origin }: FailureKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from sign_in_failure
    where kind = ${kind} and account = ${account} and origin = ${origin} and not ${isOld}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const deleteFailures = (trx: Trx, { kind, account, origin }: FailureKey) =>
  trx
    .deleteFrom("sign_in_failure")
    .where("kind", "=", kind)
    .where("account", "=", account)
    .where("origin", "=", origin)
    .execute();

export const deleteAccountFailures = (trx: Trx, account: Buffer) =>
  trx.deleteFrom("sign_in_failure").where("account", "=", account).execute();

/** Records that the person is notified now; false if they already were within the day. */
export async function markNotified(trx: Trx, { kind, account, origin }: FailureKey): Promise<boolean> {
  const { rows } = await sql`
    update sign_in_failure set told_at = now()
    where kind = ${kind} and account = ${account} and origin = ${origin}
      and (told_at is null or told_at < now() - interval '24 hours')
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** Deletes expired counts; returns how many. */
export async function deleteOldFailures(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_failure where ${isOld} and coalesce(blocked_until, since) < now()
      and coalesce(told_at, since) < now() - interval '24 hours'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
