/** SQL of runs of reports. */
import { type RunAction, type RunScope, type RunState, runMoves } from "@portico/api/rules/report-runs.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface RunRecord {
  id: number;
  schedule_id: number | null;
  kind: ReportKind;
  from: string;
  to: string;
  scope: RunScope;
  group_name: string | null;
  definition_id: number | null;
  strategy: Record<string, string> | null;
  language: Language | null;
  at_once: boolean;
  state: RunState;
  known_at: Date | null;
  listed_type: Holder["holderType"] | null;
  listed_id: number | null;
  listed_at: Date | null;
  released_at: Date | null;
  released_by: number | null;
  released_by_name: string | null;
  created_at: Date;
  created_by_name: string | null;
  started_at: Date | null;
  started_by_name: string | null;
  ended_at: Date | null;
}

const selected = sql`
  select run.id, run.schedule_id, run.kind, run.period_from::text as "from", run.period_to::text as "to", run.scope, run.group_name,
    run.definition_id, definition.card -> 'name' as strategy, run.language, run.at_once, run.state, run.known_at, run.listed_type,
    run.listed_id, run.listed_at, run.released_at, run.released_by, releaser.name as released_by_name, run.created_at,
    creator.name as created_by_name, run.started_at, starter.name as started_by_name, run.ended_at
  from report_run run
  left join target_definition definition on definition.id = run.definition_id
  left join app_user creator on creator.id = run.created_by
  left join app_user starter on starter.id = run.started_by
  left join app_user releaser on releaser.id = run.released_by`;

export async function findRun(db: Db, id: number): Promise<RunRecord | undefined> {
  const { rows } = await sql<RunRecord>`${selected} where run.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first, from `before` on. */
export async function listRuns(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<RunRecord[]> {
  const { rows } = await sql<RunRecord>`
    ${selected} where run.id < ${before ?? Number.MAX_SAFE_INTEGER} order by run.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface NewRun {
  scheduleId: number | null;
  kind: ReportKind;
  from: string;
  to: string;
  scope: RunScope;
  group: string | null;
  definitionId: number | null;
  language: Language | null;
  atOnce: boolean;
  /** Null: it waits for a person to start it. */
  knownAt: string | null;
  userId: number | null;
}

/** Undefined if the schedule has a run of the period. */
export async function insertRun(trx: Trx, run: NewRun): Promise<number | undefined> {
  const started = run.knownAt === null ? null : sql<Date>`now()`;
  const row = await trx
    .insertInto("report_run")
    .values({
      schedule_id: run.scheduleId,
      kind: run.kind,
      period_from: run.from,
      period_to: run.to,
      scope: run.scope,
      group_name: run.group,
      definition_id: run.definitionId,
      language: run.language,
      at_once: run.atOnce,
      state: run.knownAt === null ? "ready" : "running",
      known_at: run.knownAt,
      released_at: run.atOnce ? started : null,
      released_by: run.atOnce && run.knownAt !== null ? run.userId : null,
      created_by: run.userId,
      started_at: started,
      started_by: run.knownAt === null ? null : run.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Name of a group, or of a strategy in English, which stays until the transaction ends; undefined if there is none. */
export async function lockScope(
  trx: Trx,
  { group, definitionId }: Pick<NewRun, "group" | "definitionId">,
): Promise<string | undefined> {
  const { rows } =
    group === null
      ? await sql<{ name: string }>`
          select coalesce(card -> 'name' ->> 'en', '') as name from target_definition where id = ${definitionId}::bigint for key share`.execute(
          trx,
        )
      : await sql<{ name: string }>`
          select name from distribution_group where name = ${group} for key share`.execute(trx);
  return rows[0]?.name;
}

const from = (move: keyof typeof runMoves) => sql`${[...runMoves[move].from]}::text[]`;

/**
 * What staff do with a run, if it is in a state that this leaves. Newer knowledge is taken with the start, and after a pause. Not yet
 * started, a cancelled run has nothing to do any more.
 */
export async function moveRun(
  trx: Trx,
  id: number,
  action: RunAction,
  { knownAt, userId }: { knownAt: string | null; userId: number },
): Promise<RunState | undefined> {
  const sets = {
    start: sql`, known_at = ${knownAt}, started_at = now(), started_by = ${userId},
      released_at = case when at_once then now() end, released_by = case when at_once then ${userId}::bigint end`,
    pause: sql``,
    resume: sql`, known_at = ${knownAt}`,
    cancel: sql`, listed_at = coalesce(listed_at, now())`,
    publish: sql`, released_at = now(), released_by = ${userId}`,
    withhold: sql``,
  }[action];
  const to =
    action === "cancel"
      ? sql`case when state = 'ready' then 'cancelled' else 'running' end`
      : sql`${runMoves[action].to}`;
  const { rows } = await sql<{ state: RunState }>`
    update report_run set state = ${to} ${sets} where id = ${id} and state = any(${from(action)}) returning state`.execute(
    trx,
  );
  return rows[0]?.state;
}

/** Work is left again, of what is known now; a paused run stays paused. False for one that was never started. */
export async function reopenRun(trx: Trx, id: number, knownAt: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_run set state = case when state = 'paused' then state else ${runMoves.reopen.to} end,
      known_at = coalesce(${knownAt}, known_at), ended_at = null
    where id = ${id} and (state = 'paused' or state = any(${from("reopen")}))`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends the work for now. */
export async function settleRun(trx: Trx, id: number, to: "awaitingLook" | "done" | "cancelled"): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_run set state = ${to}, ended_at = ${to === "awaitingLook" ? sql`null` : sql`now()`}
    where id = ${id} and state = any(${from("settle")})`.execute(trx);
  return numAffectedRows === 1n;
}

/** The run, locked while its addressees are listed; undefined if they are, or it does not work. */
export async function lockUnlisted(
  trx: Trx,
  id: number,
): Promise<Pick<RunRecord, "listed_type" | "listed_id"> | undefined> {
  const { rows } = await sql<Pick<RunRecord, "listed_type" | "listed_id">>`
    select listed_type, listed_id from report_run where id = ${id} and state = 'running' and listed_at is null for update`.execute(
    trx,
  );
  return rows[0];
}

/** Up to whom addressees are listed; null: all are. */
export const setListed = (trx: Trx, id: number, last: Holder | null): Promise<unknown> =>
  last
    ? sql`update report_run set listed_type = ${last.holderType}, listed_id = ${last.holderId} where id = ${id}`.execute(
        trx,
      )
    : sql`update report_run set listed_at = now() where id = ${id}`.execute(trx);

export async function listWorking(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from report_run where state = 'running' order by id`.execute(db);
  return rows.map(({ id }) => id);
}
