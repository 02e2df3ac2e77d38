/** SQL of requests for documents to many. */
import type { DocumentRequestState } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface RoundRow {
  id: string;
  type: string | null;
  text: string | null;
  due: string;
  groupName: string | null;
  before: string | null;
  createdAt: Date;
  createdBy: string;
  asked: number;
  open: number;
  overdue: number;
  received: number;
  accepted: number;
  cancelled: number;
}

const inState = (state: DocumentRequestState): RawBuilder<number> =>
  sql`count(*) filter (where request.state = ${state})::int`;

/** The newest first, or the one that is named. Rounds all of whose requests were undone are none. */
export async function listRoundRows(
  db: Db,
  { today, id }: { today: string; id?: string | undefined },
): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select round.id, round.type, round.text, round.due::text as due, round.group_name as "groupName", round.before::text as before,
      round.created_at as "createdAt", author.name as "createdBy", count(*)::int as asked, ${inState("open")} as open,
      count(*) filter (where request.state = 'open' and request.due < ${today}::date)::int as overdue,
      ${inState("received")} as received, ${inState("accepted")} as accepted, ${inState("cancelled")} as cancelled
    from document_round as round join document_request as request on request.round_id = round.id
      join app_user as author on author.id = round.created_by
    ${id === undefined ? sql`` : sql`where round.id = ${id}::uuid`}
    group by round.id, author.name order by round.created_at desc, round.id limit 100`.execute(db);
  return rows;
}

export interface AskedRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  type: string;
  text: string;
  due: string;
  state: DocumentRequestState;
  documentId: number | null;
  remindedOn: string | null;
}

/** Those who have not answered first, then by name. */
export async function listAskedRows(db: Db, roundId: string): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select request.id, request.holder_type, request.holder_id, coalesce(app_user.name, nullif(company.name, ''), company.draft_name, '') as name,
      request.type, request.text, request.due::text as due, request.state, request.document_id as "documentId",
      request.reminded_on::text as "remindedOn"
    from document_request as request
      left join app_user on request.holder_type = 'user' and app_user.id = request.holder_id
      left join company on request.holder_type = 'company' and company.id = request.holder_id
    where request.round_id = ${roundId}::uuid
    order by request.state <> 'open', lower(coalesce(app_user.name, company.name)), request.id`.execute(db);
  return rows;
}

export interface NewRound {
  id: string;
  action: string;
  type: string | null;
  text: string | null;
  due: string;
  groupName: string | null;
  before: string | null;
  by: number;
}

/** Of all requests of a round the first one writes it. False if it is somebody else's. */
export async function ensureRound(trx: Trx, round: NewRound): Promise<boolean> {
  await sql`
    insert into document_round (id, action, type, text, due, group_name, before, created_by)
    values (${round.id}::uuid, ${round.action}, ${round.type}, ${round.text}, ${round.due}::date, ${round.groupName},
      ${round.before}::date, ${round.by})
    on conflict (id) do nothing`.execute(trx);
  const { rows } = await sql`
    select from document_round where id = ${round.id}::uuid and created_by = ${round.by} and due = ${round.due}::date
      and type is not distinct from ${round.type} and text is not distinct from ${round.text}`.execute(trx);
  return rows.length > 0;
}

/** Who may be asked, as they are now. */
export interface AskableRow {
  id: number;
  name: string;
  state: string;
  /** Staff are no clients. */
  isStaff: boolean;
  /** A request for the type waits for the holder, or for office. */
  isAsked: boolean;
}

export async function listAskable(
  db: Db,
  { holderType, ids, type }: { holderType: Holder["holderType"]; ids: readonly number[]; type: string },
): Promise<AskableRow[]> {
  const waits = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (select from document_request as request
    where request.holder_type = ${holderType} and request.holder_id = ${id} and request.type = ${type} and request.closed_at is null)`;
  const { rows } =
    holderType === "user"
      ? await sql<AskableRow>`
          select id, name, state, role <> 'client' as "isStaff", ${waits(sql`app_user.id`)} as "isAsked"
          from app_user where id = any(${[...ids]}::bigint[]) order by lower(name), id`.execute(db)
      : await sql<AskableRow>`
          select id, coalesce(nullif(name, ''), draft_name, '') as name, state, false as "isStaff", ${waits(sql`company.id`)} as "isAsked"
          from company where id = any(${[...ids]}::bigint[]) order by lower(name), id`.execute(db);
  return rows;
}

export interface ExpiringRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  state: string;
  isStaff: boolean;
  isAsked: boolean;
  type: string;
  title: string;
  validUntil: string;
}

/** A document that is valid for longer, or without end, stands for an older one of its type. */
const replaced = sql<boolean>`exists (select from document as newer where newer.holder_type = document.holder_type
  and newer.holder_id = document.holder_id and newer.type = document.type and newer.deleted_at is null and newer.id <> document.id
  and (newer.valid_until is null or (newer.valid_until, newer.id) > (document.valid_until, document.id)))`;

/** Documents that expire before the day, or have expired, and that nothing replaces; the first to expire first. */
export async function findExpiring(
  db: Db,
  { before, type, limit }: { before: string; type: string | undefined; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select document.id from document
    where document.deleted_at is null and document.valid_until < ${before}::date
      ${type === undefined ? sql`` : sql`and document.type = ${type}`} and not ${replaced}
    order by document.valid_until, document.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the ids that still expire and that nothing replaces. */
export async function listExpiring(db: Db, ids: readonly number[]): Promise<ExpiringRow[]> {
  const { rows } = await sql<ExpiringRow>`
    select document.id, document.holder_type, document.holder_id,
      coalesce(app_user.name, nullif(company.name, ''), company.draft_name, '') as name, coalesce(app_user.state, company.state) as state,
      coalesce(app_user.role <> 'client', false) as "isStaff", document.type, document.title, document.valid_until::text as "validUntil",
      exists (select from document_request as request where request.holder_type = document.holder_type
        and request.holder_id = document.holder_id and request.type = document.type and request.closed_at is null) as "isAsked"
    from document left join app_user on document.holder_type = 'user' and app_user.id = document.holder_id
      left join company on document.holder_type = 'company' and company.id = document.holder_id
    where document.id = any(${[...ids]}::bigint[]) and document.deleted_at is null and document.valid_until is not null and not ${replaced}
    order by document.valid_until, document.id`.execute(db);
  return rows;
}

/** One request at a time for a holder and type, so that two colleagues do not ask twice. */
export const lockAsking = (trx: Trx, { holderType, holderId }: Holder, type: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`document request ${holderType} ${holderId} ${type}`}, 0))`.execute(
    trx,
  );

/** Deletes the open request of the round, of which nobody was told; false if it was answered or closed since. */
export async function deleteUntold(
  trx: Trx,
  { holderType, holderId }: Holder,
  { round, type }: { round: string; type: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    delete from document_request where holder_type = ${holderType} and holder_id = ${holderId} and round_id = ${round}::uuid
      and type = ${type} and state = 'open' returning id`.execute(trx);
  return rows[0]?.id;
}
