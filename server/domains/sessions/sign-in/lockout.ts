/**
 * Wrong passwords delay whoever makes them, not the owner, and many wrong codes are refused for a day: both are counted
 * per account and origin, which is a browser in which the user signed in before, or otherwise the caller's network.
 * E-mails without an account are counted the same way, so that answers do not differ.
 */

import type { ParamsOf } from "../../../adapters/mail/template.ts";
import type { Http } from "../../../http/handlers.ts";
import { networkOf } from "../../../http/network.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { recordFailedSignIn } from "../../analytics/analytics.ts";
import { sha256 } from "../keys.ts";
import { languageOf, nameInMail } from "../recipient.ts";
import { lockedOutMail, wrongCodesMail } from "../sessions.mails.ts";
import type { SigningUser } from "../sign-in-data.queries.ts";
import { recogniseBrowser } from "./known-browsers.ts";
import {
  addFailure,
  countFailures,
  deleteAccountFailures,
  deleteFailures,
  type FailureKey,
  lockFailures,
  markNotified,
} from "./lockout.queries.ts";

/** The fifth wrong password costs a minute, each further one doubles it, up to a quarter of an hour. */
const delay = { free: 5, firstSeconds: 60, maxSeconds: 900 };
/** Wrong passwords per day from unknown browsers, over all networks. */
const maxFromStrangers = 100;
/** Wrong codes per day; each sign-in allows five new attempts, so a challenge's own limit is not enough. */
const wrongCodesADay = { told: 10, most: 20 };

const secondsAfter = (count: number): number =>
  count < delay.free ? 0 : Math.min(delay.maxSeconds, delay.firstSeconds * 2 ** Math.min(count - delay.free, 20));

const browserOrigin = (hash: Buffer): string => `browser:${hash.toString("hex")}`;

/** An attempt with a password: counted before it is checked, so that concurrent attempts cannot exceed the limit. */
export interface PasswordTry {
  /** The day's attempts from unknown browsers are used up, and this caller is one. */
  isCrowded: boolean;
  /** To be called if the password was right. */
  succeeded: (trx: Trx) => Promise<unknown>;
  /** To be called if it was wrong. */
  failed: () => Promise<void>;
}

/** Starts an attempt; `tooManyRequests` while the origin is delayed. */
export async function beginPasswordTry(
  context: Context,
  http: Http,
  { email, user }: { email: string; user: SigningUser | undefined },
): Promise<PasswordTry> {
  const known = await recogniseBrowser(context.db, http, user?.id);
  const account = sha256(email);
  const strangers: FailureKey = { kind: "password", account, origin: "any" };
  const own: FailureKey = {
    kind: "password",
    account,
    origin: known ? browserOrigin(known) : `network:${networkOf(context.caller.address)}`,
  };
  const count = await inTransaction(context.db, (trx) => countTry(trx, own));
  const isCrowded = !known && (await countFailures(context.db, strangers)) >= maxFromStrangers;
  return {
    isCrowded,
    succeeded: (trx) => deleteFailures(trx, own),
    failed: () =>
      transact(context, async (tx) => {
        await recordFailedSignIn(tx, context, { kind: "password", userId: user?.id ?? null });
        const all = known ? 0 : await addFailure(tx, strangers);
        if (count !== delay.free && all !== maxFromStrangers) return;
        await mailLockedOut(tx, { user, key: known ? own : strangers, failed: count, where: "signIn" });
      }),
  };
}

/** Counts the attempt as a wrong one, until it is known; `tooManyRequests` while the origin is delayed. */
async function countTry(trx: Trx, key: FailureKey): Promise<number> {
  const before = await lockFailures(trx, key);
  if (before.blocked_seconds > 0) throw new Refusal("tooManyRequests", { retryAfter: before.blocked_seconds });
  return addFailure(trx, key, secondsAfter(before.count + 1));
}

/**
 * Starts an attempt with the current password inside a session; `tooManyRequests` while the session is delayed. All calls
 * that ask for the password are counted together.
 */
export async function beginConfirmation(
  context: Context,
  user: SigningUser,
): Promise<Pick<PasswordTry, "succeeded" | "failed">> {
  const { sessionId } = requireViewer(context);
  const key: FailureKey = { kind: "password", ...ofSession(user, sessionId) };
  const count = await inTransaction(context.db, (trx) => countTry(trx, key));
  return {
    succeeded: (trx) => deleteFailures(trx, key),
    failed: () =>
      transact(context, async (tx) => {
        if (count === delay.free) await mailLockedOut(tx, { user, key, failed: count, where: "session" });
      }),
  };
}

/** Mails the person about wrong passwords, at most once a day over all networks. */
async function mailLockedOut(
  tx: Tx,
  {
    user,
    key,
    failed,
    where,
  }: { user: SigningUser | undefined; key: FailureKey; failed: number; where: ParamsOf<typeof lockedOutMail>["where"] },
): Promise<void> {
  if (!(await markNotified(tx, key)) || !user) return;
  await tx.mail({
    to: user.email,
    language: languageOf(user),
    template: lockedOutMail,
    params: { name: nameInMail(user), where },
  });
  tx.audit("user.lockedOut", user.id, { after: { failed, where } });
}

/** Where a wrong code is counted: separately for each known browser and session, together for everybody else. */
export async function getCodeKey(
  context: Context,
  http: Http,
  user: Pick<SigningUser, "id" | "email">,
): Promise<FailureKey> {
  const known = await recogniseBrowser(context.db, http, user.id);
  return { kind: "code", account: sha256(user.email), origin: known ? browserOrigin(known) : "any" };
}
const ofSession = (user: Pick<SigningUser, "email">, sessionId: number) => ({
  account: sha256(user.email),
  origin: `session:${sessionId}`,
});
export const sessionCodeKey = (user: Pick<SigningUser, "email">, sessionId: number): FailureKey => ({
  kind: "code",
  ...ofSession(user, sessionId),
});

/**
 * Throws `tooManyRequests` if the origin has used up the day's wrong codes. The count stays locked until the
 * transaction ends, so that concurrent attempts cannot pass it together.
 */
export async function refuseAfterWrongCodes(trx: Trx, key: FailureKey): Promise<void> {
  const { count, left_seconds } = await lockFailures(trx, key);
  if (count >= wrongCodesADay.most) throw new Refusal("tooManyRequests", { retryAfter: left_seconds });
}

/** Counts a wrong code; halfway to the limit the person is mailed that somebody knows their password. */
export async function countWrongCode(tx: Tx, key: FailureKey, user: SigningUser): Promise<void> {
  const wrong = await addFailure(tx, key);
  if (wrong !== wrongCodesADay.told && wrong !== wrongCodesADay.most) return;
  if (wrong === wrongCodesADay.told)
    await tx.mail({
      to: user.email,
      language: languageOf(user),
      template: wrongCodesMail,
      params: { name: nameInMail(user) },
    });
  tx.audit("user.wrongCodes", user.id, { after: { wrong } });
}

/** A new password clears the counts. */
export const forgetFailures = (trx: Trx, email: string): Promise<unknown> => deleteAccountFailures(trx, sha256(email));
