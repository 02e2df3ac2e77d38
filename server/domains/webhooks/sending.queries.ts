/** SQL of sending: which messages a process takes, and what became of them. */
import type { AttemptFailure } from "@portico/api/rules/webhooks.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface Claimed {
  id: number;
  object: string;
  tries: number;
  since: Date;
  message_id: string;
  body: string;
}

/**
 * Takes messages that are due, of each object the first that waits. Another process that takes some at the same time takes
 * others. Until `until` nobody else sends them.
 */
export async function claimDue(
  db: Db,
  endpointId: string,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from webhook_delivery as delivery
      where endpoint_id = ${endpointId} and state = 'waiting' and next_try_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        -- By the index, however many wait: an anti join would read all of them.
        and id = (
          select first.id from webhook_delivery as first
          where first.endpoint_id = delivery.endpoint_id and first.object = delivery.object and first.state = 'waiting'
          order by first.id limit 1)
      order by next_try_at, id limit ${limit} for update skip locked
    )
    update webhook_delivery as delivery set claimed_until = ${until}
    from due, webhook_event as event where delivery.id = due.id and event.id = delivery.event_id
    returning delivery.id, delivery.object, delivery.tries, delivery.since, event.message_id, event.body`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** What waits behind a message that is tried later waits as long, so that nobody looks at it until then. */
export async function postponeBlocked(db: Db, endpointId: string, now: Date): Promise<void> {
  await sql`
    update webhook_delivery as delivery set next_try_at = first.next_try_at
    from (
      select distinct on (object) object, id, next_try_at from webhook_delivery
      where endpoint_id = ${endpointId} and state = 'waiting'
        and object in (select object from webhook_delivery where endpoint_id = ${endpointId} and state = 'waiting' and next_try_at <= ${now} limit 1000)
      order by object, id
    ) as first
    where delivery.endpoint_id = ${endpointId} and delivery.object = first.object and delivery.state = 'waiting'
      and delivery.id > first.id and delivery.next_try_at <= ${now} and first.next_try_at > ${now}`.execute(db);
}

export interface Attempt {
  at: Date;
  durationMs: number;
  status: number | null;
  failure: AttemptFailure | null;
  detail: string | null;
  answer: string | null;
  /** Until when the receiver asked not to be called. */
  notBefore: Date | null;
}

const insertAttempt = (deliveryId: number, one: Attempt) => sql`
  insert into webhook_attempt (delivery_id, at, duration_ms, status, failure, detail, answer)
  values (${deliveryId}, ${one.at}, ${one.durationMs}, ${one.status}, ${one.failure}, ${one.detail}, ${one.answer})`;

/** The endpoint is written at most once a minute while all goes well. */
export async function saveDelivered(
  db: Db,
  { endpointId, id, attempt }: { endpointId: string; id: number; attempt: Attempt },
): Promise<void> {
  await sql`
    with attempt as (${insertAttempt(id, attempt)}), works as (
      update webhook_endpoint set failing_since = null, told_given_up = false, last_success_at = ${attempt.at}
      where id = ${endpointId}
        and (failing_since is not null or last_success_at is null or last_success_at < ${attempt.at}::timestamptz - interval '1 minute')
    )
    update webhook_delivery set state = 'delivered', tries = tries + 1, ended_at = ${attempt.at}, claimed_until = null
    where id = ${id}`.execute(db);
}

/** A failed attempt; `next` is when it is tried again, null if never. */
export async function saveFailed(
  trx: Trx,
  { endpointId, id, attempt, next }: { endpointId: string; id: number; attempt: Attempt; next: Date | null },
): Promise<void> {
  await sql`
    with attempt as (${insertAttempt(id, attempt)}), fails as (
      update webhook_endpoint set failing_since = ${attempt.at} where id = ${endpointId} and failing_since is null
    )
    update webhook_delivery set tries = tries + 1, claimed_until = null,
      state = ${next === null ? "givenUp" : "waiting"}, next_try_at = coalesce(${next}::timestamptz, next_try_at),
      ended_at = ${next === null ? attempt.at : null}
    where id = ${id}`.execute(trx);
}

/** What waited behind a message of the object that has ended is due. */
export async function releaseNext(
  db: Db,
  { endpointId, object, now }: { endpointId: string; object: string; now: Date },
): Promise<void> {
  await sql`
    update webhook_delivery set next_try_at = ${now}
    where endpoint_id = ${endpointId} and object = ${object} and state = 'waiting' and tries = 0 and next_try_at > ${now}`.execute(
    db,
  );
}
