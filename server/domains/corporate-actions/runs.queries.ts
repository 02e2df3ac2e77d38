/** SQL of the runs of corporate actions. */
import type { RunKind, RunState, ShareState } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface RunRecord {
  id: number;
  actionId: number;
  kind: RunKind;
  version: number;
  application: number;
  state: RunState;
  listedType: Holder["holderType"] | null;
  listedId: number | null;
  listedAt: Date | null;
  createdBy: number;
  createdAt: Date;
  startedBy: number | null;
  endedAt: Date | null;
}

const columns = sql`id, action_id as "actionId", kind, version, application, state, listed_type as "listedType",
  listed_id as "listedId", listed_at as "listedAt", created_by as "createdBy", created_at as "createdAt",
  started_by as "startedBy", ended_at as "endedAt"`;

export async function insertRun(
  trx: Trx,
  run: Pick<RunRecord, "actionId" | "kind" | "version" | "application"> & { userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into corporate_action_run (action_id, kind, version, application, state, created_by)
    values (${run.actionId}, ${run.kind}, ${run.version}, ${run.application}, 'calculating', ${run.userId})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export async function findRun(db: Db, id: number): Promise<RunRecord | undefined> {
  const { rows } = await sql<RunRecord>`select ${columns} from corporate_action_run where id = ${id}`.execute(db);
  return rows[0];
}

export async function lockRun(trx: Trx, id: number): Promise<RunRecord | undefined> {
  const { rows } = await sql<RunRecord>`
    select ${columns} from corporate_action_run where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The newest runs of an action, of each kind one, without those that were dropped. */
export async function listNewestRuns(db: Db, actionId: number): Promise<RunRecord[]> {
  const { rows } = await sql<RunRecord>`
    select distinct on (kind) ${columns} from corporate_action_run
    where action_id = ${actionId} and state <> 'dropped' order by kind, id desc`.execute(db);
  return rows;
}

/** Drops the previews of an action that were not started. */
export const dropPreviews = (trx: Trx, actionId: number): Promise<unknown> =>
  sql`
  update corporate_action_run set state = 'dropped', ended_at = now()
  where action_id = ${actionId} and state in ('calculating', 'previewed')`.execute(trx);

export async function moveRun(
  trx: Trx,
  id: number,
  { from, to, startedBy }: { from: RunState; to: RunState; startedBy?: number },
): Promise<boolean> {
  const isEnd = to === "done" || to === "blocked" || to === "dropped";
  const { numAffectedRows } = await sql`
    update corporate_action_run set state = ${to}
      ${startedBy === undefined ? sql`` : sql`, started_by = ${startedBy}, started_at = now()`}
      ${isEnd ? sql`, ended_at = now()` : sql``}
    where id = ${id} and state = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Runs that a job works on. */
export async function listWorkingRuns(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from corporate_action_run where state in ('calculating', 'booking') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes up to whom the rows are listed; null for all. */
export const setListed = (trx: Trx, id: number, last: Holder | null): Promise<unknown> =>
  sql`
  update corporate_action_run set listed_type = ${last?.holderType ?? null}, listed_id = ${last?.holderId ?? null},
    listed_at = ${last === null ? sql`now()` : null}
  where id = ${id}`.execute(trx);

export type StateCounts = Partial<Record<ShareState, number>>;

export async function countShares(db: Db, runIds: readonly number[]): Promise<Map<number, StateCounts>> {
  const { rows } = await sql<{ runId: number; state: ShareState; count: number }>`
    select run_id as "runId", state, count(*)::int as count from corporate_action_holder
    where run_id = any(${[...runIds]}::bigint[]) group by run_id, state`.execute(db);
  const counts = new Map<number, StateCounts>();
  for (const { runId, state, count } of rows) counts.set(runId, { ...counts.get(runId), [state]: count });
  return counts;
}

export interface Totals {
  units: string;
  received: string;
  given: string;
  cash: { currency: string; gross: string; tax: string; net: string }[];
}

/** What all get who are ready, booked, or undone. */
export async function sumShares(db: Db, runId: number): Promise<Totals> {
  const of = sql`corporate_action_holder where run_id = ${runId} and state in ('ready', 'booked', 'undone') and outcome is not null`;
  const { rows } = await sql<Omit<Totals, "cash">>`
    select coalesce(trim_scale(sum(units)), 0)::text as units,
      coalesce(trim_scale(sum((outcome ->> 'received')::numeric)), 0)::text as received,
      coalesce(trim_scale(sum((outcome ->> 'units')::numeric)), 0)::text as given
    from ${of}`.execute(db);
  const { rows: cash } = await sql<Totals["cash"][number]>`
    select outcome ->> 'currency' as currency, trim_scale(sum((outcome ->> 'gross')::numeric))::text as gross,
      trim_scale(sum((outcome ->> 'tax')::numeric))::text as tax, trim_scale(sum((outcome ->> 'net')::numeric))::text as net
    from ${of} and outcome ->> 'currency' is not null group by 1 order by 1`.execute(db);
  return { units: "0", received: "0", given: "0", ...rows[0], cash };
}
