/**
 * `npm run create-admin -- e-mail "Full name"`: creates an account with the role admin, and prints a link by which its
 * owner chooses the password. An existing account gets the role, which in the portal takes two admins to give.
 */
import { email as emailShape } from "@portico/api/sign-in.ts";
import { runCommand, UsageError, withDatabase } from "./command.ts";
import { makeAdmin } from "./make-admin.ts";

const usage = 'create-admin -- e-mail "Full name" (without a name where the e-mail has an account)';

await runCommand({ usage, words: 2 }, async ({ config, words: [address = "", name] }) => {
  const { data: email } = emailShape.safeParse(address);
  if (email === undefined)
    throw new UsageError(address === "" ? "The e-mail is missing." : `“${address}” is not an e-mail.`);
  console.log(await withDatabase(config, (database) => makeAdmin(database, config, email, name)));
});
