/** SQL of what holders elect. */
import type { ElectionState, OptionName } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";

export interface ElectionRecord extends Holder {
  id: number;
  actionId: number;
  option: OptionName;
  state: ElectionState;
  byStaff: boolean;
  note: string | null;
  electedBy: number;
  electedAt: Date;
  endedAt: Date | null;
  /** Who agreed, the one who elected included. */
  signedBy: number[];
}

const columns = sql`election.id, election.holder_type as "holderType", election.holder_id as "holderId",
  election.action_id as "actionId", election.option, election.state, election.by_staff as "byStaff", election.note,
  election.elected_by as "electedBy", election.elected_at as "electedAt", election.ended_at as "endedAt",
  array(select signature.user_id from corporate_action_signature signature where signature.holder_type = election.holder_type
    and signature.holder_id = election.holder_id and signature.election_id = election.id order by signature.signed_at) as "signedBy"`;

/** Those that stand or wait for signatures. */
export async function listOpen(db: Db, holder: Holder, actionIds: readonly number[]): Promise<ElectionRecord[]> {
  const { rows } = await sql<ElectionRecord>`
    select ${columns} from corporate_action_election election
    where ${ofHolder(holder)} and action_id = any(${[...actionIds]}::bigint[]) and state in ('awaitingSigners', 'standing')
    order by election.id`.execute(db);
  return rows;
}

export const findStanding = async (db: Db, holder: Holder, actionId: number): Promise<ElectionRecord | undefined> =>
  (await listOpen(db, holder, [actionId])).find(({ state }) => state === "standing");

/** Elections of one holder about one action are made one after another. */
export const lockElection = (trx: Trx, { holderType, holderId }: Holder, actionId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`election ${actionId} ${holderType}/${holderId}`}, 0))`.execute(
    trx,
  );

export async function insertElection(
  trx: Trx,
  { holderType, holderId }: Holder,
  one: Pick<ElectionRecord, "actionId" | "option" | "state" | "byStaff" | "note" | "electedBy">,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into corporate_action_election (holder_type, holder_id, action_id, option, state, by_staff, note, elected_by)
    values (${holderType}, ${holderId}, ${one.actionId}, ${one.option}, ${one.state}, ${one.byStaff}, ${one.note},
      ${one.electedBy})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export const endElection = (trx: Trx, holder: Holder, id: number, state: ElectionState): Promise<unknown> =>
  sql`
  update corporate_action_election set state = ${state}, ended_at = now()
  where ${ofHolder(holder)} and id = ${id} and state in ('awaitingSigners', 'standing')`.execute(trx);

export const letStand = (trx: Trx, holder: Holder, id: number): Promise<unknown> =>
  sql`
  update corporate_action_election set state = 'standing'
  where ${ofHolder(holder)} and id = ${id} and state = 'awaitingSigners'`.execute(trx);

export const insertSignature = (
  trx: Trx,
  { holderType, holderId }: Holder,
  id: number,
  userId: number,
): Promise<unknown> =>
  sql`
  insert into corporate_action_signature (holder_type, holder_id, election_id, user_id)
  values (${holderType}, ${holderId}, ${id}, ${userId}) on conflict do nothing`.execute(trx);

/** Ends all of an action that is cancelled; answers whose they were. */
export async function lapseAll(trx: Trx, actionId: number): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    update corporate_action_election set state = 'lapsed', ended_at = now()
    where action_id = ${actionId} and state in ('awaitingSigners', 'standing')
    returning holder_type as "holderType", holder_id as "holderId"`.execute(trx);
  return rows;
}

export interface OptionCount {
  option: OptionName;
  holders: number;
  awaitingSigners: number;
}

export async function countElections(db: Db, actionIds: readonly number[]): Promise<Map<number, OptionCount[]>> {
  const { rows } = await sql<OptionCount & { actionId: number }>`
    select action_id as "actionId", option, count(*) filter (where state = 'standing')::int as holders,
      count(*) filter (where state = 'awaitingSigners')::int as "awaitingSigners"
    from corporate_action_election
    where action_id = any(${[...actionIds]}::bigint[]) and state in ('awaitingSigners', 'standing')
    group by action_id, option order by option`.execute(db);
  return Map.groupBy(rows, ({ actionId }) => actionId);
}

/** The newest first. */
export async function listElections(
  db: Db,
  actionId: number,
  { after, limit }: { after: { id: number } | undefined; limit: number },
): Promise<(ElectionRecord & { name: string })[]> {
  const { rows } = await sql<ElectionRecord & { name: string }>`
    select ${columns}, coalesce(${sql.raw(holderName("election.holder_type", "election.holder_id"))}, '') as name
    from corporate_action_election election
    where election.action_id = ${actionId} ${after ? sql`and election.id < ${after.id}` : sql``}
    order by election.id desc limit ${limit}`.execute(db);
  return rows;
}

/** True if the holder was not told of it before. */
export async function noteTelling(
  trx: Trx,
  { holderType, holderId }: Holder,
  actionId: number,
  what: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into corporate_action_telling (holder_type, holder_id, action_id, what)
    values (${holderType}, ${holderId}, ${actionId}, ${what}) on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Everybody who was told of the action. */
export async function listTold(db: Db, actionId: number): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select distinct holder_type as "holderType", holder_id as "holderId" from corporate_action_telling
    where action_id = ${actionId} order by 1, 2`.execute(db);
  return rows;
}

/** Whether the holder was told before that something can be chosen. */
export async function wasToldOfChoice(db: Db, holder: Holder, actionId: number): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select exists (select from corporate_action_telling where ${ofHolder(holder)} and action_id = ${actionId}
      and what like 'choice %') as told`.execute(db);
  return rows[0]?.told ?? false;
}
