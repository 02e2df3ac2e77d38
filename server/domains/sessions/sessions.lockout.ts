/**
 * Wrong passwords and wrong codes hold back whoever makes them, and not the owner: they are counted per account and per origin, which
 * is a browser that the user signed in with before, or else the caller's network. An e-mail without an account is counted alike, so
 * that nothing tells the two apart.
 */
import type { Http } from "../../http/handlers.ts";
import { networkOf } from "../../http/network.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { languageOf, nameInMail } from "./sessions.codes.ts";
import { sha256 } from "./sessions.keys.ts";
import { knownBrowserOf } from "./sessions.known-browsers.ts";
import {
  addFailure,
  countFailures,
  deleteFailures,
  deleteFailuresOf,
  type FailureKey,
  lockFailures,
  markTold,
} from "./sessions.lockout.queries.ts";
import type { SigningUser } from "./sessions.users.queries.ts";

/** The fifth wrong password costs a minute, each further one twice as much, up to a quarter of an hour. */
const delay = { free: 5, firstSeconds: 60, maxSeconds: 900 };
/** Wrong passwords of a day from browsers that are not known, from all networks together. */
const maxFromStrangers = 100;
/** Wrong codes of a day; each sign-in brings five new tries, so a challenge's own count alone would not end. */
const wrongCodesADay = { told: 10, most: 20 };

const secondsAfter = (count: number): number =>
  count < delay.free ? 0 : Math.min(delay.maxSeconds, delay.firstSeconds * 2 ** Math.min(count - delay.free, 20));

const browserOrigin = (hash: Buffer): string => `browser:${hash.toString("hex")}`;

/** A try with a password: counted before it is judged, so that no number of tries at the same time gets more. */
export interface PasswordTry {
  /** Strangers used up the account's tries of the day, and this caller is no known browser. */
  isCrowded: boolean;
  /** To be called where the password was right. */
  succeeded: (trx: Trx) => Promise<unknown>;
  /** To be called where it was wrong. */
  failed: () => Promise<void>;
}

/** Begins a try; `tooManyRequests` while the origin is held back. */
export async function beginPasswordTry(
  context: Context,
  http: Http,
  { email, user }: { email: string; user: SigningUser | undefined },
): Promise<PasswordTry> {
  const known = await knownBrowserOf(context.db, http, user?.id);
  const account = sha256(email);
  const strangers: FailureKey = { kind: "password", account, origin: "any" };
  const own: FailureKey = {
    kind: "password",
    account,
    origin: known ? browserOrigin(known) : `network:${networkOf(context.caller.address)}`,
  };
  const count = await inTransaction(context.db, async (trx) => {
    const before = await lockFailures(trx, own);
    if (before.blocked_seconds > 0) throw new Refusal("tooManyRequests", { retryAfter: before.blocked_seconds });
    return addFailure(trx, own, secondsAfter(before.count + 1));
  });
  const isCrowded = !known && (await countFailures(context.db, strangers)) >= maxFromStrangers;
  return {
    isCrowded,
    succeeded: (trx) => deleteFailures(trx, own),
    failed: () =>
      transact(context, async (tx) => {
        const all = known ? 0 : await addFailure(tx, strangers);
        if (count !== delay.free && all !== maxFromStrangers) return;
        await mailLockedOut(tx, { user, key: known ? own : strangers, failed: count });
      }),
  };
}

/** The person is told by mail of wrong passwords, at most once a day however many networks they come from. */
async function mailLockedOut(
  tx: Tx,
  { user, key, failed }: { user: SigningUser | undefined; key: FailureKey; failed: number },
): Promise<void> {
  if (!(await markTold(tx, key)) || !user) return;
  await tx.mail({
    to: user.email,
    language: languageOf(user),
    template: "lockedOut",
    params: { name: nameInMail(user) },
  });
  tx.audit("user.lockedOut", user.id, { after: { failed } });
}

/** Where a wrong code is counted: apart for each known browser and session, together for everybody else. */
export async function codeKeyOf(
  context: Context,
  http: Http,
  user: Pick<SigningUser, "id" | "email">,
): Promise<FailureKey> {
  const known = await knownBrowserOf(context.db, http, user.id);
  return { kind: "code", account: sha256(user.email), origin: known ? browserOrigin(known) : "any" };
}
export const sessionCodeKey = (user: Pick<SigningUser, "email">, sessionId: number): FailureKey => ({
  kind: "code",
  account: sha256(user.email),
  origin: `session:${sessionId}`,
});

/**
 * Throws `tooManyRequests` where the origin had its wrong codes of the day. The count stays locked until the transaction ends, so
 * that tries at the same time cannot pass it together.
 */
export async function refuseAfterWrongCodes(trx: Trx, key: FailureKey): Promise<void> {
  const { count, left_seconds } = await lockFailures(trx, key);
  if (count >= wrongCodesADay.most) throw new Refusal("tooManyRequests", { retryAfter: left_seconds });
}

/** Counts a wrong code; halfway to the limit the person is told by mail that somebody knows their password. */
export async function countWrongCode(tx: Tx, key: FailureKey, user: SigningUser): Promise<void> {
  const wrong = await addFailure(tx, key);
  if (wrong !== wrongCodesADay.told && wrong !== wrongCodesADay.most) return;
  if (wrong === wrongCodesADay.told)
    await tx.mail({
      to: user.email,
      language: languageOf(user),
      template: "wrongCodes",
      params: { name: nameInMail(user) },
    });
  tx.audit("user.wrongCodes", user.id, { after: { wrong } });
}

/** After a new password nothing that was tried with the old one counts. */
export const forgetFailures = (trx: Trx, email: string): Promise<unknown> => deleteFailuresOf(trx, sha256(email));
