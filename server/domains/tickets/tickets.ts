/** Reading tickets: a holder's, one with its text, and its comments. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import { type TicketComment, type TicketRow, tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { pageOf, pageStart, readPage } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { isoOf } from "../../kernel/instants.ts";
import { canOf } from "../../kernel/policy.ts";
import type { RawJson } from "../../kernel/raw-json.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Stamped } from "../../kernel/stamped.ts";
import { answerFrom, rowsOf } from "../../kernel/told.ts";
import type { Db } from "../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { settingsOf } from "../settings/settings.ts";
import { findMerge, listMerged } from "./merging/merging.queries.ts";
import { type ClockRules, clockSettings } from "./promises/due-times.ts";
import { clockRulesOf, readClockRules } from "./promises/promises.ts";
import { canOfTicket, refusalToAttach, refusalToUnmerge, type TicketStatus, undoUntil } from "./tickets.policy.ts";
import {
  type ClockRow,
  type CommentRecord,
  findTicket,
  listComments,
  listFiles,
  listWatchers,
  type TicketRecord,
  type TicketsRow,
  type TicketWithClocks,
  tellHolderTickets,
  ticketMoments,
} from "./tickets.queries.ts";

export const newestFirst = "tickets";
const commentOrder = "ticketCommentsByTime";
const dayMs = 24 * 3600 * 1000;

/** `holder`: without what only staff get. */
type As = "holder" | undefined;

export const toTicketStatus = (row: TicketRecord): TicketStatus => ({ holder: holderOf(row), state: row.state });

/** What a text shows of its writer: the holder, or the member of staff. */
export const creatorOf = (
  { created_by, creator_name, by_staff }: { created_by: number; creator_name: string; by_staff: boolean },
  holder: Holder,
) => ({
  creator_type: by_staff ? ("user" as const) : holder.holderType,
  creator_id: by_staff ? created_by : holder.holderId,
  creator_name,
  by_staff,
});

/** The reader gets what only staff get. */
export const seesAll = (viewer: Viewer, holder: Holder, as: As): boolean =>
  as !== "holder" && !isHolder(viewer, holder);

export interface Reading {
  viewer: Viewer;
  as: As;
  closeAfterDays: number;
  now: Date;
  /** What is due until then is about to be late. */
  soonUntil: Date;
}
export const getReadingContext = async (context: Context, as?: As): Promise<Reading> =>
  readingBy(await readClockRules(context.db), context, as);

/** By the settings of a row that the call began with. */
export const readingOf = (row: ClockRow | undefined, context: Context, as?: As): Reading =>
  readingBy(clockRulesOf(...settingsOf(clockSettings, row?.settings)), context, as);

function readingBy({ rules, clock }: ClockRules, context: Context, as: As): Reading {
  const now = context.now();
  return {
    viewer: requireViewer(context),
    as,
    closeAfterDays: rules.closeAfterDays,
    now,
    soonUntil: clock.addBusinessTime(now, rules.warnMinutes),
  };
}

/** What is due next. */
function dueOf(reading: Reading, row: TicketRecord): TicketRow["due"] {
  const { next_due_at: at, first_answered_at, first_answer_due_at } = row;
  if (at === null) return null;
  const isAnswer = first_answered_at === null && first_answer_due_at?.getTime() === at.getTime();
  return {
    kind: isAnswer ? "firstAnswer" : "resolution",
    at: isoOf(at),
    state: dueStateOf(reading, at),
  };
}

const dueStateOf = ({ now, soonUntil }: Reading, at: Date) => (at < now ? "late" : at <= soonUntil ? "soon" : "due");

/** Whether each ticket is as due at another reading as at this one: all that the time changes in a list. */
export function sameDueStates(reading: Reading, rows: readonly TicketRecord[]): (at: Reading) => boolean {
  const dues = rows.flatMap(({ next_due_at: at }) => (at === null ? [] : [{ at, state: dueStateOf(reading, at) }]));
  return (other) => dues.every(({ at, state }) => dueStateOf(other, at) === state);
}

/** A promise that was not kept: met after its due time, or not yet. */
export const toClock = ({ now }: Reading, clock: TicketWithClocks["clocks"][number]) => ({
  ...clock,
  late: clock.due_at !== null && clock.due_at < (clock.ended_at ?? now.toISOString()),
});

type FileRow = Awaited<ReturnType<typeof listFiles>>[number];
const fileOf = ({ id, name, size, media_type, state }: FileRow): StoredFile => ({
  id,
  name,
  size,
  media_type,
  state: state as StoredFile["state"],
});

/** Tickets as their reader gets them in lists. */
export const describeTickets = (reading: Reading, rows: readonly TicketRecord[]): TicketRow[] =>
  rows.map((row) => presentTicket(reading, row));

function presentTicket(reading: Reading, row: TicketRecord): TicketRow {
  const { viewer, as, closeAfterDays } = reading;
  const holder = holderOf(row);
  const forStaff = seesAll(viewer, holder, as);
  const { last_answer, last_answer_at } = row;
  return {
    id: row.id,
    holder_type: row.holder_type,
    holder_id: row.holder_id,
    holder_name: row.holder_name,
    title: row.title,
    content: row.content,
    files: row.files,
    service: row.service_name,
    topic: row.topic,
    state: row.state,
    ...creatorOf(row, holder),
    created_at: isoOf(row.created_at),
    changed_at: isoOf(row.changed_at),
    assigned_name: row.assigned_name,
    waiting_since: row.waiting_since && isoOf(row.waiting_since),
    due: dueOf(reading, row),
    closes_at:
      row.state === "resolved" ? isoOf(new Date(row.state_changed_at.getTime() + closeAfterDays * dayMs)) : null,
    merged_into: row.merged_into,
    comments: row.comments + (forStaff ? row.notes : 0),
    last_answer:
      last_answer === null || last_answer_at === null
        ? null
        : { id: last_answer, at: isoOf(last_answer_at), by: row.last_answer_name ?? "" },
    staff: forStaff
      ? { priority: row.priority, assigned_to: row.assigned_to, tags: row.tags, watched: row.watched }
      : null,
    can: canOfTicket(viewer, toTicketStatus(row)),
  };
}

