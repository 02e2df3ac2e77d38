/** `npm run backup [-- <file>]`: one encrypted file with the embedded database and the files, in one snapshot. */
import { join, resolve } from "node:path";
import { makeBackup } from "../backup/dump.ts";
import { withMigrated } from "../backup/note.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { CommandError, requireDatabase, runCommand } from "./command.ts";
import { note } from "./operator-notes.ts";

await runCommand({ usage: "backup [-- file]", words: 1 }, async ({ config, words: [named] }) => {
  if (config.databaseUrl) {
    throw new CommandError("DATABASE_URL is set: back that database up by its own means (docs/operating.md).");
  }
  await requireDatabase(config);
  const name = `portico-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.backup`;
  const file = named !== undefined ? resolve(named) : join(config.dataDir, "backups", name);
  const firmKey = await readFirmKey(config);
  const taken = new Date();
  const bytes = await makeBackup({ dataDir: config.dataDir, file, firmKey });
  console.info(`${file} written, ${bytes} bytes. It opens only with the firm's key: keep that elsewhere too.`);
  const noted = await withMigrated(config.dataDir, (db) => note(db, "backup", { subject: file, taken }));
  if (!noted) console.info("It is not noted in the portal, whose tables are of another version.");
  if (config.filesS3)
    console.info(`The files are not in it: back up the bucket ${config.filesS3.bucket} by its own means.`);
});
