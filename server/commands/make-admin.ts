/** Gives an e-mail address the role admin, with a new account where it has none. */
import { randomBytes } from "node:crypto";
import type { Database } from "../database/open.ts";
import { openReset } from "../domains/sessions/passwords/new-password.ts";
import { hashPassword } from "../domains/sessions/passwords/passwords.ts";
import { findUserByEmail, type SigningUser } from "../domains/sessions/sign-in-data.queries.ts";
import { hasEntered, isServedAsClient, updateRole } from "../domains/users/staff.queries.ts";
import { createUser } from "../domains/users/users.ts";
import type { Config } from "../kernel/config.ts";
import { type Tx, transact } from "../unit-of-work/transact.ts";
import { CommandError, UsageError } from "./command.ts";

/** Gives the role to an existing account with a confirmed address; refuses a disabled one and a client's. */
async function raise(tx: Tx, { id, email, role, disabled, validated }: SigningUser): Promise<void> {
  if (disabled) throw new CommandError(`The account of ${email} is disabled.`);
  // Anybody can register somebody else's address; only confirmation shows who reads its mail.
  if (!validated)
    throw new CommandError(`${email} was never confirmed: its owner has to sign in once before they can be an admin.`);
  if (role === "admin") throw new CommandError(`${email} is an admin already.`);
  if (role === "client" && (await isServedAsClient(tx, id)))
    throw new CommandError(
      `${email} is a client (a client number, transactions, an open request or a company): an admin needs an account of their own.`,
    );
  if (!(await updateRole(tx, id, { before: role, after: "admin" })))
    throw new CommandError(`The role of ${email} changed meanwhile; please try again.`);
  tx.audit("user.roleSet", id, { before: { role }, after: { role: "admin" } });
}

/** With a password that nobody knows. */
async function open(tx: Tx, { email, name }: { email: string; name: string }): Promise<number> {
  const id = await createUser(tx, {
    email,
    name,
    phone: null,
    passwordHash: await hashPassword(randomBytes(32).toString("base64url")),
    role: "admin",
    state: "preKYC",
    preferences: {},
    confirmed: true,
  });
  tx.audit("user.created", id, { after: { role: "admin" } });
  return id;
}

/**
 * Makes the owner of the address an admin; returns what the operator is told, with the link by which the owner of a new
 * account chooses the password; again for an admin who never did. Throws a `CommandError` with the reason where that cannot be.
 */
export async function makeAdmin(
  { db }: Pick<Database, "db">,
  { publicUrl }: Pick<Config, "publicUrl">,
  email: string,
  typedName = "",
): Promise<string> {
  const name = typedName.trim();
  return transact({ db, system: "create-admin" }, async (tx) => {
    const known = await findUserByEmail(tx, email);
    if (known) {
      // The first link was lost or too late, and without mail there is no other way to a new one.
      if (known.role === "admin" && !known.disabled && !(await hasEntered(tx, known.id)))
        return withLink(email, await openReset(tx, publicUrl, { id: known.id, email, language: null }));
      await raise(tx, known);
      return `${email} is an admin now, with the password of the account.`;
    }
    if (name.length < 2) throw new UsageError(`${email} has no account yet: the full name is missing.`);
    const id = await open(tx, { email, name });
    return withLink(email, await openReset(tx, publicUrl, { id, email, language: null }));
  });
}

const withLink = (email: string, link: string): string =>
  `Admin ${email} chooses a password at ${link}\nThe link is shown this once and works for an hour; afterwards, this command prints another one, and “Forgotten password?” mails one.`;
