/** Applies confirmed proposals to disable and to enable a holder. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import type { DecidedProposal, ProposalKind } from "../proposals/kind.ts";
import { getUserData } from "../users/users.ts";
import { applyState } from "./state.ts";

async function moveAsProposed(tx: Tx, context: Context, proposal: DecidedProposal): Promise<void> {
  const { holder, reason } = proposal;
  const { state: before } = proposal.before as { state: HolderState };
  const { state: newState, handOverTo } = proposal.after as { state: HolderState; handOverTo?: number };
  const change = { newState, reason: reason ?? undefined, handOverTo, byTwo: true };
  const moved = await applyState(tx, context, holder, change);
  if (moved.before !== before) throw new Refusal("stateConflict");
}

export const disableProposal: ProposalKind = { carryOut: moveAsProposed };

export const enableProposal: ProposalKind = {
  async carryOut(tx, context, proposal) {
    // If the role changed since, enabling must be proposed again.
    const { role } = await getUserData(tx, proposal.holder.holderId);
    if (role !== proposal.before["role"]) throw new Refusal("stateConflict");
    await moveAsProposed(tx, context, proposal);
  },
};
