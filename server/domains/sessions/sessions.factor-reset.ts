/**
 * The way back for who has lost app, passkeys and recovery codes: staff take them off, after they made sure of who asks. The mailed
 * code then follows the password again, and where the firm demands a factor of its own, a new one is set up first.
 */
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { refuseOwn } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import type { ProposalKind } from "../proposals/proposals.kind.ts";
import { proposeInstead } from "../proposals/proposals.service.ts";
import { requireConfirmer } from "../users/users.staff.ts";
import { endChallenges } from "./sessions.challenges.queries.ts";
import { deleteAllPasskeys, deleteAuthenticator, setOwnFactorRequired } from "./sessions.factors.queries.ts";
import { hasOwnFactor, mailFactorChange } from "./sessions.factors.ts";
import { forgetKnownBrowsers } from "./sessions.known-browsers.queries.ts";
import { deleteRecoveryCodes } from "./sessions.recovery-codes.queries.ts";
import { revokeSessions } from "./sessions.service.ts";
import { findUserById } from "./sessions.users.queries.ts";

/**
 * Takes the user's own factors off, or proposes it: with four eyes on, and always of who is or was of the staff. `reason` says how the
 * person was recognised. `stateConflict` for a disabled user, and for one who has none; `fourEyes` for one's own;
 * `tooFewAdmins` where no third admin could confirm it.
 */
export async function resetFactors(
  context: Context,
  userId: number,
  reason: string,
): Promise<{ proposalId: number | null }> {
  refuseOwn(requireViewer(context), { holderType: "user", holderId: userId });
  const user = await findUserById(context.db, userId);
  if (!user) throw new Refusal("notFound");
  if (user.disabled || !(await hasOwnFactor(context.db, userId))) throw new Refusal("stateConflict");
  // Told now: a proposal that nobody can confirm would wait for ever.
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

/** The reset itself, as part of the caller's transaction. */
export async function applyFactorReset(tx: Tx, context: Context, userId: number, reason: string | null): Promise<void> {
  refuseOwn(requireViewer(context), { holderType: "user", holderId: userId });
  const user = await findUserById(tx, userId);
  if (!user || user.disabled || !(await hasOwnFactor(tx, userId))) throw new Refusal("stateConflict");
  await deleteAuthenticator(tx, userId);
  await deleteAllPasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await setOwnFactorRequired(tx, userId, false);
  // Who found or stole the device is not let in by a sign-in that it began, nor counted as the owner.
  await endChallenges(tx, userId);
  await forgetKnownBrowsers(tx, userId);
  tx.emit("holder:state", { holderType: "user", holderId: userId });
  const endedSessions = await revokeSessions(tx, { userId, reason: "ended" });
  await mailFactorChange(tx, userId, { factor: "own", change: "reset", device: "" });
  tx.audit("user.factorsReset", userId, { after: { endedSessions, ...(reason !== null && { reason }) } });
}

/** Carries out a confirmed reset of somebody's own factors. */
export const factorResetProposal: ProposalKind = {
  carryOut: (tx, context, { holder, reason }) => applyFactorReset(tx, context, holder.holderId, reason),
};
