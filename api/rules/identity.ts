/** Rules of signing in through the firm's identity provider; the same on pages and server. */
import type { Role } from "../permissions.ts";

export const staffRoles = ["internal", "office", "admin"] as const satisfies readonly Role[];
export type StaffRole = (typeof staffRoles)[number];

export const identityLimits = {
  providers: 10,
  groups: 100,
  acrValues: 10,
  emergency: 20,
  name: 60,
  text: 500,
} as const;

/**
 * Seconds by which the provider's clock may differ from ours: of times in its tokens. Five minutes would let a stolen token live
 * longer; clocks that are kept by NTP differ by less than a second.
 */
export const clockToleranceSeconds = 60;

/** Https, or this machine; without user, password, query and fragment (OpenID Connect Discovery 1.0, section 3). */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isHere = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
  return (protocol === "https:" || isHere) && username === "" && password === "" && search === "" && hash === "";
}

/** A group of the provider, as its claim or its SCIM client names it, and the role that its members have. */
export interface MappedGroup {
  group: string;
  role: StaffRole;
}

/** The highest role of the groups; null if none of them is mapped. */
export function roleOfGroups(groups: readonly string[], mapped: readonly MappedGroup[]): StaffRole | null {
  const held = new Set(groups);
  const given = new Set(mapped.filter(({ group }) => held.has(group)).map(({ role }) => role));
  return staffRoles.findLast((role) => given.has(role)) ?? null;
}

/** The lesser of two roles: what both grant. */
export const lesserRole = (one: StaffRole, other: StaffRole): StaffRole =>
  staffRoles.indexOf(one) < staffRoles.indexOf(other) ? one : other;

/** Methods of RFC 8176 that stand for more than a password: any of these in `amr` is a second factor. */
export const secondFactorMethods = [
  "mfa",
  "otp",
  "hwk",
  "swk",
  "sms",
  "tel",
  "fpt",
  "face",
  "iris",
  "retina",
  "vbm",
  "sc",
  "fido",
];
