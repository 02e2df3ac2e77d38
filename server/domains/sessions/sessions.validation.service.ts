/** A fresh one-time code before a sensitive step: asked for, checked, and good for one call within five minutes. */
import type { ErrorCode } from "@portico/api/errors.ts";
import type { Factor } from "@portico/api/factors.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { isAuthenticatorCode } from "./sessions.authenticator.service.ts";
import { countWrongTry, insertChallenge, lockChallenge, useChallenge } from "./sessions.challenges.queries.ts";
import { isCode, mailCode } from "./sessions.codes.ts";
import { validationFactorsOf } from "./sessions.factors.ts";
import { countWrongCode, refuseAfterWrongCodes, sessionCodeKey } from "./sessions.lockout.ts";
import { setFreshCode } from "./sessions.queries.ts";
import { findUserById } from "./sessions.users.queries.ts";

/** Mails a code to the signed-in user, for this session alone. */
export async function requestValidation(context: Context, userId: number): Promise<{ done: true }> {
  const { sessionId } = requireViewer(context);
  await transact(context, async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user) throw new Refusal("notFound");
    // An app's code is asked for, and no mailed one would be taken.
    if (!(await validationFactorsOf(tx, user)).includes("mail")) return;
    const challengeId = await insertChallenge(tx, { userId, purpose: "validation", secretHash: null, sessionId });
    await mailCode(tx, context, { user, challengeId, purpose: "validation" });
  });
  return { done: true };
}

/** Takes the mailed code, or one of the authenticator app; wrong tries count and stay counted. */
export async function checkValidation(context: Context, userId: number, code: string): Promise<{ valid: true }> {
  const { sessionId } = requireViewer(context);
  const outcome = await transact(context, async (tx): Promise<{ refused: ErrorCode } | { factor: Factor }> => {
    const user = await findUserById(tx, userId);
    if (!user) throw new Refusal("notFound");
    // Counted per session: who tries codes elsewhere does not keep the owner, who is signed in, from a step.
    const key = sessionCodeKey(user, sessionId);
    await refuseAfterWrongCodes(tx, key);
    const challenge = await lockChallenge(tx, { purpose: "validation", userId, sessionId });
    const takesMail = (await validationFactorsOf(tx, user)).includes("mail");
    const byMail = takesMail && challenge?.alive === true && (await isCode(context.config, challenge, code));
    if (challenge?.revivable && !challenge.alive) return { refused: "expiredCode" };
    const factor: Factor | null = byMail
      ? "mail"
      : (await isAuthenticatorCode(tx, context, userId, code))
        ? "authenticator"
        : null;
    if (factor === null) {
      await countWrongCode(tx, key, user);
      if (!challenge?.alive || !challenge.code_in_time) return { refused: "expiredCode" };
      await countWrongTry(tx, challenge.id);
      return { refused: "invalidCode" };
    }
    if (challenge && byMail && !(await useChallenge(tx, challenge.id))) return { refused: "expiredCode" };
    await setFreshCode(tx, sessionId, factor);
    tx.audit("session.codeConfirmed", userId, { after: { factor } });
    return { factor };
  });
  if ("refused" in outcome) throw new Refusal(outcome.refused);
  return { valid: true };
}
