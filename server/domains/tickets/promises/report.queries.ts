/** SQL of the report: promises that were kept or not, and the tickets that were late. */
import type { TicketPromiseKind } from "@portico/api/rules/tickets.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import { columnsWithClocks, type TicketWithClocks } from "../tickets.queries.ts";

export interface ReportPeriod {
  /** Tickets opened from then on, and before. */
  from: string;
  before: string;
  timeZone: string;
  now: Date;
}

export interface ReportRecord {
  by: "all" | "topic" | "person" | "week";
  topic: string | null;
  person: number | null;
  person_name: string | null;
  /** Its Monday. */
  week: string | null;
  kind: TicketPromiseKind;
  in_time: number;
  late: number;
  overdue: number;
  open: number;
  median: number | null;
}

/** The resolution is the last of the clocks, and the first answer the first of two. */
const passedOf = (kind: TicketPromiseKind) =>
  kind === "firstAnswer" ? sql`(ticket.clocks -> 0 ->> 'passed')::int` : sql`(ticket.clocks -> -1 ->> 'passed')::int`;
const weekOf = (timeZone: string) =>
  sql`to_char(date_trunc('week', ticket.created_at at time zone ${timeZone}), 'YYYY-MM-DD')`;
/** Who answered or looks after it: a ticket that nobody answered is of who looks after it. */
const personOf = (kind: TicketPromiseKind) =>
  kind === "firstAnswer"
    ? sql`case when ticket.first_answered_at is null then ticket.assigned_to else ticket.first_answered_by end`
    : sql`ticket.assigned_to`;
const dueOf = (kind: TicketPromiseKind) =>
  kind === "firstAnswer" ? sql`ticket.first_answer_due_at` : sql`ticket.resolution_due_at`;
const endOf = (kind: TicketPromiseKind) =>
  kind === "firstAnswer" ? sql`ticket.first_answered_at` : sql`ticket.finished_at`;
/** The firm has promised it: a first answer only to what a client asked. */
const isPromised = (kind: TicketPromiseKind) =>
  kind === "firstAnswer" ? sql`ticket.first_answer_due_at is not null` : sql`cardinality(ticket.turns) > 0`;
/** What was merged into another ticket is answered there. */
const opened = ({ from, before }: ReportPeriod) =>
  sql`ticket.created_at >= ${from}::timestamptz and ticket.created_at < ${before}::timestamptz
    and ticket.merged_into is null`;

/** Counts over the period: of all, and by topic, by colleague and by week. */
export async function countPromises(db: Db, period: ReportPeriod): Promise<ReportRecord[]> {
  const promises = (kind: TicketPromiseKind) => sql`
    select ${kind}::text as kind, ticket.topic, ${personOf(kind)} as person, ${weekOf(period.timeZone)} as week,
      ${dueOf(kind)} as due_at, ${endOf(kind)} as ended_at, ${passedOf(kind)} as passed
    from ticket where ${opened(period)} and ${isPromised(kind)}`;
  const { rows } = await sql<ReportRecord>`
    with promise as (${promises("firstAnswer")} union all ${promises("resolution")})
    select case when grouping(topic) = 0 then 'topic' when grouping(person) = 0 then 'person'
        when grouping(week) = 0 then 'week' else 'all' end as by,
      topic, person, (select name from app_user where id = person) as person_name, week, kind,
      count(*) filter (where ended_at is not null and (due_at is null or due_at >= ended_at))::int as in_time,
      count(*) filter (where ended_at > due_at)::int as late,
      count(*) filter (where ended_at is null and due_at < ${period.now})::int as overdue,
      count(*) filter (where ended_at is null and (due_at is null or due_at >= ${period.now}))::int as open,
      round((percentile_cont(0.5) within group (order by passed) filter (where ended_at is not null))::numeric)::int as median
    from promise
    group by grouping sets ((kind), (kind, topic), (kind, person), (kind, week))`.execute(db);
  return rows;
}

/** How many tickets were opened in each week of the period, as their list shows them. */
export async function countOpened(
  db: Db,
  { from, before, timeZone }: ReportPeriod,
): Promise<{ week: string; count: number }[]> {
  const { rows } = await sql<{ week: string; count: number }>`
    select ${weekOf(timeZone)} as week, count(*)::int as count from ticket
    where created_at >= ${from}::timestamptz and created_at < ${before}::timestamptz group by 1 order by 1 desc`.execute(
    db,
  );
  return rows;
}

export interface LateFilter {
  kind: TicketPromiseKind;
  topic?: string | undefined;
  /** 0: nobody. */
  person?: number | undefined;
  week?: string | undefined;
}

/**
 * Tickets of the period that were late, or are: the newest first, from `after` on. In the order of an index that knows the
 * period: by number, tickets before it would be read if it has fewer than a page.
 */
export async function listLateTickets(
  db: Db,
  period: ReportPeriod,
  { kind, topic, person, week }: LateFilter,
  { readerId, after, limit }: { readerId: number; after: { value: string; id: number } | undefined; limit: number },
): Promise<TicketWithClocks[]> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`${opened(period)} and ${isPromised(kind)} and ${dueOf(kind)} < coalesce(${endOf(kind)}, ${period.now})`,
    ...(topic === undefined ? [] : [sql<SqlBool>`ticket.topic = ${topic}`]),
    ...(person === undefined ? [] : [sql<SqlBool>`coalesce(${personOf(kind)}, 0) = ${person}`]),
    ...(week === undefined ? [] : [sql<SqlBool>`${weekOf(period.timeZone)} = ${week}`]),
    ...(after === undefined
      ? []
      : [sql<SqlBool>`(ticket.created_at, ticket.id) < (${after.value}::timestamptz, ${after.id})`]),
  ];
  const { rows } = await sql<TicketWithClocks>`
    select ${columnsWithClocks(readerId)} from ticket where ${sql.join(conditions, sql` and `)}
    order by ticket.created_at desc, ticket.id desc limit ${limit}`.execute(db);
  return rows;
}