/** A page of a holder's tickets, the newest first. */
export async function listHolderTickets(
  context: Context,
  holder: Holder,
  {
    state,
    as,
    cursor,
    limit,
  }: { state?: TicketState | undefined; as?: As; cursor?: string | undefined; limit: number },
  row: TicketsRow | undefined,
): Promise<Stamped<RawJson<Answer<typeof tickets.list>>>> {
  const viewer = requireViewer(context);
  // Staff may name one that does not exist.
  if (!row || row.name === null) throw new Refusal("notFound");
  const reading = readingOf(row, context, as);
  const query = { cursor, limit, order: newestFirst };
  const { after, limit: read } = pageStart(query);
  return answerFrom({
    of: [newestFirst, holder, state, as, cursor, limit, viewer, row],
    moment: reading,
    schema: tickets.list.answer,
    tell: (known) =>
      tellHolderTickets(context.db, holder, { state, before: after?.id, limit: read, readerId: viewer.userId }, known),
    make({ rows: told }) {
      const { rows, nextCursor } = pageOf(rowsOf<TicketRecord>(told, ticketMoments), query, ({ id }) => [
        String(id),
        id,
      ]);
      return {
        answer: {
          tickets: describeTickets(reading, rows),
          awaiting: row.awaiting,
          can: canOf({ create: null, attach: refusalToAttach(viewer, holder) }),
          nextCursor,
        },
        holdsAt: sameDueStates(reading, rows),
      };
    },
  });
}

/** The ticket, if it is the holder's; `notFound` otherwise. */
export async function readTicket(db: Db, id: number, holder?: Holder, readerId = 0): Promise<TicketWithClocks> {
  const row = await findTicket(db, id, { holder, readerId });
  if (!row) throw new Refusal("notFound");
  return row;
}

/** A ticket with its text, its files and who follows it. */
export async function getTicket(
  context: Context,
  id: number,
  { holder, as, row: begun }: { holder?: Holder; as?: As; row?: ClockRow | undefined } = {},
): Promise<Answer<typeof tickets.get>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const row = await readTicket(db, id, holder, viewer.userId);
  const [merged, watchers, reading, continues] = await Promise.all([
    listMerged(db, id),
    seesAll(viewer, holderOf(row), as) ? listWatchers(db, id) : [],
    begun ? readingOf(begun, context, as) : getReadingContext(context, as),
    continuation(context, row),
  ]);
  return {
    ...presentTicket(reading, row),
    clocks: row.clocks.map((clock) => toClock(reading, clock)),
    about:
      row.about_path === null || row.about_title === null ? null : { path: row.about_path, title: row.about_title },
    watchers,
    merged: merged.map((one) => ({
      id: one.id,
      title: one.title,
      service: one.service_name,
      content: one.content,
      files: one.files,
      ...creatorOf(one, holderOf(row)),
      created_at: one.created_at.toISOString(),
    })),
    continues,
  };
}

/** Where a merged ticket continues, and until when the reader may undo it. */
async function continuation(
  { db, now, ...context }: Context,
  row: TicketRecord,
): Promise<Answer<typeof tickets.get>["continues"]> {
  if (row.merged_into === null) return null;
  const merge = await findMerge(db, row.id);
  if (!merge) return null;
  const root = await readTicket(db, row.merged_into);
  const viewer = requireViewer({ db, now, ...context });
  const verdict = refusalToUnmerge(viewer, toTicketStatus(row), { at: merge.merged_at, now: now() });
  // Of a chain the last merge is undone first.
  const mayUndo = verdict === null && merge.target_id === root.id;
  return {
    id: root.id,
    title: root.title,
    service: root.service_name,
    undo_until: mayUndo ? undoUntil(merge.merged_at).toISOString() : null,
  };
}

/** Comments as their reader gets them. */
export async function describeComments(
  db: Db,
  { id, holder }: { id: number; holder: Holder },
  rows: readonly CommentRecord[],
): Promise<TicketComment[]> {
  const files =
    rows.length === 0
      ? []
      : await listFiles(
          db,
          rows.map((row) => row.id),
        );
  return rows.map((row) => ({
    id: row.id,
    content: row.content,
    files: files.filter(({ comment_id }) => comment_id === row.id).map(fileOf),
    ...creatorOf(row, holder),
    internal: row.internal,
    from_ticket: row.ticket_id === id ? null : row.ticket_id,
    created_at: row.created_at.toISOString(),
    is_part_of_mail: row.is_part_of_mail,
    refused_files: row.refused_files,
    mailed_at: row.mailed_at && row.mailed_at.toISOString(),
  }));
}

/** A page of a ticket's comments, the oldest first. */
export async function listTicketComments(
  context: Context,
  { id, ...holder }: Holder & { id: number },
  { as, cursor, limit }: { as?: As; cursor?: string | undefined; limit: number },
): Promise<Answer<typeof tickets.listComments>> {
  const viewer = requireViewer(context);
  await readTicket(context.db, id, holder);
  const withNotes = seesAll(viewer, holder, as);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: commentOrder, key: "moment" },
    (start) => listComments(context.db, id, { ...start, withNotes }),
    (row) => [row.created_at, row.id],
  );
  return { comments: await describeComments(context.db, { id, holder }, rows), nextCursor };
}
