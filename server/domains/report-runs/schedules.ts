/** Runs that are repeated by the firm's calendar: some of its business days after each period. */

import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { reportRuns } from "@portico/api/report-runs.ts";
import { openDays } from "@portico/api/rules/business-time.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { dueDay, periodAfter, periodAround, periodUntil, type Repeats } from "@portico/api/rules/report-runs.ts";
import { systemContext } from "../../jobs/system-context.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { readKnowledgeNow } from "../market-data/knowledge.ts";
import { listOfferedKinds } from "../reports/reports.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { keyOf, runJob } from "./report-runs.jobs.ts";
import { listWorking } from "./report-runs.queries.ts";
import { addRun, reachOf, requireScope, scopeOf } from "./runs.ts";
import {
  advanceSchedule,
  findSchedule,
  insertSchedule,
  listEnabled,
  listScheduledRuns,
  listSchedules as listScheduleRows,
  type ScheduleRecord,
  setEnabled,
} from "./schedules.queries.ts";

/** Runs that the list shows of each schedule. */
const shownRuns = 12;

interface Calendar {
  today: string;
  isOpen: (day: string) => boolean;
}

async function readCalendar({ db, now }: Pick<Context, "db" | "now">): Promise<Calendar> {
  const [{ today }, { hours }] = await Promise.all([firmDay(db, now()), getSetting(db, "ticketRules")]);
  return { today, isOpen: openDays(hours) };
}

/** The period whose run comes next from today on: the last one that ended, until its day has passed. */
function nextPeriodOf(
  repeats: Repeats,
  businessDays: number,
  { today, isOpen }: Calendar,
): { from: string; to: string } {
  const current = periodAround(repeats, today);
  const last = periodUntil(repeats, addDays(current.from, -1));
  return dueDay(last.to, businessDays, isOpen) >= today ? last : current;
}

function described(
  row: ScheduleRecord,
  runs: readonly {
    schedule_id: number;
    id: number;
    from: string;
    to: string;
    state: Answer<typeof reportRuns.get>["state"];
  }[],
  { isOpen }: Calendar,
): Answer<typeof reportRuns.listSchedules>[number] {
  const next = periodUntil(row.repeats, row.next_to);
  return {
    id: row.id,
    kind: row.kind,
    repeats: row.repeats,
    scope: row.scope,
    group: row.group_name,
    strategy: row.strategy,
    language: row.language,
    atOnce: row.at_once,
    businessDays: row.business_days,
    startsItself: row.starts_itself,
    enabled: row.enabled,
    lost: row.scope === "group" && row.group_name === null,
    next: { ...next, due: dueDay(next.to, row.business_days, isOpen) },
    createdBy: row.created_by_name,
    runs: runs.filter((run) => run.schedule_id === row.id).map(({ id, from, to, state }) => ({ id, from, to, state })),
  };
}

export async function listSchedules(context: Context): Promise<Answer<typeof reportRuns.listSchedules>> {
  const [rows, runs, calendar] = await Promise.all([
    listScheduleRows(context.db),
    listScheduledRuns(context.db, shownRuns),
    readCalendar(context),
  ]);
  return rows.map((row) => described(row, runs, calendar));
}

/** Adds a schedule that is switched on to the transaction. */
export async function addSchedule(tx: Tx, schedule: Parameters<typeof insertSchedule>[1]): Promise<number> {
  const id = await insertSchedule(tx, schedule);
  const { definitionId: definition, userId: _userId, ...recorded } = schedule;
  tx.audit("reportSchedule.created", id, { after: { ...recorded, definition } });
  tx.emit("reportRuns:changed", {});
  return id;
}

/** A schedule that is switched on. `badInput` for a kind that is not made, or a group or strategy that is not there. */
export async function createSchedule(
  context: Context,
  body: Parsed<typeof reportRuns.createSchedule>["body"],
): Promise<{ id: number }> {
  const { userId } = requireViewer(context);
  if (!listOfferedKinds().includes(body.kind))
    throw new Refusal("badInput", { fields: [{ path: "kind", code: "notAllowed" }] });
  const { kind, repeats, language, atOnce, businessDays, startsItself, holders } = body;
  const { group, definitionId } = scopeOf({ holders });
  const { to: nextTo } = nextPeriodOf(repeats, businessDays, await readCalendar(context));
  const { scope } = holders;
  const schedule = { kind, repeats, scope, group, definitionId, language, atOnce, businessDays, startsItself, nextTo };
  const id = await transact(context, async (tx) => {
    await requireScope(tx, { group, definitionId });
    return addSchedule(tx, { ...schedule, userId });
  });
  return { id };
}

/** Switches it on or off; again changes nothing. On, it goes on with the next period: what was due meanwhile is not made up. */
export async function switchSchedule(context: Context, id: number, enabled: boolean): Promise<{ done: true }> {
  const row = await findSchedule(context.db, id);
  if (!row) throw new Refusal("notFound");
  const next = nextPeriodOf(row.repeats, row.business_days, await readCalendar(context));
  // Never back to a period that it has made.
  const nextTo = enabled && next.to > row.next_to ? next.to : row.next_to;
  await transact(context, async (tx) => {
    if (!(await setEnabled(tx, id, { enabled, nextTo }))) return;
    tx.audit("reportSchedule.switched", id, { after: { enabled, nextTo } });
    tx.emit("reportRuns:changed", {});
  });
  return { done: true };
}

/** Makes the run of a period, or lets it wait for a person, and moves the schedule on; once, whatever is repeated. */
async function makeDue(services: Services, row: ScheduleRecord): Promise<void> {
  const context = systemContext(services, "reportRuns");
  const knownAt = row.starts_itself ? await readKnowledgeNow(services.db) : null;
  const { kind, scope, group_name: group, definition_id: definitionId } = row;
  const period = periodUntil(row.repeats, row.next_to);
  const which = { kind, ...period, scope, group, definitionId };
  await transact(context, async (tx) => {
    const next = periodAfter(row.repeats, row.next_to);
    if (!(await advanceSchedule(tx, row.id, { from: row.next_to, to: next.to }))) return;
    const run = { ...which, scheduleId: row.id, language: row.language, atOnce: row.at_once, knownAt, userId: null };
    await addRun(tx, { ...run, chosen: [] }, reachOf(services, which));
  });
}

/** Starts what is due, each period that was missed too; a schedule that fails stops no other. Queues what works again. */
export async function startDue(services: Services): Promise<void> {
  const { today, isOpen } = await readCalendar(services);
  for (const row of await listEnabled(services.db)) {
    try {
      let next: ScheduleRecord | undefined = row;
      while (next?.enabled && dueDay(next.next_to, next.business_days, isOpen) <= today) {
        const before: string = next.next_to;
        await makeDue(services, next);
        next = await findSchedule(services.db, row.id);
        if (next?.next_to === before) break;
      }
    } catch (error) {
      services.log.error({ err: error, schedule: row.id }, "a run that is due could not be made");
    }
  }
  const working = await listWorking(services.db);
  await transact(systemContext(services, "reportRuns"), async (tx) => {
    for (const id of working) await tx.enqueue(runJob, { id }, { key: keyOf(id) });
  });
}
