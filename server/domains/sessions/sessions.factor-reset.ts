/**
 * The way back for who has lost app, passkeys and recovery codes: staff take them off, after they made sure of who asks. The mailed
 * code then follows the password again, and where the firm demands a factor of its own, a new one is set up first.
 */
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { refuseOwn } from "../../kernel/viewer.ts";
import type { ProposalKind } from "../proposals/proposals.kind.ts";
import { proposeInstead } from "../proposals/proposals.service.ts";
import { requireConfirmer } from "../users/users.staff.ts";
import { endChallenges } from "./sessions.challenges.queries.ts";
import { deleteAllPasskeys, deleteAuthenticator, setOwnFactorRequired } from "./sessions.factors.queries.ts";
import { hasOwnFactor, mailFactorChange } from "./sessions.factors.ts";
import { forgetKnownBrowsers } from "./sessions.known-browsers.queries.ts";
import { deleteRecoveryCodes } from "./sessions.recovery-codes.queries.ts";
import { auditOrigin, revokeSessions } from "./sessions.service.ts";
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
  tellFactorsReset(
    context,
    userId,
    await inTransaction(context.db, (trx) => applyFactorReset(trx, context, userId, reason)),
  );
  return { proposalId: null };
}

/** The reset itself, as part of the caller's transaction; the ended sessions, for `tellFactorsReset` after commit. */
export async function applyFactorReset(
  trx: Trx,
  context: Context,
  userId: number,
  reason: string | null,
): Promise<number[]> {
  refuseOwn(requireViewer(context), { holderType: "user", holderId: userId });
  const user = await findUserById(trx, userId);
  if (!user || user.disabled || !(await hasOwnFactor(trx, userId))) throw new Refusal("stateConflict");
  await deleteAuthenticator(trx, userId);
  await deleteAllPasskeys(trx, userId);
  await deleteRecoveryCodes(trx, userId);
  await setOwnFactorRequired(trx, userId, false);
  // Who found or stole the device is not let in by a sign-in that it began, nor counted as the owner.
  await endChallenges(trx, userId);
  await forgetKnownBrowsers(trx, userId);
  const ended = await revokeSessions(trx, { userId, reason: "ended" });
  await mailFactorChange(trx, context, userId, { factor: "own", change: "reset", device: "" });
  await audit(trx, {
    ...auditOrigin(context),
    action: "user.factorsReset",
    subject: { type: "user", id: userId },
    after: { endedSessions: ended, ...(reason !== null && { reason }) },
  });
  return ended;
}

export function tellFactorsReset({ events }: Context, userId: number, ended: number[]): void {
  events.emit("holderChanged", { holderType: "user", holderId: userId });
  if (ended.length > 0) events.emit("sessionsRevoked", { sessionIds: ended, reason: "ended" });
}

/** Carries out a confirmed reset of somebody's own factors. */
export const factorResetProposal: ProposalKind = {
  async carryOut(trx, context, { holder: { holderId }, reason }) {
    const ended = await applyFactorReset(trx, context, holderId, reason);
    return () => tellFactorsReset(context, holderId, ended);
  },
};
