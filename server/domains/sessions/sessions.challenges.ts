/**
 * A challenge begins when the password was right and belongs to who proved it: its secret is a cookie, and for a caller that is no
 * browser also the `challenge` of the answer. Nobody else can answer it, use up its tries, or learn that it exists.
 */

import type { Http } from "../../http/handlers.ts";
import type { Context } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { insertChallenge, type WhichChallenge } from "./sessions.challenges.queries.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";

export const challengeCookie = "__Host-portico-challenge";
const challengeSeconds = 30 * 60;

/** What a caller must hold to answer a challenge, and what of it the answer may carry. */
export interface ChallengeSecret {
  cookie: string;
  /** For a program; a browser's script never sees it. */
  answered: { challenge?: string };
}

export function newSecret({ caller }: Pick<Context, "caller">): ChallengeSecret {
  const cookie = randomValue();
  return { cookie, answered: caller.isBrowser ? {} : { challenge: cookie } };
}

/** The caller's challenge, by what the call carries or the cookie; null for a caller with neither. */
export function whichSignIn(
  http: Http,
  userId: number,
  challenge: string | undefined,
): Extract<WhichChallenge, { purpose: "signIn" }> | null {
  const secret = challenge ?? http.cookies[challengeCookie];
  return secret === undefined ? null : { purpose: "signIn", userId, secretHash: sha256(secret) };
}

/** Begins a challenge; its cookie is set after commit. */
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

/** Also for programs: one that keeps cookies works with the specification's calls alone. */
export const setChallengeCookie = (http: Http, { cookie }: ChallengeSecret): void =>
  http.setCookie(challengeCookie, cookie, challengeSeconds);
