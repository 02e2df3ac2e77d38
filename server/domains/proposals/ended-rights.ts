/** Open proposals of people, or about people, whose rights changed: those that nobody may confirm any more are overtaken. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Proposal } from "@portico/api/proposals.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import type { Reconsider, Tx } from "../../unit-of-work/transact.ts";
import { isStaleNow } from "./list.ts";
import { mayPropose, suspends } from "./proposals.policy.ts";
import { closeProposal, lockOpenProposals } from "./proposals.queries.ts";

/**
 * Ends what somebody proposed who may no longer propose it, and what its change has already overtaken: it would
 * stand in the way of a new proposal, and reserve a client number. One that suspends a right stays until a person decides
 * it: the right would come back unseen.
 */
export const reconsiderProposals: Reconsider = async (tx, change) => {
  for (const row of await lockOpenProposals(tx, change)) {
    if (suspends(row)) continue;
    const proposer = { role: row.proposer_role as Role, state: row.proposer_state as HolderState };
    const isOver = !mayPropose(proposer, row.action as Proposal["action"]) || (await isStaleNow(tx, row));
    if (!isOver || !(await closeProposal(tx, row.id, { state: "withdrawn", decidedBy: null, reason: null }))) continue;
    tx.audit("proposal.overtaken", holderOf(row), { before: row.before, after: row.after });
    tx.emit("proposals:changed", {});
  }
};

/** Ends an open proposal about the person whose reason is gone, such as the role of somebody who is no longer invited. */
export async function endProposalAbout(tx: Tx, userId: number, action: Proposal["action"]): Promise<void> {
  for (const row of await lockOpenProposals(tx, { userIds: [userId], companyIds: [] })) {
    if (row.action !== action || row.holder_type !== "user" || row.holder_id !== userId) continue;
    if (!(await closeProposal(tx, row.id, { state: "withdrawn", decidedBy: null, reason: null }))) continue;
    tx.audit("proposal.overtaken", holderOf(row), { before: row.before, after: row.after });
    tx.emit("proposals:changed", {});
  }
}
