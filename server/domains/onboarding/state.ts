/** Decisions on holders: approve, return, reject, renew, disable. The transitions are in api/holder-states.ts. */
import { type HolderState, type StateActor, type Transition, transitionTo } from "@portico/api/holder-states.ts";
import type { NotificationType } from "@portico/api/notification-types.ts";
import { isSameNumber } from "@portico/api/rules/client-number.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { cut } from "../../kernel/cut.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { applyClientNumber, proposeClientNumber } from "../client-numbers/client-numbers.ts";
import { handOver } from "../colleagues/hand-over.ts";
import { type Decided, decideRevision, openRenewal, reopenForm } from "../forms/review/decision.ts";
import { actorOf } from "../holders/holders.policy.ts";
import { getHolder, getHolderAccount } from "../holders/holders.ts";
import { grantRepresentation } from "../holders/representation.ts";
import { moveState, readLockedStates } from "../holders/states.ts";
import { addAccountFromForm } from "../payments/accounts/from-forms.ts";
import { needsTwo, proposeInstead, refuseWhileProposed } from "../proposals/proposals.ts";
import { requireScreened, screenBeforeApproval } from "../screening/approval.ts";
import { endOutstanding } from "../sessions/outstanding.ts";
import { revokeSessions } from "../sessions/sessions.ts";
import { releaseStaffClients, requireConfirmer, requireOtherAdmins, wasEverStaff } from "../users/staff.ts";
import { getUserData } from "../users/users.ts";
import { getBegunBy } from "./onboarding.queries.ts";

interface StateChange {
  newState: HolderState;
  reason?: string | undefined;
  clientNumber?: string | undefined;
  /** The revision that the reviewer read. */
  revision?: number | undefined;
  /** With the disabling of a member of staff: who takes over what they look after. */
  handOverTo?: number | undefined;
  /** A second person confirmed it. */
  byTwo?: boolean;
}

function requireActor(context: Context, holder: Holder): StateActor {
  const actor = actorOf(requireViewer(context), holder);
  if (actor === null) throw new Refusal("forbidden");
  return actor;
}

/** The holder's notification, by action; none if they did it themselves or lost access. */
const notifications: Partial<Record<Transition["action"], Record<Holder["holderType"], NotificationType>>> = {
  approve: { user: "approved_kyc", company: "approved_company" },
  return: { user: "reject_kyc", company: "rejected_comp_kyc" },
  reject: { user: "declined_kyc", company: "declined_comp_kyc" },
  reopen: { user: "reopened_kyc", company: "reopened_comp_kyc" },
};

/** The result of a transition. */
interface Moved {
  before: HolderState;
  state: HolderState;
  /** The client number given with an approval waits for a second person. */
  proposalId: number | null;
}

/**
 * Makes the transition that leads to the requested state. `stateConflict` if the table has none for this viewer or
 * another change was first; `screeningOpen` if an approval waits for screening; `tooFewAdmins` if four eyes would lose the second admin; nothing changes then. With four
 * eyes on, disabling becomes a proposal, and so does the client number of an approval, separately; enabling current or
 * former staff always does.
 */
export async function changeState(
  context: Context,
  holder: Holder,
  change: StateChange,
): Promise<{ state: HolderState; proposalId: number | null }> {
  const actor = requireActor(context, holder);
  if (change.handOverTo !== undefined) await refuseHandOver(context.db, holder, change);
  if (change.newState === "disabled") {
    const proposed = await proposeDisabling(context, holder, { actor, change });
    if (proposed) return proposed;
  }
  const enabling = await proposeEnabling(context, holder, { actor, change });
  if (enabling) return enabling;
  if (change.newState === "postKYC") await screenBeforeApproval(context, holder);
  const { state, proposalId } = await transact(context, (tx) => applyState(tx, context, holder, change));
  return { state, proposalId };
}

/** Only staff who are disabled hand over (`badInput`). */
async function refuseHandOver(db: Db, holder: Holder, { newState, handOverTo }: StateChange): Promise<void> {
  const isStaff = holder.holderType === "user" && (await getUserData(db, holder.holderId)).role !== "client";
  if (newState !== "disabled" || !isStaff || handOverTo === holder.holderId)
    throw new Refusal("badInput", { fields: [{ path: "handOverTo", code: "notAllowed" }] });
}

async function proposeDisabling(
  context: Context,
  holder: Holder,
  { actor, change: { reason, handOverTo } }: { actor: StateActor; change: StateChange },
) {
  const { state } = await getHolder(context.db, holder);
  if (!transitionTo(state, "disabled", actor)) throw new Refusal("stateConflict");
  // Reported now rather than to the person who would confirm.
  if (holder.holderType === "user") await inTransaction(context.db, (trx) => requireOtherAdmins(trx, holder.holderId));
  const proposalId = await proposeInstead(context, {
    action: "disable",
    holder,
    before: { state },
    after: { state: "disabled", ...(handOverTo !== undefined && { handOverTo }) },
    reason,
  });
  return proposalId === null ? null : { state, proposalId };
}

/**
 * Proposes to enable current or former staff; null for anybody else. Otherwise one admin could remove the role, enable,
 * and give the role back. `tooFewAdmins` if nobody could confirm it.
 */
async function proposeEnabling(
  context: Context,
  holder: Holder,
  { actor, change }: { actor: StateActor; change: StateChange },
) {
  const { state } = await getHolder(context.db, holder);
  if (state !== "disabled" || holder.holderType !== "user") return null;
  const { holderId } = holder;
  if (!(await wasEverStaff(context.db, holderId))) return null;
  const before = await inTransaction(context.db, async (trx) => (await readLockedStates(trx, holder)).before);
  if (!transitionTo(state, change.newState, actor, before)) throw new Refusal("stateConflict");
  await inTransaction(context.db, (trx) => requireConfirmer(trx, context, holderId));
  const { role } = await getUserData(context.db, holderId);
  const proposalId = await proposeInstead(context, {
    action: "enable",
    holder,
    before: { state, role },
    after: { state: change.newState },
    reason: change.reason,
    always: true,
  });
  return { state, proposalId };
}

