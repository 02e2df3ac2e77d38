/**
 * What an account of a provider may do here, by what its SCIM client says: a disabled one, or one that lost its last group, is out
 * at once (docs/decisions/0387-scim.md).
 */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { lesserRole, roleOfGroups, type StaffRole } from "@portico/api/rules/identity.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { moveState } from "../../holders/states.ts";
import { endOutstanding } from "../../sessions/outstanding.ts";
import { revokeSessions } from "../../sessions/sessions.ts";
import { getSetting } from "../../settings/settings.ts";
import { changeRole, releaseStaffClients, requireOtherAdmins } from "../../users/staff.ts";
import { type AccountRow, listGroupNames, lockAccount, saveByGroups, saveDisabled } from "./accounts.queries.ts";

/** The role of the groups of the SCIM client; undefined if the account never was in one that has a role. */
export async function readScimRole(
  db: Db,
  { groups }: IdentityProvider,
  account: AccountRow,
): Promise<StaffRole | null | undefined> {
  if (account.scimId === null) return undefined;
  const role = roleOfGroups(await listGroupNames(db, account.id), groups);
  return role === null && !account.byGroups ? undefined : role;
}

/** What both the last sign-in and the SCIM client grant; null for none, undefined if neither said anything. */
async function readRights(db: Db, provider: IdentityProvider, account: AccountRow) {
  if (!account.isActive) return null;
  const byClient = await readScimRole(db, provider, account);
  const bySignIn = account.signedInAt === null ? undefined : roleOfGroups(account.groups, provider.groups);
  if (byClient === undefined) return bySignIn;
  if (byClient === null || bySignIn === undefined || bySignIn === null) return byClient;
  return lesserRole(byClient, bySignIn);
}

/**
 * Has the person's account follow what the provider says. Nothing follows for who waits to be linked, is no staff here or is an
 * emergency admin. Throws as disabling and changing roles do: `tooFewAdmins`, `stateConflict`.
 */
export async function followRights(tx: Tx, provider: IdentityProvider, accountId: number): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || account.linkedAt === null || account.role === "client") return;
  if ((await getSetting(tx, "identity")).emergency.includes(account.userId)) return;
  const byClient = await readScimRole(tx, provider, account);
  if (byClient && !account.byGroups) await saveByGroups(tx, accountId);
  const rights = await readRights(tx, provider, account);
  if (rights === undefined) return;
  if (rights === null) return shutOut(tx, account, provider.name);
  if (account.state === "disabled") {
    if (!account.disabledByProvider) return;
    await enable(tx, account);
  }
  if (account.role !== rights) await changeRole(tx, account.userId, { before: account.role, after: rights });
}

/** Disables the account, unless it is: sessions and sockets end, and clients are free for others. */
async function shutOut(tx: Tx, { id, userId, state }: AccountRow, provider: string): Promise<void> {
  if (state === "disabled") return;
  await requireOtherAdmins(tx, userId);
  const holder = { holderType: "user", holderId: userId } as const;
  const moved = await moveState(tx, holder, "disable");
  await endOutstanding(tx, userId);
  const sessionIds = await revokeSessions(tx, { userId, reason: "disabled" });
  const released = await releaseStaffClients(tx, userId);
  await saveDisabled(tx, id, true);
  tx.audit("holder.stateChanged", holder, {
    before: { state: moved.before },
    after: { state: moved.after, action: "disable", ...(released && { released }) },
  });
  tx.audit("identity.rightsLost", userId, { after: { provider, sessionIds } });
  tx.emit("holder:state", holder);
  tx.emit("identity:changed", {});
}

/** Only who was disabled by the provider: what a person decided here, a person undoes. */
export async function enable(tx: Tx, { id, userId, disabledByProvider }: AccountRow): Promise<void> {
  if (!disabledByProvider) throw new Refusal("accountDisabled");
  const holder = { holderType: "user", holderId: userId } as const;
  const moved = await moveState(tx, holder, "enable");
  await saveDisabled(tx, id, false);
  tx.audit("holder.stateChanged", holder, {
    before: { state: moved.before },
    after: { state: moved.after, action: "enable" },
  });
  tx.emit("holder:state", holder);
  tx.emit("identity:changed", {});
}
