/** Runs of reports: previewed, started, watched, paused, cancelled, published. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { ReportRun, RunAddressee, RunOrder, reportRuns } from "@portico/api/report-runs.ts";
import type { AddresseeState, RunAction } from "@portico/api/rules/report-runs.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { readKnowledgeNow } from "../market-data/knowledge.ts";
import { workOut } from "../reports/of-runs.ts";
import { listOfferedKinds } from "../reports/reports.ts";
import { firmDay } from "../settings/firm-day.ts";
import {
  allowGaps,
  countStates,
  insertAddressees,
  listAddressees,
  moveAllAddressees,
  previewReach,
  type Reach,
  releaseClaims,
  retryFailed,
  type StateCounts,
} from "./addressees.queries.ts";
import { keyOf, runJob } from "./report-runs.jobs.ts";
import { allowedActions } from "./report-runs.policy.ts";
import {
  findRun,
  insertRun,
  listRuns,
  lockScope,
  moveRun,
  type NewRun,
  type RunRecord,
  reopenRun,
  setListed,
} from "./report-runs.queries.ts";

const newestFirst = "reportRuns";
const byId = "addressees";
/** Left out, as the preview names them. */
const shownLeftOut = 50;

export const scopeOf = ({ holders }: Pick<RunOrder, "holders">) => ({
  scope: holders.scope,
  group: holders.scope === "group" ? holders.group : null,
  definitionId: holders.scope === "strategy" ? holders.definitionId : null,
  chosen: holders.scope === "chosen" ? holders.holders : [],
});

/** As the queries take it. */
export const reachOf = (
  { config }: Pick<Context, "config">,
  run: Omit<Reach, "ledgersElsewhere" | "chosen"> & { chosen?: readonly Holder[] },
): Reach => ({ chosen: [], ...run, ledgersElsewhere: config.custodianUrl !== undefined });

async function refuseWrong({ db, now }: Pick<Context, "db" | "now">, { kind, from, to }: RunOrder): Promise<void> {
  const { today } = await firmDay(db, now());
  const fields = [
    ...(listOfferedKinds().includes(kind) ? [] : [{ path: "kind", code: "notAllowed" } as const]),
    ...(to < from ? [{ path: "to", code: "beforeStart" } as const] : []),
    ...(to >= today ? [{ path: "to", code: "notOver" } as const] : []),
  ];
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

/** Who would get a report, who not and why. `badInput` as for a report that is asked for. */
export async function previewRun(context: Context, order: RunOrder): Promise<Answer<typeof reportRuns.preview>> {
  await refuseWrong(context, order);
  const { kind, from, to } = order;
  const reach = reachOf(context, { kind, from, to, ...scopeOf(order) });
  return previewReach(context.db, reach, { listed: shownLeftOut });
}

/** What a holder's report would say now; nothing is kept. */
export async function makeSample(
  context: Context,
  holder: Holder,
  which: Pick<RunOrder, "kind" | "from" | "to">,
): Promise<Answer<typeof reportRuns.sample>> {
  await refuseWrong(context, { ...which, holders: { scope: "all" }, language: null, atOnce: false });
  await getHolder(context.db, holder);
  const made = await workOut(context, holder, { ...which, knownAt: new Date(await readKnowledgeNow(context.db)) });
  if ("failure" in made) return { failure: made.failure, data: null, gaps: 0 };
  const data = JSON.parse(made.data) as { gaps?: ReportGap[] };
  return { failure: null, data: data as Record<string, unknown>, gaps: data.gaps?.length ?? 0 };
}

/** Adds a run to the transaction, and its job if it starts. Undefined if the schedule has one of the period. */
export async function addRun(
  tx: Tx,
  run: NewRun & { chosen: readonly Holder[] },
  reach: Reach,
): Promise<number | undefined> {
  const id = await insertRun(tx, run);
  if (id === undefined) return undefined;
  if (run.scope === "chosen") {
    await insertAddressees(tx, id, reach, { after: null, limit: run.chosen.length });
    await setListed(tx, id, null);
  }
  tx.audit("reportRun.created", id, {
    after: {
      kind: run.kind,
      from: run.from,
      to: run.to,
      scope: run.scope,
      group: run.group,
      definition: run.definitionId,
      holders: run.scope === "chosen" ? run.chosen.length : null,
      language: run.language,
      atOnce: run.atOnce,
      schedule: run.scheduleId,
      state: run.knownAt === null ? "ready" : "running",
    },
  });
  if (run.knownAt !== null) await tx.enqueue(runJob, { id }, { key: keyOf(id) });
  tx.emit("reportRuns:changed", {});
  return id;
}

/** `badInput` for a group or strategy that is not there. Used by schedules, too. */
export async function requireScope(
  tx: Tx,
  { group, definitionId }: Pick<NewRun, "group" | "definitionId">,
): Promise<void> {
  if (group === null && definitionId === null) return;
  if ((await lockScope(tx, { group, definitionId })) !== undefined) return;
  const path = group === null ? "holders.definitionId" : "holders.group";
  throw new Refusal("badInput", { fields: [{ path, code: "unknown" }] });
}

/** Starts a run at once; the job lists its addressees and makes their reports. */
export async function createRun(context: Context, order: RunOrder): Promise<{ id: number }> {
  const { userId } = requireViewer(context);
  await refuseWrong(context, order);
  const { chosen, ...scope } = scopeOf(order);
  for (const holder of chosen) await getHolder(context.db, holder);
  // Before the transaction, which would keep others from committing.
  const knownAt = await readKnowledgeNow(context.db);
  const { kind, from, to, language, atOnce } = order;
  const id = await transact(context, async (tx) => {
    await requireScope(tx, scope);
    const run = { scheduleId: null, kind, from, to, ...scope, chosen, language, atOnce, knownAt, userId };
    return addRun(tx, run, reachOf(context, { kind, from, to, ...scope, chosen }));
  });
  if (id === undefined) throw new Refusal("stateConflict");
  return { id };
}

function described(row: RunRecord, counts: StateCounts): ReportRun {
  return {
    id: row.id,
    kind: row.kind,
    from: row.from,
    to: row.to,
    scope: row.scope,
    group: row.group_name,
    strategy: row.strategy,
    language: row.language,
    atOnce: row.at_once,
    state: row.state,
    schedule: row.schedule_id,
    knownAt: row.known_at?.toISOString() ?? null,
    listed: row.listed_at !== null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    startedAt: row.started_at?.toISOString() ?? null,
    startedBy: row.started_by_name,
    releasedAt: row.released_at?.toISOString() ?? null,
    releasedBy: row.released_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    can: allowedActions(row, counts),
  };
}

async function readRun({ db }: Pick<Context, "db">, id: number): Promise<RunRecord> {
  const row = await findRun(db, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

export async function getRun(context: Context, id: number): Promise<ReportRun> {
  const row = await readRun(context, id);
  return described(row, (await countStates(context.db, [id])).get(id) ?? {});
}

interface Query {
  cursor?: string | undefined;
  limit: number;
}

export async function listRunPage({ db }: Context, { cursor, limit }: Query): Promise<Answer<typeof reportRuns.list>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: newestFirst },
    (start) => listRuns(db, { before: start.after?.id, limit: start.limit }),
    ({ id }) => [String(id), id],
  );
  const counts = await countStates(
    db,
    rows.map(({ id }) => id),
  );
  return {
    runs: rows.map((row) => described(row, counts.get(row.id) ?? {})),
    offer: { kinds: [...listOfferedKinds()] },
    nextCursor,
  };
}

