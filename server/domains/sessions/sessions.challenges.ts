/**
 * A challenge starts after the right password and belongs to whoever proved it: its secret is a cookie, and for a
 * caller that is not a browser also the answer's `challenge`. Nobody else can answer it, use up its attempts, or learn
 * that it exists.
 */

import type { Http } from "../../http/handlers.ts";
import type { Context } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { insertChallenge, type WhichChallenge } from "./sessions.challenges.queries.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";

export const challengeCookie = "__Host-portico-challenge";
const challengeSeconds = 30 * 60;

/** What a caller needs to answer a challenge, and what the answer may contain. */
export interface ChallengeSecret {
  cookie: string;
  /** For a program; never visible to a browser's script. */
  answered: { challenge?: string };
}

export function newSecret({ caller }: Pick<Context, "caller">): ChallengeSecret {
  const cookie = randomValue();
  return { cookie, answered: caller.isBrowser ? {} : { challenge: cookie } };
}

/** The caller's challenge, from the call or the cookie; null for a caller with neither. */
export function whichSignIn(
  http: Http,
  userId: number,
  challenge: string | undefined,
): Extract<WhichChallenge, { purpose: "signIn" }> | null {
  const secret = challenge ?? http.cookies[challengeCookie];
  return secret === undefined ? null : { purpose: "signIn", userId, secretHash: sha256(secret) };
}

/** Starts a challenge; its cookie is set after commit. */
export async function beginChallenge(
  trx: Trx,
  context: Pick<Context, "caller">,
  userId: number,
): Promise<{ challengeId: number; secret: ChallengeSecret }> {
  const secret = newSecret(context);
  const challengeId = await insertChallenge(trx, {
    userId,
    purpose: "signIn",
    secretHash: sha256(secret.cookie),
    sessionId: null,
  });
  return { challengeId, secret };
}

/** Also for programs: one that keeps cookies needs only the specification's calls. */
export const setChallengeCookie = (http: Http, { cookie }: ChallengeSecret): void =>
  http.setCookie(challengeCookie, cookie, challengeSeconds);
