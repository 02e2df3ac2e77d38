/** SQL of endpoints. */
import type { disabledReasons } from "@portico/api/rules/webhooks.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface EndpointRow {
  id: string;
  name: string;
  url: string;
  events: string[];
  hasSecret: boolean;
  secret_made_at: Date | null;
  former_until: Date | null;
  paused_at: Date | null;
  /** By a restore from a backup; null for a person. */
  paused_for: "restore" | null;
  disabled_at: Date | null;
  disabled_for: (typeof disabledReasons)[number] | null;
  failing_since: Date | null;
  told_given_up: boolean;
  last_success_at: Date | null;
}
const columns = sql`id, name, url, events, secret is not null as "hasSecret", secret_made_at, former_until, paused_at, paused_for,
  disabled_at, disabled_for, failing_since, told_given_up, last_success_at`;

export async function listEndpoints(db: Db): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoint where removed_at is null order by lower(name), id`.execute(db);
  return rows;
}

/** Messages that wait, by endpoint: a count up to 10,000. */
export async function countWaiting(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; waiting: number }>`
    select id, (select count(*)::int from (
      select from webhook_delivery where endpoint_id = endpoint.id and state = 'waiting' limit 10000
    ) waiting) as waiting
    from webhook_endpoint as endpoint where removed_at is null`.execute(db);
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

/** Locked until the transaction ends; undefined if it is not, or no more. */
export async function lockEndpoint(trx: Trx, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoint where id = ${id} and removed_at is null for update`.execute(trx);
  return rows[0];
}

/** An endpoint as the setting has it; one that was taken out and comes back is new. */
export async function upsertEndpoint(
  trx: Trx,
  { id, name, url, events }: Pick<EndpointRow, "id" | "name" | "url" | "events">,
): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, name, url, events) values (${id}, ${name}, ${url}, ${events}::text[])
    on conflict (id) do update set name = excluded.name, url = excluded.url, events = excluded.events,
      secret = case when webhook_endpoint.removed_at is null then webhook_endpoint.secret end,
      former_secret = case when webhook_endpoint.removed_at is null then webhook_endpoint.former_secret end,
      removed_at = null`.execute(trx);
}

/** Those that the setting no longer has: their secrets are forgotten at once. */
export async function markRemoved(trx: Trx, kept: readonly string[], at: Date): Promise<void> {
  await sql`
    update webhook_endpoint set removed_at = ${at}, secret = null, former_secret = null, former_until = null
    where removed_at is null and id <> all(${[...kept]}::uuid[])`.execute(trx);
}

export async function saveSecret(
  trx: Trx,
  id: string,
  made: { secret: Buffer; at: Date; formerUntil: Date | null },
): Promise<void> {
  await sql`
    update webhook_endpoint set former_secret = secret, former_until = ${made.formerUntil}, secret = ${made.secret},
      secret_made_at = ${made.at} where id = ${id}`.execute(trx);
}

export async function forgetFormerSecret(trx: Trx, id: string): Promise<void> {
  await sql`update webhook_endpoint set former_secret = null, former_until = null where id = ${id}`.execute(trx);
}

export async function savePaused(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update webhook_endpoint set paused_at = ${at} where id = ${id}`.execute(trx);
}

export async function saveResumed(trx: Trx, id: string): Promise<void> {
  await sql`
    update webhook_endpoint set paused_at = null, paused_for = null, disabled_at = null, disabled_for = null, failing_since = null, told_given_up = false
    where id = ${id}`.execute(trx);
}

export async function saveDisabled(
  trx: Trx,
  id: string,
  { at, reason }: { at: Date; reason: (typeof disabledReasons)[number] },
): Promise<void> {
  await sql`update webhook_endpoint set disabled_at = ${at}, disabled_for = ${reason} where id = ${id}`.execute(trx);
}

/** Everything that waits for it is given up; how many. */
export async function giveUpWaiting(trx: Trx, id: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'givenUp', ended_at = ${at}, claimed_until = null
    where endpoint_id = ${id} and state = 'waiting'`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export async function saveToldGivenUp(trx: Trx, id: string): Promise<void> {
  await sql`update webhook_endpoint set told_given_up = true where id = ${id}`.execute(trx);
}

/** What sending to an endpoint takes. */
export interface Sendable {
  id: string;
  url: string;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: Date | null;
}

/** Undefined while nothing is sent to it. */
export async function findSendable(db: Db, id: string): Promise<Sendable | undefined> {
  const { rows } = await sql<Sendable>`
    select id, url, secret, former_secret, former_until from webhook_endpoint
    where id = ${id} and secret is not null and paused_at is null and disabled_at is null and removed_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Endpoints for which a message is due that nobody sends now. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoint as endpoint
    where secret is not null and paused_at is null and disabled_at is null and removed_at is null and exists (
      select from webhook_delivery where endpoint_id = endpoint.id and state = 'waiting' and next_try_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now}))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listAdmins(db: Db): Promise<{ id: number; email: string; name: string; preferences: unknown }[]> {
  const { rows } = await sql<{ id: number; email: string; name: string; preferences: unknown }>`
    select id, email, name, preferences from app_user where role = 'admin' and state <> 'disabled' order by id`.execute(
    db,
  );
  return rows;
}