export async function listAddresseePage(
  context: Context,
  id: number,
  { cursor, limit, state }: Query & { state?: AddresseeState | undefined },
): Promise<Answer<typeof reportRuns.listAddressees>> {
  await readRun(context, id);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: byId },
    (start) => listAddressees(context.db, id, { after: start.after?.id ?? 0, limit: start.limit, state }),
    (row) => [String(row.id), row.id],
  );
  return {
    addressees: rows.map((row) => ({
      id: row.id,
      ...holderOf(row),
      name: row.name,
      state: row.state,
      reason: row.reason as RunAddressee["reason"],
      report: row.report_id,
      replaces: row.replaces,
      gaps: row.gaps ?? 0,
      allowedReason: row.allowed_reason,
      allowedBy: row.allowed_by,
      madeAt: row.made_at?.toISOString() ?? null,
      publishedAt: row.published_at?.toISOString() ?? null,
      toldAt: row.told_at?.toISOString() ?? null,
      openedAt: row.opened_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** What an action changes of the run's addressees; answers of how many. */
async function moveAddressees(tx: Tx, id: number, action: RunAction): Promise<number | undefined> {
  if (action === "cancel") return moveAllAddressees(tx, id, "cancel");
  if (action === "resume") await releaseClaims(tx, id);
  if (action === "withhold") return moveAllAddressees(tx, id, "withhold");
  return undefined;
}

/** Starts, pauses, resumes, cancels, publishes or withholds. `stateConflict` if its state does not allow it. */
export async function actOnRun(context: Context, id: number, action: RunAction): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await readRun(context, id);
  const knownAt = action === "start" || action === "resume" ? await readKnowledgeNow(context.db) : null;
  await transact(context, async (tx) => {
    const state = await moveRun(tx, id, action, { knownAt, userId });
    if (state === undefined) throw new Refusal("stateConflict");
    const addressees = await moveAddressees(tx, id, action);
    if (state === "running") await tx.enqueue(runJob, { id }, { key: keyOf(id) });
    tx.audit("reportRun.moved", id, { after: { action, state, ...(addressees !== undefined && { addressees }) } });
    tx.emit("reportRuns:changed", {});
  });
  return { done: true };
}

/** Gives the run work again; a paused one waits for its resumption. */
async function reopen(tx: Tx, id: number, knownAt: string | null): Promise<void> {
  if (!(await reopenRun(tx, id, knownAt))) throw new Refusal("stateConflict");
  await tx.enqueue(runJob, { id }, { key: keyOf(id) });
  tx.emit("reportRuns:changed", {});
}

/** Tries again what failed, from what is known now. `stateConflict` if nothing failed. */
export async function retryRun(context: Context, id: number): Promise<{ retried: number }> {
  await readRun(context, id);
  const knownAt = await readKnowledgeNow(context.db);
  const retried = await transact(context, async (tx) => {
    const count = await retryFailed(tx, id);
    if (count === 0) throw new Refusal("stateConflict");
    await reopen(tx, id, knownAt);
    tx.audit("reportRun.retried", id, { after: { addressees: count } });
    return count;
  });
  return { retried };
}

/** Lets reports with gaps be published, with who allowed it and why. `stateConflict` if none of them waits for that. */
export async function allowRunGaps(
  context: Context,
  id: number,
  { addressee, all, reason }: { addressee: number; all: boolean; reason: string },
): Promise<{ allowed: number }> {
  const { userId } = requireViewer(context);
  await readRun(context, id);
  const allowed = await transact(context, async (tx) => {
    const count = await allowGaps(tx, id, { addressee, all, userId, reason });
    if (count === 0) throw new Refusal("stateConflict");
    await reopen(tx, id, null);
    tx.audit("reportRun.gapsAllowed", id, { after: { addressee, addressees: count, reason } });
    return count;
  });
  return { allowed };
}
