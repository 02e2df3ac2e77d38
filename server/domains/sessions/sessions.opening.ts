/** The last step of signing in: a challenge that was answered becomes a session of two halves. */

import type { ErrorCode } from "@portico/api/errors.ts";
import type { Factor } from "@portico/api/sessions.ts";
import { audit } from "../../audit/audit.ts";
import type { Context } from "../../context.ts";
import { inTransaction, type Trx } from "../../database/transaction.ts";
import type { Http } from "../../http/handlers.ts";
import { Refusal } from "../../http/refusal.ts";
import { bindCookie } from "../../http/session.ts";
import { originOf, recordSignIn, type SignInOrigin } from "../analytics/analytics.service.ts";
import { getUserData } from "../users/users.service.ts";
import { type ChallengeRow, countWrongTry, lockChallenge, useChallenge } from "./sessions.challenges.queries.ts";
import { challengeCookie, whichSignIn } from "./sessions.challenges.ts";
import { languageOf } from "./sessions.codes.ts";
import { refusedInEvenTime } from "./sessions.even-time.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";
import { countWrongCode, refuseAfterWrongCodes } from "./sessions.lockout.ts";
import { findSignInHistory, insertSession } from "./sessions.queries.ts";
import { confirmEmail, findUserByEmail, findUserById, type SigningUser } from "./sessions.users.queries.ts";

/** What a check found the answer to be: by which factor it was right, or how it is refused. */
type Judgement = { factor: Factor } | { refused: ErrorCode };
type Judge = (trx: Trx, challenge: ChallengeRow, user: SigningUser) => Promise<Judgement>;

interface Opened {
  sessionId: number;
  token: string;
  bind: string | null;
  expiry: number;
}

async function open(
  trx: Trx,
  context: Context,
  { user, factor, origin }: { user: SigningUser; factor: Factor; origin: SignInOrigin },
): Promise<Opened> {
  const token = randomValue();
  const bind = context.caller.isBrowser ? randomValue() : null;
  const session = await insertSession(trx, {
    userId: user.id,
    tokenHash: sha256(token),
    bindHash: bind === null ? null : sha256(bind),
  });
  // An authenticator or passkey says nothing of the mailbox.
  if (factor === "mail") await confirmEmail(trx, user.id);
  const known = await findSignInHistory(trx, user.id, {
    countryCode: origin.place.country_code,
    browserName: origin.device.browserName,
  });
  await recordSignIn(trx, { userId: user.id, sessionId: session.id }, origin);
  if (known.any && !(known.sameCountry && known.sameBrowser))
    await context.mail.send(trx, {
      to: user.email,
      language: languageOf(user),
      template: "newSignIn",
      params: {
        name: user.name,
        at: context.now().toISOString(),
        address: origin.address,
        countryCode: origin.place.country_code,
        os: origin.device.os,
        browser: origin.device.browserName,
      },
    });
  await audit(trx, {
    actor: { userId: user.id, sessionId: session.id },
    action: "session.opened",
    subject: { type: "user", id: user.id },
    after: { sessionId: session.id, factor },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
  return { sessionId: session.id, token, bind, expiry: Math.floor(session.expires_at.getTime() / 1000) };
}

/**
 * Opens the session if `judge` finds the answer to the caller's challenge right. Racing answers come one after the
 * other, and the first right one uses the challenge up. A wrong one is counted, and stays counted.
 */
export const answerChallenge = (context: Context, http: Http, email: string, judge: Judge) =>
  refusedInEvenTime(() => answer(context, http, email, judge));

async function answer(context: Context, http: Http, email: string, judge: Judge) {
  const known = await findUserByEmail(context.db, email);
  const which = known && whichSignIn(context, http, known.id);
  if (!known || !which) throw new Refusal("invalidCode");
  const origin = await originOf(context.geography, context.caller.address, context.caller.userAgent);

  const outcome = await inTransaction(context.db, async (trx): Promise<Opened | { refused: ErrorCode }> => {
    const challenge = await lockChallenge(trx, which);
    if (!challenge) return { refused: "invalidCode" };
    const user = await findUserById(trx, known.id);
    if (!user) return { refused: "invalidCode" };
    refuseAfterWrongCodes(user);
    if (!challenge.alive) return { refused: "expiredCode" };
    const judgement = await judge(trx, challenge, user);
    if ("refused" in judgement) {
      if (judgement.refused === "invalidCode") {
        await countWrongTry(trx, challenge.id);
        await countWrongCode(trx, context, user);
      }
      return judgement;
    }
    if (user.disabled) return { refused: "accountDisabled" };
    if (!(await useChallenge(trx, challenge.id))) return { refused: "expiredCode" };
    return open(trx, context, { user, factor: judgement.factor, origin });
  });
  if ("refused" in outcome) throw new Refusal(outcome.refused);

  http.clearCookie(challengeCookie);
  if (outcome.bind !== null) http.setCookie(bindCookie, outcome.bind);
  context.events.emit("signedIn", { userId: known.id, sessionId: outcome.sessionId });
  return { userData: await getUserData(context.db, known.id), token: outcome.token, expiry: outcome.expiry };
}
