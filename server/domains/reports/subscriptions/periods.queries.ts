/** SQL of the periods of subscriptions: which are due, and what became of each. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { SubscriptionRecord } from "./subscriptions.queries.ts";

export type DueSubscription = Pick<SubscriptionRecord, "id" | "holder_type" | "holder_id" | "frequency" | "due_on">;

/** Subscriptions whose period is over, by id. */
export async function listDue(
  db: Db,
  { by, after, limit }: { by: string; after: number; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select id, holder_type, holder_id, frequency, due_on::text as due_on from report_subscription
    where ended_at is null and due_on <= ${by}::date and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

/** False if another run was faster, or it has ended. */
export async function moveDue(trx: Trx, id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { rows } = await sql`
    update report_subscription set due_on = ${to}::date
    where id = ${id} and due_on = ${from}::date and ended_at is null returning id`.execute(trx);
  return rows.length > 0;
}

export const insertPeriod = (
  trx: Trx,
  { subscriptionId, holder, from, to }: { subscriptionId: number; holder: Holder; from: string; to: string },
): Promise<unknown> =>
  trx
    .insertInto("subscribed_report")
    .values({ ...ownedBy(holder), subscription_id: subscriptionId, period_from: from, period_to: to })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export type WaitingPeriod = Pick<SubscriptionRecord, "holder_type" | "holder_id" | "kind" | "language"> & {
  id: number;
  from: string;
  to: string;
  tries: number;
  report_id: number | null;
};

/** Periods that wait to be asked for, or for their report, by id. */
export async function listWaiting(
  db: Db,
  { asked, after, limit }: { asked: boolean; after: number; limit: number },
): Promise<WaitingPeriod[]> {
  const { rows } = await sql<WaitingPeriod>`
    select one.id, one.holder_type, one.holder_id, one.period_from::text as "from", one.period_to::text as "to", one.tries,
      one.report_id, subscription.kind, subscription.language
    from subscribed_report one join report_subscription subscription on subscription.id = one.subscription_id
    where one.state = 'waiting' and one.try_at <= now() and one.id > ${after}
      and ${asked ? sql`one.report_id is not null` : sql`one.report_id is null`}
    order by one.id limit ${limit}`.execute(db);
  return rows;
}

/** How many of them are being made. */
export async function countMaking(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscribed_report where state = 'waiting' and report_id is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** False if it no longer waits to be asked for. */
export async function setAsked(trx: Trx, id: number, reportId: number): Promise<boolean> {
  const { rows } = await sql`
    update subscribed_report set report_id = ${reportId}, tries = tries + 1
    where id = ${id} and state = 'waiting' and report_id is null returning id`.execute(trx);
  return rows.length > 0;
}

/** Of one that waits. */
export async function tryLater(
  trx: Trx,
  id: number,
  { failure, minutes }: { failure: string; minutes: number },
): Promise<boolean> {
  const { rows } = await sql`
    update subscribed_report set report_id = null, failure = ${failure}, try_at = now() + make_interval(mins => ${minutes}::int)
    where id = ${id} and state = 'waiting' returning id`.execute(trx);
  return rows.length > 0;
}

/** False if it is settled already. */
export async function settle(
  trx: Trx,
  id: number,
  end: { state: "told"; reportId: number } | { state: "failed"; failure: string },
): Promise<boolean> {
  const { rows } = await sql`
    update subscribed_report set state = ${end.state}, settled_at = now(),
      report_id = ${end.state === "told" ? end.reportId : sql`report_id`},
      failure = ${end.state === "failed" ? end.failure : null}
    where id = ${id} and state = 'waiting' returning id`.execute(trx);
  return rows.length > 0;
}

/** What still waits of a subscription that has ended. */
export const dropWaiting = (trx: Trx, subscriptionId: number): Promise<unknown> =>
  sql`update subscribed_report set state = 'dropped', settled_at = now()
    where subscription_id = ${subscriptionId} and state = 'waiting'`.execute(trx);
