/** Shared by the operator's commands: settings, readable log, exit code. */

import { type Database, openDatabase } from "../database/open.ts";
import { type Config, ConfigError, readConfig } from "../kernel/config.ts";

/** A command that fails for a reason that the operator can fix: shown without a stack. */
export class CommandError extends Error {}

/** Runs a command and sets the exit code; an error is printed in one line. */
export async function runCommand(work: (config: Config) => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work(readConfig())) ?? 0;
  } catch (error) {
    const expected = error instanceof CommandError || error instanceof ConfigError;
    console.error(expected ? error.message : error);
    process.exitCode = error instanceof ConfigError ? error.exitCode : 1;
  }
}

/** Opens the database for the command, and always closes it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { info: () => undefined, warn: (message) => console.error(message) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
