/** Who somebody is by the claims of a provider; without I/O. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { emailMaxLength, isEmail, normaliseEmail } from "@portico/api/rules/email.ts";
import { roleOfGroups, type StaffRole, secondFactorMethods } from "@portico/api/rules/identity.ts";
import { nameLimits } from "@portico/api/rules/limits.ts";
import type { Claims } from "../../../adapters/identity/oidc.ts";

export interface ProvidedPerson {
  /** With the issuer, who it is; an e-mail address is not. */
  subject: string;
  /** Other names of the same person at the provider, by which its SCIM client may know them. */
  alsoKnownAs: string[];
  /** Null unless the provider says that it is verified. */
  verifiedEmail: string | null;
  /** As told, for people to read. */
  email: string;
  name: string;
  groups: string[];
  role: StaffRole | null;
  hasSecondFactor: boolean;
  /** What the provider calls its session. */
  sid: string | null;
}

const textOf = (claim: unknown): string => (typeof claim === "string" ? claim : "");
const textsOf = (claim: unknown): string[] =>
  [claim].flat().filter((one): one is string => typeof one === "string" && one !== "");

/** A claim by its name; a name with dots leads into objects, unless a claim has that whole name. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (value, part) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, part)
          ? Reflect.get(value, part)
          : undefined,
      claims,
    );
}

/** By `amr`, by the firm's values of `acr`, or because the firm says so of its provider. */
function hasSecondFactor({ secondFactor, acrValues }: IdentityProvider, claims: Claims): boolean {
  if (secondFactor === "firm") return true;
  return (
    acrValues.includes(textOf(claims["acr"])) ||
    textsOf(claims["amr"]).some((method) => secondFactorMethods.includes(method))
  );
}

/** Control characters are no part of a name, and neither are hundreds of letters. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim();

export function readPerson(provider: IdentityProvider, claims: Claims): ProvidedPerson {
  const told = normaliseEmail(textOf(claims["email"])).toLowerCase();
  const isUsable = told.length <= emailMaxLength && isEmail(told);
  const groups = textsOf(claimOf(claims, provider.groupsClaim));
  const name = oneLine(textOf(claims["name"]) || `${textOf(claims["given_name"])} ${textOf(claims["family_name"])}`);
  return {
    subject: textOf(claims["sub"]),
    alsoKnownAs: textsOf(claims["oid"]),
    verifiedEmail: isUsable && claims["email_verified"] === true ? told : null,
    email: told.slice(0, emailMaxLength),
    name: (name || told).slice(0, nameLimits.person),
    groups,
    role: roleOfGroups(groups, provider.groups),
    hasSecondFactor: hasSecondFactor(provider, claims),
    sid: textOf(claims["sid"]) || null,
  };
}
