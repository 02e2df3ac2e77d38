/** SQL of corporate actions and their versions. */
import type { ActionTerms } from "@portico/api/corporate-actions.ts";
import type { ActionState, ActionType, OptionName } from "@portico/api/rules/corporate-actions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** What staff state of an action, with its deadlines as instants. */
export interface ActionContent {
  instrumentId: number;
  type: ActionType;
  exDay: string;
  recordDay: string | null;
  payDay: string;
  terms: ActionTerms;
  defaultOption: OptionName | null;
  deadline: Date | null;
  clientDeadline: Date | null;
  source: string;
  note: string | null;
}

export interface NamedInstrument {
  id: number;
  name: string;
  isin: string | null;
  currency: string;
}

export interface ActionRecord extends ActionContent {
  id: number;
  state: ActionState;
  version: number;
  application: number;
  announcementId: number | null;
  ownsAnnouncement: boolean;
  changedBy: number;
  changedAt: Date;
  confirmedBy: number | null;
  confirmedAt: Date | null;
  instrument: NamedInstrument;
  target: NamedInstrument | null;
}

const instrumentOf = (
  alias: string,
) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
  'isin', ${sql.ref(`${alias}.isin`)}, 'currency', ${sql.ref(`${alias}.currency`)})`;
const columns = sql`action.id, action.instrument_id as "instrumentId", action.type, action.state, action.ex_day::text as "exDay",
  action.record_day::text as "recordDay", action.pay_day::text as "payDay", action.terms, action.default_option as "defaultOption",
  action.deadline, action.client_deadline as "clientDeadline", action.source, action.note, action.version, action.application,
  action.announcement_id as "announcementId", action.owns_announcement as "ownsAnnouncement", action.changed_by as "changedBy",
  action.changed_at as "changedAt", action.confirmed_by as "confirmedBy", action.confirmed_at as "confirmedAt",
  ${instrumentOf("instrument")} as instrument, case when target.id is not null then ${instrumentOf("target")} end as target`;
const from = sql`corporate_action action join instrument on instrument.id = action.instrument_id
  left join instrument target on target.id = (action.terms ->> 'target')::bigint`;

export async function findAction(db: Db, id: number): Promise<ActionRecord | undefined> {
  const { rows } = await sql<ActionRecord>`select ${columns} from ${from} where action.id = ${id}`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockAction(trx: Trx, id: number): Promise<ActionRecord | undefined> {
  const { rows } = await sql<ActionRecord>`
    select ${columns} from ${from} where action.id = ${id} for update of action`.execute(trx);
  return rows[0];
}

export async function listActions(
  db: Db,
  {
    state,
    open,
    now,
    after,
    limit,
  }: {
    state: ActionState | undefined;
    /** Those of which clients may still elect; the next deadline first. */
    open: boolean;
    now: Date;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<ActionRecord[]> {
  const key = open ? sql`action.client_deadline` : sql`action.ex_day`;
  const beyond = open
    ? sql`(action.client_deadline, action.id) > (${after?.value ?? ""}::timestamptz, ${after?.id ?? 0}::bigint)`
    : sql`(action.ex_day, action.id) < (${after?.value ?? ""}::date, ${after?.id ?? 0}::bigint)`;
  const order = open ? sql`${key}, action.id` : sql`${key} desc, action.id desc`;
  const { rows } = await sql<ActionRecord>`
    select ${columns} from ${from}
    where ${state ? sql`action.state = ${state}` : sql`true`}
      ${open ? sql`and action.state = 'confirmed' and action.client_deadline > ${now}` : sql``}
      ${after ? sql`and ${beyond}` : sql``}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Actions that clients may know of: those that were confirmed once, of instruments that the holder has an entry of. */
export async function listKnownToHolder(
  db: Db,
  { holderType, holderId }: { holderType: string; holderId: number },
  { since }: { since: string },
): Promise<ActionRecord[]> {
  const { rows } = await sql<ActionRecord>`
    select ${columns} from ${from}
    where action.confirmed_at is not null and greatest(action.ex_day, action.pay_day) >= ${since}::date
      and exists (select from position where position.holder_type = ${holderType} and position.holder_id = ${holderId}
        and position.instrument_id = action.instrument_id)
    order by action.ex_day desc, action.id desc limit 500`.execute(db);
  return rows;
}

