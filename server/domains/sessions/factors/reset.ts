/**
 * Recovery after losing app, passkeys and recovery codes: staff remove them after identifying the person. The mailed
 * code then follows the password again, and if the firm requires another factor, a new one is set up first.
 */
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Db, inTransaction } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { proposeInstead, refuseWhileProposed } from "../../proposals/proposals.ts";
import { requireConfirmer } from "../../users/staff.ts";
import { refusalToResetFactors } from "../../users/users.policy.ts";
import { endOutstanding } from "../outstanding.ts";
import { revokeSessions } from "../sessions.ts";
import { forgetKnownBrowsers } from "../sign-in/known-browsers.queries.ts";
import { findUserById } from "../sign-in-data.queries.ts";
import { deleteAllPasskeys, deleteAuthenticator, setOwnFactorRequired } from "./factors.queries.ts";
import { hasOwnFactor, mailFactorChange } from "./factors.ts";
import { deleteRecoveryCodes } from "./recovery-codes.queries.ts";

/**
 * Removes the user's own factors, or proposes it: with four eyes on, and always for current or former staff. `reason`
 * says how the person was identified. `stateConflict` for a disabled user or one without factors; `fourEyes` for one's
 * own; `tooFewAdmins` if no third admin could confirm it.
 */
export async function resetFactors(
  context: Context,
  userId: number,
  reason: string,
): Promise<{ proposalId: number | null }> {
  const user = await requireResettable(context.db, context, userId);
  // Refused now, because nobody could ever confirm the proposal.
  if (user.ever_staff) await inTransaction(context.db, (trx) => requireConfirmer(trx, context, userId));
  const proposalId = await proposeInstead(context, {
    action: "resetFactors",
    holder: { holderType: "user", holderId: userId },
    before: { ownFactor: true },
    after: { ownFactor: false },
    reason,
    always: user.ever_staff,
  });
  if (proposalId !== null) return { proposalId };
  await transact(context, (tx) => applyFactorReset(tx, context, userId, reason));
  return { proposalId: null };
}

async function requireResettable(db: Db, context: Context, userId: number) {
  const user = await findUserById(db, userId);
  if (!user) throw new Refusal("notFound");
  const ownFactor = await hasOwnFactor(db, userId);
  enforce(refusalToResetFactors(requireViewer(context), { id: userId, isDisabled: user.disabled, ownFactor }));
  return user;
}

/** The reset itself, in the caller's transaction. */
export async function applyFactorReset(tx: Tx, context: Context, userId: number, reason: string | null): Promise<void> {
  await requireResettable(tx, context, userId);
  await refuseWhileProposed(tx, { action: "resetFactors", holder: { holderType: "user", holderId: userId } });
  await deleteAuthenticator(tx, userId);
  await deleteAllPasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await setOwnFactorRequired(tx, userId, false);
  // A lost device can finish nothing it began, and is no longer a known browser.
  await endOutstanding(tx, userId);
  await forgetKnownBrowsers(tx, userId);
  tx.emit("holder:state", { holderType: "user", holderId: userId });
  const endedSessions = await revokeSessions(tx, { userId, reason: "ended" });
  await mailFactorChange(tx, userId, { factor: "own", change: "reset", device: "" });
  tx.audit("user.factorsReset", userId, { after: { endedSessions, ...(reason !== null && { reason }) } });
}

/** Applies a confirmed reset of a person's own factors. */
export const factorResetProposal: ProposalKind = {
  carryOut: (tx, context, { holder, reason }) => applyFactorReset(tx, context, holder.holderId, reason),
};
