/** Settings of the firm's identity providers. Client secrets are not among them. */
import { z } from "zod";
import { isIssuer, identityLimits as limits, staffRoles } from "../rules/identity.ts";
import { setting } from "../settings/declaration.ts";
import { eachIdOnce } from "../settings/each-id-once.ts";
import { bodyId, instant, sha256Hex } from "../shapes.ts";

/** One line without control characters. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

const provider = z.strictObject({
  id: z.uuid(),
  name: line(limits.name),
  /** Staff sign in by it. While one is on, only emergency admins sign in with a password. */
  isOn: z.boolean(),
  issuer: z
    .string()
    .max(limits.text)
    .refine(isIssuer, { params: { field: "badFormat" } }),
  clientId: line(limits.text),
  /** The claim that lists a person's groups. */
  groupsClaim: line(100),
  groups: z
    .array(z.strictObject({ group: line(limits.text), role: z.enum(staffRoles) }))
    .max(limits.groups)
    .refine((list) => new Set(list.map(({ group }) => group)).size === list.length, { params: { field: "twice" } }),
  /** `claim`: the token has to name a second factor; `firm`: the firm says that its provider always asks for one. */
  secondFactor: z.enum(["claim", "firm"]),
  /** Values of `acr` that stand for a second factor; asked for with the sign-in. */
  acrValues: z.array(line(limits.text)).max(limits.acrValues),
  /** People whom the portal does not know get an account when they first sign in. */
  creates: z.boolean(),
  /**
   * Signing out here ends the provider's session too. Off for those that were saved before this was offered: the provider has to know
   * the address to which it sends the browser back.
   */
  endsSession: z.boolean().default(false),
  /** SHA-256 of the tokens with which the provider's SCIM client calls: two while one replaces the other. */
  scimTokens: z.array(z.strictObject({ hash: sha256Hex, madeAt: instant })).max(2),
});
export type IdentityProvider = z.infer<typeof provider>;

const identity = z.strictObject({
  providers: z.array(provider).max(limits.providers).superRefine(eachIdOnce),
  /** Administrators who sign in with a password while a provider is on. */
  emergency: z
    .array(bodyId)
    .max(limits.emergency)
    .refine((list) => new Set(list).size === list.length, { params: { field: "twice" } }),
});
export type Identity = z.infer<typeof identity>;

export const settings = { identity: setting(identity, () => ({ providers: [], emergency: [] })) };
