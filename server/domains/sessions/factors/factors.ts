/** The factors with which a user may complete the sign-in, and the firm's rule for staff. */

import type { Factor } from "@portico/api/factors.ts";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import type { ParamsOf } from "../../../adapters/mail/template.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { verifyPassword } from "../passwords/passwords.ts";
import { languageOf, nameInMail } from "../recipient.ts";
import { factorChangedMail } from "../sessions.mails.ts";
import { beginConfirmation } from "../sign-in/lockout.ts";
import { findUserById, lockUser, type SigningUser } from "../sign-in-data.queries.ts";
import { findAuthenticator, listPasskeys, setOwnFactorRequired } from "./factors.queries.ts";
import { countRecoveryCodes, deleteRecoveryCodes } from "./recovery-codes.queries.ts";

/**
 * The factors that may follow the user's password. Mail is one of them, unless the user has their own factor and it is
 * required, by their choice or by the firm of its staff; until it is set up, mail lets them in.
 */
export async function getFactors(db: Db, user: FactorOwner): Promise<Factor[]> {
  const own = await getOwnFactors(db, user.id);
  const isDemanded = own.length > 0 && (user.own_factor_required || (await isFactorDemanded(db, user)));
  return isDemanded ? own : [...own, "mail"];
}

type FactorOwner = Pick<SigningUser, "id" | "role" | "own_factor_required">;

/** The app, passkeys, and the remaining recovery codes. */
async function getOwnFactors(db: Db, userId: number): Promise<Factor[]> {
  const authenticator = await findAuthenticator(db, userId);
  const own: Factor[] = [];
  if (authenticator?.confirmed_at) own.push("authenticator");
  if ((await listPasskeys(db, userId)).length > 0) own.push("passkey");
  if (own.length > 0 && (await countRecoveryCodes(db, userId)) > 0) own.push("recoveryCode");
  return own;
}

export const hasAuthenticator = async (db: Db, userId: number): Promise<boolean> =>
  Boolean((await findAuthenticator(db, userId))?.confirmed_at);

export const hasOwnFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await getOwnFactors(db, userId)).length > 0;

/** Whether the firm requires an own factor of this user. */
const isFactorDemanded = async (db: Db, { role }: Pick<SigningUser, "role">): Promise<boolean> =>
  hasStaffLevel(role, "internal") && (await getSetting(db, "staffSecondFactor")).required;

/**
 * How a signed-in user confirms a step: six digits, from the app or by mail. If an own factor is required and they have
 * the app, only its codes count; a passkey shows no code, so with passkeys alone the mailed one is accepted.
 */
export async function getValidationFactors(db: Db, user: FactorOwner): Promise<("mail" | "authenticator")[]> {
  const factors = await getFactors(db, user);
  if (!factors.includes("authenticator")) return ["mail"];
  return factors.includes("mail") ? ["authenticator", "mail"] : ["authenticator"];
}

/**
 * After a factor was removed, in the caller's transaction. `secondFactorNeeded` if it was the last of a member of staff
 * who must have one. Without the last, recovery codes and the setting that requires it are removed too.
 */
export async function settleFactors(trx: Trx, user: Pick<SigningUser, "id" | "role">): Promise<void> {
  // Serialises two concurrent removals.
  await lockUser(trx, user.id);
  if ((await getOwnFactors(trx, user.id)).length > 0) return;
  if (await isFactorDemanded(trx, user)) throw new Refusal("secondFactorNeeded");
  await deleteRecoveryCodes(trx, user.id);
  await setOwnFactorRequired(trx, user.id, false);
}

/**
 * Whether a mailed code still signs the user in besides their app or passkey. `stateConflict` if they have neither, or
 * no recovery code in case they lose it.
 */
export async function requireOwnFactor(
  context: Context,
  userId: number,
  { required, currentPassword }: { required: boolean; currentPassword: string },
): Promise<{ ownFactorRequired: boolean }> {
  const user = await requirePassword(context, userId, currentPassword);
  await transact(context, async (tx) => {
    if (required && !(await getOwnFactors(tx, userId)).includes("recoveryCode")) throw new Refusal("stateConflict");
    if (!(await setOwnFactorRequired(tx, userId, required))) return;
    const change = required ? "required" : "notRequired";
    await mailFactorChange(tx, userId, { factor: "own", change, device: "" });
    tx.audit("user.ownFactorRequiredSet", userId, {
      before: { required: user.own_factor_required },
      after: { required },
    });
  });
  return { ownFactorRequired: required };
}

/** Mails the person that a factor was added or removed, so that a change by somebody else is noticed. */
export async function mailFactorChange(
  tx: Tx,
  userId: number,
  changed: Omit<ParamsOf<typeof factorChangedMail>, "name">,
): Promise<void> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("notFound");
  const params = { name: nameInMail(user), ...changed };
  await tx.mail({ to: user.email, language: languageOf(user), template: factorChangedMail, params });
}

/** The user's factors, for the security page. */
export async function listFactors(context: Context, userId: number) {
  const authenticator = await findAuthenticator(context.db, userId);
  const passkeys = await listPasskeys(context.db, userId);
  const user = await findUserById(context.db, userId);
  if (!user) throw new Refusal("notFound");
  const isDemanded = await isFactorDemanded(context.db, user);
  return {
    ownFactorRequired: user.own_factor_required || isDemanded,
    demandedByFirm: isDemanded,
    recoveryCodesLeft: await countRecoveryCodes(context.db, userId),
    validation: await getValidationFactors(context.db, user),
    authenticator: Boolean(authenticator?.confirmed_at),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  };
}

/**
 * The user, if the password is right; otherwise `wrongPassword`, or `tooManyRequests` after several wrong ones. Checked
 * before changes of factors and password.
 */
export async function requirePassword(context: Context, userId: number, password: string): Promise<SigningUser> {
  const user = await findUserById(context.db, userId);
  if (!user) throw new Refusal("notFound");
  const attempt = await beginConfirmation(context, user);
  if (!(await verifyPassword(user.password_hash, password))) {
    await attempt.failed();
    throw new Refusal("wrongPassword");
  }
  await inTransaction(context.db, attempt.succeeded);
  return user;
}
