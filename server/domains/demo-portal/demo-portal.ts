/**
 * The demo beside the portal: what administrators ask for. The row is what they want; the process that serves the portal makes
 * it so (server/demo-portal/), now or after its next start (docs/decisions/0420).
 */
import type { demoPortal } from "@portico/api/demo-portal.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { DemoObstacle } from "@portico/api/rules/demo-portal.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { listProcesses } from "../../processes/processes.queries.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findCurrent, hasRecords, insertDemo, markRemoved, markState } from "./demo-portal.queries.ts";
import { isDemoInstalled } from "./installed.ts";
import { deriveAccessKey } from "./secrets.ts";

export { findCurrent as findCurrentDemo, takeOver as takeOverDemo } from "./demo-portal.queries.ts";
export { deriveAccessKey, derivePassword } from "./secrets.ts";

/** Path of the address that shows the demo, without its key. */
export const enterPath = "/demo/enter/";

async function findObstacles({ db, demo }: Pick<Services, "demo"> & { db: Db }): Promise<DemoObstacle[]> {
  const serving = (await listProcesses(db)).filter(({ alive, kind }) => alive && kind !== "jobs").length;
  return [
    ...((await hasRecords(db)) ? (["notEmpty"] as const) : []),
    // A demo shows no demo.
    ...(isDemoInstalled() && !demo ? [] : (["notInstalled"] as const)),
    ...(serving > 1 ? (["severalProcesses"] as const) : []),
  ];
}

export async function getDemoPortal(context: Context): Promise<Answer<(typeof demoPortal)["get"]>> {
  const [row, obstacles] = await Promise.all([findCurrent(context.db), findObstacles(context)]);
  if (!row) return { current: null, obstacles };
  const { id, state, loaded_at, loaded_by, failure } = row;
  const link = state === "on" ? `${context.config.publicUrl}${enterPath}${await deriveAccessKey(context, id)}` : null;
  return { current: { id, state, loadedAt: loaded_at.toISOString(), loadedBy: loaded_by, failure, link }, obstacles };
}

/** Asks for it. `stateConflict` if something stands against it, or a colleague asked before. */
export async function loadDemoPortal(context: Context): Promise<{ id: number }> {
  const { userId } = requireViewer(context);
  return transact(context, async (tx) => {
    if ((await findObstacles({ ...context, db: tx })).length > 0) throw new Refusal("stateConflict");
    const row = await insertDemo(tx, userId);
    if (!row) throw new Refusal("stateConflict");
    tx.audit("demoPortal.loaded", row.id);
    tx.emit("demoPortal:changed", {});
    return row;
  });
}

/** Nobody sees it any more; its data are deleted right after. `notFound` for one that is not on. */
export async function removeDemoPortal(context: Context, id: number): Promise<{ id: number }> {
  const { userId } = requireViewer(context);
  return transact(context, async (tx) => {
    if (!(await markRemoved(tx, id, userId))) throw new Refusal("notFound");
    tx.audit("demoPortal.removed", id);
    tx.emit("demoPortal:changed", {});
    return { id };
  });
}

/** Notes how far it is. False if it was removed meanwhile. */
export const noteDemoState = (
  context: Context,
  id: number,
  found: { state: "loading" | "on" | "failed"; failure: string | null },
): Promise<boolean> =>
  transact(context, async (tx) => {
    const isThere = await markState(tx, id, found);
    if (isThere) tx.emit("demoPortal:changed", {});
    return isThere;
  });
