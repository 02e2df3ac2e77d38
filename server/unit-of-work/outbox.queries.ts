/** SQL of events for the firm's own systems, in the transaction of the change. */
import type { requestTypes } from "@portico/api/rules/transaction-requests.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../kernel/transaction.ts";

/** Endpoints for which events are recorded; also those that are paused. */
const recording: RawBuilder<boolean> = sql`secret is not null and disabled_at is null and removed_at is null`;

/** Those of the events that some endpoint wants. */
export async function listSubscribed(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct wanted as name from webhook_endpoint, unnest(events) as wanted
    where ${recording} and wanted = any(${[...names]}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

export interface RequestFacts {
  holderType: string;
  holderId: number;
  type: (typeof requestTypes)[number];
}

export async function listRequestFacts(db: Db, ids: readonly number[]): Promise<Map<number, RequestFacts>> {
  const { rows } = await sql<RequestFacts & { id: number }>`
    select id, holder_type as "holderType", holder_id as "holderId", type
    from transaction_request where id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

export interface NewMessage {
  message_id: string;
  type: string;
  body: string;
  created_at: string;
  object: string;
}

/** The messages, and a delivery for each endpoint that wants its type. */
export async function insertEvents(trx: Trx, messages: readonly NewMessage[]): Promise<void> {
  await sql`
    with told as (
      select * from rows from (json_to_recordset(${JSON.stringify(messages)}::json)
        as (message_id text, type text, body text, created_at timestamptz, object text)) with ordinality
        as told (message_id, type, body, created_at, object, place)
    ), event as (
      insert into webhook_event (message_id, type, body, created_at)
      select message_id, type, body, created_at from told order by place
      returning id, message_id
    )
    insert into webhook_delivery (endpoint_id, event_id, object, since, next_try_at)
    select endpoint.id, event.id, told.object, moment.at, moment.at
    from event join told using (message_id)
      cross join (select date_trunc('milliseconds', now()) as at) as moment
      join webhook_endpoint as endpoint on told.type = any(endpoint.events)
    where ${recording}
    order by event.id`.execute(trx);
}
