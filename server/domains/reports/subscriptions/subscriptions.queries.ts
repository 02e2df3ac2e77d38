/** SQL of subscriptions to reports. */
import type { ReportFrequency } from "@portico/api/rules/report-subscriptions.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface SubscriptionRecord {
  id: number;
  holder_type: string;
  holder_id: number;
  kind: ReportKind;
  frequency: ReportFrequency;
  language: Language;
  made_by: number;
  made_at: Date;
  due_on: string;
  ended_at: Date | null;
  ended_by: number | null;
  ended_why: "asked" | "rights" | "closed" | null;
}

const columns = sql`report_subscription.id, report_subscription.holder_type, report_subscription.holder_id,
  report_subscription.kind, report_subscription.frequency, report_subscription.language, report_subscription.made_by,
  report_subscription.made_at, report_subscription.due_on::text as due_on, report_subscription.ended_at,
  report_subscription.ended_by, report_subscription.ended_why`;

export interface LastPeriod {
  from: string;
  to: string;
  state: "waiting" | "told" | "failed";
  reportId: number | null;
  failure: string | null;
  tryAt: string | null;
}
export type ListedSubscription = SubscriptionRecord & { last: LastPeriod | null };

/** Those that stand and those that ended lately, each with its last period; newest first. */
export async function listSubscriptions(db: Db, { holderType, holderId }: Holder): Promise<ListedSubscription[]> {
  const { rows } = await sql<ListedSubscription>`
    select ${columns}, (
      select json_build_object('from', one.period_from, 'to', one.period_to, 'state', one.state, 'reportId', one.report_id,
        'failure', one.failure, 'tryAt', case when one.state = 'waiting' and one.failure is not null
          then to_char(one.try_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
      from subscribed_report one where one.subscription_id = report_subscription.id and one.state <> 'dropped'
      order by one.period_from desc limit 1
    ) as last
    from report_subscription
    where report_subscription.holder_type = ${holderType} and report_subscription.holder_id = ${holderId}
      and (report_subscription.ended_at is null or report_subscription.ended_at > now() - interval '90 days')
    order by report_subscription.id desc limit 200`.execute(db);
  return rows;
}

/** Keeps two from subscribing at the same moment, each unaware of the other. */
export const lockSubscriptions = (trx: Trx, { holderType, holderId }: Holder): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`report subscriptions ${holderType}/${holderId}`}, 0))`.execute(
    trx,
  );

/** Those that stand. */
export async function listStanding(db: Db, { holderType, holderId }: Holder): Promise<SubscriptionRecord[]> {
  const { rows } = await sql<SubscriptionRecord>`
    select ${columns} from report_subscription
    where holder_type = ${holderType} and holder_id = ${holderId} and ended_at is null`.execute(db);
  return rows;
}

export async function insertSubscription(
  trx: Trx,
  {
    holder,
    madeBy,
    dueOn,
    ...wanted
  }: {
    holder: Holder;
    kind: ReportKind;
    frequency: ReportFrequency;
    language: Language;
    madeBy: number;
    dueOn: string;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("report_subscription")
    .values({ ...ownedBy(holder), ...wanted, made_by: madeBy, due_on: dueOn })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findSubscription(db: Db, id: number): Promise<SubscriptionRecord | undefined> {
  const { rows } = await sql<SubscriptionRecord>`select ${columns} from report_subscription where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** False if it has ended already. */
export async function endSubscription(
  trx: Trx,
  id: number,
  { by, why }: { by: number | null; why: "asked" | "rights" | "closed" },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("report_subscription")
    .set({ ended_at: sql<Date>`now()`, ended_by: by, ended_why: why })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A company's creator is one of its people until it was first reviewed; a right that is suspended has not ended. */
const isOfPeople = sql`case report_subscription.holder_type
  when 'user' then exists (
    select from app_user where id = report_subscription.holder_id and role = 'client' and id = report_subscription.made_by)
  else exists (
      select from standing_representation standing join app_user on app_user.id = standing.user_id
      where standing.company_id = report_subscription.holder_id and standing.user_id = report_subscription.made_by
        and app_user.state <> 'disabled')
    or exists (
      select from company where id = report_subscription.holder_id and creator_id = report_subscription.made_by
        and reviewed_on is null)
  end`;
const isClosed = sql`case report_subscription.holder_type
  when 'user' then (select state in ('rejected', 'disabled') from app_user where id = report_subscription.holder_id)
  else (select state in ('rejected', 'disabled') from company where id = report_subscription.holder_id) end`;

export type LostSubscription = SubscriptionRecord & { why: "rights" | "closed" };
async function listLost(db: Db, which: RawBuilder<SqlBool>): Promise<LostSubscription[]> {
  const { rows } = await sql<LostSubscription>`
    select ${columns}, case when ${isClosed} then 'closed' else 'rights' end as why from report_subscription
    where report_subscription.ended_at is null and ${which} and (${isClosed} or not ${isOfPeople})
    order by report_subscription.id`.execute(db);
  return rows;
}
/** Of these people or companies, those that must end. */
export const listLostOf = (
  db: Db,
  { userIds, companyIds }: { userIds: readonly number[]; companyIds: readonly number[] },
): Promise<LostSubscription[]> =>
  listLost(
    db,
    sql`(report_subscription.made_by = any(${[...userIds]}::bigint[])
      or report_subscription.holder_type = 'user' and report_subscription.holder_id = any(${[...userIds]}::bigint[])
      or report_subscription.holder_type = 'company' and report_subscription.holder_id = any(${[...companyIds]}::bigint[]))`,
  );
/** The subscription, if it must end: rights also end with their last day, which nobody records. */
export const findLost = async (db: Db, id: number): Promise<LostSubscription | undefined> =>
  (await listLost(db, sql`report_subscription.id = ${id}`))[0];
