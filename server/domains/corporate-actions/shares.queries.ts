/** SQL of what holders get in a run of a corporate action. */
import type { ActionOutcome } from "@portico/api/corporate-actions.ts";
import type { OptionName, ShareReason, ShareState } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";
import type { EntitledHolder } from "./entitlement.queries.ts";
import type { FoundEntry } from "./found-entries.ts";

export interface ShareRecord extends Holder {
  state: ShareState;
  units: string;
  custodian: string | null;
  option: OptionName | null;
  outcome: ActionOutcome | null;
  reason: ShareReason | null;
  detail: string | null;
  found: FoundEntry | null;
  decision: "book" | "leaveOut" | null;
  decidedBy: number | null;
  decidedReason: string | null;
  tries: number;
}

const columns = sql`holder_type as "holderType", holder_id as "holderId", state, trim_scale(units)::text as units, custodian, option,
  outcome, reason, detail, found, decision, decided_by as "decidedBy", decided_reason as "decidedReason", tries`;

export const insertShares = (trx: Trx, runId: number, entitled: readonly EntitledHolder[]): Promise<unknown> =>
  sql`
  insert into corporate_action_holder (holder_type, holder_id, run_id, state, units, custodian)
  select new.holder_type, new.holder_id, ${runId}, 'waiting', new.units, new.custodian
  from unnest(${entitled.map(({ holderType }) => holderType)}::text[], ${entitled.map(({ holderId }) => holderId)}::bigint[],
    ${entitled.map(({ units }) => units)}::numeric[], ${entitled.map(({ custodian }) => custodian)}::text[])
    as new (holder_type, holder_id, units, custodian)
  on conflict do nothing`.execute(trx);

