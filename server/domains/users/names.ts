/** A person's name. Of a client who passed review it guards money: the owner of their bank accounts is compared with it. */
import { type HolderState, ownNameStates } from "@portico/api/holder-states.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { readLockedState } from "../holders/states.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";
import { namableStates, refusalToName } from "./users.policy.ts";
import { updateName } from "./users.queries.ts";
import { getUserData } from "./users.ts";

const personOf = (holderId: number) => ({ holderType: "user", holderId }) as const;

/** Whether the firm has confirmed the name, so that it does not change without the client's knowledge. */
const isConfirmed = (state: HolderState): boolean => !ownNameStates.includes(state);

/**
 * Changes the name: the person's own before approval or after a rejection (otherwise `stateConflict`), by office for
 * others at any time. Of a client who passed review it needs a reason (`badInput`), which the client is told with both
 * names; with four eyes on it is proposed. `proposalOpen` if a change of it is proposed already.
 */
export async function setName(
  context: Context,
  userId: number,
  { name, reason }: { name: string; reason?: string | undefined },
): Promise<{ name: string; proposalId: number | null }> {
  const viewer = requireViewer(context);
  const holder = personOf(userId);
  return transact(context, async (tx) => {
    const state = await readLockedState(tx, holder);
    enforce(refusalToName(viewer, { id: userId, state }));
    const before = (await getUserData(tx, userId)).name;
    if (before === name) return { name, proposalId: null };
    const isGuarded = viewer.userId !== userId && isConfirmed(state);
    if (isGuarded) requireReason(reason);
    if (isGuarded && (await needsTwo(tx))) {
      const proposed = { action: "setName", holder, before: { name: before }, after: { name }, reason } as const;
      return { name: before, proposalId: await propose(tx, context, proposed) };
    }
    await refuseWhileProposed(tx, { action: "setName", holder });
    await applyName(tx, context, userId, { before, after: name, reason: isGuarded ? (reason ?? null) : null });
    return { name, proposalId: null };
  });
}

/** Writes the name in the caller's transaction, which has locked the person; a reason is told to them. */
async function applyName(
  tx: Tx,
  context: Context,
  userId: number,
  { before, after, reason }: { before: string; after: string; reason: string | null },
): Promise<void> {
  const viewer = requireViewer(context);
  if ((await updateName(tx, userId, after, namableStates(viewer, userId))) === undefined)
    throw new Refusal("stateConflict");
  tx.audit("user.nameChanged", userId, {
    before: { name: before },
    after: { name: after, ...(reason !== null && { reason }) },
  });
  tx.emit("holder:state", personOf(userId));
  if (reason === null) return;
  await tx.notify(personOf(userId), {
    type: "name_changed",
    text: reason,
    params: { before, account: after },
    created_by: viewer.userId,
  });
}

/** Applies a confirmed name; `stateConflict` if it has changed since it was proposed. */
export const nameProposal: ProposalKind = {
  async carryOut(tx, context, { holder, before, after, reason }) {
    await readLockedState(tx, holder);
    const { name } = await getUserData(tx, holder.holderId);
    if (name !== before["name"]) throw new Refusal("stateConflict");
    await applyName(tx, context, holder.holderId, { before: name, after: String(after["name"]), reason });
  },
};
