/** What staff set for a user: role, assigned colleague, data fields. */
import type { Role } from "@portico/api/permissions.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { releaseStaffCompanies } from "../companies/companies.ts";
import { fitData } from "../data-fields/data-fields.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { readLockedState } from "../holders/states.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, proposeInstead, refuseWhileProposed } from "../proposals/proposals.ts";
import { getSetting } from "../settings/settings.ts";
import {
  isServedAsClient,
  lockAdmins,
  releaseUsers,
  updateAssigned,
  updateClientData,
  updateRole,
} from "./staff.queries.ts";
import { refusalToSetRole } from "./users.policy.ts";
import { getUserData } from "./users.ts";

export { wasEverStaff } from "./staff.queries.ts";

const emitChanged = (tx: Tx, holderId: number): void => tx.emit("holder:state", { holderType: "user", holderId });

/**
 * Changes a role, or proposes it with four eyes on. Making an admin is always proposed: two admins confirm each other's
 * changes, so nobody creates a second one alone. `stateConflict` for one's own role and the last admin's;
 * `tooFewAdmins` for the last but one's, and if nobody could confirm a new admin; `isClient` if a client would become
 * staff.
 */
export async function setRole(
  context: Context,
  userId: number,
  { role, reason }: { role: Role; reason?: string | undefined },
): Promise<{ role: Role; proposalId: number | null }> {
  enforce(refusalToSetRole(requireViewer(context), userId));
  const { role: before } = await getUserData(context.db, userId);
  if (before === role) return { role, proposalId: null };
  // Reported now rather than to the person who would confirm.
  if (before === "admin") await inTransaction(context.db, (trx) => requireOtherAdmins(trx, userId));
  if (role !== "client") await inTransaction(context.db, (trx) => refuseClient(trx, userId));
  if (role === "admin") await inTransaction(context.db, (trx) => requireConfirmer(trx, context, userId));
  const proposalId = await proposeInstead(context, {
    action: "setRole",
    holder: { holderType: "user", holderId: userId },
    before: { role: before },
    after: { role },
    reason,
    always: role === "admin",
  });
  if (proposalId !== null) return { role: before, proposalId };
  await transact(context, (tx) => applyRole(tx, context, userId, { before, after: role }));
  return { role, proposalId: null };
}

/**
 * Refuses a change that would leave the firm without an admin (`stateConflict`), or with only one who has signed in while
 * four eyes are on (`tooFewAdmins`): nobody could confirm that admin's proposals. Concurrent changes are serialised.
 */
export async function requireOtherAdmins(trx: Trx, userId: number): Promise<void> {
  const admins = await lockAdmins(trx);
  await requireEmergencyAdmin(trx, userId, admins);
  if (admins.every(({ id }) => id === userId)) throw new Refusal("stateConflict");
  const confirming = admins.filter(({ used }) => used);
  const left = confirming.filter(({ id }) => id !== userId).length;
  if (left < 2 && left < confirming.length && (await needsTwo(trx))) throw new Refusal("tooFewAdmins");
}

/**
 * Refuses (`lastEmergencyAdmin`) to let the last administrator go who can sign in without the identity provider, while one is on:
 * if it failed, nobody could switch it off.
 */
async function requireEmergencyAdmin(trx: Trx, userId: number, admins: readonly { id: number }[]): Promise<void> {
  const { providers, emergency } = await getSetting(trx, "identity");
  if (!emergency.includes(userId) || !providers.some(({ isOn }) => isOn)) return;
  if (!admins.some(({ id }) => id !== userId && emergency.includes(id))) throw new Refusal("lastEmergencyAdmin");
}

/** The active administrators among these who have signed in, so that they know their password. */
export async function listUsedAdmins(trx: Trx, among: readonly number[]): Promise<number[]> {
  return (await lockAdmins(trx)).flatMap(({ id, used }) => (used && among.includes(id) ? [id] : []));
}

/** Refuses (`tooFewAdmins`) four eyes without two active admins who have signed in, in the caller's transaction. */
export async function requireTwoAdmins(trx: Trx): Promise<void> {
  if ((await lockAdmins(trx)).filter(({ used }) => used).length < 2) throw new Refusal("tooFewAdmins");
}

