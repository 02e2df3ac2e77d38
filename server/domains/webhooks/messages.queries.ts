/** SQL of messages as administrators see them, and of their end. */
import type { DeliveryState } from "@portico/api/rules/webhooks.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { Attempt } from "./sending.queries.ts";

export interface DeliveryRow {
  id: number;
  endpoint_id: string;
  message_id: string;
  type: string;
  body: string;
  state: DeliveryState;
  tries: number;
  created_at: Date;
  next_try_at: Date;
  ended_at: Date | null;
  status: number | null;
  failure: Attempt["failure"];
}
const columns = sql`delivery.id, delivery.endpoint_id, event.message_id, event.type, event.body, delivery.state, delivery.tries,
  event.created_at, delivery.next_try_at, delivery.ended_at, last.status, last.failure`;
const joined = sql`webhook_delivery as delivery join webhook_event as event on event.id = delivery.event_id
  left join lateral (
    select status, failure from webhook_attempt where delivery_id = delivery.id order by id desc limit 1
  ) as last on true`;

export async function listDeliveries(
  db: Db,
  {
    endpointId,
    state,
    before,
    limit,
  }: { endpointId: string; state: DeliveryState | undefined; before: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from ${joined}
    where delivery.endpoint_id = ${endpointId}
      and ${state === undefined ? sql`true` : sql`delivery.state = ${state}`}
      and ${before === undefined ? sql`true` : sql`delivery.id < ${before}`}
    order by delivery.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findDelivery(db: Db, id: number): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from ${joined} join webhook_endpoint as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.id = ${id} and endpoint.removed_at is null`.execute(db);
  return rows[0];
}

export interface AttemptRow extends Omit<Attempt, "durationMs"> {
  id: number;
  duration_ms: number;
}

/** The last ones, the newest first. */
export async function listAttempts(db: Db, deliveryId: number, limit: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select id, at, duration_ms, status, failure, detail, answer from webhook_attempt
    where delivery_id = ${deliveryId} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** It waits anew; false if a process sends it at this moment. */
export async function saveAgain(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set state = 'waiting', tries = 0, since = ${now}, next_try_at = ${now}, ended_at = null
    where id = ${id} and (claimed_until is null or claimed_until <= ${now}) returning id`.execute(trx);
  return rows.length > 0;
}

/** A message for one endpoint, whatever it subscribed to. */
export async function insertMessage(
  trx: Trx,
  endpointId: string,
  message: { message_id: string; type: string; body: string; created_at: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into webhook_event (message_id, type, body, created_at)
      values (${message.message_id}, ${message.type}, ${message.body}, ${message.created_at}) returning id, message_id, created_at
    )
    insert into webhook_delivery (endpoint_id, event_id, object, since, next_try_at)
    select ${endpointId}, id, 'test/' || message_id, created_at, created_at from event returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("a message was not stored");
  return row.id;
}

/** Deletes messages before the moment, so many at most; how many there were. Deliveries and attempts go with them. */
export async function deleteMessages(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_event where id in (
      select id from webhook_event where created_at < ${before} order by created_at limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** Deletes what was for endpoints that were removed, so many deliveries at most. */
export async function deleteOfRemoved(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where endpoint_id in (select id from webhook_endpoint where removed_at is not null) limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

export async function deleteRemoved(db: Db): Promise<void> {
  await sql`
    delete from webhook_endpoint as endpoint where removed_at is not null
      and not exists (select from webhook_delivery where endpoint_id = endpoint.id)`.execute(db);
}
