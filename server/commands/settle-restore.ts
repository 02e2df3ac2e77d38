/**
 * `npm run settle-restore`, after the database was restored by its own means and before the portal runs on it: ends sessions, stops
 * keys, pauses webhooks and drops waiting mails. `npm run restore` does it by itself.
 */
import { settleRestored } from "../backup/settle.ts";
import { listLiving } from "../checks/living.ts";
import { withPool } from "../checks/quiet-database.ts";
import { CommandError, requireDatabase, runCommand, withDatabase } from "./command.ts";

await runCommand({ usage: "settle-restore" }, async ({ config }) => {
  await requireDatabase(config);
  await withDatabase(config, async ({ pool }) => {
    const living = await withPool(pool, async ({ ask }) => (ask ? listLiving(ask) : []));
    if (living.length > 0)
      throw new CommandError("The portal runs on this database. Stop it first: this ends every session and key.");
    const said = await settleRestored(async (statement) => (await pool.query(statement)).rowCount ?? 0);
    for (const line of said.length > 0 ? said : ["Nothing was to be done."]) console.info(line);
  });
});
