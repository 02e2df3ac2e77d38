/** By what a user may follow the password, and the firm's rule for staff. */

import type { Factor } from "@portico/api/factors.ts";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import type { TemplateParams } from "../../adapters/mail/templates.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.service.ts";
import { languageOf, nameInMail } from "./sessions.codes.ts";
import { findAuthenticator, listPasskeys, setOwnFactorRequired } from "./sessions.factors.queries.ts";
import { verifyPassword } from "./sessions.passwords.ts";
import { countRecoveryCodes, deleteRecoveryCodes } from "./sessions.recovery-codes.queries.ts";
import { findUserById, lockUser, type SigningUser } from "./sessions.users.queries.ts";

/**
 * By what the user may follow the password. Mail is among them, but where they have a factor of their own and they chose, or the firm
 * demands of its staff, that it is needed; until then mail lets them in, to set one up.
 */
export async function factorsOf(db: Db, user: FactorOwner): Promise<Factor[]> {
  const own = await ownFactorsOf(db, user.id);
  const isDemanded = own.length > 0 && (user.own_factor_required || (await isDemandedOf(db, user)));
  return isDemanded ? own : [...own, "mail"];
}

type FactorOwner = Pick<SigningUser, "id" | "role" | "own_factor_required">;

/** The app, passkeys, and what is left of recovery codes beside them. */
async function ownFactorsOf(db: Db, userId: number): Promise<Factor[]> {
  const authenticator = await findAuthenticator(db, userId);
  const own: Factor[] = [];
  if (authenticator?.confirmed_at) own.push("authenticator");
  if ((await listPasskeys(db, userId)).length > 0) own.push("passkey");
  if (own.length > 0 && (await countRecoveryCodes(db, userId)) > 0) own.push("recoveryCode");
  return own;
}

export const hasOwnFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await ownFactorsOf(db, userId)).length > 0;

/** Whether the firm demands a factor of their own of this user. */
const isDemandedOf = async (db: Db, { role }: Pick<SigningUser, "role">): Promise<boolean> =>
  hasStaffLevel(role, "internal") && (await getSetting(db, "staffSecondFactor")).required;

/**
 * By what a signed-in user confirms a step: six digits, from the app or by mail. Where a factor of their own is needed and they have
 * the app, only its codes count; a passkey shows no code, so with passkeys alone the mailed one is taken.
 */
export async function validationFactorsOf(db: Db, user: FactorOwner): Promise<("mail" | "authenticator")[]> {
  const factors = await factorsOf(db, user);
  if (!factors.includes("authenticator")) return ["mail"];
  return factors.includes("mail") ? ["authenticator", "mail"] : ["authenticator"];
}

/**
 * After a factor was taken off, as part of the caller's transaction. `secondFactorNeeded` where it was the last of a member of staff
 * whom the firm asks for one. Without the last, recovery codes and the choice to need it mean nothing and go with it.
 */
export async function settleFactors(trx: Trx, user: Pick<SigningUser, "id" | "role">): Promise<void> {
  // Two taken off at once wait for one another here.
  await lockUser(trx, user.id);
  if ((await ownFactorsOf(trx, user.id)).length > 0) return;
  if (await isDemandedOf(trx, user)) throw new Refusal("secondFactorNeeded");
  await deleteRecoveryCodes(trx, user.id);
  await setOwnFactorRequired(trx, user.id, false);
}

/**
 * Whether a mailed code still signs the user in beside their app or passkey. `stateConflict` where there is nothing to need, or no
 * recovery code for the day on which it is lost.
 */
export async function requireOwnFactor(
  context: Context,
  userId: number,
  { required, currentPassword }: { required: boolean; currentPassword: string },
): Promise<{ ownFactorRequired: boolean }> {
  const user = await requirePassword(context, userId, currentPassword);
  await transact(context, async (tx) => {
    if (required && !(await ownFactorsOf(tx, userId)).includes("recoveryCode")) throw new Refusal("stateConflict");
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

/** Tells the person by mail that a factor came or went, so that a change that was not theirs does not pass unseen. */
export async function mailFactorChange(
  tx: Tx,
  userId: number,
  changed: Pick<TemplateParams<"factorChanged">, "factor" | "change" | "device">,
): Promise<void> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("notFound");
  const params = { name: nameInMail(user), ...changed };
  await tx.mail({ to: user.email, language: languageOf(user), template: "factorChanged", params });
}

/** What the user has set up, for the page of security. */
export async function listFactors(context: Context, userId: number) {
  const authenticator = await findAuthenticator(context.db, userId);
  const passkeys = await listPasskeys(context.db, userId);
  const user = await findUserById(context.db, userId);
  if (!user) throw new Refusal("notFound");
  const isDemanded = await isDemandedOf(context.db, user);
  return {
    ownFactorRequired: user.own_factor_required || isDemanded,
    demandedByFirm: isDemanded,
    recoveryCodesLeft: await countRecoveryCodes(context.db, userId),
    validation: await validationFactorsOf(context.db, user),
    authenticator: Boolean(authenticator?.confirmed_at),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  };
}

/** The user, where the password is theirs; `wrongPassword` else. Asked before factors and password change. */
export async function requirePassword(context: Context, userId: number, password: string): Promise<SigningUser> {
  const user = await findUserById(context.db, userId);
  if (!user) throw new Refusal("notFound");
  if (!(await verifyPassword(user.password_hash, password))) throw new Refusal("wrongPassword");
  return user;
}
