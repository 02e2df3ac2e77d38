/** To whom benchmarks are offered: a holder, a distribution group, who joined a strategy, or all. */
import { type benchmarks as calls } from "@portico/api/benchmarks.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { getHolder, getUserNames } from "../holders/holders.ts";
import {
  endAssignmentRecord,
  findAssignment,
  insertAssignment,
  listAssignmentRecords,
  lockTarget,
  type Target,
} from "./assignments.queries.ts";
import { lockBenchmark } from "./benchmarks.queries.ts";

type Body = Parsed<typeof calls.assign>["body"];

/** What a benchmark is assigned to, the nearest first. */
export async function listAssignments(
  { db }: Context,
  benchmarkId: number,
): Promise<Answer<typeof calls.open>["assignments"]> {
  const records = await listAssignmentRecords(db, benchmarkId);
  const names = await getUserNames(db, [...new Set(records.map((one) => one.created_by))]);
  return records.map((one) => ({
    id: one.id,
    scope: one.scope,
    target_id: one.holder_id ?? one.definition_id,
    holder_type: one.holder_type,
    name: one.holder_name ?? one.group_name,
    strategy: one.strategy,
    created_at: one.created_at.toISOString(),
    created_by: names.get(one.created_by) ?? String(one.created_by),
  }));
}

const targetOf = (body: Body): Target => ({
  scope: body.scope,
  holder: body.scope === "holder" ? { holderType: body.holder_type, holderId: body.holder_id } : null,
  group: body.scope === "group" ? body.group : null,
  definitionId: body.scope === "strategy" ? body.definition_id : null,
});

/** Nobody decides about themselves, and an admin alone about all. */
function enforceAssignment(viewer: Viewer, { scope, holder }: Pick<Target, "scope" | "holder">): void {
  if (scope === "firm") enforce(hasStaffLevel(viewer.role, "admin") ? null : "forbidden");
  if (holder) enforce(refusalToChange(viewer, holder));
}

/** Whom the audit log names. */
async function findTargetName(tx: Tx, target: Target): Promise<string> {
  if (target.scope === "firm") return "";
  if (target.holder) return (await getHolder(tx, target.holder)).name;
  const name = await lockTarget(tx, target);
  if (name === undefined) throw new Refusal("notFound");
  return name;
}

/** Assigns a benchmark; doing it twice is one. `notFound` for an unknown target, `stateConflict` for an ended benchmark. */
export const assignBenchmark = (context: Context, id: number, body: Body): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const target = targetOf(body);
    enforceAssignment(viewer, target);
    const benchmark = await lockBenchmark(tx, id);
    if (!benchmark) throw new Refusal("notFound");
    if (benchmark.ended) throw new Refusal("stateConflict");
    const to = await findTargetName(tx, target);
    if (!(await insertAssignment(tx, id, target, viewer.userId))) return { done: true };
    const { name } = benchmark;
    // Of a holder in the holder's own history, which is kept as long as the holder's data.
    if (target.holder) tx.audit("holder.benchmarkAssigned", target.holder, { after: { benchmark: id, name } });
    else tx.audit("benchmark.assigned", id, { after: { name, scope: target.scope, to } });
    tx.emit("benchmarks:changed", {});
    return { done: true };
  });

/** Ends an assignment; doing it twice is one. `notFound` for one of another benchmark. */
export const endAssignment = (context: Context, id: number, assignmentId: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const benchmark = await lockBenchmark(tx, id);
    if (!benchmark || !(await findAssignment(tx, id, assignmentId))) throw new Refusal("notFound");
    const ended = await endAssignmentRecord(tx, id, assignmentId);
    if (!ended) return { done: true };
    const { scope, holder_type: holderType, holder_id: holderId } = ended;
    const holder = holderType === null || holderId === null ? null : { holderType, holderId };
    enforceAssignment(viewer, { scope, holder });
    const { name } = benchmark;
    if (holder) tx.audit("holder.benchmarkUnassigned", holder, { before: { benchmark: id, name } });
    else {
      const to = ended.group_name ?? (ended.definition_id === null ? "" : String(ended.definition_id));
      tx.audit("benchmark.unassigned", id, { before: { name, scope, to } });
    }
    tx.emit("benchmarks:changed", {});
    return { done: true };
  });
