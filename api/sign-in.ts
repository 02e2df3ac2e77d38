/** Signing in: registration, password and second factor, forgotten password. */

import { z } from "zod";
import { anyone, defineEndpoints } from "./endpoint.ts";
import { code, factor, webauthn } from "./factors.ts";
import { emailMaxLength, emailShape, normaliseEmail } from "./rules/email.ts";
import { recoveryCodeLength } from "./rules/limits.ts";
import { passwordLength } from "./rules/password.ts";
import { phoneLength, typedPhoneShape } from "./rules/phone.ts";
import { done, id, language } from "./shapes.ts";
import { password, personName, userData } from "./users.ts";

export const email = z
  .string()
  .overwrite(normaliseEmail)
  .toLowerCase()
  .max(emailMaxLength)
  .pipe(z.email({ pattern: emailShape }));
/** As printed; letter case, spaces and hyphens do not matter. */
const recoveryCode = z.string().trim().min(recoveryCodeLength.min).max(recoveryCodeLength.max);
/** E.164, or as typed with spaces and a leading +; the server normalises it. */
export const phone = z.string().trim().min(phoneLength.min).max(phoneLength.max).regex(typedPhoneShape);

export const signedInAnswer = z.object({
  userData,
  token: z.string(),
  /** Epoch seconds. */
  expiry: z.number().int(),
  /** Ours: AES-256 in base64, the user's own; browsers encrypt unsent input with it when the session ends. */
  deviceKey: z.string(),
});

/**
 * Ties a sign-in to whoever proved the password. Every caller gets it as a cookie. A caller that is not a browser also
 * gets it in the answer of login and register, and passes it in the body of each further step unless it keeps cookies. It
 * is in no address: addresses are logged on the way.
 */
const challenge = z.string().min(20).max(100);
const challengeAnswered = { challenge: challenge.optional() };

const emailParams = z.object({ email });
const addressLimit = { tries: 30, seconds: 60, per: "address" } as const;

export const signIn = defineEndpoints({
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
    unread: ["password"],
    answer: z.object({ id, email: z.string(), ...challengeAnswered }),
    errors: ["emailInUse", "passwordLeaked", "registrationClosed"],
    rateLimits: [{ tries: 10, seconds: 600, per: "address" }],
  },
  login: {
    method: "POST",
    path: "/user/login",
    summary:
      "Checks the password; the second factor follows at verify. A code goes out by mail where mail is the factor.",
    access: anyone,
    body: z.strictObject({ email, password: z.string().min(1).max(passwordLength.max) }),
    unread: ["password"],
    answer: z.object({ email: z.string(), isValidated: z.boolean(), factors: z.array(factor), ...challengeAnswered }),
    errors: ["invalidCredentials", "accountDisabled"],
    // Wrong passwords are counted per account and origin (sessions/sign-in/lockout.ts): a limit per e-mail would lock its owner
    // out.
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
    summary:
      "Mails a new one-time code to who proved the password, by the challenge's cookie; `sent` is false for anybody else, account or not.",
    access: anyone,
    params: emailParams,
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
    unread: ["newPass"],
    answer: done,
    errors: ["expiredCode", "passwordLeaked"],
    rateLimits: [addressLimit],
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
});