/** Another action of the same event that was not cancelled. */
export async function findTwin(
  db: Db,
  { instrumentId, type, exDay }: Pick<ActionContent, "instrumentId" | "type" | "exDay">,
  exceptId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from corporate_action where instrument_id = ${instrumentId} and type = ${type} and ex_day = ${exDay}::date
      and state <> 'cancelled' and id <> ${exceptId} limit 1`.execute(db);
  return rows[0]?.id;
}

/** No other transaction adds or changes an action of the instrument until the end of this one. */
export const lockActionsOf = (trx: Trx, instrumentId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`corporate_action ${instrumentId}`}, 0))`.execute(trx);

export async function insertAction(trx: Trx, content: ActionContent, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into corporate_action (instrument_id, type, state, ex_day, record_day, pay_day, terms, default_option, deadline,
      client_deadline, source, note, changed_by)
    values (${content.instrumentId}, ${content.type}, 'announced', ${content.exDay}, ${content.recordDay}, ${content.payDay},
      ${JSON.stringify(content.terms)}::jsonb, ${content.defaultOption}, ${content.deadline}, ${content.clientDeadline},
      ${content.source}, ${content.note}, ${userId})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Stores the content of the next version, which must be confirmed. */
export const updateContent = (trx: Trx, id: number, content: ActionContent, userId: number): Promise<unknown> =>
  sql`
  update corporate_action set instrument_id = ${content.instrumentId}, type = ${content.type}, state = 'announced',
    ex_day = ${content.exDay}, record_day = ${content.recordDay}, pay_day = ${content.payDay},
    terms = ${JSON.stringify(content.terms)}::jsonb, default_option = ${content.defaultOption}, deadline = ${content.deadline},
    client_deadline = ${content.clientDeadline}, source = ${content.source}, note = ${content.note}, version = version + 1,
    changed_by = ${userId}, changed_at = now()
  where id = ${id}`.execute(trx);

/** Moves an action from one of these states; false if it is in another. A move is a version of its own. */
export async function moveAction(
  trx: Trx,
  id: number,
  {
    from: states,
    to,
    confirmedBy,
    nextApplication = false,
  }: { from: readonly ActionState[]; to: ActionState; confirmedBy?: number; nextApplication?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update corporate_action set state = ${to}, version = version + 1
      ${confirmedBy === undefined ? sql`` : sql`, confirmed_by = ${confirmedBy}, confirmed_at = now()`}
      ${nextApplication ? sql`, application = application + 1` : sql``}
    where id = ${id} and state = any(${[...states]}::text[])`.execute(trx);
  return numAffectedRows === 1n;
}

export const linkAnnouncement = (trx: Trx, id: number, announcementId: number, owns: boolean): Promise<unknown> =>
  sql`
  update corporate_action set announcement_id = ${announcementId}, owns_announcement = ${owns} where id = ${id}`.execute(
    trx,
  );

/** Keeps what the action is now as a version. */
export const keepVersion = (
  trx: Trx,
  id: number,
  { userId, reason = null }: { userId: number | null; reason?: string | null },
): Promise<unknown> =>
  sql`
  insert into corporate_action_version (action_id, version, state, content, reason, changed_by)
  select id, version, state, jsonb_build_object('type', type, 'exDay', ex_day, 'recordDay', record_day, 'payDay', pay_day,
    'terms', terms, 'defaultOption', default_option, 'deadline', deadline, 'clientDeadline', client_deadline, 'source', source,
    'note', note), ${reason}, ${userId}
  from corporate_action where id = ${id}`.execute(trx);

export interface VersionRecord {
  version: number;
  state: ActionState;
  exDay: string;
  payDay: string;
  terms: ActionTerms;
  deadline: string | null;
  clientDeadline: string | null;
  reason: string | null;
  changedBy: number | null;
  changedAt: Date;
}

/** The newest first. */
export async function listVersions(db: Db, id: number): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select version, state, content ->> 'exDay' as "exDay", content ->> 'payDay' as "payDay", content -> 'terms' as terms,
      content ->> 'deadline' as deadline, content ->> 'clientDeadline' as "clientDeadline", reason, changed_by as "changedBy",
      changed_at as "changedAt"
    from corporate_action_version where action_id = ${id} order by version desc limit 200`.execute(db);
  return rows;
}

/** Confirmed actions of which clients may still elect. */
export async function listElectable(db: Db, now: Date): Promise<{ id: number; clientDeadline: Date }[]> {
  const { rows } = await sql<{ id: number; clientDeadline: Date }>`
    select id, client_deadline as "clientDeadline" from corporate_action
    where state = 'confirmed' and client_deadline > ${now} order by id`.execute(db);
  return rows;
}
