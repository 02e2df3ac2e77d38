/** Wrong passwords in a row hold back the next try, and wrong codes of a day the account's codes; an e-mail without an account is treated alike, so that nothing tells the two apart. */

import { audit } from "../../audit/audit.ts";
import type { Context } from "../../context.ts";
import { inTransaction, type Trx } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { languageOf } from "./sessions.codes.ts";
import { auditOrigin } from "./sessions.service.ts";
import { addWrongCode, countWrongPassword, type SigningUser } from "./sessions.users.queries.ts";

/** The fifth wrong password costs a minute, each further one twice as much, up to a quarter of an hour. */
const delay = { free: 5, firstSeconds: 60, mostSeconds: 900 };

/** Wrong tries on e-mails that nobody has; kept by this process, the oldest going first. */
const strangers = new Map<string, { failed: number; until: number }>();
const mostStrangers = 10_000;

/** Throws `tooManyRequests` while the account, or the e-mail that nobody has, is held back. */
export function refuseWhileLocked(email: string, user: SigningUser | undefined, now: Date): void {
  const until = strangers.get(email)?.until ?? 0;
  const seconds = user ? user.locked_seconds : Math.ceil((until - now.getTime()) / 1000);
  if (seconds > 0) throw new Refusal("tooManyRequests", { retryAfter: seconds });
}

function countStranger(email: string, now: Date): void {
  const failed = (strangers.get(email)?.failed ?? 0) + 1;
  const seconds =
    failed < delay.free ? 0 : Math.min(delay.mostSeconds, delay.firstSeconds * 2 ** (failed - delay.free));
  strangers.delete(email);
  strangers.set(email, { failed, until: now.getTime() + seconds * 1000 });
  const oldest = strangers.keys().next().value;
  if (strangers.size > mostStrangers && oldest !== undefined) strangers.delete(oldest);
}

/** Counts a wrong password; at the first delay the person is told by mail. */
export async function countWrong(context: Context, email: string, user: SigningUser | undefined): Promise<void> {
  if (!user) {
    countStranger(email, context.now());
    return;
  }
  await inTransaction(context.db, async (trx) => {
    const failed = await countWrongPassword(trx, user.id, delay);
    if (failed !== delay.free) return;
    await context.mail.send(trx, {
      to: user.email,
      language: languageOf(user),
      template: "lockedOut",
      params: { name: user.name, minutes: delay.firstSeconds / 60 },
    });
    await audit(trx, {
      ...auditOrigin(context),
      action: "user.lockedOut",
      subject: { type: "user", id: user.id },
      after: { failed },
    });
  });
}

/**
 * Each signing in brings five new tries, so a challenge's own count alone would let somebody who knows the password go on
 * for ever. Only such a person gets to enter a code at all: no stranger can use up the account's tries.
 */
const wrongCodesADay = { told: 10, most: 20 };

/** Throws `tooManyRequests` where the account had its wrong codes of the day; a new password clears them. */
export function refuseAfterWrongCodes(user: SigningUser): void {
  if (user.wrong_codes >= wrongCodesADay.most)
    throw new Refusal("tooManyRequests", { retryAfter: user.wrong_codes_seconds });
}

/** Counts a wrong code; halfway to the limit the person is told by mail that somebody knows their password. */
export async function countWrongCode(trx: Trx, context: Context, user: SigningUser): Promise<void> {
  const wrong = await addWrongCode(trx, user.id);
  if (wrong !== wrongCodesADay.told && wrong !== wrongCodesADay.most) return;
  if (wrong === wrongCodesADay.told)
    await context.mail.send(trx, {
      to: user.email,
      language: languageOf(user),
      template: "wrongCodes",
      params: { name: user.name },
    });
  await audit(trx, {
    ...auditOrigin(context),
    action: "user.wrongCodes",
    subject: { type: "user", id: user.id },
    after: { wrong },
  });
}
