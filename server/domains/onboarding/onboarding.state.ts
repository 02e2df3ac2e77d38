/** Decides about holders: approves, returns, rejects, renews, disables. What may follow what is api/holder-states.ts's to say. */
import { type HolderState, type StateActor, type Transition, transitionTo } from "@portico/api/holder-states.ts";
import type { NotificationType } from "@portico/api/notifications.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { hasLevel, isHolder, type Viewer } from "../../kernel/viewer.ts";
import { applyClientNumber, proposeClientNumber } from "../client-numbers/client-numbers.service.ts";
import { decideRevision, openRenewal, reopenForm } from "../forms/forms.decision.ts";
import { grantRepresentation, tellOf } from "../holders/holders.representation.ts";
import { getHolder, getHolderAccount } from "../holders/holders.service.ts";
import { moveState, readLockedStates } from "../holders/holders.states.ts";
import { notify } from "../notifications/notifications.service.ts";
import { needsTwo, proposeInstead, tellProposed } from "../proposals/proposals.service.ts";
import { revokeSessions } from "../sessions/sessions.service.ts";
import { getUserData } from "../users/users.service.ts";
import { releaseClientsOf, requireAdminsBeside, requireConfirmer, wasEverStaff } from "../users/users.staff.ts";
import { getBegunBy } from "./onboarding.queries.ts";

interface StateChange {
  newState: HolderState;
  reason?: string | undefined;
  clientNumber?: string | undefined;
  /** The revision that the reviewer read. */
  revision?: number | undefined;
  /** A second person confirmed it. */
  byTwo?: boolean;
}

/** In what right the viewer acts: one's own holder is never judged by oneself. */
const actorOf = (viewer: Viewer, holder: Holder): StateActor => {
  if (isHolder(viewer, holder)) return "holder";
  return hasLevel(viewer, "admin") ? "admin" : "office";
};

/** What the holder is told, by action; nothing where they did it themself or lost their access. */
const tells: Partial<Record<Transition["action"], Record<Holder["holderType"], NotificationType>>> = {
  approve: { user: "approved_kyc", company: "approved_company" },
  return: { user: "reject_kyc", company: "rejected_comp_kyc" },
  reject: { user: "declined_kyc", company: "declined_comp_kyc" },
  reopen: { user: "reopened_kyc", company: "reopened_comp_kyc" },
};

/** What a transition made of the holder, for whoever tells of it after commit. */
export interface Moved {
  before: HolderState;
  state: HolderState;
  revoked: number[];
  notified: number | null;
  granted: { userId: number; companyId: number }[];
  /** The client number that came with an approval waits for a second pair of eyes. */
  proposalId: number | null;
}

/**
 * Takes the transition of the states' table that leads to the wanted state. `stateConflict` where the table has none for this
 * viewer, or another got there first; `tooFewAdmins` where four eyes would lose the second admin; nothing changes then. With four
 * eyes on, disabling becomes a proposal, and so does the client number of an approval, which stands by itself; enabling somebody who is
 * or was of the staff always does.
 */
export async function changeState(
  context: Context,
  holder: Holder,
  change: StateChange,
): Promise<{ state: HolderState; proposalId: number | null }> {
  const viewer = requireViewer(context);
  if (change.newState === "disabled") {
    const proposed = await proposeDisabling(context, holder, { actor: actorOf(viewer, holder), reason: change.reason });
    if (proposed) return proposed;
  }
  const enabling = await proposeEnabling(context, holder, { actor: actorOf(viewer, holder), change });
  if (enabling) return enabling;
  const moved = await inTransaction(context.db, (trx) => applyState(trx, context, holder, change));
  tellState(context, holder, moved);
  return { state: moved.state, proposalId: moved.proposalId };
}

async function proposeDisabling(
  context: Context,
  holder: Holder,
  { actor, reason }: { actor: StateActor; reason: string | undefined },
) {
  const { state } = await getHolder(context.db, holder);
  if (!transitionTo(state, "disabled", actor)) throw new Refusal("stateConflict");
  // Told now, rather than to who would confirm.
  if (holder.holderType === "user") await inTransaction(context.db, (trx) => requireAdminsBeside(trx, holder.holderId));
  const proposalId = await proposeInstead(context, {
    action: "disable",
    holder,
    before: { state },
    after: { state: "disabled" },
    reason,
  });
  return proposalId === null ? null : { state, proposalId };
}

