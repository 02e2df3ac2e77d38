/**
 * `npm run confirm-key -- <file>`: reads a copy of the firm's key from where it is kept, compares it with the key in use, and notes
 * that it was read. `-` reads the standard input.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { readFirmKey } from "../secrets/firm-key.ts";
import { CommandError, requireDatabase, runCommand, UsageError, withDatabase } from "./command.ts";
import { note, requireCopy } from "./operator-notes.ts";

await runCommand(
  { usage: "confirm-key -- file (or - for the standard input)", words: 1 },
  async ({ config, words: [named] }) => {
    if (named === undefined) throw new UsageError("The file with the copy is missing.");
    await requireDatabase(config);
    const firmKey = await readFirmKey(config);
    const isInput = named === "-";
    const file = isInput ? undefined : resolve(named);
    const text = await (file === undefined ? readText(process.stdin) : readFile(file, "utf8")).catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(`${named} cannot be read (${error.code}).`);
      },
    );
    const source = isInput ? "The standard input" : named;
    const subject = await requireCopy(firmKey, { text, source, file, dataDir: config.dataDir });
    await withDatabase(config, ({ db }) => note(db, "keyCopy", { subject, taken: null }));
    console.info("The copy is that of the key in use. Keep it out of reach of whoever has the backups.");
  },
);
