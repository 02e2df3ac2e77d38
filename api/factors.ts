/** Second factors at sign-in: codes, authenticator apps, passkeys, recovery codes, and the calls that manage a user's own. */

import { z } from "zod";
import { defineEndpoints, self } from "./endpoint.ts";
import { nameLimits } from "./rules/limits.ts";
import { done, id, instant } from "./shapes.ts";

export const codeLength = 6;
export const code = z.string().regex(/^\d{6}$/);

/** What can replace or follow the password at sign-in. */
export const factors = ["mail", "authenticator", "passkey", "recoveryCode"] as const;
export const factor = z.enum(factors);
export type Factor = z.infer<typeof factor>;

/** A WebAuthn structure, passed on to the library that validates it. */
export const webauthn = z.record(z.string(), z.unknown());

/** Of a call that the password confirms. */
const withPassword = z.strictObject({ currentPassword: z.string().min(1).max(128) });

/** A user's second factors. */
export const ownFactors = defineEndpoints({
  listFactors: {
    method: "GET",
    path: "/user/:id/factors",
    summary: "The user's second factors.",
    access: self("id"),
    readTogether: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({
      authenticator: z.boolean(),
      /** A mailed code does not sign the user in: by their own choice, or because the firm requires a factor of its staff. */
      ownFactorRequired: z.boolean(),
      demandedByFirm: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      /** The codes with which the user confirms a step within the session. */
      validation: z.array(factor.extract(["mail", "authenticator"])),
      passkeys: z.array(z.object({ id, name: z.string(), created_at: instant, last_used_at: instant.nullable() })),
    }),
  },
  requireOwnFactor: {
    method: "POST",
    path: "/user/:id/factors/required",
    summary: "Whether signing in takes the app or a passkey, and no mailed code does; asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ required: z.boolean(), currentPassword: z.string().min(1).max(128) }),
    answer: z.object({ ownFactorRequired: z.boolean() }),
    errors: ["wrongPassword", "stateConflict"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  makeRecoveryCodes: {
    method: "POST",
    path: "/user/:id/factors/recovery-codes",
    summary: "Ten new recovery codes in place of those before, shown this once; asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: withPassword,
    answer: z.object({ codes: z.array(z.string()) }),
    errors: ["wrongPassword", "stateConflict"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  beginAuthenticator: {
    method: "POST",
    path: "/user/:id/factors/authenticator/begin",
    summary:
      "A new secret for an authenticator app, as otpauth address and QR code; counts once confirmed. Asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: withPassword,
    answer: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    errors: ["wrongPassword", "stateConflict"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  confirmAuthenticator: {
    method: "POST",
    path: "/user/:id/factors/authenticator/confirm",
    summary: "Confirms the authenticator app by its first code.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ code }),
    answer: done,
    errors: ["invalidCode", "stateConflict"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  removeAuthenticator: {
    method: "POST",
    path: "/user/:id/factors/authenticator/remove",
    summary: "Takes the authenticator app off; asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: withPassword,
    answer: done,
    errors: ["wrongPassword"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  beginPasskey: {
    method: "POST",
    path: "/user/:id/factors/passkeys/begin",
    summary: "The challenge to register a passkey; asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: withPassword,
    answer: z.object({ options: webauthn }),
    errors: ["wrongPassword"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  confirmPasskey: {
    method: "POST",
    path: "/user/:id/factors/passkeys/confirm",
    summary: "Registers the passkey.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ name: z.string().trim().min(1).max(nameLimits.passkey), response: webauthn }),
    answer: done,
    errors: ["invalidCode", "expiredCode"],
  },
  removePasskey: {
    method: "POST",
    path: "/user/:id/factors/passkeys/:passkeyId/remove",
    summary: "Takes a passkey off; asks for the password.",
    access: self("id"),
    sensitive: true,
    beforeSecondFactor: true,
    params: z.object({ id, passkeyId: id }),
    body: withPassword,
    answer: done,
    errors: ["wrongPassword"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
});
