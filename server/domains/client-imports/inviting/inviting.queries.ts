/** SQL of invitations of clients who were brought in. */
import type { InvitationCounts } from "@portico/api/client-imports.ts";
import type { ClientInvitationState } from "@portico/api/rules/client-imports.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface InvitationFilter {
  importId?: number | undefined;
  state?: ClientInvitationState | "signedIn" | "returned" | undefined;
  search?: string | undefined;
}

export interface InvitationRow {
  id: number;
  name: string;
  email: string;
  language: string | null;
  clientNumber: string | null;
  importId: number;
  state: ClientInvitationState;
  sends: number;
  sentAt: Date | null;
  expiresAt: Date | null;
  signedInAt: Date | null;
  askedAt: Date | null;
  returned: boolean;
}

const tables = sql`client_invitation invitation join app_user person on person.id = invitation.user_id`;
const state = sql<ClientInvitationState>`case
  when person.email_confirmed_at is not null then 'accepted'
  when invitation.queued_at is not null then 'queued'
  when person.awaits_invitation then 'waiting'
  when invitation.expires_at <= now() then 'expired'
  else 'sent' end`;
const hasSignedIn = sql<SqlBool>`exists (select from sign_in where sign_in.user_id = person.id)`;
/** As `readReturned` of notifications has it: not if a later mail was sent a day ago or more and did not. */
const isReturned = sql<SqlBool>`(person.email_confirmed_at is null and exists (
  select from sent_mail back where back.address = person.email and back.returned in ('failed', 'expired')
    and not exists (select from sent_mail later where later.address = back.address and later.sent_at > back.sent_at
      and later.returned is null and later.sent_at < now() - interval '1 day')))`;

const columns = sql`
  person.id, person.name, person.email, person.preferences->>'language' as language,
  (select client_number from holder_account where holder_type = 'user' and holder_id = person.id) as "clientNumber",
  invitation.import_id as "importId", ${state} as state, invitation.sends, invitation.sent_at as "sentAt",
  invitation.expires_at as "expiresAt", invitation.asked_at as "askedAt",
  (select min(created_at) from sign_in where sign_in.user_id = person.id) as "signedInAt", ${isReturned} as returned`;

/** Whoever is closed is not invited, and not listed. */
const isListed = sql<SqlBool>`person.state not in ('rejected', 'disabled')`;

function conditionsOf({ importId, state: wanted, search }: InvitationFilter): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [isListed];
  if (importId !== undefined) conditions.push(sql<SqlBool>`invitation.import_id = ${importId}`);
  if (wanted === "signedIn") conditions.push(hasSignedIn);
  else if (wanted === "returned") conditions.push(isReturned);
  else if (wanted) conditions.push(sql<SqlBool>`${state} = ${wanted}`);
  if (search) conditions.push(sql<SqlBool>`position(search_folded(${search}) in person.search_text) > 0`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** By name. */
export async function listInvitationRows(
  db: Db,
  filter: InvitationFilter,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${tables} where ${conditionsOf(filter)}
      ${after ? sql`and (person.name, person.id) > (${after.value}, ${after.id}::bigint)` : sql``}
    order by person.name, person.id limit ${limit}`.execute(db);
  return rows;
}

export async function findInvitation(db: Db, userId: number): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${tables} where person.id = ${userId} and ${isListed}`.execute(db);
  return rows[0];
}

/** Of a file, or of all; whatever the state and search. */
export async function countInvitations(db: Db, importId: number | undefined): Promise<InvitationCounts> {
  const { rows } = await sql<InvitationCounts>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'expired')::int as expired,
      count(*) filter (where state = 'accepted')::int as accepted,
      count(*) filter (where signed)::int as "signedIn", count(*) filter (where returned)::int as returned
    from (select ${state} as state, ${hasSignedIn} as signed, ${isReturned} as returned from ${tables}
      where ${conditionsOf({ importId })}) counted`.execute(db);
  return rows[0] as InvitationCounts;
}

export type Whom = { ids: readonly number[] } | { filter: InvitationFilter };

const isChosen = (whom: Whom): RawBuilder<SqlBool> =>
  "ids" in whom ? sql`${isListed} and person.id = any(${[...whom.ids]}::bigint[])` : conditionsOf(whom.filter);

/** Queues those who have no password and do not wait already; returns how many. */
export async function queueInvitations(trx: Trx, whom: Whom, by: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update client_invitation set queued_at = now(), queued_by = ${by}
    where user_id in (select person.id from ${tables}
      where ${isChosen(whom)} and person.email_confirmed_at is null and invitation.queued_at is null)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Those of the chosen who have an invitation that nobody accepted, locked. */
export async function lockOpen(trx: Trx, whom: Whom): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person.id from ${tables}
    where ${isChosen(whom)} and person.email_confirmed_at is null
      and (invitation.queued_at is not null or not person.awaits_invitation)
    order by person.id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** They wait to be invited again. */
export async function markWaiting(trx: Trx, userIds: readonly number[]): Promise<void> {
  await sql`update app_user set awaits_invitation = true where id = any(${[...userIds]}::bigint[])`.execute(trx);
  await sql`
    update client_invitation set queued_at = null, queued_by = null, expires_at = null
    where user_id = any(${[...userIds]}::bigint[])`.execute(trx);
}

export interface DueInvitation {
  id: number;
  name: string;
  email: string;
  language: string | null;
  sends: number;
}

/** Until the transaction ends nobody else mails invitations, so that no more go out than may. */
export const lockSending = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('client invitations', 0))`.execute(trx);

export async function countSentInHour(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client_invitation where sent_at > now() - interval '1 hour'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Whoever waits longest, locked; who chose a password or was closed meanwhile is not invited any more. */
export async function takeDue(trx: Trx): Promise<DueInvitation | undefined> {
  await sql`
    update client_invitation set queued_at = null, queued_by = null from app_user person
    where person.id = user_id and queued_at is not null
      and (person.email_confirmed_at is not null or person.state in ('rejected', 'disabled'))`.execute(trx);
  const { rows } = await sql<DueInvitation>`
    select person.id, person.name, person.email, person.preferences->>'language' as language, invitation.sends
    from ${tables} where invitation.queued_at is not null order by invitation.queued_at, invitation.user_id
    limit 1 for update`.execute(trx);
  return rows[0];
}

/** Returns until when the link works. */
export async function markSent(trx: Trx, userId: number, days: number): Promise<Date> {
  await sql`update app_user set awaits_invitation = false where id = ${userId}`.execute(trx);
  const { rows } = await sql<{ at: Date }>`
    update client_invitation set queued_at = null, queued_by = null, sends = sends + 1, sent_at = now(),
      expires_at = now() + make_interval(days => ${days}::int)
    where user_id = ${userId} returning expires_at as at`.execute(trx);
  return rows[0]?.at as Date;
}

export const noteAsked = (trx: Trx, userId: number) =>
  sql`update client_invitation set asked_at = now() where user_id = ${userId}`.execute(trx);

/** The person, locked, if they have not chosen a password. */
export async function lockUnaccepted(trx: Trx, userId: number): Promise<{ email: string } | undefined> {
  const { rows } = await sql<{ email: string }>`
    select person.email from ${tables} where person.id = ${userId} and person.email_confirmed_at is null and ${isListed}
    for update`.execute(trx);
  return rows[0];
}

export const updateEmail = (trx: Trx, userId: number, email: string) =>
  trx.updateTable("app_user").set({ email }).where("id", "=", userId).execute();
