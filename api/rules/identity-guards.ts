/** Which changes of identity providers let more people in, or give more rights, so that a second person confirms them. */
import type { Identity, IdentityProvider } from "../identity/settings.ts";
import { staffRoles } from "./identity.ts";

/** As api/rules/guards.ts has it. */
type Weakening = "withFourEyes" | "always" | null;

/** Whom the portal believes, and about what. */
const trusted = ({ issuer, clientId, groupsClaim }: IdentityProvider): string =>
  JSON.stringify([issuer, clientId, groupsClaim]);

/** Groups that are new, or have a higher role than before. */
function raised(was: IdentityProvider | undefined, is: IdentityProvider) {
  const before = new Map(was?.groups.map(({ group, role }) => [group, staffRoles.indexOf(role)]));
  return is.groups.filter(({ group, role }) => staffRoles.indexOf(role) > (before.get(group) ?? -1));
}

const newTokens = (was: IdentityProvider | undefined, is: IdentityProvider): boolean =>
  is.scimTokens.some(({ hash }) => !was?.scimTokens.some((known) => known.hash === hash));

/** A SCIM token, another issuer or a group may make administrators: nobody makes a second one alone. */
function makesAdmins(was: IdentityProvider | undefined, is: IdentityProvider): boolean {
  if (raised(was, is).some(({ role }) => role === "admin")) return true;
  const changesSource = !was || trusted(was) !== trusted(is) || newTokens(was, is);
  return changesSource && is.groups.some(({ role }) => role === "admin");
}

const isLooser = (was: IdentityProvider | undefined, is: IdentityProvider): boolean =>
  !was ||
  trusted(was) !== trusted(is) ||
  raised(was, is).length > 0 ||
  newTokens(was, is) ||
  (is.isOn && !was.isOn) ||
  (is.secondFactor === "firm" && was.secondFactor === "claim") ||
  is.acrValues.some((value) => !was.acrValues.includes(value)) ||
  (is.creates && !was.creates);

/**
 * A provider that is added, believed about more or switched on; a further emergency admin; and the last provider that is switched
 * off, which lets everybody sign in with a password again.
 */
export function weakensIdentity(before: Identity, after: Identity): Weakening {
  const known = new Map(before.providers.map((one) => [one.id, one]));
  const pairs = after.providers.map((is) => ({ was: known.get(is.id), is }));
  if (pairs.some(({ was, is }) => makesAdmins(was, is))) return "always";
  const reopens = before.providers.some(({ isOn }) => isOn) && !after.providers.some(({ isOn }) => isOn);
  const isWeaker =
    reopens ||
    pairs.some(({ was, is }) => isLooser(was, is)) ||
    after.emergency.some((id) => !before.emergency.includes(id));
  return isWeaker ? "withFourEyes" : null;
}
