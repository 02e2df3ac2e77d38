/**
 * `npm run note-backup -- "what made it"`: notes that a backup was made by other means than the portal's own, run by the tool after
 * each success. `--taken` says as of when its data is; now by default.
 */
import { CommandError, requireDatabase, runCommand, UsageError, withDatabase } from "./command.ts";
import { note } from "./operator-notes.ts";

const longest = 200;

function readTaken(text: string | undefined): Date {
  if (text === undefined) return new Date();
  const taken = new Date(text);
  if (Number.isNaN(taken.getTime())) throw new UsageError(`“${text}” is no time, as 2026-11-30T02:00:00Z.`);
  if (taken.getTime() > Date.now() + 60_000) throw new CommandError(`${taken.toISOString()} has not come yet.`);
  return taken;
}

await runCommand(
  { usage: 'note-backup -- "what made it" [--taken=time]', words: 1, options: ["taken"] },
  async ({ config, words: [named = ""], options }) => {
    const subject = named.trim().slice(0, longest);
    if (subject === "") throw new UsageError("What made the backup is missing, such as pgBackRest.");
    const taken = readTaken(options["taken"]);
    await requireDatabase(config);
    await withDatabase(config, ({ db }) => note(db, "backup", { subject, taken }));
    console.info(`A backup with the data of ${taken.toISOString()} is noted.`);
  },
);
