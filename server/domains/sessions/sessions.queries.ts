/** SQL of sessions: the current user of a token, and how sessions start and end. */

import type { Factor } from "@portico/api/factors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Pipeline } from "../../database/pipeline.ts";
import { type HolderRow, holderRowValue } from "../../kernel/holder-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { Delegated, Viewer } from "../../kernel/viewer.ts";

/** A session ends twelve hours after signing in, or after half an hour without a call. */
const sessionHours = 12;
const idleMinutes = 30;
const idle = sql.raw(`interval '${idleMinutes} minutes'`);

/** The last calls of sessions are written down together, once in so long; after some minutes without a call, at once. */
const touchesMs = 15_000;
const awayMinutes = 5;

/** Conditions under which a session `s` of user `u` is valid, by the database's clock. */
const isOpen = sql`s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - ${idle}`;

interface ViewerRow {
  session_id: number;
  user_id: number;
  role: Role;
  state: HolderState;
  name: string;
  client_number: string | null;
  fresh_until: Date | null;
  cooling_until: Date | null;
  lacks_second_factor: boolean;
  bind_matches: boolean;
  represents: number[];
  begun: number[];
  delegated: Delegated[] | null;
  stale: boolean;
  was_away: boolean;
  about: unknown;
}

/** Companies that user `u` represents today. */
const represented = `array(
      select r.company_id from current_representation r where r.user_id = u.id order by r.company_id
    )`;
/** Companies that user `u` started and staff never approved: their creator fills in their form. */
const begun = `array(select c.id from company c where c.creator_id = u.id and c.reviewed_on is null order by c.id)`;
/** What others let user `u` read today. */
const delegated = `(select json_agg(json_build_object(
      'holder', json_build_object('holderType', d.holder_type, 'holderId', d.holder_id), 'parts', d.parts) order by d.id)
      from current_delegation d where d.delegate_id = u.id)`;
/** Whether user `u` is staff who must set up a factor of their own first; in a session `s` of a provider, it asked for one. */
const lacksSecondFactor = `case when u.role = 'client' or s.identity_account_id is not null then false else
      coalesce((select (data->>'required')::boolean from setting where name = 'staffSecondFactor'), false)
      and not exists (select from authenticator where user_id = u.id and confirmed_at is not null)
      and not exists (select from passkey where user_id = u.id)
    end`;

/** Part of every call, so its text is built once; `alsoRead` is a further column. */
const viewerQueryWith = (alsoRead: string): string => `
  select s.id as session_id, u.id as user_id, u.role, u.state, u.name, a.client_number, s.fresh_until,
    (s.bind_hash is null or s.bind_hash is not distinct from $2::bytea) as bind_matches,
    ${represented} as represents, ${begun} as begun, ${delegated} as delegated,
    case when u.password_reset_at > now() - interval '24 hours' then u.password_reset_at + interval '24 hours' end
      as cooling_until,
    ${lacksSecondFactor} as lacks_second_factor,
    s.last_seen_at < now() - interval '1 minute' as stale,
    s.last_seen_at < now() - interval '${awayMinutes} minutes' as was_away, ${alsoRead} as about
  from session s join app_user u on u.id = s.user_id
  left join holder_account a on a.holder_type = 'user' and a.holder_id = u.id
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at > now() - interval '${idleMinutes} minutes' and u.state <> 'disabled'`;

/** The token's and the cookie half's hashes are its parameters. */
export const viewerQuery = viewerQueryWith("null");
/** With a row about a holder, whose type and id are further parameters. */
const queriesWithRow = new WeakMap<HolderRow<unknown>, string>();
function viewerQueryBeside(row: HolderRow<unknown>): string {
  let text = queriesWithRow.get(row);
  if (text === undefined) {
    text = viewerQueryWith(holderRowValue(row, "$3::text", "$4::bigint"));
    queriesWithRow.set(row, text);
  }
  return text;
}

/** What is asked beside the session; without a holder, a row of the firm's. */
export interface AskedBeside {
  row: HolderRow<unknown>;
  holder: Holder | undefined;
}

/**
 * The token's user, with current role, state and represented companies; undefined if the session is unknown or over, or
 * the account disabled. A session without a second half matches any cookie. `about` is the row asked for beside it.
 */
