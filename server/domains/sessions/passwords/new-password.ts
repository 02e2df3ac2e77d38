/** Setting a new password: with a mailed link, or with the current one. */
import type { ErrorCode } from "@portico/api/errors.ts";
import type { Http } from "../../../http/handlers.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { requirePassword } from "../factors/factors.ts";
import { randomValue, sha256 } from "../keys.ts";
import { endOutstanding } from "../outstanding.ts";
import { languageOf, nameInMail } from "../recipient.ts";
import { passwordChangedMail, resetLinkMail } from "../sessions.mails.ts";
import { revokeSessions } from "../sessions.ts";
import { inConstantTime, refusedInConstantTime } from "../sign-in/constant-time.ts";
import { forgetKnownBrowsers, rememberBrowser } from "../sign-in/known-browsers.ts";
import { forgetFailures } from "../sign-in/lockout.ts";
import {
  confirmEmail,
  countRecentResets,
  findReset,
  findUserByEmail,
  insertReset,
  markPasswordReset,
  type SigningUser,
  updatePassword,
  useReset,
} from "../sign-in-data.queries.ts";
import { uninvitedJob } from "../uninvited.jobs.ts";
import { hashPassword, refuseLeaked } from "./passwords.ts";

/** Links mailed to one person in a quarter of an hour. */
const maxLinks = 5;

/** Stores a reset of the user's password, valid once and by default for an hour; returns the link that uses it. */
export async function openReset(
  trx: Trx,
  publicUrl: string,
  user: Pick<SigningUser, "id" | "email" | "language">,
  hours = 1,
): Promise<string> {
  const string = randomValue();
  await insertReset(trx, user.id, sha256(string), hours);
  const link = new URL(`/${languageOf(user)}/reset/${encodeURIComponent(user.email)}`, publicUrl);
  link.searchParams.set("code", string);
  return link.href;
}

/** Mails a link to set a new password, if there is such an account; the answer is the same. Of who waits to be invited it is noted. */
export async function generateReset(context: Context, email: string): Promise<{ done: true }> {
  const work = async () => {
    const user = await findUserByEmail(context.db, email);
    if (!user || user.disabled) return;
    if (user.awaits_invitation) {
      await transact(context, (tx) => tx.enqueue(uninvitedJob, { user: user.id }, { key: `user/${user.id}` }));
      return;
    }
    // Earlier links still work: nobody can flood the mailbox, or keep the owner from a link, by requesting more.
    if ((await countRecentResets(context.db, user.id)) >= maxLinks) return;
    await transact(context, async (tx) => {
      const link = await openReset(tx, context.config.publicUrl, user);
      await tx.mail({
        to: user.email,
        language: languageOf(user),
        template: resetLinkMail,
        params: { name: nameInMail(user), link },
      });
      tx.audit("user.passwordResetAsked", user.id);
    });
  };
  await inConstantTime(work);
  return { done: true };
}

/** Sets a new password with the mailed string, once, and ends all sessions of the user. */
export const resetPassword = (context: Context, http: Http, { email, ...body }: ResetBody): Promise<{ done: true }> =>
  refusedInConstantTime(() => setNewPassword(context, http, email, body));

interface ResetBody {
  email: string;
  newPass: string;
  validationString: string;
}

async function setNewPassword(
  context: Context,
  http: Http,
  email: string,
  { newPass, validationString }: Omit<ResetBody, "email">,
): Promise<{ done: true }> {
  refuseLeaked(newPass, email);
  const expired: ErrorCode = "expiredCode";
  const string = sha256(validationString);
  const user = await findUserByEmail(context.db, email);
  if (!user || user.disabled || !(await findReset(context.db, user.id, string))) throw new Refusal(expired);
  const passwordHash = await hashPassword(newPass);
  await transact(context, async (tx) => {
    if (!(await useReset(tx, user.id, string))) throw new Refusal(expired);
    await updatePassword(tx, user.id, passwordHash);
    await markPasswordReset(tx, user.id);
    // The link proves access to the mailbox.
    await confirmEmail(tx, user.id);
    await endOutstanding(tx, user.id);
    await forgetFailures(tx, user.email);
    // Only the browser that opened the mailed link is known from now on.
    await forgetKnownBrowsers(tx, user.id);
    await rememberBrowser(tx, http, user.id);
    const endedSessions = await revokeSessions(tx, { userId: user.id, reason: "passwordChanged" });
    await tx.mail({
      to: user.email,
      language: languageOf(user),
      template: passwordChangedMail,
      params: { name: nameInMail(user) },
    });
    tx.audit("user.passwordReset", user.id, { after: { endedSessions } });
  });
  return { done: true };
}

/** Changes the password, with the current one, and ends the user's other sessions. */
export async function changePassword(
  context: Context,
  userId: number,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ done: true }> {
  const { sessionId } = requireViewer(context);
  const user = await requirePassword(context, userId, currentPassword);
  refuseLeaked(newPassword, user.email);
  const passwordHash = await hashPassword(newPassword);
  await transact(context, async (tx) => {
    await updatePassword(tx, userId, passwordHash);
    await endOutstanding(tx, userId);
    await forgetFailures(tx, user.email);
    const endedSessions = await revokeSessions(tx, {
      userId,
      exceptSessionId: sessionId,
      reason: "passwordChanged",
    });
    await tx.mail({
      to: user.email,
      language: languageOf(user),
      template: passwordChangedMail,
      params: { name: nameInMail(user) },
    });
    tx.audit("user.passwordChanged", userId, { after: { endedSessions } });
  });
  return { done: true };
}
