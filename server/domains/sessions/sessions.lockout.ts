/** Wrong passwords in a row hold back the next try; an e-mail without an account is treated alike, so that nothing tells the two apart. */

import { audit } from "../../audit/audit.ts";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { languageOf } from "./sessions.codes.ts";
import { auditOrigin } from "./sessions.service.ts";
import { countWrongPassword, type SigningUser } from "./sessions.users.queries.ts";

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
