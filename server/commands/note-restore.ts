/**
 * `npm run note-restore`, with the settings of a restored copy: opens it with the firm's key and prints a receipt.
 * `npm run note-restore -- <receipt>`, with the settings of the portal: notes that this restore was tried.
 */
import { sql } from "kysely";
import { listLiving } from "../checks/living.ts";
import { withPool } from "../checks/quiet-database.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { createVault } from "../secrets/vault.ts";
import { CommandError, requireDatabase, runCommand, withDatabase } from "./command.ts";
import { note, readReceipt, writeReceipt } from "./operator-notes.ts";

await runCommand({ usage: "note-restore [-- receipt]", words: 1 }, async ({ config, words: [receipt] }) => {
  await requireDatabase(config);
  const firmKey = await readFirmKey(config);
  const restored = receipt === undefined ? undefined : readReceipt(firmKey, receipt);
  await withDatabase(config, async ({ db, pool }) => {
    if (restored) {
      const { at, taken } = restored;
      await note(db, "restoreTest", { subject: at.toISOString(), taken });
      return console.info(`The restore of ${at.toISOString()} with the data of ${taken.toISOString()} is noted.`);
    }
    const living = await withPool(pool, async ({ ask }) => (ask ? listLiving(ask) : []));
    if (living.length > 0)
      throw new CommandError(
        "The portal runs on this database, so it is no restored copy. Use the settings of the copy.",
      );
    // Throws if the key does not open what is stored.
    await createVault({ db, config }).prepare();
    const { rows } = await sql<{ taken: Date | null }>`select max(at) as taken from audit_entry`.execute(db);
    const taken = rows[0]?.taken;
    if (!taken) throw new CommandError("The copy has no entry in its audit log: nothing was restored.");
    console.info(
      `The copy opens with the firm's key and has data until ${taken.toISOString()}. With the portal's settings, run:`,
    );
    console.info(`npm run note-restore -- ${writeReceipt(firmKey, { at: new Date(), taken })}`);
  });
});
