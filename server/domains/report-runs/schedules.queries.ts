/** SQL of schedules of runs. */
import type { Repeats, RunScope, RunState } from "@portico/api/rules/report-runs.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface ScheduleRecord {
  id: number;
  kind: ReportKind;
  repeats: Repeats;
  scope: RunScope;
  group_name: string | null;
  definition_id: number | null;
  strategy: Record<string, string> | null;
  language: Language | null;
  at_once: boolean;
  business_days: number;
  starts_itself: boolean;
  enabled: boolean;
  next_to: string;
  created_by_name: string;
}

const selected = sql`
  select schedule.id, schedule.kind, schedule.repeats, schedule.scope, schedule.group_name, schedule.definition_id,
    definition.card -> 'name' as strategy, schedule.language, schedule.at_once, schedule.business_days, schedule.starts_itself,
    schedule.enabled, schedule.next_to::text as next_to, app_user.name as created_by_name
  from report_schedule schedule
  join app_user on app_user.id = schedule.created_by
  left join target_definition definition on definition.id = schedule.definition_id`;

/** All: a firm has few. Those that are switched on first. */
export async function listSchedules(db: Db): Promise<ScheduleRecord[]> {
  const { rows } = await sql<ScheduleRecord>`${selected} order by schedule.enabled desc, schedule.id limit 500`.execute(
    db,
  );
  return rows;
}

export async function findSchedule(db: Db, id: number): Promise<ScheduleRecord | undefined> {
  const { rows } = await sql<ScheduleRecord>`${selected} where schedule.id = ${id}`.execute(db);
  return rows[0];
}

/** Switched on, with a group that is still there. */
export async function listEnabled(db: Db): Promise<ScheduleRecord[]> {
  const { rows } = await sql<ScheduleRecord>`
    ${selected} where schedule.enabled and (schedule.scope <> 'group' or schedule.group_name is not null)
    order by schedule.id`.execute(db);
  return rows;
}

interface NewSchedule {
  kind: ReportKind;
  repeats: Repeats;
  scope: "all" | "group" | "strategy";
  group: string | null;
  definitionId: number | null;
  language: Language | null;
  atOnce: boolean;
  businessDays: number;
  startsItself: boolean;
  nextTo: string;
  userId: number;
}

export async function insertSchedule(trx: Trx, schedule: NewSchedule): Promise<number> {
  const { id } = await trx
    .insertInto("report_schedule")
    .values({
      kind: schedule.kind,
      repeats: schedule.repeats,
      scope: schedule.scope,
      group_name: schedule.group,
      definition_id: schedule.definitionId,
      language: schedule.language,
      at_once: schedule.atOnce,
      business_days: schedule.businessDays,
      starts_itself: schedule.startsItself,
      next_to: schedule.nextTo,
      created_by: schedule.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** From one period to the next, once; false if another process did, or it was switched off meanwhile. */
export async function advanceSchedule(
  trx: Trx,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_schedule set next_to = ${to}::date where id = ${id} and enabled and next_to = ${from}::date`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** False if it is so already. */
export async function setEnabled(
  trx: Trx,
  id: number,
  { enabled, nextTo }: { enabled: boolean; nextTo: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_schedule set enabled = ${enabled}, next_to = ${nextTo}::date where id = ${id} and enabled <> ${enabled}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export interface ScheduledRun {
  schedule_id: number;
  id: number;
  from: string;
  to: string;
  state: RunState;
}
/** The last runs of each schedule, the newest first. */
export async function listScheduledRuns(db: Db, each: number): Promise<ScheduledRun[]> {
  const { rows } = await sql<ScheduledRun>`
    select run.schedule_id, run.id, run.period_from::text as "from", run.period_to::text as "to", run.state
    from report_schedule schedule cross join lateral (
      select * from report_run where report_run.schedule_id = schedule.id order by id desc limit ${each}
    ) run order by run.id desc`.execute(db);
  return rows;
}
