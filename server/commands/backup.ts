/** `npm run backup [-- <file>]`: one encrypted file with the embedded database and the files, in one snapshot. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeBackup } from "../backup/dump.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { CommandError, runCommand } from "./command.ts";

await runCommand(async (config) => {
  if (config.databaseUrl) {
    throw new CommandError("DATABASE_URL is set: back that database up by its own means (docs/operating.md).");
  }
  if (!(await stat(join(config.dataDir, "database")).catch(() => null))) {
    throw new CommandError(`There is no database in ${config.dataDir}.`);
  }
  const name = `portico-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.backup`;
  const file = process.argv[2] ? resolve(process.argv[2]) : join(config.dataDir, "backups", name);
  const firmKey = await readFirmKey(config);
  const bytes = await makeBackup({ dataDir: config.dataDir, file, firmKey });
  console.info(`${file} written, ${bytes} bytes. It opens only with the firm's key: keep that elsewhere too.`);
  if (config.filesS3)
    console.info(`The files are not in it: back up the bucket ${config.filesS3.bucket} by its own means.`);
});
