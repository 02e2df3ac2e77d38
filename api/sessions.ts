/** Signing in and out: registration, codes, second factors, the sessions of a user. */
import { z } from "zod";
import { anyone, defineEndpoints, self } from "./endpoint.ts";
import { done, id, instant, language } from "./shapes.ts";
import { password, personName, userData } from "./users.ts";

export const codeLength = 6;
export const phoneMaxLength = 25;

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** As it is printed; letter case, spaces and hyphens do not matter. */
const recoveryCode = z.string().trim().min(10).max(20);
export const code = z.string().regex(/^\d{6}$/);
/** E.164, or as typed with spaces and a leading +; the server normalises it. */
export const phone = z
  .string()
  .trim()
  .min(6)
  .max(phoneMaxLength)
  .regex(/^\+?[\d\s()./-]+$/);

/** What can stand in for, or follow, the password at sign-in. */
export const factors = ["mail", "authenticator", "passkey", "recoveryCode"] as const;
export const factor = z.enum(factors);
export type Factor = z.infer<typeof factor>;

const signedInAnswer = z.object({
  userData,
  token: z.string(),
  /** Epoch seconds. */
  expiry: z.number().int(),
});

/** A WebAuthn structure, passed through to the authenticator library which validates it. */
const webauthn = z.record(z.string(), z.unknown());

/**
 * What ties a try to sign in to who proved the password. Every caller gets it as a cookie; one that is no browser also in the answer
 * of login and register, and gives it back with each further step unless it keeps cookies.
 */
const challenge = z.string().min(20).max(100);
const challengeAnswered = { challenge: challenge.optional() };

export const sessionRow = z.object({
  id,
  created_at: instant,
  last_seen_at: instant,
  ip: z.string(),
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  city: z.string().nullable(),
  os: z.string(),
  browserName: z.string(),
  /** The session that asks. */
  current: z.boolean(),
});

const emailParams = z.object({ email });
const addressLimit = { tries: 30, seconds: 60, per: "address" } as const;