/**
 * Proposes to enable who is or was of the staff; null for anybody else. Else one admin alone could take the role away, enable, and
 * give the role again. `tooFewAdmins` where nobody is there to confirm it.
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

/** The transition itself with everything that belongs to it, as part of the caller's transaction, who tells with `tellState` after commit. */
export async function applyState(trx: Trx, context: Context, holder: Holder, change: StateChange): Promise<Moved> {
  const viewer = requireViewer(context);
  if (change.newState === "disabled" && holder.holderType === "user") await requireAdminsBeside(trx, holder.holderId);
  const { state, before } = await readLockedStates(trx, holder);
  const transition = transitionTo(state, change.newState, actorOf(viewer, holder), before);
  if (!transition) throw new Refusal("stateConflict");
  if (transition.action === "enable" && !change.byTwo) await refuseStaff(trx, holder);
  if (change.clientNumber !== undefined && transition.action !== "approve") throw new Refusal("stateConflict");
  const moved = await moveState(trx, holder, transition.action);
  const { granted, remarks, revision, isRenewal } = await followForm(trx, context, { holder, change, transition });
  const proposalId =
    change.clientNumber === undefined
      ? null
      : await giveNumber(trx, context, holder, { clientNumber: change.clientNumber, revision });
  const type = tells[transition.action]?.[holder.holderType];
  // A form that is returned with remarks alone: they are the reasons.
  const words = change.reason ?? remarks.join("\n").slice(0, 2000);
  const notified = type
    ? await notify(trx, context, holder, {
        type,
        ...(words !== "" && { text: words }),
        // Who is a client already is not welcomed as a new one.
        ...(transition.action === "approve" && isRenewal && { params: { again: "yes" } }),
        created_by: viewer.userId,
      })
    : null;
  const { revoked, released } =
    transition.action === "disable" && holder.holderType === "user"
      ? await shutOut(trx, holder.holderId)
      : { revoked: [], released: null };
  await auditState(trx, context, { holder, moved, change, action: transition.action, revision, proposalId, released });
  return { before: moved.before, state: moved.after, revoked, notified, granted, proposalId };
}

/** Nobody brings back who is or was of the staff by their own word (`fourEyes`). */
async function refuseStaff(trx: Trx, { holderType, holderId }: Holder): Promise<void> {
  if (holderType === "user" && (await wasEverStaff(trx, holderId))) throw new Refusal("fourEyes");
}

/** Ends what a disabled person has: their sessions, and as staff the clients whom they look after. */
async function shutOut(trx: Trx, userId: number) {
  const revoked = await revokeSessions(trx, { userId, reason: "disabled" });
  return { revoked, released: await releaseClientsOf(trx, userId) };
}

/** Sets the number that came with an approval; the proposal's id where it waits for somebody else. */
async function giveNumber(
  trx: Trx,
  context: Context,
  holder: Holder,
  { clientNumber, revision }: { clientNumber: string; revision: number | null },
): Promise<number | null> {
  const before = await getHolderAccount(trx, holder);
  if (before.clientNumber === clientNumber) return null;
  if (await needsTwo(trx))
    return proposeClientNumber(trx, context, holder, {
      before: before.clientNumber,
      after: clientNumber,
      reason: undefined,
      approvedRevision: revision ?? undefined,
    });
  await applyClientNumber(trx, context, holder, clientNumber);
  return null;
}

/** What the transition means to the form, and to who may act for a company. */
async function followForm(
  trx: Trx,
  context: Context,
  { holder, change, transition }: { holder: Holder; change: StateChange; transition: Transition },
): Promise<{ granted: Moved["granted"]; remarks: string[]; revision: number | null; isRenewal: boolean }> {
  const { revision, isRenewal, ...decided } = transition.decides
    ? await decideRevision(trx, context, {
        holder,
        decision: transition.decides,
        reason: change.reason ?? null,
        revision: change.revision,
      })
    : { remarks: [], revision: null, isRenewal: false };
  const remarks = transition.decides === "returned" ? decided.remarks : [];
  if (transition.action === "review") await openRenewal(trx, context, holder, null);
  if (transition.action === "reopen") await reopenForm(trx, context, holder);
  if (transition.action !== "approve" || holder.holderType !== "company")
    return { granted: [], remarks, revision, isRenewal };
  // Whoever began the company acts for it from the first approval on, until staff say otherwise.
  const creator = await getBegunBy(trx, holder.holderId);
  if (creator === null) return { granted: [], remarks, revision, isRenewal };
  const pair = { userId: creator, companyId: holder.holderId };
  await grantRepresentation(trx, pair);
  return { granted: [pair], remarks, revision, isRenewal };
}

/** Says after commit what a transition changed. */
export function tellState(context: Context, holder: Holder, moved: Moved): void {
  const { revoked, notified, granted, proposalId } = moved;
  const { events } = context;
  events.emit("holderChanged", holder);
  events.emit("formChanged", { ...holder, formType: holder.holderType === "user" ? "KYC" : "companyKYC" });
  events.emit("deskChanged", { part: "forms" });
  if (notified !== null) events.emit("notified", { ...holder, notificationId: notified });
  if (revoked.length > 0) events.emit("sessionsRevoked", { sessionIds: revoked, reason: "disabled" });
  tellOf(context, granted);
  if (proposalId !== null) tellProposed(context);
}

async function auditState(
  trx: Trx,
  context: Context,
  {
    holder,
    moved,
    change,
    action,
    revision,
    proposalId,
    released,
  }: {
    holder: Holder;
    moved: { before: HolderState; after: HolderState };
    change: StateChange;
    action: Transition["action"];
    /** The one that was decided about. */
    revision: number | null;
    proposalId: number | null;
    released: { users: number; companies: number } | null;
  },
): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  await audit(trx, {
    actor: { userId, sessionId },
    action: "holder.stateChanged",
    subject: { type: holder.holderType, id: holder.holderId },
    before: { state: moved.before },
    after: {
      state: moved.after,
      action,
      ...(revision !== null && { revision }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.clientNumber !== undefined && proposalId === null && { clientNumber: change.clientNumber }),
      ...(released && { released }),
    },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}
