/**
 * A challenge starts after the right password and belongs to whoever proved it: its secret is a cookie, and for a
 * caller that is not a browser also the answer's `challenge`. Nobody else can answer it, use up its attempts, or learn
 * that it exists. Its code is mailed, and stored as a hash.
 */

import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { codeLength } from "@portico/api/factors.ts";
import type { Http } from "../../../http/handlers.ts";
import type { Config } from "../../../kernel/config.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { deriveKey, randomValue, sha256 } from "../keys.ts";
import { languageOf, nameInMail } from "../recipient.ts";
import { type CodeStep, codeMail } from "../sessions.mails.ts";
import type { SigningUser } from "../sign-in-data.queries.ts";
import { insertChallenge, setCode, type WhichChallenge } from "./challenges.queries.ts";

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
  challenge?: string,
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

const codeMinutes = 10;

const newCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, "0");

/** Plain hashes of six digits could be guessed from a stolen database; without the firm's key these cannot. */
async function codeHash(config: Config, challengeId: number, code: string): Promise<Buffer> {
  const key = await deriveKey(config, "one-time codes");
  return createHmac("sha256", key).update(`${challengeId}:${code}`).digest();
}

/** Gives the challenge a new code and mails it to the user. */
export async function mailCode(
  tx: Tx,
  { config }: Pick<Services, "config">,
  to: {
    user: Pick<SigningUser, "email" | "name" | "language" | "validated">;
    challengeId: number;
    purpose: "signIn" | "validation";
    /** The contract or other thing that the code confirms. */
    about?: string | undefined;
    step?: CodeStep | undefined;
  },
): Promise<void> {
  const code = newCode();
  await setCode(tx, to.challengeId, await codeHash(config, to.challengeId, code), codeMinutes);
  await tx.mail({
    to: to.user.email,
    language: languageOf(to.user),
    template: codeMail,
    params: {
      name: nameInMail(to.user),
      code,
      purpose: to.purpose,
      minutes: codeMinutes,
      ...(to.about && { about: to.about }),
      ...(to.step && { step: to.step }),
    },
  });
}

/** Whether the code belongs to the challenge. */
export async function isCode(
  config: Config,
  challenge: { id: number; code_hash: Buffer | null; code_in_time: boolean },
  code: string,
): Promise<boolean> {
  if (!challenge.code_hash || !challenge.code_in_time) return false;
  return timingSafeEqual(await codeHash(config, challenge.id, code), challenge.code_hash);
}
