/** The last step of signing in: a challenge that was answered becomes a session of two halves. */

import type { ErrorCode } from "@portico/api/errors.ts";
import type { Factor } from "@portico/api/factors.ts";
import { audit } from "../../audit/audit.ts";
import type { Http } from "../../http/handlers.ts";
import { bindCookie } from "../../http/session.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { originOf, recordSignIn, type SignInOrigin } from "../analytics/analytics.service.ts";
import { getUserData } from "../users/users.service.ts";
import {
  type ChallengeRow,
  countWrongTry,
  findChallenge,
  lockChallenge,
  useChallenge,
} from "./sessions.challenges.queries.ts";
import { challengeCookie, whichSignIn } from "./sessions.challenges.ts";
import { languageOf, nameInMail } from "./sessions.codes.ts";
import { refusedInEvenTime } from "./sessions.even-time.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";
import { rememberBrowser } from "./sessions.known-browsers.ts";
import { codeKeyOf, countWrongCode, refuseAfterWrongCodes } from "./sessions.lockout.ts";
import { findSignInHistory, insertSession } from "./sessions.queries.ts";
import { confirmEmail, findUserByEmail, findUserById, type SigningUser } from "./sessions.users.queries.ts";

/** What a check found the answer to be: by which factor it was right, or how it is refused. */
type Judgement = { factor: Factor } | { refused: ErrorCode };
type Judge = (trx: Trx, challenge: ChallengeRow, user: SigningUser) => Promise<Judgement>;

export interface Opened {
  userId: number;
  sessionId: number;
  token: string;
  bind: string | null;
  expiry: number;
  setKnownCookie: () => void;
}

/** Opens the session, as part of the caller's transaction, who calls `enter` after commit. */
export async function openSession(
  trx: Trx,
  context: Context,
  http: Http,
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
        name: nameInMail(user),
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
  const { setCookie } = await rememberBrowser(trx, http, user.id);
  return {
    userId: user.id,
    sessionId: session.id,
    token,
    bind,
    expiry: Math.floor(session.expires_at.getTime() / 1000),
    setKnownCookie: setCookie,
  };
}

interface Answered {
  email: string;
  /** The challenge's secret, where the call carries it; else the cookie's. */
  challenge: string | undefined;
  /** Whether the answer can be guessed, and so counts among the account's wrong codes. */
  isCode: boolean;
}

/**
 * Opens the session if `judge` finds the answer to the caller's challenge right. Racing answers come one after the
 * other, and the first right one uses the challenge up. A wrong one is counted, and stays counted. Without a challenge of their own
 * a caller learns nothing and counts nothing.
 */
export const answerChallenge = (context: Context, http: Http, answered: Answered, judge: Judge) =>
  refusedInEvenTime(() => answer(context, http, answered, judge));

async function answer(context: Context, http: Http, { email, challenge: secret, isCode }: Answered, judge: Judge) {
  const known = await findUserByEmail(context.db, email);
  const which = known && whichSignIn(http, known.id, secret);
  if (!known || !which) throw new Refusal("invalidCode");
  const origin = await originOf(context.geography, context.caller.address, context.caller.userAgent);
  const key = await codeKeyOf(context, http, known);

  const outcome = await inTransaction(context.db, async (trx): Promise<Opened | { refused: ErrorCode }> => {
    if (!(await findChallenge(trx, which))) return { refused: "invalidCode" };
    if (isCode) await refuseAfterWrongCodes(trx, key);
    const challenge = await lockChallenge(trx, which);
    const user = await findUserById(trx, known.id);
    if (!user || !challenge) return { refused: "invalidCode" };
    if (!challenge.alive) return { refused: "expiredCode" };
    const judgement = await judge(trx, challenge, user);
    if ("refused" in judgement) {
      if (judgement.refused === "invalidCode") {
        await countWrongTry(trx, challenge.id);
        if (isCode) await countWrongCode(trx, context, key, user);
      }
      return judgement;
    }
    if (user.disabled) return { refused: "accountDisabled" };
    if (!(await useChallenge(trx, challenge.id))) return { refused: "expiredCode" };
    return openSession(trx, context, http, { user, factor: judgement.factor, origin });
  });
  if ("refused" in outcome) throw new Refusal(outcome.refused);
  http.clearCookie(challengeCookie);
  return enter(context, http, outcome);
}

/** After commit: hands out both halves of the session. */
export async function enter(context: Context, http: Http, opened: Opened) {
  const { userId, sessionId, token, expiry } = opened;
  if (opened.bind !== null) http.setCookie(bindCookie, opened.bind);
  opened.setKnownCookie();
  context.events.emit("signedIn", { userId, sessionId });
  return { userData: await getUserData(context.db, userId), token, expiry };
}