/** The transition with all its effects, in the caller's transaction. */
export async function applyState(tx: Tx, context: Context, holder: Holder, change: StateChange): Promise<Moved> {
  const viewer = requireViewer(context);
  if (change.newState === "disabled") await refuseWhileProposed(tx, { action: "disable", holder });
  if (change.newState === "disabled" && holder.holderType === "user") await requireOtherAdmins(tx, holder.holderId);
  const { state, before } = await readLockedStates(tx, holder);
  const transition = transitionTo(state, change.newState, requireActor(context, holder), before);
  if (!transition) throw new Refusal("stateConflict");
  if (transition.action === "enable" && !change.byTwo) await refuseStaff(tx, holder);
  if (change.clientNumber !== undefined && transition.action !== "approve") throw new Refusal("stateConflict");
  if (transition.action === "approve") await requireScreened(tx, holder);
  const moved = await moveState(tx, holder, transition.action);
  tx.emit("holder:state", holder);
  tx.emit("form:changed", { ...holder, formType: holder.holderType === "user" ? "KYC" : "companyKYC" });
  tx.emit("reviews:changed", {});
  const { remarks, revision, isRenewal, contract } = await followForm(tx, context, { holder, change, transition });
  const proposalId =
    change.clientNumber === undefined
      ? null
      : await giveNumber(tx, context, holder, { clientNumber: change.clientNumber, revision });
  const type = notifications[transition.action]?.[holder.holderType];
  // A form returned with remarks only: they are the reasons.
  const text = change.reason ?? cut(remarks.join("\n"), messageMaxLength);
  if (type)
    await tx.notify(holder, {
      type,
      ...(text !== "" && { text }),
      // An existing client is not welcomed as a new one.
      ...(transition.action === "approve" && isRenewal && { params: { again: "yes" } }),
      created_by: viewer.userId,
    });
  const isShutOut = transition.action === "disable" && holder.holderType === "user";
  const handedOver =
    isShutOut && change.handOverTo !== undefined
      ? await handOver(tx, { from: holder.holderId, to: change.handOverTo })
      : null;
  const released = isShutOut ? await shutOut(tx, holder.holderId) : null;
  tx.audit("holder.stateChanged", holder, {
    before: { state: moved.before },
    after: {
      state: moved.after,
      action: transition.action,
      ...(revision !== null && { revision }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.clientNumber !== undefined && proposalId === null && { clientNumber: change.clientNumber }),
      ...(released && { released }),
      ...(handedOver && { handedOver }),
      // Not called `contract`: the entry is not part of that contract's evidence.
      ...(contract !== null && { requiredContract: contract }),
    },
  });
  return { before: moved.before, state: moved.after, proposalId };
}

/** Enabling current or former staff needs a second person (`fourEyes`). */
async function refuseStaff(trx: Trx, { holderType, holderId }: Holder): Promise<void> {
  if (holderType === "user" && (await wasEverStaff(trx, holderId))) throw new Refusal("fourEyes");
}

/** Ends a disabled person's sessions, what they began or were mailed, and, for staff, their client assignments. */
async function shutOut(tx: Tx, userId: number) {
  await endOutstanding(tx, userId);
  await revokeSessions(tx, { userId, reason: "disabled" });
  return releaseStaffClients(tx, userId);
}

/** Sets the client number given with an approval; returns the proposal's id if it waits for somebody else. */
async function giveNumber(
  tx: Tx,
  context: Context,
  holder: Holder,
  { clientNumber, revision }: { clientNumber: string; revision: number | null },
): Promise<number | null> {
  const before = await getHolderAccount(tx, holder);
  if (isSameNumber(before.clientNumber, clientNumber)) return null;
  if (await needsTwo(tx))
    return proposeClientNumber(tx, context, holder, {
      before: before.clientNumber,
      after: clientNumber,
      reason: undefined,
      approvedRevision: revision ?? undefined,
    });
  await applyClientNumber(tx, holder, clientNumber);
  return null;
}

/** Effects of the transition on the form and on a company's representatives. */
async function followForm(
  tx: Tx,
  context: Context,
  { holder, change, transition }: { holder: Holder; change: StateChange; transition: Transition },
): Promise<Omit<Decided, "revision" | "account"> & { revision: number | null }> {
  const { revision, isRenewal, contract, account, ...decided } = transition.decides
    ? await decideRevision(tx, context, {
        holder,
        decision: transition.decides,
        reason: change.reason ?? null,
        revision: change.revision,
      })
    : { remarks: [], revision: null, isRenewal: false, contract: null, account: null };
  const remarks = transition.decides === "returned" ? decided.remarks : [];
  if (account) await addAccountFromForm(tx, context, holder, account);
  if (transition.action === "review") await openRenewal(tx, context, holder, null);
  if (transition.action === "reopen") await reopenForm(tx, context, holder);
  if (transition.action === "approve" && holder.holderType === "company") {
    // The creator of a company represents it from the first approval, until staff change that.
    const creator = await getBegunBy(tx, holder.holderId);
    if (creator !== null) await grantRepresentation(tx, { userId: creator, companyId: holder.holderId });
    // The form may say otherwise than before who acts alone: what waits for signatures is looked at again.
    tx.rightsChanged({ userIds: [], companyIds: [holder.holderId] });
  }
  return { remarks, revision, isRenewal, contract };
}
