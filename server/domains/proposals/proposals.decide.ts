/** Decides what waits for a second pair of eyes: confirmed, the change happens through the domain that owns it. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { ProposalDecision } from "@portico/api/proposal-decisions.ts";
import type { DecidedSo, Proposal } from "@portico/api/staff-desk.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { applyClientNumber } from "../holders/holders.service.ts";
import { applyState, type Moved, tellState } from "../onboarding/onboarding.state.ts";
import { applyFactorReset, tellFactorsReset } from "../sessions/sessions.factor-reset.ts";
import { applySetting, getSetting, tellSetting } from "../settings/settings.service.ts";
import { getUserData } from "../users/users.service.ts";
import { applyRole, tellRole } from "../users/users.staff.ts";
import { askedOf, holderOf, proposalsOf } from "./proposals.list.ts";
import { refusalTo } from "./proposals.policy.ts";
import { closeDecided, lockOpenProposal, type ProposalRow } from "./proposals.service.ts";

/**
 * Confirms, declines or withdraws. `fourEyes` where the proposer would confirm or decline, another withdraw, or a colleague confirm
 * what is about themselves; `forbidden` below the change's level; `proposalDecided` where a colleague was first;
 * `stateConflict` where what it was to change has changed; `tooFewAdmins` where four eyes would lose the second admin.
 */
export async function decideProposal(context: Context, id: number, decided: DecidedSo): Promise<Proposal> {
  const { decision } = decided;
  const viewer = requireViewer(context);
  const { row, done } = await inTransaction(context.db, async (trx) => {
    const proposal = await lockOpenProposal(trx, id);
    const refusal = refusalTo(viewer, askedOf(proposal), decision);
    if (refusal) throw new Refusal(refusal);
    const state = { confirm: "confirmed", decline: "declined", withdraw: "withdrawn" } as const;
    const reason = decided.decision === "decline" ? decided.reason : null;
    const closed = await closeDecided(trx, id, { state: state[decision], decidedBy: viewer.userId, reason });
    if (decision === "confirm") return { row: closed, done: await carryOut(trx, context, proposal) };
    await auditDecision(trx, context, proposal, { state: state[decision], reason });
    return { row: closed, done: {} };
  });
  tell(context, row, decision);
  if (done.moved) tellState(context, holderOf(row), done.moved);
  if (done.ended) tellFactorsReset(context, row.holder_id, done.ended);
  const [proposal] = await proposalsOf(context, [row]);
  if (!proposal) throw new Refusal("notFound");
  return proposal;
}

/** What is told after commit: a move to another state, sessions that are over. */
interface Done {
  moved?: Moved;
  ended?: number[];
}

/** The change itself, where what the proposer saw still stands. */
async function carryOut(trx: Trx, context: Context, row: ProposalRow): Promise<Done> {
  const holder = holderOf(row);
  const before = row.before as Record<string, unknown>;
  const after = row.after as Record<string, unknown>;
  switch (row.action as Proposal["action"]) {
    case "setRole":
      await applyRole(trx, context, row.holder_id, { before: before["role"] as Role, after: after["role"] as Role });
      return {};
    case "setClientNumber": {
      const number = (side: Record<string, unknown>) => side["clientNumber"] as string | null;
      await applyClientNumber(trx, context, holder, number(after), number(before));
      return {};
    }
    case "fourEyesOff":
      if (!(await getSetting(trx, "fourEyes")).on) throw new Refusal("stateConflict");
      await applySetting(trx, context, "fourEyes", after);
      return {};
    case "resetFactors":
      return { ended: await applyFactorReset(trx, context, row.holder_id, row.reason) };
    case "enable":
      if ((await getUserData(trx, row.holder_id)).role !== before["role"]) throw new Refusal("stateConflict");
      return { moved: await moveAsProposed(trx, context, row) };
    default:
      return { moved: await moveAsProposed(trx, context, row) };
  }
}

async function moveAsProposed(trx: Trx, context: Context, row: ProposalRow): Promise<Moved> {
  const { state: before } = row.before as { state: HolderState };
  const { state: newState } = row.after as { state: HolderState };
  const change = { newState, reason: row.reason ?? undefined, byTwo: true };
  const moved = await applyState(trx, context, holderOf(row), change);
  if (moved.before !== before) throw new Refusal("stateConflict");
  return moved;
}

function tell(context: Context, row: ProposalRow, decision: ProposalDecision): void {
  context.events.emit("deskChanged", { part: "proposals" });
  if (decision !== "confirm") return;
  if (row.action === "setRole") tellRole(context, row.holder_id);
  if (row.action === "fourEyesOff") tellSetting(context, "fourEyes");
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
