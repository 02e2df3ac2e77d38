/** `npm run restore -- <file>`: restores a backup into an empty DATA_DIR. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ArchiveError } from "../backup/archive.ts";
import { restoreBackup } from "../backup/load.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { CommandError, runCommand, UsageError } from "./command.ts";

await runCommand({ usage: "restore -- file", words: 1 }, async ({ config, words: [file] }) => {
  if (!file) throw new UsageError("The file is missing.");
  if (config.databaseUrl)
    throw new CommandError("DATABASE_URL is set: a backup is restored into an embedded database.");
  if (!(await stat(file).catch(() => null))) throw new CommandError(`${file} cannot be read.`);
  const firmKey = await readFirmKey(config);
  try {
    const entries = await restoreBackup({
      dataDir: config.dataDir,
      file: resolve(file),
      firmKey,
      contentsElsewhere: config.filesS3 !== undefined,
      report: (message) => console.info(message),
    });
    console.info(`${entries} tables and files are back in ${config.dataDir}.`);
  } catch (error) {
    throw error instanceof ArchiveError ? new CommandError(error.message) : error;
  }
});