/** Refuses (`tooFewAdmins`) a proposal about a user that no admin except the viewer and that user could confirm. */
export async function requireConfirmer(trx: Trx, context: Context, userId: number): Promise<void> {
  const { userId: own } = requireViewer(context);
  const others = (await lockAdmins(trx)).filter(({ id }) => id !== own && id !== userId);
  if (others.length === 0) throw new Refusal("tooFewAdmins");
}

/**
 * Refuses (`isClient`) a role of staff for somebody with a client number, entries in the ledger, an open request or a
 * company that they act for or have begun: staff have an account of their own, by which they decide about others only.
 */
async function refuseClient(trx: Trx, userId: number): Promise<void> {
  if ((await getUserData(trx, userId)).role === "client" && (await isServedAsClient(trx, userId)))
    throw new Refusal("isClient");
}

/** The change itself, in the caller's transaction. */
export async function applyRole(
  tx: Tx,
  context: Context,
  userId: number,
  roles: { before: Role; after: Role },
): Promise<void> {
  // Also if a colleague proposed it and the person would confirm.
  enforce(refusalToSetRole(requireViewer(context), userId));
  await refuseWhileProposed(tx, { action: "setRole", holder: { holderType: "user", holderId: userId } });
  await changeRole(tx, userId, roles);
}

/**
 * The same where no person acts, such as by the groups of an identity provider: the firm said who gets which role. Throws as
 * `setRole` does, but not while a change is proposed: what was seen then has changed.
 */
export async function changeRole(tx: Tx, userId: number, roles: { before: Role; after: Role }): Promise<void> {
  // Nobody makes them a client meanwhile.
  await readLockedState(tx, { holderType: "user", holderId: userId });
  if (roles.before === "admin") await requireOtherAdmins(tx, userId);
  if (roles.after !== "client") await refuseClient(tx, userId);
  if (!(await updateRole(tx, userId, roles))) throw new Refusal("stateConflict");
  const released = roles.after === "client" ? await releaseStaffClients(tx, userId) : null;
  tx.audit("user.roleSet", userId, {
    before: { role: roles.before },
    after: { role: roles.after, ...(released && { released }) },
  });
  emitChanged(tx, userId);
  tx.rightsChanged({ userIds: [userId], companyIds: [] });
}

/**
 * Former staff have no assigned clients: returns how many became unassigned; null for none. Part of the caller's
 * transaction.
 */
export async function releaseStaffClients(
  trx: Trx,
  staffId: number,
): Promise<{ users: number; companies: number } | null> {
  const users = await releaseUsers(trx, staffId);
  const companies = await releaseStaffCompanies(trx, staffId);
  return users + companies > 0 ? { users, companies } : null;
}

/** Assigns the user to a member of staff, or to nobody; `badInput` for the id of anybody else. */
export async function assignUser(context: Context, userId: number, staffId: number | null) {
  enforce(refusalToChange(requireViewer(context), { holderType: "user", holderId: userId }));
  await transact(context, async (tx) => {
    if (staffId !== null) await requireColleague(tx, staffId);
    const before = await updateAssigned(tx, userId, staffId);
    if (!before) throw new Refusal("notFound");
    if (before.before !== staffId)
      tx.audit(
        "holder.assigned",
        { holderType: "user", holderId: userId },
        { before: { staffId: before.before }, after: { staffId } },
      );
    emitChanged(tx, userId);
  });
  return { admin_id: staffId };
}

/** Replaces the client's data; `badInput` for unknown data fields, and values that do not fit theirs. */
export async function setClientData(context: Context, userId: number, given: Record<string, unknown>) {
  enforce(refusalToChange(requireViewer(context), { holderType: "user", holderId: userId }));
  return transact(context, async (tx) => {
    const data = await fitData(tx, given);
    const before = await updateClientData(tx, userId, data);
    if (before === undefined) throw new Refusal("notFound");
    tx.audit("user.clientDataSet", userId, { before, after: data });
    emitChanged(tx, userId);
    return data;
  });
}

/** Applies a confirmed change of a role. */
export const roleProposal: ProposalKind = {
  carryOut: (tx, context, { holder, before, after }) =>
    applyRole(tx, context, holder.holderId, { before: before["role"] as Role, after: after["role"] as Role }),
};
