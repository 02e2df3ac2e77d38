/** SQL of delegations. */
import type { DelegatedPart, DelegationState } from "@portico/api/rules/delegations.ts";
import { invitationDays } from "@portico/api/rules/delegations.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface DelegationRecord {
  id: number;
  holder_type: string;
  holder_id: number;
  email: string;
  parts: DelegatedPart[];
  valid_to: string;
  language: Language;
  invited_until: Date;
  made_by: number;
  made_at: Date;
  delegate_id: number | null;
  accepted_at: Date | null;
  undelivered_at: Date | null;
  ended_at: Date | null;
  ended_by: number | null;
  state: DelegationState;
}

const columns = sql`delegation.id, delegation.holder_type, delegation.holder_id, delegation.email, delegation.parts,
  delegation.valid_to::text as valid_to, delegation.language, delegation.invited_until, delegation.made_by, delegation.made_at,
  delegation.delegate_id, delegation.accepted_at, delegation.undelivered_at, delegation.ended_at, delegation.ended_by,
  case
    when delegation.ended_at is not null then 'ended'
    when delegation.valid_to < (select firm_today()) then 'over'
    when delegation.delegate_id is not null then 'current'
    when delegation.invited_until <= now() then 'lapsed'
    else 'invited'
  end as state`;

async function findOne(db: Db, which: RawBuilder<SqlBool>, lock = sql``): Promise<DelegationRecord | undefined> {
  const { rows } = await sql<DelegationRecord>`select ${columns} from delegation where ${which} ${lock}`.execute(db);
  return rows[0];
}
export const findBySecret = (db: Db, tokenHash: Buffer) => findOne(db, sql`delegation.token_hash = ${tokenHash}`);
/** Locked, so that it is accepted or ended once. */
export const lockBySecret = (trx: Trx, tokenHash: Buffer) =>
  findOne(trx, sql`delegation.token_hash = ${tokenHash}`, sql`for update of delegation`);
export const lockOfHolder = (trx: Trx, holder: Holder, id: number) =>
  findOne(trx, sql`${ofHolder(holder)} and delegation.id = ${id}`, sql`for update of delegation`);
export const lockOfDelegate = (trx: Trx, userId: number, id: number) =>
  findOne(trx, sql`delegation.delegate_id = ${userId} and delegation.id = ${id}`, sql`for update of delegation`);
export const lockById = (trx: Trx, id: number) =>
  findOne(trx, sql`delegation.id = ${id}`, sql`for update of delegation`);

export type ListedDelegation = DelegationRecord & { looked_at: Date | null };

/** Newest first: there are few. */
export async function listDelegations(db: Db, holder: Holder): Promise<ListedDelegation[]> {
  const { rows } = await sql<ListedDelegation>`
    select ${columns}, (
      select max(audit_entry.at) from audit_entry
      where delegation.delegate_id is not null and audit_entry.subject_type = ${holder.holderType}
        and audit_entry.subject_id = ${String(holder.holderId)} and audit_entry.action = 'holder.accessedByDelegate'
        and audit_entry.actor ->> 'userId' = delegation.delegate_id::text and audit_entry.at >= delegation.accepted_at
        and audit_entry.at <= coalesce(delegation.ended_at, now())
    ) as looked_at
    from delegation where ${ofHolder(holder)} order by delegation.id desc limit 200`.execute(db);
  return rows;
}

