/** The last step of signing in: an answered challenge becomes a session with two halves. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { ErrorCode } from "@portico/api/errors.ts";
import type { Factor } from "@portico/api/factors.ts";
import type { sessions } from "@portico/api/sessions.ts";
import type { Http } from "../../../http/handlers.ts";
import { bindCookie } from "../../../http/session.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { locateOrigin, recordFailedSignIn, recordSignIn, type SignInOrigin } from "../../analytics/analytics.ts";
import { getUserData } from "../../users/users.ts";
import { takeAuthenticatorCode } from "../factors/authenticator.ts";
import { getFactors } from "../factors/factors.ts";
import { takeRecoveryCode } from "../factors/recovery-codes.ts";
import { randomValue, sha256 } from "../keys.ts";
import { languageOf, nameInMail } from "../recipient.ts";
import { newSignInMail } from "../sessions.mails.ts";
import { insertSession, type ProviderSession } from "../sessions.queries.ts";
import { confirmEmail, findUserByEmail, findUserById, type SigningUser } from "../sign-in-data.queries.ts";
import { type ChallengeRow, countWrongTry, findChallenge, lockChallenge, useChallenge } from "./challenges.queries.ts";
import { challengeCookie, isCode, whichSignIn } from "./challenges.ts";
import { refusedInConstantTime } from "./constant-time.ts";
import { rememberBrowser } from "./known-browsers.ts";
import { refuseLocal } from "./local-staff.ts";
import { countWrongCode, getCodeKey, refuseAfterWrongCodes } from "./lockout.ts";

export { findUserByEmail, findUserById };

/** Result of a check: the factor that was right, or the refusal. */
type Assessment = { factor: Factor } | { refused: ErrorCode };
type CheckAnswer = (tx: Tx, challenge: ChallengeRow, user: SigningUser) => Promise<Assessment>;

export interface Opened {
  userId: number;
  sessionId: number;
  token: string;
  expiry: number;
}

/** By what somebody signs in: a factor of the portal, or an account of an identity provider. */
type SignInMeans = { factor: Factor; provider?: undefined } | { factor: "provider"; provider: ProviderSession };

/**
 * Opens the session in the caller's transaction; a browser's cookies are set afterwards. `useProvider` for staff who sign in
 * otherwise while a provider is on.
 */
export async function openSession(
  tx: Tx,
  context: Context,
  http: Http,
  { user, origin, ...by }: { user: SigningUser; origin: SignInOrigin } & SignInMeans,
): Promise<Opened> {
  if (by.factor !== "provider") await refuseLocal(tx, context, user);
  const token = randomValue();
  const bind = context.caller.isBrowser ? randomValue() : null;
  const session = await insertSession(tx, {
    userId: user.id,
    tokenHash: sha256(token),
    bindHash: bind === null ? null : sha256(bind),
    provider: by.provider,
  });
  // An authenticator or passkey proves nothing about the mailbox.
  if (by.factor === "mail") await confirmEmail(tx, user.id);
  const { isNew, suspicious } = await recordSignIn(tx, { userId: user.id, sessionId: session.id }, origin);
  // One mail for all reasons; many failures have already been mailed.
  if (isNew || suspicious.includes("impossibleTravel"))
    await tx.mail({
      to: user.email,
      language: languageOf(user),
      template: newSignInMail,
      params: {
        name: nameInMail(user),
        at: context.now().toISOString(),
        address: origin.address,
        countryCode: origin.place.country_code,
        os: origin.device.os,
        browser: origin.device.browserName,
      },
    });
  const who = { userId: user.id, sessionId: session.id };
  tx.audit("session.opened", user.id, { actor: who, after: { sessionId: session.id, factor: by.factor } });
  tx.afterCommit(() => {
    if (bind !== null) http.setCookie(bindCookie, bind);
  });
  await rememberBrowser(tx, http, user.id);
  tx.emit("signedIn", who);
  return { ...who, token, expiry: Math.floor(session.expires_at.getTime() / 1000) };
}

interface Answered {
  email: string;
  /** The challenge's secret from the call; otherwise from the cookie. */
  challenge: string | undefined;
  /** Whether the answer can be guessed, and so counts as a wrong code of the account. */
  isCode: boolean;
}

