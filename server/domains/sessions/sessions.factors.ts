/** By what a user may follow the password, and the firm's rule for staff. */

import { hasStaffLevel } from "@portico/api/permissions.ts";
import type { Factor } from "@portico/api/sessions.ts";
import type { TemplateParams } from "../../adapters/mail/templates.ts";
import type { Context } from "../../context.ts";
import type { Db, Trx } from "../../database/transaction.ts";
import { Refusal } from "../../http/refusal.ts";
import { getSetting } from "../settings/settings.service.ts";
import { languageOf } from "./sessions.codes.ts";
import { findAuthenticator, listPasskeys } from "./sessions.factors.queries.ts";
import { verifyPassword } from "./sessions.passwords.ts";
import { findUserById, type SigningUser } from "./sessions.users.queries.ts";

/**
 * The user's factors. Mail is always among them, but for staff where the firm demands a second factor and they have
 * one; until then mail lets them in, to set one up.
 */
export async function factorsOf(db: Db, user: Pick<SigningUser, "id" | "role">): Promise<Factor[]> {
  const [authenticator, passkeys] = [await findAuthenticator(db, user.id), await listPasskeys(db, user.id)];
  const own: Factor[] = [];
  if (authenticator?.confirmed_at) own.push("authenticator");
  if (passkeys.length > 0) own.push("passkey");
  const demanded =
    own.length > 0 && hasStaffLevel(user.role, "internal") && (await getSetting(db, "staffSecondFactor")).required;
  return demanded ? own : [...own, "mail"];
}

/** After a factor was taken off: `secondFactorNeeded` where it was the last of a member of staff whom the firm asks for one. */
export async function requireDemandedFactor(trx: Trx, user: Pick<SigningUser, "id" | "role">): Promise<void> {
  if (!hasStaffLevel(user.role, "internal") || !(await getSetting(trx, "staffSecondFactor")).required) return;
  if ((await factorsOf(trx, user)).every((factor) => factor === "mail")) throw new Refusal("secondFactorNeeded");
}

/** Tells the person by mail that a factor came or went, so that a change that was not theirs does not pass unseen. */
export async function mailFactorChange(
  trx: Trx,
  { mail }: Pick<Context, "mail">,
  userId: number,
  changed: Pick<TemplateParams<"factorChanged">, "factor" | "change" | "device">,
): Promise<void> {
  const user = await findUserById(trx, userId);
  if (!user) throw new Refusal("notFound");
  const params = { name: user.name, ...changed };
  await mail.send(trx, { to: user.email, language: languageOf(user), template: "factorChanged", params });
}

/** What the user has set up, for the page of security. */
export async function listFactors(context: Context, userId: number) {
  const authenticator = await findAuthenticator(context.db, userId);
  const passkeys = await listPasskeys(context.db, userId);
  return {
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