export async function findViewer(
  { db, sessions }: { db: Db; sessions: Pipeline },
  tokenHash: Buffer,
  bindHash: Buffer | null,
  beside?: AskedBeside,
): Promise<{ viewer: Viewer; bindMatches: boolean; about: unknown } | undefined> {
  const { rows } = beside
    ? await sessions.query<ViewerRow>(viewerQueryBeside(beside.row), [
        tokenHash,
        bindHash,
        ...(beside.holder ? [beside.holder.holderType, beside.holder.holderId] : []),
      ])
    : await sessions.query<ViewerRow>(viewerQuery, [tokenHash, bindHash]);
  const row = rows[0];
  if (!row) return undefined;
  if (row.was_away && row.bind_matches) await touchSessions(db, [row.session_id]);
  else if (row.stale && row.bind_matches) touchSoon(db, row.session_id);
  return {
    viewer: {
      sessionId: row.session_id,
      userId: row.user_id,
      role: row.role,
      state: row.state,
      name: row.name,
      clientNumber: row.client_number,
      represents: row.represents,
      begun: row.begun,
      delegated: row.delegated ?? [],
      freshUntil: row.fresh_until,
      coolingUntil: row.cooling_until,
      lacksSecondFactor: row.lacks_second_factor,
    },
    bindMatches: row.bind_matches,
    about: row.about ?? undefined,
  };
}

/** The role of the open session with this cookie half; undefined if there is none, or a second factor is lacking. */
export async function findRoleByCookie(db: Db, bindHash: Buffer): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select u.role from session s join app_user u on u.id = s.user_id
    where s.bind_hash = ${bindHash} and ${isOpen} and u.state <> 'disabled' and not ${sql.raw(lacksSecondFactor)}`.execute(
    db,
  );
  return rows[0]?.role;
}

const touchSessions = (db: Db, sessionIds: readonly number[]) =>
  db
    .updateTable("session")
    .set({ last_seen_at: sql`now()` })
    .where("id", "in", sessionIds)
    .where("last_seen_at", "<", sql<Date>`now() - interval '1 minute'`)
    .execute();

/** Sessions with a call that is not written down yet. If the process ends first, they end some minutes earlier. */
const touched = new WeakMap<Db, Set<number>>();

/** Many sessions in one statement. */
function touchSoon(db: Db, sessionId: number): void {
  const known = touched.get(db);
  if (known) return void known.add(sessionId);
  const sessions = new Set([sessionId]);
  touched.set(db, sessions);
  setTimeout(() => {
    touched.delete(db);
    // If the database is away, the next call says so.
    touchSessions(db, [...sessions]).catch(() => undefined);
  }, touchesMs).unref();
}

/** A code that was confirmed by check-validation and is now used. */
export interface UsedCode {
  factor: Factor;
  /** The challenge of a mailed code. */
  challengeId: number | null;
}

/**
 * Uses the code confirmed by check-validation, if it was confirmed for this: `boundTo` is null for any sensitive step.
 * Undefined if there is none in time.
 */
export async function useFreshCode(db: Db, sessionId: number, boundTo: string | null): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    with confirmed as (
      select id, fresh_factor, fresh_challenge from session
      where id = ${sessionId} and fresh_until > now() and fresh_for is not distinct from ${boundTo} for update
    )
    update session set fresh_until = null, fresh_factor = null, fresh_for = null, fresh_challenge = null
    from confirmed where session.id = confirmed.id
    returning confirmed.fresh_factor as factor, confirmed.fresh_challenge as "challengeId"`.execute(db);
  return rows[0];
}

/** Uses a code confirmed for any sensitive step, and returns its factor. */
export const consumeFreshCode = async (db: Db, sessionId: number): Promise<Factor | undefined> =>
  (await useFreshCode(db, sessionId, null))?.factor;

/** The rights from which the rooms of a session's sockets follow. */
export type RoomRights = Pick<Viewer, "role" | "lacksSecondFactor" | "represents" | "begun">;

