/** What is checked before providers are saved, and what follows for the sessions that they opened. */

import type { FieldCode } from "@portico/api/errors.ts";
import type { Identity, IdentityProvider } from "@portico/api/identity/settings.ts";
import { roleOfGroups } from "@portico/api/rules/identity.ts";
import type { Trx } from "../../kernel/transaction.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { changeRole, listUsedAdmins } from "../users/staff.ts";
import { type AccountRow, listOfProvider } from "./accounts/accounts.queries.ts";
import { followRights } from "./accounts/rights.ts";
import { endAccountSessions } from "./accounts/sessions.ts";

/**
 * Emergency admins are active administrators who have signed in; with a provider that is on there is one at least, so that nobody
 * locks everybody out.
 */
export async function checkIdentity(trx: Trx, value: Identity): Promise<{ path: string; code: FieldCode }[]> {
  const able = await listUsedAdmins(trx, value.emergency);
  const faults = value.emergency.flatMap((id, at) =>
    able.includes(id) ? [] : [{ path: `emergency.${at}`, code: "notAllowed" as const }],
  );
  const closesLocal = value.providers.some(({ isOn }) => isOn);
  return closesLocal && value.emergency.length === 0 ? [{ path: "emergency", code: "required" }] : faults;
}

/** The part of a provider on which its open sessions rest. */
const basisOf = ({ issuer, clientId, groupsClaim, groups, secondFactor, acrValues }: IdentityProvider): string =>
  JSON.stringify([issuer, clientId, groupsClaim, groups, secondFactor, acrValues]);

/**
 * Sessions of a provider that is gone or off end at once. Where the table of groups changed, roles follow it as of the last
 * sign-in; where the provider is asked otherwise than before, its people sign in again.
 */
export async function followIdentity(tx: Tx, { before, after }: { before: Identity; after: Identity }): Promise<void> {
  const now = new Map(after.providers.map((one) => [one.id, one]));
  for (const was of before.providers) {
    const is = now.get(was.id);
    if (is?.isOn && basisOf(was) === basisOf(is)) continue;
    if (!is?.isOn && !was.isOn) continue;
    const isSameSource = is?.isOn && basisOf({ ...was, groups: [] }) === basisOf({ ...is, groups: [] });
    for (const account of await listOfProvider(tx, was.id))
      await followAccount(tx, was.name, account, isSameSource ? is : undefined);
  }
}

async function followAccount(
  tx: Tx,
  provider: string,
  account: AccountRow,
  is: IdentityProvider | undefined,
): Promise<void> {
  if (is && account.scimId !== null) await followRights(tx, is, account.id);
  const role = is ? roleOfGroups(account.groups, is.groups) : null;
  if (role !== null) {
    const isHere = account.linkedAt !== null && account.role !== "client" && account.state !== "disabled";
    if (isHere && account.scimId === null && account.role !== role)
      await changeRole(tx, account.userId, { before: account.role, after: role });
    return;
  }
  const sessionIds = await endAccountSessions(tx, account.id);
  if (sessionIds.length > 0) tx.audit("identity.rightsLost", account.userId, { after: { provider, sessionIds } });
}
