/** `npm run create-admin -- e-mail "Full name"`: the first account of a new installation. The password is made and shown once. */
import { randomBytes } from "node:crypto";
import { email as emailShape } from "@portico/api/sessions.ts";
import { audit } from "../audit/audit.ts";
import { inTransaction } from "../database/transaction.ts";
import { hashPassword } from "../domains/sessions/sessions.passwords.ts";
import { createUser } from "../domains/users/users.service.ts";
import { Refusal } from "../http/refusal.ts";
import { CommandError, runCommand, withDatabase } from "./command.ts";

await runCommand(async (config) => {
  const [address = "", name = ""] = process.argv.slice(2);
  const email = emailShape.safeParse(address);
  if (!email.success || name.trim().length < 2)
    throw new CommandError('Usage: npm run create-admin -- e-mail "Full name"');
  const password = randomBytes(18).toString("base64url");
  const passwordHash = await hashPassword(password);
  await withDatabase(config, ({ db }) =>
    inTransaction(db, async (trx) => {
      const id = await createUser(trx, {
        email: email.data,
        name: name.trim(),
        phone: null,
        passwordHash,
        role: "admin",
        state: "preKYC",
        preferences: {},
        confirmed: true,
      });
      await audit(trx, {
        actor: { system: "create-admin" },
        action: "user.created",
        subject: { type: "user", id },
        after: { role: "admin" },
      });
    }),
  ).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "emailInUse")
      throw new CommandError(`${email.data} has an account already.`);
    throw error;
  });
  console.log(
    `Admin ${email.data} can sign in with the password ${password}\nIt is shown this once; please change it after signing in.`,
  );
});