export const sessions = defineEndpoints({
  register: {
    method: "POST",
    path: "/user/register",
    summary: "Opens an account and mails a one-time code to confirm the address.",
    access: anyone,
    body: z.strictObject({
      name: personName,
      email,
      phone,
      password,
      language: language.optional(),
    }),
    answer: z.object({ id, email: z.string(), ...challengeAnswered }),
    errors: ["emailInUse", "passwordLeaked"],
    rateLimits: [{ tries: 10, seconds: 600, per: "address" }],
  },
  login: {
    method: "POST",
    path: "/user/login",
    summary:
      "Checks the password; the second factor follows at verify. A code goes out by mail where mail is the factor.",
    access: anyone,
    body: z.strictObject({ email, password: z.string().min(1).max(128) }),
    answer: z.object({ email: z.string(), isValidated: z.boolean(), factors: z.array(factor), ...challengeAnswered }),
    errors: ["invalidCredentials", "accountDisabled"],
    // Wrong passwords are counted per account and origin (sessions.lockout.ts): a limit per e-mail would lock its owner out.
    rateLimits: [addressLimit],
  },
  verify: {
    method: "POST",
    path: "/user/verify",
    summary:
      "Takes the one-time code (mailed, or from an authenticator app), or a recovery code, of the caller's own challenge and opens the session.",
    access: anyone,
    body: z
      .strictObject({
        email,
        code: code.optional(),
        recoveryCode: recoveryCode.optional(),
        challenge: challenge.optional(),
      })
      .refine((body) => (body.code === undefined) !== (body.recoveryCode === undefined), { path: ["code"] }),
    answer: signedInAnswer,
    errors: ["invalidCode", "expiredCode", "accountDisabled"],
    rateLimits: [addressLimit],
  },
  resendCode: {
    method: "GET",
    path: "/user/resend-code/:email",
    summary: "Mails a new one-time code to who proved the password; `sent` is false for anybody else, account or not.",
    access: anyone,
    params: emailParams,
    query: z.strictObject({ challenge: challenge.optional() }),
    answer: done.extend({ sent: z.boolean() }),
    notRepeatable: true,
    rateLimits: [addressLimit],
  },
  generateReset: {
    method: "GET",
    path: "/user/reset-generate/:email",
    summary: "Mails a link to choose a new password; the answer is the same whether or not there is such an account.",
    access: anyone,
    params: emailParams,
    answer: done,
    notRepeatable: true,
    rateLimits: [addressLimit],
  },
  resetPassword: {
    method: "POST",
    path: "/user/reset-pass/:email",
    summary: "Sets a new password by the mailed string and ends every session of the user.",
    access: anyone,
    params: emailParams,
    body: z.strictObject({ newPass: password, validationString: z.string().min(1).max(200) }),
    answer: done,
    errors: ["expiredCode", "passwordLeaked"],
    rateLimits: [addressLimit],
  },
  logout: {
    method: "POST",
    path: "/user/logout",
    summary: "Ends the session that asks; asking again is harmless.",
    access: anyone,
    body: z.strictObject({}),
    answer: done,
  },
  beginPasskeySignIn: {
    method: "POST",
    path: "/user/passkey/begin-sign-in",
    summary:
      "The challenge for a passkey: with an e-mail, after login and in the code's place; without one, for signing in by passkey alone.",
    access: anyone,
    body: z.strictObject({ email: email.optional(), challenge: challenge.optional() }),
    answer: z.object({ options: webauthn, ...challengeAnswered }),
    errors: ["invalidCredentials"],
    rateLimits: [addressLimit],
  },
  verifyPasskey: {
    method: "POST",
    path: "/user/verify-passkey",
    summary: "Takes the passkey's answer and opens the session; without an e-mail, that of the passkey's owner.",
    access: anyone,
    body: z.strictObject({ email: email.optional(), response: webauthn, challenge: challenge.optional() }),
    answer: signedInAnswer,
    errors: ["invalidCode", "expiredCode", "accountDisabled"],
    rateLimits: [addressLimit],
  },
  requestValidation: {
    method: "POST",
    path: "/user/:id/request-validation",
    summary: "Mails a one-time code for check-validation to the signed-in user.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
    rateLimits: [{ tries: 5, seconds: 900, per: { field: "id" } }],
  },
  checkValidation: {
    method: "POST",
    path: "/user/:id/check-validation",
    summary: "Checks a one-time code; a right one lets the next call through that needs a fresh code.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ string: z.string().min(1).max(200) }),
    answer: z.object({ valid: z.literal(true) }),
    errors: ["invalidCode", "expiredCode"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  listSessions: {
    method: "GET",
    path: "/user/:id/sessions",
    summary: "The user's open sessions with device and place.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({ sessions: z.array(sessionRow) }),
  },
  endSession: {
    method: "DELETE",
    path: "/user/:id/sessions/:sessionId",
    summary: "Ends one of the user's sessions.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id, sessionId: id }),
    answer: done,
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/user/:id/sessions",
    summary: "Ends every session of the user but the one that asks.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({ ended: z.number().int() }),
  },
  changePassword: {
    method: "POST",
    path: "/user/:id/password",
    summary: "Changes the password, with the current one, and ends the user's other sessions.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    body: z.strictObject({ currentPassword: z.string().min(1).max(128), newPassword: password }),
    answer: done,
    errors: ["wrongPassword", "passwordLeaked"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
  listFactors: {
    method: "GET",
    path: "/user/:id/factors",
    summary: "The user's second factors.",
    access: self("id"),
    beforeSecondFactor: true,
    params: z.object({ id }),
    answer: z.object({
      authenticator: z.boolean(),
      /** A mailed code does not sign the user in: by their own choice, or because the firm demands it of its staff. */
      ownFactorRequired: z.boolean(),
      demandedByFirm: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      /** By what codes the user confirms a step within the session. */
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
    body: z.strictObject({ currentPassword: z.string().min(1).max(128) }),
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
    body: z.strictObject({ currentPassword: z.string().min(1).max(128) }),
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
    body: z.strictObject({ currentPassword: z.string().min(1).max(128) }),
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
    body: z.strictObject({ currentPassword: z.string().min(1).max(128) }),
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
    body: z.strictObject({ name: z.string().trim().min(1).max(60), response: webauthn }),
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
    body: z.strictObject({ currentPassword: z.string().min(1).max(128) }),
    answer: done,
    errors: ["wrongPassword"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "id" } }],
  },
});
