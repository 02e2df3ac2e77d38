/**
 * `npm run create-admin -- e-mail "Full name"`: creates an account with the role admin, and prints a link by which its
 * owner chooses the password. An existing account gets the role, which in the portal takes two admins to give.
 */
import { runCommand, withDatabase } from "./command.ts";
import { makeAdmin } from "./make-admin.ts";

const [address, name] = process.argv.slice(2);
await runCommand(async (config) => {
  console.log(await withDatabase(config, (database) => makeAdmin(database, config, address, name)));
});
