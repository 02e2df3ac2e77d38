/** Runs of a corporate action: previewed, decided about, started, dropped. */
import { corporateActions as calls } from "@portico/api/corporate-actions.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { RunKind } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { type ActionRecord, keepVersion, lockAction, moveAction } from "./actions.queries.ts";
import { actionRunJob, keyOfRun } from "./corporate-actions.jobs.ts";
import { refusalToDecideShare, refusalToDrop, refusalToPreview, refusalToStart } from "./corporate-actions.policy.ts";
import { isCurrent } from "./listing.ts";
import { countShares, dropPreviews, findRun, insertRun, lockRun, moveRun, type RunRecord } from "./runs.queries.ts";
import { listNamedShares, lockShare, saveDecision } from "./shares.queries.ts";

/** Calculates in the background; a preview before it is dropped. */
export const previewRun = (context: Context, id: number, kind: RunKind): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const action = await lockAction(tx, id);
    if (!action) throw new Refusal("notFound");
    enforce(refusalToPreview(viewer, action, { kind, now: context.now() }));
    await dropPreviews(tx, id);
    const { version, application } = action;
    const runId = await insertRun(tx, { actionId: id, kind, version, application, userId: viewer.userId });
    await tx.enqueue(actionRunJob, { id: runId }, { key: keyOfRun(runId) });
    tx.audit("corporateAction.previewed", id, { after: { run: runId, kind } });
    tx.emit("corporateActions:changed", {});
    return { id: runId };
  });

/** The action, then its run, each locked; `notFound` for a run of another action. */
async function lockBoth(tx: Tx, id: number, runId: number): Promise<{ action: ActionRecord; run: RunRecord }> {
  const action = await lockAction(tx, id);
  const run = await lockRun(tx, runId);
  if (!action || run?.actionId !== id) throw new Refusal("notFound");
  return { action, run };
}

/** Books or undoes what was previewed. Of two starts the second changes nothing. */
export const startRun = (context: Context, id: number, runId: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const { action, run } = await lockBoth(tx, id, runId);
    if (run.state === "booking" || (run.state === "done" && run.startedBy !== null)) return { done: true };
    const { ready = 0, unclear = 0, refused = 0 } = (await countShares(tx, [runId])).get(runId) ?? {};
    enforce(refusalToStart(viewer, { ...run, isCurrent: isCurrent(run, action), unclear, refused }));
    const isUndo = run.kind === "undo";
    const move = isUndo
      ? ({ from: ["applied"], to: "undoing" } as const)
      : ({ from: ["confirmed", "applied"], to: "applying" } as const);
    if (!(await moveAction(tx, id, move))) throw new Refusal("stateConflict");
    await keepVersion(tx, id, { userId: viewer.userId });
    await moveRun(tx, runId, { from: "previewed", to: "booking", startedBy: viewer.userId });
    await tx.enqueue(actionRunJob, { id: runId }, { key: keyOfRun(runId) });
    tx.audit("corporateAction.started", id, { after: { run: runId, kind: run.kind, holders: ready } });
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });

/** Drops a preview; doing it twice is one. */
export const dropRun = (context: Context, id: number, runId: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { run } = await lockBoth(tx, id, runId);
    if (run.state === "dropped") return { done: true };
    enforce(refusalToDrop(requireViewer(context), run));
    await moveRun(tx, runId, { from: run.state, to: "dropped" });
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });

/** What may be decided about: whose file booked it already or may have, who is ready, and who was left out. */
const decidable = new Set(["known", "unclear", "ready", "leftOut"]);

/**
 * Decides about one holder before the start. Who is to be booked is calculated once more, without a look at what a file booked.
 * `stateConflict` for a holder about whom nothing is to be decided, and for an undoing, which is of all.
 */
export const decideShare = (
  context: Context,
  { id, runId, ...holder }: Parsed<typeof calls.decide>["params"],
  { decision, reason }: Parsed<typeof calls.decide>["body"],
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const { run } = await lockBoth(tx, id, runId);
    enforce(refusalToDecideShare(viewer, holder, run));
    const share = await lockShare(tx, runId, holder);
    if (!share) throw new Refusal("notFound");
    if (run.kind === "undo" || !decidable.has(share.state)) throw new Refusal("stateConflict");
    const state = decision === "book" ? "waiting" : "leftOut";
    await saveDecision(tx, runId, holder, { decision, userId: viewer.userId, reason, state });
    if (decision === "book") {
      await moveRun(tx, runId, { from: "previewed", to: "calculating" });
      await tx.enqueue(actionRunJob, { id: runId }, { key: keyOfRun(runId) });
    }
    tx.audit("corporateAction.holderDecided", id, {
      after: { run: runId, holder: `${holder.holderType}/${holder.holderId}`, decision, reason },
    });
    tx.emit("corporateActions:changed", {});
    return { done: true };
  });

/** In the order of type and id of the holders. */
export async function listRunHolders(
  context: Context,
  { id, runId }: { id: number; runId: number },
  { cursor, limit, state }: Parsed<typeof calls.listHolders>["query"],
): Promise<Answer<typeof calls.listHolders>> {
  const { db } = context;
  if ((await findRun(db, runId))?.actionId !== id) throw new Refusal("notFound");
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: `holders ${runId}` },
    (start) => listNamedShares(db, runId, { state, ...start }),
    (row): [string, number] => [row.holderType, row.holderId],
  );
  const names = await getUserNames(db, [...new Set(rows.flatMap(({ decidedBy }) => decidedBy ?? []))]);
  return {
    holders: rows.map(({ holderType, holderId, decidedBy, tries: _tries, ...row }) => ({
      ...row,
      holder_type: holderType as Holder["holderType"],
      holder_id: holderId,
      decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? String(decidedBy)),
    })),
    nextCursor,
  };
}
