/** Who of staff works on what: claimed, released, and released with the work. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import type { workClaims } from "@portico/api/work-claims.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Reconsider, type Tx, transact } from "../../unit-of-work/transact.ts";
import { auditClaimed, auditReleased } from "./audited.ts";
import { deleteClaim, deleteOfFormerStaff, findClaims, insertClaim, listClaims } from "./work-claims.queries.ts";

interface Item {
  kind: ClaimedKind;
  itemId: number;
}

export async function listWorkClaims({ db }: Context, kind: ClaimedKind): Promise<Answer<typeof workClaims.list>> {
  const claims = await listClaims(db, kind);
  return {
    claims: claims.map(({ item_id, user_id, name, claimed_at }) => ({
      item_id,
      by: { id: user_id, name },
      at: claimed_at.toISOString(),
    })),
  };
}

/**
 * The viewer works on it; repeating it changes nothing. `claimed` if a colleague does, whose name is in `by`;
 * `stateConflict` if it no longer waits for the firm; `fourEyes` if it is about the viewer.
 */
export async function claimWork(context: Context, { kind, itemId }: Item): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  const work = context.domains.work[kind];
  await transact(context, async (tx) => {
    await work.lock(tx, itemId);
    const [item] = await work.read({ ...context, db: tx }, [itemId]);
    if (!item) throw new Refusal("notFound");
    enforce(item.refusal);
    if (!item.isOpen) throw new Refusal("stateConflict");
    if (!(await insertClaim(tx, { kind, itemId, userId, at: context.now() })))
      return refuseOthers(tx, { kind, itemId }, userId);
    auditClaimed(tx, { kind, itemId, holder: item.holder });
    tx.emit("work:claimed", { kind });
  });
  return { done: true };
}

/** The viewer no longer works on it; `claimed` if a colleague does. */
export async function releaseWork(context: Context, { kind, itemId }: Item): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await transact(context, async (tx) => {
    if (!(await deleteClaim(tx, { kind, itemId, userId }))) return refuseOthers(tx, { kind, itemId }, userId);
    const [item] = await context.domains.work[kind].read({ ...context, db: tx }, [itemId]);
    if (item) auditReleased(tx, { kind, itemId, holder: item.holder });
    tx.emit("work:claimed", { kind });
  });
  return { done: true };
}

async function refuseOthers(tx: Tx, { kind, itemId }: Item, userId: number): Promise<void> {
  const [claim] = await findClaims(tx, kind, [itemId]);
  if (claim && claim.user_id !== userId) throw new Refusal("claimed", { by: claim.name });
}

/** Whoever begins to answer works on it, unless somebody does already; in the caller's transaction. */
export async function claimByAnswering(
  tx: Tx,
  { kind, itemId, holder }: Item & { holder: Holder },
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  if (!(await insertClaim(tx, { kind, itemId, userId, at }))) return;
  auditClaimed(tx, { kind, itemId, holder });
  tx.emit("work:claimed", { kind });
}

/** People who left work on nothing. */
export const reconsiderClaims: Reconsider = async (tx, { userIds }) => {
  for (const kind of await deleteOfFormerStaff(tx, userIds)) tx.emit("work:claimed", { kind });
};
