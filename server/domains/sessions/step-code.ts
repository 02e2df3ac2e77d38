/** A fresh one-time code before a sensitive step: requested, checked, and valid for one call within five minutes. */
import type { ErrorCode } from "@portico/api/errors.ts";
import type { Factor } from "@portico/api/factors.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { takeAuthenticatorCode } from "./factors/authenticator.ts";
import { getValidationFactors, hasAuthenticator } from "./factors/factors.ts";
import { sha256 } from "./keys.ts";
import type { CodeStep } from "./sessions.mails.ts";
import { setFreshCode, useFreshCode } from "./sessions.queries.ts";
import { countWrongTry, insertChallenge, lockChallenge, useChallenge } from "./sign-in/challenges.queries.ts";
import { isCode, mailCode } from "./sign-in/challenges.ts";
import { countWrongCode, refuseAfterWrongCodes, sessionCodeKey } from "./sign-in/lockout.ts";
import { findUserById } from "./sign-in-data.queries.ts";

/** Mails a code to the signed-in user, for this session only. */
export async function requestValidation(context: Context, userId: number): Promise<{ done: true }> {
  await transact(context, (tx) => mailValidation(tx, context, userId));
  return { done: true };
}

/** What alone a code confirms, and its name for the mail. */
export interface BoundCode {
  boundTo: string;
  about: string;
  step: CodeStep;
}

/**
 * Mails a code that confirms one thing alone, in a transaction of its own. In the hours after a password reset the
 * mailbox alone proves nothing: no code is mailed, and without an app whose code confirms it, `coolingOff`.
 */
export async function requestBoundCode(context: Context, bound: BoundCode): Promise<void> {
  const viewer = requireViewer(context);
  if (viewer.coolingUntil === null) return transact(context, (tx) => mailValidation(tx, context, viewer.userId, bound));
  if (!(await hasAuthenticator(context.db, viewer.userId))) refuseMailbox(viewer, context.now());
}

/** `coolingOff` with the seconds that remain, in the hours after a password reset. */
export function refuseMailbox({ coolingUntil }: Pick<Viewer, "coolingUntil">, now: Date): void {
  if (coolingUntil === null) return;
  throw new Refusal("coolingOff", { retryAfter: Math.max(1, (coolingUntil.getTime() - now.getTime()) / 1000) });
}

/**
 * Uses up the code that the viewer confirmed just before for this alone, or with null for any step; its factor.
 * `freshCodeNeeded` without one; `coolingOff` if it came by mail in the hours after a password reset.
 */
export async function useBoundCode(tx: Tx, context: Context, boundTo: string | null): Promise<Factor> {
  const viewer = requireViewer(context);
  const code = await useFreshCode(tx, viewer.sessionId, boundTo);
  if (code === undefined || code.factor === "mail") refuseMailbox(viewer, context.now());
  if (!code) throw new Refusal("freshCodeNeeded");
  return code.factor;
}

/** What a code is bound to: a name of the thing, with the digest of all that is confirmed about it. */
export const hashContent = (name: string, content: unknown): string =>
  `${name}:${sha256(JSON.stringify(content)).toString("hex")}`;

/** Mails a code; with `bound`, one that confirms only this. Part of the caller's transaction. */
export async function mailValidation(tx: Tx, context: Context, userId: number, bound?: BoundCode): Promise<void> {
  const { sessionId } = requireViewer(context);
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("notFound");
  // The app's code is required, and a mailed one would not be accepted.
  if (!(await getValidationFactors(tx, user)).includes("mail")) return;
  const challengeId = await insertChallenge(tx, {
    userId,
    purpose: "validation",
    secretHash: null,
    sessionId,
    ...(bound && { boundTo: bound.boundTo }),
  });
  await mailCode(tx, context, { user, challengeId, purpose: "validation", about: bound?.about, step: bound?.step });
}

/**
 * Accepts the mailed code, or an authenticator code; wrong attempts are counted permanently. A code that was mailed for
 * one thing confirms only that, and no other code confirms it.
 */
export async function checkValidation(
  context: Context,
  userId: number,
  { string: code, for: boundTo = null }: { string: string; for?: string | null | undefined },
): Promise<{ valid: true }> {
  const { sessionId } = requireViewer(context);
  const outcome = await transact(context, async (tx): Promise<{ refused: ErrorCode } | { factor: Factor }> => {
    const user = await findUserById(tx, userId);
    if (!user) throw new Refusal("notFound");
    // Counted per session: wrong codes elsewhere do not block the signed-in owner.
    const key = sessionCodeKey(user, sessionId);
    await refuseAfterWrongCodes(tx, key);
    const challenge = await lockChallenge(tx, { purpose: "validation", userId, sessionId });
    const takesMail = (await getValidationFactors(tx, user)).includes("mail");
    const isMailed = takesMail && challenge?.bound_to === boundTo && (await isCode(context.config, challenge, code));
    const byMail = isMailed && challenge.alive;
    if (challenge?.revivable && !challenge.alive) return { refused: "expiredCode" };
    const ofApp = byMail ? "wrong" : await takeAuthenticatorCode(tx, context, userId, code);
    const factor: Factor | null = byMail ? "mail" : ofApp === "right" ? "authenticator" : null;
    // A right code that was sent twice is no guess.
    if (factor === null && (isMailed || ofApp === "used")) return { refused: "expiredCode" };
    if (factor === null) {
      await countWrongCode(tx, key, user);
      if (!challenge?.alive || !challenge.code_in_time) return { refused: "expiredCode" };
      await countWrongTry(tx, challenge.id);
      return { refused: "invalidCode" };
    }
    if (challenge && byMail && !(await useChallenge(tx, challenge.id))) return { refused: "expiredCode" };
    await setFreshCode(tx, sessionId, { factor, challengeId: byMail ? challenge.id : null, boundTo });
    tx.audit("session.codeConfirmed", userId, { after: { factor } });
    return { factor };
  });
  if ("refused" in outcome) throw new Refusal(outcome.refused);
  return { valid: true };
}