/** Keeps two invitations of one holder from being made at the same moment, each unaware of the other. */
export const lockInvitations = (trx: Trx, { holderType, holderId }: Holder): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`delegation ${holderType}/${holderId}`}, 0))`.execute(trx);

/** The addresses that are invited or have access. */
export async function listOpenAddresses(db: Db, holder: Holder): Promise<string[]> {
  const { rows } = await sql<{ email: string; state: DelegationState }>`
    select ${columns} from delegation where ${ofHolder(holder)} and delegation.ended_at is null`.execute(db);
  return rows.filter(({ state }) => state === "invited" || state === "current").map(({ email }) => email);
}

/** What is known of an address: whether it is a member of staff's, and whether it is one of the holder's people. */
export async function findAddress(
  db: Db,
  { holderType, holderId }: Holder,
  email: string,
): Promise<{ is_staff: boolean; is_own: boolean } | undefined> {
  const { rows } = await sql<{ is_staff: boolean; is_own: boolean }>`
    select role <> 'client' as is_staff, case ${holderType}::text
      when 'user' then id = ${holderId}
      else exists (select from current_representation r where r.company_id = ${holderId} and r.user_id = app_user.id)
    end as is_own
    from app_user where email = ${email}`.execute(db);
  return rows[0];
}

interface NewDelegation {
  holder: Holder;
  email: string;
  parts: readonly DelegatedPart[];
  validTo: string;
  language: Language;
  tokenHash: Buffer;
  madeBy: number;
}

export async function insertDelegation(trx: Trx, one: NewDelegation): Promise<number> {
  const { id } = await trx
    .insertInto("delegation")
    .values({
      ...ownedBy(one.holder),
      email: one.email,
      parts: [...one.parts],
      valid_to: one.validTo,
      language: one.language,
      token_hash: one.tokenHash,
      made_by: one.madeBy,
      invited_until: sql<Date>`now() + make_interval(days => ${invitationDays}::int)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a locked row. */
export const setAccepted = (trx: Trx, id: number, userId: number) =>
  trx
    .updateTable("delegation")
    .set({ delegate_id: userId, accepted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("delegate_id", "is", null)
    .execute();

/** Of a locked row. */
export const setEnded = (trx: Trx, id: number, userId: number | null) =>
  trx
    .updateTable("delegation")
    .set({ ended_at: sql<Date>`now()`, ended_by: userId })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();

/** False if it is noted already, or the invitation is accepted or over. */
export async function noteUndelivered(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("delegation")
    .set({ undelivered_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("undelivered_at", "is", null)
    .where("delegate_id", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ShareRecord {
  id: number;
  holder_type: string;
  holder_id: number;
  name: string;
  parts: DelegatedPart[];
  valid_to: string;
}

/** What others let the person read today. */
export async function listShares(db: Db, userId: number): Promise<ShareRecord[]> {
  const { rows } = await sql<ShareRecord>`
    select d.id, d.holder_type, d.holder_id, d.parts, d.valid_to::text as valid_to,
      coalesce(person.name, company.name, '') as name
    from current_delegation d
    left join app_user person on d.holder_type = 'user' and person.id = d.holder_id
    left join company on d.holder_type = 'company' and company.id = d.holder_id
    where d.delegate_id = ${userId} order by name, d.id`.execute(db);
  return rows;
}

/** Who may read this part of the holder's today. */
export async function findDelegateIds(
  db: Db,
  { holderType, holderId }: Holder,
  part: DelegatedPart,
): Promise<number[]> {
  const { rows } = await sql<{ delegate_id: number }>`
    select distinct delegate_id from current_delegation
    where holder_type = ${holderType} and holder_id = ${holderId} and ${part} = any(parts) order by delegate_id`.execute(
    db,
  );
  return rows.map(({ delegate_id }) => delegate_id);
}

/** Accepted ones whose last day is near and whose holder was not told, by id. */
export async function listEnding(db: Db, { days, after, limit }: { days: number; after: number; limit: number }) {
  const { rows } = await sql<DelegationRecord>`
    select ${columns} from delegation
    where delegation.ended_at is null and delegation.delegate_id is not null and delegation.reminded_at is null
      and delegation.valid_to between (select firm_today()) and (select firm_today()) + ${days}::int
      -- Not of one that was given for a few days only.
      and delegation.valid_to > delegation.made_at::date + ${days}::int
      and delegation.id > ${after} order by delegation.id limit ${limit}`.execute(db);
  return rows;
}

/** False if the holder is told already. */
export async function noteReminded(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("delegation")
    .set({ reminded_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("reminded_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findEmail(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from app_user where id = ${userId}`.execute(db);
  return rows[0]?.email;
}