/**
 * Opens the session if `checkAnswer` accepts the answer to the caller's challenge. Concurrent answers are serialised,
 * and the first right one uses the challenge. A wrong one is counted permanently. A caller without a challenge learns
 * nothing and counts nothing.
 */
export const answerChallenge = (context: Context, http: Http, answered: Answered, checkAnswer: CheckAnswer) =>
  refusedInConstantTime(() => answer(context, http, answered, checkAnswer));

async function answer(
  context: Context,
  http: Http,
  { email, challenge: secret, isCode }: Answered,
  checkAnswer: CheckAnswer,
) {
  const known = await findUserByEmail(context.db, email);
  const which = known && whichSignIn(http, known.id, secret);
  if (!known || !which) throw new Refusal("invalidCode");
  const origin = await locateOrigin(context.geography, context.caller.address, context.caller.userAgent);
  const key = await getCodeKey(context, http, known);

  const outcome = await transact(context, async (tx): Promise<Opened | { refused: ErrorCode }> => {
    if (!(await findChallenge(tx, which))) return { refused: "invalidCode" };
    if (isCode) await refuseAfterWrongCodes(tx, key);
    const challenge = await lockChallenge(tx, which);
    const user = await findUserById(tx, known.id);
    if (!user || !challenge) return { refused: "invalidCode" };
    if (!challenge.alive) return { refused: "expiredCode" };
    const assessment = await checkAnswer(tx, challenge, user);
    if ("refused" in assessment) {
      if (assessment.refused === "invalidCode") {
        await countWrongTry(tx, challenge.id);
        await recordFailedSignIn(tx, context, { kind: isCode ? "code" : "passkey", userId: user.id });
        if (isCode) await countWrongCode(tx, key, user);
      }
      return assessment;
    }
    if (user.disabled) return { refused: "accountDisabled" };
    if (!(await useChallenge(tx, challenge.id))) return { refused: "expiredCode" };
    return openSession(tx, context, http, { user, factor: assessment.factor, origin });
  });
  if ("refused" in outcome) throw new Refusal(outcome.refused);
  http.clearCookie(challengeCookie);
  return completeSignIn(context, outcome);
}

const deviceKeyBytes = 32;

/** What the user's browsers encrypt unsent input with when a session ends: the same at each sign-in. */
async function deriveDeviceKey({ vault }: Context, userId: number): Promise<string> {
  const { derive } = await vault.recordKeys("device");
  return derive(Buffer.from(`user ${userId}`), deviceKeyBytes).toString("base64");
}

/** The call's answer: the session's token, its user, and the key to what this user left unsent in a browser. */
export async function completeSignIn(context: Context, { userId, token, expiry }: Opened) {
  const [userData, deviceKey] = await Promise.all([getUserData(context.db, userId), deriveDeviceKey(context, userId)]);
  return { userData, token, expiry, deviceKey };
}

type VerifyBody = Parsed<(typeof sessions)["verify"]>["body"];

/** Accepts a mailed code, an authenticator code, or a recovery code for the caller's challenge. */
export const verify = (context: Context, http: Http, { email, challenge, ...answer }: VerifyBody) =>
  answerChallenge(context, http, { email, challenge, isCode: true }, async (tx, row, user) => {
    const factors = await getFactors(tx, user);
    if (answer.recoveryCode !== undefined) {
      const isRight =
        factors.includes("recoveryCode") && (await takeRecoveryCode(tx, context, user, answer.recoveryCode));
      return isRight ? { factor: "recoveryCode" } : { refused: "invalidCode" };
    }
    const code = answer.code ?? "";
    if (factors.includes("mail") && (await isCode(context.config, row, code))) return { factor: "mail" };
    if (factors.includes("authenticator") && (await takeAuthenticatorCode(tx, context, user.id, code)) === "right")
      return { factor: "authenticator" };
    // Expired, and no other factor could have been meant.
    if (row.code_hash && !row.code_in_time && !factors.includes("authenticator")) return { refused: "expiredCode" };
    return { refused: "invalidCode" };
  });