/** Of these holders those to whom this application of the action booked something that was not undone. */
export async function listBooked(
  db: Db,
  { actionId, application }: { actionId: number; application: number },
  holders: readonly Holder[],
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select distinct share.holder_type as "holderType", share.holder_id as "holderId"
    from corporate_action_run run join corporate_action_holder share on share.run_id = run.id
    where run.action_id = ${actionId} and run.application = ${application} and share.state = 'booked'
      and (share.holder_type, share.holder_id) in (select * from unnest(${holders.map(({ holderType }) => holderType)}::text[],
        ${holders.map(({ holderId }) => holderId)}::bigint[]))`.execute(db);
  return rows;
}

/** What was booked by an application of an action, some holders after one: for its reversal. */
export async function listToUndo(
  db: Db,
  { actionId, application }: { actionId: number; application: number },
  { after, limit }: { after: Holder | null; limit: number },
): Promise<(EntitledHolder & { option: OptionName | null; outcome: ActionOutcome | null })[]> {
  const { rows } = await sql<EntitledHolder & { option: OptionName | null; outcome: ActionOutcome | null }>`
    select share.holder_type as "holderType", share.holder_id as "holderId", trim_scale(share.units)::text as units, share.custodian,
      share.option, share.outcome
    from corporate_action_run run join corporate_action_holder share on share.run_id = run.id
    where run.action_id = ${actionId} and run.application = ${application} and run.kind = 'apply' and share.state = 'booked'
      ${after ? sql`and (share.holder_type, share.holder_id) > (${after.holderType}, ${after.holderId}::bigint)` : sql``}
    order by share.holder_type, share.holder_id limit ${limit}`.execute(db);
  return rows;
}

/** Takes some with work left, for a while: other processes take others. */
export async function claimShares(
  trx: Trx,
  runId: number,
  { state, limit, seconds }: { state: ShareState; limit: number; seconds: number },
): Promise<ShareRecord[]> {
  const { rows } = await sql<ShareRecord>`
    update corporate_action_holder share set claimed_until = now() + make_interval(secs => ${seconds}), tries = share.tries + 1
    from (
      select holder_type as chosen_type, holder_id as chosen_id from corporate_action_holder
      where run_id = ${runId} and state = ${state} and (claimed_until is null or claimed_until < now())
      order by holder_type, holder_id limit ${limit} for update skip locked
    ) chosen
    where run_id = ${runId} and holder_type = chosen_type and holder_id = chosen_id
    returning ${columns}`.execute(trx);
  return rows;
}

export async function listShares(db: Db, runId: number, state: ShareState): Promise<ShareRecord[]> {
  const { rows } = await sql<ShareRecord>`
    select ${columns} from corporate_action_holder where run_id = ${runId} and state = ${state}
    order by holder_type, holder_id`.execute(db);
  return rows;
}

export interface Calculated {
  state: ShareState;
  units?: string;
  option?: OptionName | null;
  outcome?: ActionOutcome | null;
  reason?: ShareReason | null;
  detail?: string | null;
  found?: FoundEntry | null;
  entries?: number;
}

/** Moves a share on from a state; false if it is in another. */
export async function moveShare(
  trx: Trx,
  runId: number,
  holder: Holder,
  { from, ...to }: { from: readonly ShareState[] } & Calculated,
): Promise<boolean> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const { numAffectedRows } = await sql`
    update corporate_action_holder set state = ${to.state}, claimed_until = null, changed_at = now(), tries = 0
      ${to.units === undefined ? sql`` : sql`, units = ${to.units}`}
      ${to.option === undefined ? sql`` : sql`, option = ${to.option}`}
      ${to.outcome === undefined ? sql`` : sql`, outcome = ${json(to.outcome)}::jsonb`}
      ${to.reason === undefined ? sql`` : sql`, reason = ${to.reason}`}
      ${to.detail === undefined ? sql`` : sql`, detail = ${to.detail}`}
      ${to.found === undefined ? sql`` : sql`, found = ${json(to.found)}::jsonb`}
      ${to.entries === undefined ? sql`` : sql`, entries = ${to.entries}`}
    where ${ofHolder(holder)} and run_id = ${runId} and state = any(${[...from]}::text[])`.execute(trx);
  return numAffectedRows === 1n;
}

/** Those of an earlier run of the application that were booked are so no more. */
export const markUndone = (
  trx: Trx,
  { actionId, application }: { actionId: number; application: number },
): Promise<unknown> =>
  sql`
  update corporate_action_holder share set state = 'undone', changed_at = now()
  from corporate_action_run run
  where run.id = share.run_id and run.action_id = ${actionId} and run.application = ${application} and run.kind = 'apply'
    and share.state = 'booked'`.execute(trx);

export async function lockShare(trx: Trx, runId: number, holder: Holder): Promise<ShareRecord | undefined> {
  const { rows } = await sql<ShareRecord>`
    select ${columns} from corporate_action_holder where ${ofHolder(holder)} and run_id = ${runId} for update`.execute(
    trx,
  );
  return rows[0];
}

export const saveDecision = (
  trx: Trx,
  runId: number,
  holder: Holder,
  {
    decision,
    userId,
    reason,
    state,
  }: { decision: "book" | "leaveOut"; userId: number; reason: string; state: ShareState },
): Promise<unknown> =>
  sql`
  update corporate_action_holder set decision = ${decision}, decided_by = ${userId}, decided_reason = ${reason}, state = ${state},
    tries = 0, claimed_until = null, changed_at = now()
  where ${ofHolder(holder)} and run_id = ${runId}`.execute(trx);

export interface NamedShare extends ShareRecord {
  name: string;
  clientNumber: string | null;
}

/** In the order of type and id of the holders. */
export async function listNamedShares(
  db: Db,
  runId: number,
  {
    state,
    after,
    limit,
  }: { state: ShareState | undefined; after: { value: string; id: number } | undefined; limit: number },
): Promise<NamedShare[]> {
  const { rows } = await sql<NamedShare>`
    select ${columns}, coalesce(${sql.raw(holderName("share.holder_type", "share.holder_id"))}, '') as name,
      (select client_number from holder_account account where account.holder_type = share.holder_type
        and account.holder_id = share.holder_id) as "clientNumber"
    from corporate_action_holder share
    where run_id = ${runId} ${state ? sql`and state = ${state}` : sql``}
      ${after ? sql`and (holder_type, holder_id) > (${after.value}, ${after.id}::bigint)` : sql``}
    order by holder_type, holder_id limit ${limit}`.execute(db);
  return rows;
}

/** What the newest application that booked something for the holder booked, of each action. */
export async function listBookedByActions(
  db: Db,
  holder: Holder,
  actionIds: readonly number[],
): Promise<Map<number, ShareRecord>> {
  const { rows } = await sql<ShareRecord & { actionId: number }>`
    select distinct on (run.action_id) run.action_id as "actionId", share.holder_type as "holderType",
      share.holder_id as "holderId", share.state, trim_scale(share.units)::text as units, share.custodian, share.option,
      share.outcome, share.reason, share.detail, share.found, share.decision, share.decided_by as "decidedBy",
      share.decided_reason as "decidedReason", share.tries
    from corporate_action_holder share join corporate_action_run run on run.id = share.run_id
    where share.holder_type = ${holder.holderType} and share.holder_id = ${holder.holderId} and run.kind = 'apply'
      and run.action_id = any(${[...actionIds]}::bigint[]) and share.state in ('booked', 'undone')
    order by run.action_id, run.id desc`.execute(db);
  return new Map(rows.map((row) => [row.actionId, row]));
}
