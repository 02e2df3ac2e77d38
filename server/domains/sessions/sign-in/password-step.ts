/** Registering and signing in up to the code: the password, and the code that is mailed for it. */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { sessions } from "@portico/api/sessions.ts";
import type { CountryCode } from "libphonenumber-js";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Http } from "../../../http/handlers.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { isRegistrationOpen } from "../../content/registration.ts";
import { createUser } from "../../users/users.ts";
import { getFactors } from "../factors/factors.ts";
import { hashPassword, refuseLeaked, verifyPassword } from "../passwords/passwords.ts";
import { findUserByEmail } from "../sign-in-data.queries.ts";
import { lockChallenge } from "./challenges.queries.ts";
import { beginChallenge, mailCode, setChallengeCookie, whichSignIn } from "./challenges.ts";
import { inConstantTime, refusedInConstantTime } from "./constant-time.ts";
import { requireLocal } from "./local-staff.ts";
import { beginPasswordTry } from "./lockout.ts";

/** The number in E.164; without a country code, of the country the caller seems to be in. */
async function normalPhone({ geography, caller }: Context, typed: string): Promise<string> {
  const country = typed.startsWith("+") ? null : await geography.phoneCountry(caller.address);
  const parsed = parsePhoneNumberFromString(typed, country ? (country as CountryCode) : { extract: false });
  if (!parsed?.isValid()) throw new Refusal("badInput", { fields: [{ path: "phone", code: "badPhone" }] });
  return parsed.number;
}

/** Creates an account and mails the code that confirms its address. */
export async function register(context: Context, http: Http, body: Parsed<(typeof sessions)["register"]>["body"]) {
  if (!(await isRegistrationOpen(context.db))) throw new Refusal("registrationClosed");
  refuseLeaked(body.password, body.email);
  const phone = await normalPhone(context, body.phone);
  if (await findUserByEmail(context.db, body.email)) throw new Refusal("emailInUse");
  const passwordHash = await hashPassword(body.password);
  const { id, secret } = await transact(context, async (tx) => {
    const userId = await createUser(tx, {
      email: body.email,
      name: body.name,
      phone,
      passwordHash,
      role: "client",
      state: "preKYC",
      preferences: body.language ? { language: body.language } : {},
      confirmed: false,
    });
    const begun = await beginChallenge(tx, context, userId);
    const user = { email: body.email, name: body.name, language: body.language ?? null, validated: false };
    await mailCode(tx, context, { user, challengeId: begun.challengeId, purpose: "signIn" });
    tx.audit("user.registered", userId, {
      actor: { userId },
      after: { email: body.email, name: body.name, phone },
    });
    return { id: userId, secret: begun.secret };
  });
  setChallengeCookie(http, secret);
  return { id, email: body.email, ...secret.answered };
}

/** Checks the password and starts the challenge; unknown e-mails take the same time and get the same answer. */
export const login = (context: Context, http: Http, credentials: { email: string; password: string }) =>
  refusedInConstantTime(() => beginSignIn(context, http, credentials));

async function beginSignIn(context: Context, http: Http, { email, password }: { email: string; password: string }) {
  const user = await findUserByEmail(context.db, email);
  const attempt = await beginPasswordTry(context, http, { email, user });
  const right = await verifyPassword(user?.password_hash ?? null, password);
  if (!user || !right) {
    await attempt.failed();
    throw attempt.isCrowded ? crowded() : new Refusal("invalidCredentials");
  }
  const factors = await getFactors(context.db, user);
  // A mailed code alone does not protect against password guessing from many places.
  if (attempt.isCrowded && factors.every((factor) => factor === "mail")) throw crowded();
  if (user.disabled) throw new Refusal("accountDisabled");
  // Said only to who knows the password.
  await requireLocal(context.db, user);
  const secret = await transact(context, async (tx) => {
    await attempt.succeeded(tx);
    const begun = await beginChallenge(tx, context, user.id);
    // A user with another factor gets a mailed code only on request.
    if (factors.length === 1 && factors[0] === "mail")
      await mailCode(tx, context, { user, challengeId: begun.challengeId, purpose: "signIn" });
    return begun.secret;
  });
  setChallengeCookie(http, secret);
  return { email: user.email, isValidated: user.validated, factors, ...secret.answered };
}

const crowded = (): Refusal => new Refusal("tooManyRequests", { retryAfter: 3600 });

/**
 * Mails a new code if the caller proved the password, and returns whether it did: a caller without a challenge learns
 * only that, and nothing about the account.
 */
export async function resendCode(context: Context, http: Http, email: string): Promise<{ done: true; sent: boolean }> {
  const sent = await inConstantTime(async () => {
    const user = await findUserByEmail(context.db, email);
    const which = user && !user.disabled ? whichSignIn(http, user.id) : null;
    if (!user || !which || !(await getFactors(context.db, user)).includes("mail")) return false;
    return transact(context, async (tx) => {
      const challenge = await lockChallenge(tx, which);
      if (!challenge?.revivable) return false;
      await mailCode(tx, context, { user, challengeId: challenge.id, purpose: "signIn" });
      return true;
    });
  });
  return { done: true, sent };
}
