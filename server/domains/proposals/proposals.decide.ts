/** Decides what waits for a second pair of eyes: confirmed, the change happens through the domain that owns it. */
import type { ProposalDecision } from "@portico/api/proposal-decisions.ts";
import type { DecidedSo, Proposal } from "@portico/api/staff-desk.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import type { ProposalKind } from "./proposals.kind.ts";
import { askedOf, holderOf, proposalsOf } from "./proposals.list.ts";
import { refusalTo } from "./proposals.policy.ts";
import { closeDecided, lockOpenProposal, type ProposalRow } from "./proposals.service.ts";

/** How each kind of change is carried out, by the domain that owns it. */
export type ProposalKinds = Record<Proposal["action"], ProposalKind>;

/**
 * Confirms, declines or withdraws. `fourEyes` where the proposer would confirm or decline, another withdraw, or a colleague confirm
 * what is about themselves; `forbidden` below the change's level; `proposalDecided` where a colleague was first;
 * `stateConflict` where what it was to change has changed; `tooFewAdmins` where four eyes would lose the second admin.
 */
export async function decideProposal(
  context: Context,
  kinds: ProposalKinds,
  id: number,
  decided: DecidedSo,
): Promise<Proposal> {
  const { decision } = decided;
  const viewer = requireViewer(context);
  const { row, emitChange } = await inTransaction(context.db, async (trx) => {
    const proposal = await lockOpenProposal(trx, id);
    const refusal = refusalTo(viewer, askedOf(proposal), decision);
    if (refusal) throw new Refusal(refusal);
    const state = { confirm: "confirmed", decline: "declined", withdraw: "withdrawn" } as const;
    const reason = decided.decision === "decline" ? decided.reason : null;
    const closed = await closeDecided(trx, id, { state: state[decision], decidedBy: viewer.userId, reason });
    if (decision === "confirm") return { row: closed, emitChange: await carryOut(trx, context, kinds, proposal) };
    await auditDecision(trx, context, proposal, { state: state[decision], reason });
    return { row: closed, emitChange: () => undefined };
  });
  tell(context, row, decision);
  emitChange();
  const [proposal] = await proposalsOf(context, [row]);
  if (!proposal) throw new Refusal("notFound");
  return proposal;
}

const carryOut = (trx: Trx, context: Context, kinds: ProposalKinds, row: ProposalRow): Promise<() => void> =>
  kinds[row.action as Proposal["action"]].carryOut(trx, context, {
    holder: holderOf(row),
    before: row.before as Record<string, unknown>,
    after: row.after as Record<string, unknown>,
    reason: row.reason,
  });

function tell(context: Context, row: ProposalRow, decision: ProposalDecision): void {
  context.events.emit("deskChanged", { part: "proposals" });
  if (decision !== "confirm") return;
  context.events.emit("holderChanged", holderOf(row));
}

async function auditDecision(
  trx: Trx,
  context: Context,
  row: ProposalRow,
  { state, reason }: { state: string; reason: string | null },
): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  await audit(trx, {
    actor: { userId, sessionId },
    action: `proposal.${state}`,
    subject: { type: row.holder_type, id: row.holder_id },
    before: row.before,
    after: { ...(row.after as object), ...(reason !== null && { reason }) },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}
