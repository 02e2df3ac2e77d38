/** Shared by the operator's commands: arguments, settings, readable log, exit code. */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Database, openDatabase } from "../database/open.ts";
import { type Config, ConfigError, readConfig } from "../kernel/config.ts";
import { startFailure } from "../kernel/start-failure.ts";

/** A command that fails for a reason that the operator can fix: shown without a stack. */
export class CommandError extends Error {}
/** The arguments are wrong: shown with the usage. */
export class UsageError extends CommandError {}

/** What a command is given. */
export interface Arguments {
  config: Config;
  words: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

interface Command {
  /** What follows `npm run` when it is typed. */
  usage: string;
  /** How many words it takes at most; none if not given. */
  words?: number;
  /** Names of options that take a value. */
  options?: readonly string[];
  /** Names of options that take none. */
  flags?: readonly string[];
  /** Told of settings that cannot be used, instead of the usual message; the exit code. */
  wrongSettings?: (error: ConfigError, given: Omit<Arguments, "config">) => number;
}

const failed = 1;
/** As shells and most programs use it. */
const wrongUsage = 2;

function readArguments({ words: most = 0, options: names = [], flags = [] }: Command): Omit<Arguments, "config"> {
  const options: ParseArgsOptionsConfig = Object.fromEntries([
    ...names.map((name) => [name, { type: "string" as const }] as const),
    ...flags.map((name) => [name, { type: "boolean" as const }] as const),
  ]);
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > most) throw new UsageError(`“${positionals[most]}” is not understood.`);
    const given = Object.entries(values);
    return {
      words: positionals,
      options: Object.fromEntries(given.filter(([, value]) => typeof value === "string")) as Arguments["options"],
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    };
  } catch (error) {
    throw error instanceof Error && "code" in error ? new UsageError(error.message) : error;
  }
}

/** The sentence for a file that was named in the arguments and cannot be used. */
function fileSentence(error: unknown, named: readonly (string | undefined)[]): string | undefined {
  const { path, code } = error as NodeJS.ErrnoException;
  const file = named.find((name) => name !== undefined && path?.endsWith(name));
  return file === undefined ? undefined : `${file} cannot be used (${code}).`;
}

/**
 * Runs a command and sets the exit code: 2 if its arguments are wrong, which is found before anything else; otherwise an
 * error is printed as when the portal cannot start.
 */
export async function runCommand(command: Command, work: (given: Arguments) => Promise<number | void>): Promise<void> {
  let given: Omit<Arguments, "config"> = { words: [], options: {}, flags: new Set() };
  let wasRead = false;
  try {
    given = readArguments(command);
    const config = readConfig();
    wasRead = true;
    process.exitCode = (await work({ ...given, config })) ?? 0;
  } catch (error) {
    if (error instanceof ConfigError && command.wrongSettings && !wasRead) {
      process.exitCode = command.wrongSettings(error, given);
      return;
    }
    const sentence = fileSentence(error, [...given.words, ...Object.values(given.options)]);
    const { message, exitCode } =
      error instanceof UsageError
        ? { message: `${error.message}\nUsage: npm run ${command.usage}`, exitCode: wrongUsage }
        : error instanceof CommandError || sentence !== undefined
          ? { message: sentence ?? (error as CommandError).message, exitCode: failed }
          : startFailure(error);
    console.error(message);
    process.exitCode = exitCode;
  }
}

/** Refuses a data folder without a database: a misspelt DATA_DIR would get a new one. */
export async function requireDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await stat(join(dataDir, "database")).catch(() => null)))
    throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL.`);
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
