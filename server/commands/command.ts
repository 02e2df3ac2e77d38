/** What every command of the operator shares: settings, a log for people, an exit code. */

import { type Database, openDatabase } from "../database/open.ts";
import { type Config, ConfigError, readConfig } from "../kernel/config.ts";

/** A command that cannot be done, for a reason that the operator can mend: shown without a stack. */
export class CommandError extends Error {}

/** Runs a command to its end and sets the exit code; what went wrong is said in one line. */
export async function runCommand(work: (config: Config) => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work(readConfig())) ?? 0;
  } catch (error) {
    const expected = error instanceof CommandError || error instanceof ConfigError;
    console.error(expected ? error.message : error);
    process.exitCode = error instanceof ConfigError ? error.exitCode : 1;
  }
}

/** Opens the database for the command, and lets go of it whatever happens. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { info: () => undefined, warn: (message) => console.error(message) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