/** Those sessions still open, with the rights behind their sockets' rooms. */
export async function findLiveSessions(db: Db, ids: readonly number[]): Promise<Map<number, RoomRights>> {
  const { rows } = await sql<RoomRights & { id: number }>`
    select s.id, u.role, ${sql.raw(lacksSecondFactor)} as "lacksSecondFactor",
      ${sql.raw(represented)} as represents, ${sql.raw(begun)} as begun
    from session s join app_user u on u.id = s.user_id
    where s.id = any(${[...ids]}::bigint[]) and ${isOpen} and u.state <> 'disabled'`.execute(db);
  return new Map(rows.map(({ id, ...rights }) => [id, rights]));
}

export const setFreshCode = (
  trx: Trx,
  sessionId: number,
  { factor, challengeId, boundTo }: UsedCode & { boundTo: string | null },
) =>
  trx
    .updateTable("session")
    .set({
      fresh_until: sql`now() + interval '5 minutes'`,
      fresh_factor: factor,
      fresh_for: boundTo,
      fresh_challenge: challengeId,
    })
    .where("id", "=", sessionId)
    .execute();

/** Of a session that an identity provider opened: the account there, and what it calls its own session. */
export interface ProviderSession {
  accountId: number;
  sid: string | null;
}

/** Opens a session; `expires_at` by the database's clock. */
export const insertSession = (
  trx: Trx,
  session: { userId: number; tokenHash: Buffer; bindHash: Buffer | null; provider?: ProviderSession | undefined },
) =>
  trx
    .insertInto("session")
    .values({
      user_id: session.userId,
      identity_account_id: session.provider?.accountId ?? null,
      provider_sid: session.provider?.sid ?? null,
      token_hash: session.tokenHash,
      bind_hash: session.bindHash,
      expires_at: sql`now() + make_interval(hours => ${sessionHours}::int)`,
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();

/** The open sessions of an identity provider's account: all, or those of one session there. */
export async function listProviderSessions(
  db: Db,
  { accountIds, sid }: { accountIds: readonly number[]; sid?: string | undefined },
): Promise<{ id: number; userId: number; accountId: number }[]> {
  const { rows } = await sql<{ id: number; userId: number; accountId: number }>`
    select id, user_id as "userId", identity_account_id as "accountId" from session
    where identity_account_id = any(${[...accountIds]}::bigint[]) and ended_at is null
      and ${sid === undefined ? sql`true` : sql`provider_sid = ${sid}`}
    order by id`.execute(db);
  return rows;
}

interface SessionsToEnd {
  userId: number;
  sessionId?: number;
  exceptSessionId?: number | undefined;
  reason: string;
}

/** Ends open sessions of a user: all, one, or all but one; returns the ids ended. */
export async function endSessions(trx: Trx, which: SessionsToEnd): Promise<number[]> {
  let query = trx
    .updateTable("session")
    .set({ ended_at: sql`now()`, end_reason: which.reason })
    .where("user_id", "=", which.userId)
    .where("ended_at", "is", null);
  if (which.sessionId !== undefined) query = query.where("id", "=", which.sessionId);
  if (which.exceptSessionId !== undefined) query = query.where("id", "!=", which.exceptSessionId);
  return (await query.returning("id").execute()).map((row) => row.id);
}

/** The session of a token with its cookie half, open or ended. */
export const findSessionByToken = async (db: Db, tokenHash: Buffer, bindHash: Buffer | null) => {
  const { rows } = await sql<{ id: number; user_id: number }>`
    select id, user_id from session
    where token_hash = ${tokenHash} and (bind_hash is null or bind_hash is not distinct from ${bindHash}::bytea)`.execute(
    db,
  );
  return rows[0];
};

interface OpenSessionRow {
  id: number;
  created_at: Date;
  last_seen_at: Date;
  ip: string | null;
  country: string | null;
  country_code: string | null;
  city: string | null;
  os: string | null;
  browser_name: string | null;
}

/** The user's open sessions, newest first, with place and device. */
export async function listOpenSessions(db: Db, userId: number): Promise<OpenSessionRow[]> {
  const { rows } = await sql<OpenSessionRow>`
    select s.id, s.created_at, s.last_seen_at, i.ip, i.country, i.country_code, i.city, i.os, i.browser_name
    from session s left join sign_in i on i.session_id = s.id
      -- In the same transaction, so only one month is read.
      and i.created_at between s.created_at and s.created_at + interval '1 hour'
    where s.user_id = ${userId} and ${isOpen}
    order by s.id desc limit 100`.execute(db);
  return rows;
}
