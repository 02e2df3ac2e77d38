/** Decides proposals; a confirmed change is applied by the domain that owns it. */
import type { DecidedSo, Proposal } from "@portico/api/proposals.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import type { DecidedProposal } from "./kind.ts";
import { toProposals, toRequestedAction } from "./list.ts";
import { refusalTo } from "./proposals.policy.ts";
import { closeDecided, lockOpenProposal, type ProposalRow } from "./proposals.ts";

/**
 * Confirms, declines or withdraws. `fourEyes` if the proposer confirms or declines, somebody else withdraws, or a
 * colleague confirms a change about themselves; `forbidden` below the change's level; `proposalDecided` if a colleague
 * was first; `stateConflict` if the value has changed; `tooFewAdmins` if four eyes would lose the second admin.
 */
export async function decideProposal(context: Context, id: number, decided: DecidedSo): Promise<Proposal> {
  const { decision } = decided;
  const viewer = requireViewer(context);
  const row = await transact(context, async (tx) => {
    const proposal = await lockOpenProposal(tx, id);
    const refusal = refusalTo(viewer, toRequestedAction(proposal), decision);
    if (refusal) throw new Refusal(refusal);
    const state = { confirm: "confirmed", decline: "declined", withdraw: "withdrawn" } as const;
    const reason = decided.decision === "decline" ? decided.reason : null;
    const closed = await closeDecided(tx, id, { state: state[decision], decidedBy: viewer.userId, reason });
    tx.emit("proposals:changed", {});
    if (decision === "confirm") await carryOut(tx, context, proposal);
    else {
      tx.audit(`proposal.${state[decision]}`, holderOf(proposal), {
        before: proposal.before,
        after: { ...(proposal.after as object), ...(reason !== null && { reason }) },
      });
      await kindOf(context, proposal).dropped?.(tx, context, toDecided(proposal));
    }
    return closed;
  });
  const [proposal] = await toProposals(context, [row]);
  if (!proposal) throw new Refusal("notFound");
  return proposal;
}

function carryOut(tx: Tx, context: Context, row: ProposalRow): Promise<void> {
  tx.emit("holder:state", holderOf(row));
  return kindOf(context, row).carryOut(tx, context, toDecided(row));
}

const kindOf = (context: Context, { action }: ProposalRow) => context.domains.proposals[action as Proposal["action"]];

const toDecided = (row: ProposalRow): DecidedProposal => ({
  holder: holderOf(row),
  before: row.before as Record<string, unknown>,
  after: row.after as Record<string, unknown>,
  reason: row.reason,
});
