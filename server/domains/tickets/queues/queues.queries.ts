/** SQL of staff's queues: which tickets each has, and how many. */
import type { LateReason, TicketPriority, TicketQueue } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Told, tell } from "../../../kernel/told.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { columnsOf, ofHolder, type TicketRecord } from "../tickets.queries.ts";
import { isLateFor } from "./late-reasons.ts";
import type { TicketList } from "./search.queries.ts";

/** What a queue depends on besides the tickets. */
export interface QueueReader {
  readerId: number;
  now: Date;
  /** What is due until then is about to be late. */
  soonUntil: Date;
}

export interface StaffFilter extends QueueReader {
  queue: TicketQueue;
  holder: Holder | undefined;
  state: TicketState | undefined;
  topic: string | undefined;
  priority: TicketPriority | undefined;
  tag: string | undefined;
  /** A member of staff; 0 for tickets of nobody. */
  assigned: number | undefined;
  /** Neither late nor about to be. */
  due?: "later" | undefined;
  why?: LateReason | undefined;
  /** Opened from then on, and before. */
  openedFrom?: string | undefined;
  openedBefore?: string | undefined;
}

const inQueue = (queue: TicketQueue, { readerId, now, soonUntil }: QueueReader): RawBuilder<SqlBool>[] => {
  switch (queue) {
    case "mine":
      return [sql`ticket.state = 'assigned' and ticket.assigned_to = ${readerId}`];
    case "unassigned":
      return [sql`ticket.state = 'open'`];
    case "waiting":
      return [sql`ticket.waiting_since is not null`];
    case "soon":
      return [sql`ticket.next_due_at >= ${now} and ticket.next_due_at <= ${soonUntil}`];
    case "late":
      return [sql`ticket.next_due_at < ${now}`];
    default:
      return [];
  }
};

/** The column by which a queue is ordered. */
const orderOf = (queue: TicketQueue): RawBuilder<unknown> =>
  queue === "soon" || queue === "late" ? sql`ticket.next_due_at` : sql`ticket.queue_at`;

/** Of the colleague, or (0) of nobody. */
const isAssigned = (to: number): RawBuilder<SqlBool> =>
  to === 0 ? sql`ticket.assigned_to is null` : sql`ticket.assigned_to = ${to}`;

function buildConditions(filter: StaffFilter) {
  const { queue, holder, state, topic, priority, tag, assigned, due, why, openedFrom, openedBefore, ...reader } =
    filter;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`true`,
    ...inQueue(queue, reader),
    ...(holder ? [ofHolder(holder)] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`ticket.state = ${state}`]),
    ...(topic === undefined ? [] : [sql<SqlBool>`ticket.topic = ${topic}`]),
    ...(priority === undefined ? [] : [sql<SqlBool>`ticket.priority = ${priority}`]),
    ...(tag === undefined ? [] : [sql<SqlBool>`ticket.tags @> array[${tag}]::text[]`]),
    ...(assigned === undefined ? [] : [isAssigned(assigned)]),
    ...(due === undefined
      ? []
      : [sql<SqlBool>`(ticket.next_due_at is null or ticket.next_due_at > ${reader.soonUntil})`]),
    ...(why === undefined ? [] : [isLateFor(why, reader.now)]),
    ...(openedFrom === undefined ? [] : [sql<SqlBool>`ticket.created_at >= ${openedFrom}::timestamptz`]),
    ...(openedBefore === undefined ? [] : [sql<SqlBool>`ticket.created_at < ${openedBefore}::timestamptz`]),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

const rowOrderOf = (queue: TicketQueue): RawBuilder<unknown> =>
  queue === "all" ? sql`ticket.id desc` : sql`${orderOf(queue)}, ticket.id`;

type After = { value: string; id: number } | undefined;
const furtherThan = (queue: TicketQueue, after: After): RawBuilder<SqlBool> =>
  !after
    ? sql`true`
    : queue === "all"
      ? sql`ticket.id < ${after.id}`
      : sql`(${orderOf(queue)}, ticket.id) > (${after.value}::timestamptz, ${after.id})`;

/** What a search is made in. */
export const buildQueueList = (filter: StaffFilter, after: After): TicketList => ({
  conditions: sql`${buildConditions(filter)} and ${furtherThan(filter.queue, after)}`,
  order: rowOrderOf(filter.queue),
  ofHolder: filter.holder !== undefined,
});

/**
 * Tickets of all holders: a queue by waiting or due time, all of them the newest first; as text, unless it has the hash `known`. With
 * `countedTo` it has besides what `countQueues` counts up to it.
 */
export function tellQueue(
  db: Db,
  filter: StaffFilter & { after: After; limit: number; countedTo: number | undefined },
  known: string,
): Promise<Told> {
  const { conditions, order } = buildQueueList(filter, filter.after);
  const { countedTo } = filter;
  const counts = countedTo === undefined ? sql`null::json` : countsOf(filter, countedTo, filter);
  const select = sql`
    select ${columnsOf(filter.readerId)} from ticket where ${conditions} order by ${order} limit ${filter.limit}`;
  return tell(db, select, known, counts);
}

/** The ids of a queue's tickets, in its order. */
export async function listQueueIds(db: Db, filter: StaffFilter, limit: number): Promise<number[]> {
  const { conditions, order } = buildQueueList(filter, undefined);
  const { rows } = await sql<{ id: number }>`
    select ticket.id from ticket where ${conditions} order by ${order} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those with the ids, in the order of a queue. */
export async function listFound(
  db: Db,
  { queue, readerId }: Pick<StaffFilter, "queue" | "readerId">,
  ids: readonly number[],
): Promise<TicketRecord[]> {
  const { rows } = await sql<TicketRecord>`
    select ${columnsOf(readerId)} from ticket where ticket.id = any(${[...ids]}::bigint[])
    order by ${rowOrderOf(queue)}`.execute(db);
  return rows;
}

export interface QueueCounts {
  queues: Record<Exclude<TicketQueue, "all">, number>;
  /** Of what is listed, if that was given. */
  listed: number | null;
}

function countsOf(reader: QueueReader, limit: number, listed: StaffFilter | undefined): RawBuilder<QueueCounts> {
  const counted = (conditions: RawBuilder<unknown>) => sql`(
    select count(*)::int from (select 1 from ticket where ${conditions} limit ${limit}) counted
  )`;
  const count = (queue: TicketQueue) => counted(sql.join(inQueue(queue, reader), sql` and `));
  return sql`(select json_build_object('queues', json_build_object(
      'mine', ${count("mine")}, 'unassigned', ${count("unassigned")}, 'waiting', ${count("waiting")},
      'soon', ${count("soon")}, 'late', ${count("late")}),
    'listed', ${listed ? counted(buildConditions(listed)) : sql`null::int`}))`;
}

/** How many tickets each queue has, and how many of `listed` there are, if that is given; each counted up to `limit`. */
export async function countQueues(
  db: Db,
  reader: QueueReader,
  limit: number,
  listed: StaffFilter | undefined,
): Promise<QueueCounts> {
  const { rows } = await sql<{ counts: QueueCounts }>`
    select ${countsOf(reader, limit, listed)} as counts`.execute(db);
  return rows[0]?.counts ?? { queues: { mine: 0, unassigned: 0, waiting: 0, soon: 0, late: 0 }, listed: null };
}
