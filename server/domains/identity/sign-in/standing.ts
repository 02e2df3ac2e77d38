/**
 * What follows from what a provider says of somebody: who they are here, their role, or why they may not enter. Reads only, so
 * that a test shows the same as a sign-in (docs/decisions/0385-staff-sign-in-through-a-provider.md).
 */

import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { IdentityRefusal } from "@portico/api/identity.ts";
import { lesserRole, type StaffRole } from "@portico/api/rules/identity.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";
import { type AccountRow, findAccount, findUnclaimed, findUserOfEmail } from "../accounts/accounts.queries.ts";
import { readScimRole } from "../accounts/rights.ts";
import type { ProvidedPerson } from "./person.ts";

export type Standing =
  /** They enter, by an account that is known. */
  | { role: StaffRole; account: AccountRow }
  /** They enter, and get an account. */
  | { role: StaffRole; email: string; account?: undefined }
  /** They do not: `account` is theirs, `asks` is the colleague whose e-mail address they have. */
  | { refusal: IdentityRefusal; account?: AccountRow; asks?: number };

/** `email_verified` alone does not link: a provider may say so of anybody's address, so an administrator confirms it. */
async function findOfUnknown(
  db: Db,
  provider: IdentityProvider,
  person: ProvidedPerson,
  role: StaffRole,
): Promise<Standing> {
  const { verifiedEmail } = person;
  if (verifiedEmail === null) return { refusal: "emailUnverified" };
  const user = await findUserOfEmail(db, verifiedEmail);
  if (!user) return provider.creates ? { role, email: verifiedEmail } : { refusal: "unknownPerson" };
  if (user.role === "client") return { refusal: "isClient" };
  if (user.state === "disabled") return { refusal: "accountDisabled" };
  if ((await getSetting(db, "identity")).emergency.includes(user.id)) return { refusal: "emergencyOnly" };
  return { refusal: "linkWaits", asks: user.id };
}

async function findOfAccount(
  db: Db,
  provider: IdentityProvider,
  account: AccountRow,
  role: StaffRole,
): Promise<Standing> {
  if (account.linkedAt === null) return { refusal: "linkWaits", account };
  // Also who was removed by the SCIM client, which does not know them any more.
  if (!account.isActive) return { refusal: "accountDisabled", account };
  // Who was disabled by the provider comes back with a group; who was by a person, does not.
  if (account.state === "disabled" && !account.disabledByProvider) return { refusal: "accountDisabled", account };
  // Whoever was made a client here is not made staff again by a group.
  if (account.role === "client") return { refusal: "notStaff", account };
  if ((await getSetting(db, "identity")).emergency.includes(account.userId))
    return { refusal: "emergencyOnly", account };
  const byClient = await readScimRole(db, provider, account);
  if (byClient === null) return { refusal: "noStaffGroup", account };
  return { role: byClient === undefined ? role : lesserRole(role, byClient), account };
}

/** How somebody stands of whom a provider says this. */
export async function findStanding(db: Db, provider: IdentityProvider, person: ProvidedPerson): Promise<Standing> {
  const { id: providerId, issuer } = provider;
  const source = { providerId, issuer };
  const account =
    (await findAccount(db, { ...source, subject: person.subject })) ??
    (await findUnclaimed(db, source, {
      names: [person.subject, ...person.alsoKnownAs],
      email: person.verifiedEmail,
    }));
  if (!person.hasSecondFactor) return { refusal: "secondFactorMissing", ...(account && { account }) };
  if (person.role === null) return { refusal: "noStaffGroup", ...(account && { account }) };
  if (account) return findOfAccount(db, provider, account, person.role);
  return findOfUnknown(db, provider, person, person.role);
}
