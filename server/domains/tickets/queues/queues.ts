/** Staff's queues: all tickets, page by page, and searching them. */
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { LateReason, TicketPriority, TicketQueue } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import { tickets } from "@portico/api/tickets.ts";
import type { Context } from "../../../kernel/context.ts";
import { pageOf, pageStart } from "../../../kernel/cursor.ts";
import type { RawJson } from "../../../kernel/raw-json.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Stamped } from "../../../kernel/stamped.ts";
import { answerFrom, rowsOf, type ToldRows } from "../../../kernel/told.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { dayStarts, firmDay } from "../../settings/firm-day.ts";
import { type ClockRow, type TicketRecord, ticketMoments } from "../tickets.queries.ts";
import { describeTickets, getReadingContext, newestFirst, readingOf, sameDueStates } from "../tickets.ts";
import {
  buildQueueList,
  countQueues,
  listFound,
  listQueueIds,
  type QueueCounts,
  type StaffFilter,
  tellQueue,
} from "./queues.queries.ts";
import { findTickets, prepareSearch } from "./search.queries.ts";

const queueOrder = "tickets.queue";
const dueOrder = "tickets.due";

interface Wanted {
  holder_type?: Holder["holderType"] | undefined;
  holder_id?: number | undefined;
  queue: TicketQueue;
  state?: TicketState | undefined;
  topic?: string | undefined;
  priority?: TicketPriority | undefined;
  tag?: string | undefined;
  assigned?: number | undefined;
  due?: "later" | undefined;
  why?: LateReason | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const isByDueTime = (queue: TicketQueue): boolean => queue === "soon" || queue === "late";
const unset = {
  state: undefined,
  topic: undefined,
  priority: undefined,
  tag: undefined,
  assigned: undefined,
  due: undefined,
  why: undefined,
};

/** The instants of the days on which tickets were opened. */
async function openedOn({ db, now }: Context, { from, to }: Pick<Wanted, "from" | "to">) {
  if (from === undefined && to === undefined) return { openedFrom: undefined, openedBefore: undefined };
  const startOf = dayStarts((await firmDay(db, now())).timeZone);
  return {
    openedFrom: from === undefined ? undefined : startOf(from),
    openedBefore: to === undefined ? undefined : startOf(addDays(to, 1)),
  };
}

/** A page of all tickets for staff, and how many each queue has. */
export async function listAllTickets(
  context: Context,
  { holder_type, holder_id, cursor, limit, ...wanted }: Wanted,
  row: ClockRow | undefined,
): Promise<Answer<typeof tickets.listAll> | Stamped<RawJson<Answer<typeof tickets.listAll>>>> {
  const reading = readingOf(row, context);
  const reader = { readerId: reading.viewer.userId, now: reading.now, soonUntil: reading.soonUntil };
  if ((holder_type === undefined) !== (holder_id === undefined))
    throw new Refusal("badInput", {
      fields: [{ path: holder_type === undefined ? "holder_type" : "holder_id", code: "required" }],
    });
  const { search = "", from, to, ...narrowed } = wanted;
  const opened = await openedOn(context, { from, to });
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const filter: StaffFilter = { ...unset, ...narrowed, ...opened, holder, ...reader };
  const order = filter.queue === "all" ? newestFirst : isByDueTime(filter.queue) ? dueOrder : queueOrder;
  const isFirst = cursor === undefined;
  const start = pageStart({ cursor, limit, order });
  const after = start.after && queueKey(start.after);
  const answerOf = ({ rows: read, found, counts }: FoundRows): [TicketRecord[], Answer<typeof tickets.listAll>] => {
    const { rows, nextCursor } = pageOf(read, { limit, order }, (one) => [orderKeyOf(filter.queue, one), one.id]);
    return [
      rows,
      {
        tickets: describeTickets(reading, rows),
        // What a search finds is counted with what it shows.
        count: found ?? counts?.listed ?? null,
        queues: counts?.queues ?? null,
        nextCursor,
      },
    ];
  };
  if (search !== "")
    return answerOf(await searchQueuePage(context.db, filter, { ...start, after, isFirst, search }))[1];
  const paged = { after, limit: start.limit, countedTo: isFirst ? countCap : undefined };
  return answerFrom({
    of: [order, holder, narrowed, opened, cursor, limit, reading.viewer, row],
    moment: reading,
    schema: tickets.listAll.answer,
    tell: (known) => tellQueue(context.db, { ...filter, ...paged }, known),
    make({ rows: told, besides: counts }: ToldRows<QueueCounts | null>) {
      const [rows, answer] = answerOf({ rows: rowsOf<TicketRecord>(told, ticketMoments), counts, found: null });
      return { answer, holdsAt: sameDueStates(reading, rows) };
    },
  });
}

/** The ids of what the list shows, in its order. */
export async function findQueued(
  context: Context,
  { holder_type, holder_id, search = "", from, to, ...narrowed }: Omit<Wanted, "cursor" | "limit">,
  limit: number,
): Promise<number[]> {
  const { viewer, now, soonUntil } = await getReadingContext(context);
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const opened = await openedOn(context, { from, to });
  const filter: StaffFilter = { ...unset, ...narrowed, ...opened, holder, readerId: viewer.userId, now, soonUntil };
  if (search === "") return listQueueIds(context.db, filter, limit);
  const wanted = await prepareSearch(context.db, search, holder);
  return findTickets(context.db, buildQueueList(filter, undefined), wanted, limit);
}

interface Page {
  after: { value: string; id: number } | undefined;
  isFirst: boolean;
  limit: number;
  search: string;
}
interface FoundRows {
  rows: TicketRecord[];
  /** Of a first page. */
  counts: QueueCounts | null;
  /** How many a search has found. */
  found: number | null;
}

async function searchQueuePage(db: Db, filter: StaffFilter, page: Page): Promise<FoundRows> {
  const [found, counts] = await Promise.all([
    searchQueue(db, filter, page),
    page.isFirst ? countQueues(db, filter, countCap, undefined) : null,
  ]);
  return { ...found, counts };
}

async function searchQueue(
  db: Db,
  filter: StaffFilter,
  { after, isFirst, limit, search }: Page,
): Promise<Pick<FoundRows, "rows" | "found">> {
  const wanted = await prepareSearch(db, search, filter.holder);
  const ids = await findTickets(
    db,
    buildQueueList(filter, after),
    wanted,
    isFirst ? Math.max(limit, searchCountCap) : limit,
  );
  return {
    rows: await listFound(db, filter, ids.slice(0, limit)),
    found: isFirst ? Math.min(ids.length, searchCountCap) : null,
  };
}

const orderKeyOf = (queue: TicketQueue, row: TicketRecord): string =>
  (isByDueTime(queue) ? row.next_due_at : row.waiting_since)?.toISOString() ?? "infinity";

/** A moment, or `infinity` for tickets whose turn is the client's. */
function queueKey({ value, id }: { value: string; id: number }): { value: string; id: number } {
  if (value !== "infinity" && Number.isNaN(Date.parse(value)))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  return { value, id };
}
