/** Choosing a new password: with a mailed link, or with the current one. */
import type { ErrorCode } from "@portico/api/errors.ts";
import { audit } from "../../audit/audit.ts";
import type { Http } from "../../http/handlers.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { endChallenges } from "./sessions.challenges.queries.ts";
import { languageOf, nameInMail } from "./sessions.codes.ts";
import { inEvenTime, refusedInEvenTime } from "./sessions.even-time.ts";
import { deleteUnconfirmedAuthenticator } from "./sessions.factors.queries.ts";
import { requirePassword } from "./sessions.factors.ts";
import { randomValue, sha256 } from "./sessions.keys.ts";
import { forgetKnownBrowsers, rememberBrowser } from "./sessions.known-browsers.ts";
import { forgetFailures } from "./sessions.lockout.ts";
import { hashPassword, refuseLeaked } from "./sessions.passwords.ts";
import { auditOrigin, revokeSessions } from "./sessions.service.ts";
import {
  confirmEmail,
  countRecentResets,
  findReset,
  findUserByEmail,
  insertReset,
  markPasswordReset,
  updatePassword,
  useReset,
} from "./sessions.users.queries.ts";

/** Links mailed to one person in a quarter of an hour. */
const mostLinks = 5;

/** Mails a link to choose a new password, if there is such an account; the answer tells nothing. */
export async function generateReset(context: Context, email: string): Promise<{ done: true }> {
  const work = async () => {
    const user = await findUserByEmail(context.db, email);
    if (!user || user.disabled) return;
    // The links that came before still work: nobody fills the mailbox, or keeps the owner from a link, by asking.
    if ((await countRecentResets(context.db, user.id)) >= mostLinks) return;
    const string = randomValue();
    const language = languageOf(user);
    const link = new URL(`/${language}/reset/${encodeURIComponent(user.email)}`, context.config.publicUrl);
    link.searchParams.set("code", string);
    await inTransaction(context.db, async (trx) => {
      await insertReset(trx, user.id, sha256(string));
      await context.mail.send(trx, {
        to: user.email,
        language,
        template: "resetLink",
        params: { name: nameInMail(user), link: link.href },
      });
      await audit(trx, {
        ...auditOrigin(context),
        action: "user.passwordResetAsked",
        subject: { type: "user", id: user.id },
      });
    });
  };
  await inEvenTime(work);
  return { done: true };
}

/** Sets a new password by the mailed string, once, and ends every session of the user. */
export const resetPassword = (context: Context, http: Http, { email, ...body }: ResetBody): Promise<{ done: true }> =>
  refusedInEvenTime(() => setNewPassword(context, http, email, body));

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
  const { ended, setKnownCookie } = await inTransaction(context.db, async (trx) => {
    if (!(await useReset(trx, user.id, string))) throw new Refusal(expired);
    await updatePassword(trx, user.id, passwordHash);
    await markPasswordReset(trx, user.id);
    // The link came out of the mailbox.
    await confirmEmail(trx, user.id);
    await endChallenges(trx, user.id);
    await forgetFailures(trx, user.email);
    // The one in which the mailed link was opened is the only one known from now on.
    await forgetKnownBrowsers(trx, user.id);
    const { setCookie } = await rememberBrowser(trx, http, user.id);
    await deleteUnconfirmedAuthenticator(trx, user.id);
    const ids = await revokeSessions(trx, { userId: user.id, reason: "passwordChanged" });
    await context.mail.send(trx, {
      to: user.email,
      language: languageOf(user),
      template: "passwordChanged",
      params: { name: nameInMail(user) },
    });
    await audit(trx, {
      ...auditOrigin(context),
      action: "user.passwordReset",
      subject: { type: "user", id: user.id },
      after: { endedSessions: ids },
    });
    return { ended: ids, setKnownCookie: setCookie };
  });
  setKnownCookie();
  if (ended.length > 0) context.events.emit("sessionsRevoked", { sessionIds: ended, reason: "passwordChanged" });
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
  const ended = await inTransaction(context.db, async (trx) => {
    await updatePassword(trx, userId, passwordHash);
    await endChallenges(trx, userId);
    await forgetFailures(trx, user.email);
    const ids = await revokeSessions(trx, { userId, exceptSessionId: sessionId, reason: "passwordChanged" });
    await context.mail.send(trx, {
      to: user.email,
      language: languageOf(user),
      template: "passwordChanged",
      params: { name: nameInMail(user) },
    });
    await audit(trx, {
      ...auditOrigin(context),
      action: "user.passwordChanged",
      subject: { type: "user", id: userId },
      after: { endedSessions: ids },
    });
    return ids;
  });
  if (ended.length > 0) context.events.emit("sessionsRevoked", { sessionIds: ended, reason: "passwordChanged" });
  return { done: true };
}
