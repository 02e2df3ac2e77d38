/** A challenge begins when the password was right; the caller finds it again by a cookie, or by being a program. */
import type { Context } from "../../context.ts";
import type { Trx } from "../../database/transaction.ts";
import type { Http } from "../../http/handlers.ts";
import { insertChallenge, type WhichChallenge } from "./sessions.challenges.queries.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";

/** Ties a browser to its own try to sign in, so that a stranger can neither answer nor burn its code. */
export const challengeCookie = "__Host-portico-challenge";
const challengeSeconds = 30 * 60;

/** The caller's challenge; null for a browser without its cookie. */
export function whichSignIn(
  { caller }: Context,
  http: Http,
  userId: number,
): Extract<WhichChallenge, { purpose: "signIn" }> | null {
  const cookie = http.cookies[challengeCookie];
  if (cookie !== undefined) return { purpose: "signIn", userId, cookieHash: sha256(cookie) };
  return caller.isBrowser ? null : { purpose: "signIn", userId, cookieHash: null };
}

/** Begins a challenge; the cookie's value is null for a caller that is no browser, and is set after commit. */
export async function beginChallenge(
  trx: Trx,
  { caller }: Context,
  userId: number,
): Promise<{ challengeId: number; cookie: string | null }> {
  const cookie = caller.isBrowser ? randomValue() : null;
  const challengeId = await insertChallenge(trx, {
    userId,
    purpose: "signIn",
    cookieHash: cookie === null ? null : sha256(cookie),
    sessionId: null,
  });
  return { challengeId, cookie };
}

export function setChallengeCookie(http: Http, cookie: string | null): void {
  if (cookie !== null) http.setCookie(challengeCookie, cookie, challengeSeconds);
}
