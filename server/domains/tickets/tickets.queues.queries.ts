/** SQL of staff's queues: which tickets each has, how many, and searching them. */
import type { TicketPriority, TicketQueue } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing, wordsLike } from "../../database/search.queries.ts";
import type { Db } from "../../kernel/transaction.ts";
import { columnsOf, ofHolder, type TicketRecord } from "./tickets.queries.ts";

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
  search: Search | undefined;
}

/** `common`: see `isCommon`. */
interface Search {
  text: string;
  common: boolean;
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

const holdersNamed = (search: string) => sql`
  select 'user', id from app_user where search_text like ${containing(search)}
  union all select 'company', id from company where search_text like ${containing(search)}`;

/** More hits than this are found faster by reading the list in its order than by looking all of them up. */
const commonHits = 2_000;

/** Whether the words occur in very many texts. */
export async function isCommon(db: Db, search: string): Promise<boolean> {
  const hits = (table: string) => sql`(
    select count(*) from (select 1 from ${sql.table(table)} where words @@ ${wordsLike(search)} limit ${commonHits}) hit
  )`;
  const { rows } = await sql<{ common: boolean }>`
    select ${hits("ticket")} + ${hits("ticket_comment")} >= ${commonHits} as common`.execute(db);
  return rows[0]?.common ?? false;
}

/** Found by its number, by words of title, text or a comment, or, among those of all holders, by the holder's name. */
function matches({ text, common }: Search, holder: Holder | undefined): RawBuilder<SqlBool> {
  const [, number] = /^#?(\d{1,15})$/.exec(text) ?? [];
  const byNumber = number === undefined ? null : sql`${Number(number)}::bigint`;
  // Without the offset all comments with the words would be read first.
  if (common)
    return sql`(
      ticket.words @@ ${wordsLike(text)}
      or exists (select 1 from ticket_comment where ticket_id = ticket.id and words @@ ${wordsLike(text)} offset 0)
      ${holder ? sql`` : sql`or (ticket.holder_type, ticket.holder_id) in (${holdersNamed(text)})`}
      ${byNumber ? sql`or ticket.id = ${byNumber}` : sql``}
    )`;
  // As an array, so that the tickets are looked up instead of being compared one after another in the list's order.
  return sql`ticket.id = any(array(
    select id from ticket where words @@ ${wordsLike(text)}
    union select ticket_id from ticket_comment where words @@ ${wordsLike(text)}
    ${
      holder
        ? sql``
        : sql`union select found.id from ticket found where (found.holder_type, found.holder_id) in (${holdersNamed(text)})`
    }
    ${byNumber ? sql`union select ${byNumber}` : sql``}
  ))`;
}

function conditionsOf({ queue, holder, state, topic, priority, tag, search, ...reader }: StaffFilter) {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`true`,
    ...inQueue(queue, reader),
    ...(holder ? [ofHolder(holder)] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`ticket.state = ${state}`]),
    ...(topic === undefined ? [] : [sql<SqlBool>`ticket.topic = ${topic}`]),
    ...(priority === undefined ? [] : [sql<SqlBool>`ticket.priority = ${priority}`]),
    ...(tag === undefined ? [] : [sql<SqlBool>`ticket.tags @> array[${tag}]::text[]`]),
    ...(search ? [matches(search, holder)] : []),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Tickets of all holders: a queue by waiting or due time, all of them the newest first. */
export async function listForStaff(
  db: Db,
  filter: StaffFilter & { after: { value: string; id: number } | undefined; limit: number },
): Promise<TicketRecord[]> {
  const { after } = filter;
  const isQueue = filter.queue !== "all";
  const further = !after
    ? sql``
    : isQueue
      ? sql`and (${orderOf(filter.queue)}, ticket.id) > (${after.value}::timestamptz, ${after.id})`
      : sql`and ticket.id < ${after.id}`;
  const { rows } = await sql<TicketRecord>`
    select ${columnsOf(filter.readerId)} from ticket where ${conditionsOf(filter)} ${further}
    order by ${isQueue ? sql`${orderOf(filter.queue)}, ticket.id` : sql`ticket.id desc`} limit ${filter.limit}`.execute(
    db,
  );
  return rows;
}

/** How many there are, counted up to `limit`. */
export async function countForStaff(db: Db, filter: StaffFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ticket where ${conditionsOf(filter)} limit ${limit}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** How many tickets the queues have, each counted up to `limit`. */
export async function countQueues(db: Db, reader: QueueReader, limit: number) {
  const count = (queue: TicketQueue) => sql`(
    select count(*)::int from (
      select 1 from ticket where ${sql.join(inQueue(queue, reader), sql` and `)} limit ${limit}
    ) counted
  )`;
  const { rows } = await sql<Record<Exclude<TicketQueue, "all">, number>>`
    select ${count("mine")} as mine, ${count("unassigned")} as unassigned, ${count("waiting")} as waiting,
      ${count("soon")} as soon, ${count("late")} as late`.execute(db);
  return rows[0] ?? { mine: 0, unassigned: 0, waiting: 0, soon: 0, late: 0 };
}
