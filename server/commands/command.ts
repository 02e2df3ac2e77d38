/** Shared by the operator's commands: settings, readable log, exit code. */

import { type Database, openDatabase } from "../database/open.ts";
import { type Config, readConfig } from "../kernel/config.ts";
import { startFailure } from "../start-failure.ts";

/** A command that fails for a reason that the operator can fix: shown without a stack. */
export class CommandError extends Error {}

/** Runs a command and sets the exit code; an error is printed as when the portal cannot start. */
export async function runCommand(work: (config: Config) => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work(readConfig())) ?? 0;
  } catch (error) {
    const { message, exitCode } =
      error instanceof CommandError ? { message: error.message, exitCode: 1 } : startFailure(error);
    console.error(message);
    process.exitCode = exitCode;
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
