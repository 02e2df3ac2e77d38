/**
 * Migrates the tables: plain SQL files, in order, each once, all in one transaction under a lock, but for those that change
 * many rows beside serving processes. A build works on tables that a later one has migrated, unless one of these migrations
 * ends older builds (docs/decisions/0205).
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { ConfigError } from "../kernel/config.ts";
import { isConflict } from "../kernel/database-errors.ts";
import type { DB } from "./schema.generated.ts";

const ownFolder = join(import.meta.dirname, "..", "migrations");
const namePattern = /^\d{4}-[a-z0-9-]+\.sql$/;
const endsOlderBuilds = /^-- ends-older-builds: (\S.*)$/m;
/** One statement that makes transactions of its own, and that may be repeated until it is recorded as done. */
const outsideTransaction = /^-- outside-transaction$/m;

interface FileMigration extends Migration {
  /** What runs before the migration is recorded, outside of its transaction. */
  outside?: string;
}

/** Names of the migrations in numerical order; a file with another kind of name is an error, not skipped. */
async function listMigrations(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  for (const file of files) {
    if (!namePattern.test(file)) throw new Error(`${file} is not named NNNN-name.sql`);
    const number = file.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`);
    numbers.add(number);
  }
  return files.map((file) => file.slice(0, -".sql".length));
}

/** The migrations in numerical order. */
export async function readMigrations(folder = ownFolder, lockTimeout = "0"): Promise<Record<string, FileMigration>> {
  const migrations: Record<string, FileMigration> = {};
  for (const name of await listMigrations(folder)) {
    const text = await readFile(join(folder, `${name}.sql`), "utf8");
    const reason = endsOlderBuilds.exec(text)?.[1];
    if (outsideTransaction.test(text)) {
      migrations[name] = { outside: text, up: () => Promise.resolve() };
      continue;
    }
    migrations[name] = {
      up: async (db) => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db);
        await sql.raw(text).execute(db);
        if (reason !== undefined)
          await sql`insert into migration_ending_older_builds (name, reason) values (${name}, ${reason})`.execute(db);
      },
    };
  }
  return migrations;
}

let ownNames: Promise<readonly string[]> | undefined;
/** The migrations of this build, read once: an upgrade in place changes the folder under a running process. */
const namesOfBuild = (): Promise<readonly string[]> => (ownNames ??= listMigrations(ownFolder));

/** What the database says of itself; `ask` runs a statement without parameters. */
async function findForeign(
  ask: <Row>(statement: string) => Promise<Row[]>,
  known: readonly string[],
): Promise<{ done: Set<string>; unknown: string[]; ending: { name: string; reason: string }[] }> {
  const done = new Set((await ask<{ name: string }>("select name from kysely_migration")).map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length === 0) return { done, unknown, ending: [] };
  const [there] = await ask<{ found: boolean }>(
    "select to_regclass('public.migration_ending_older_builds') is not null as found",
  );
  const marked = there?.found
    ? await ask<{ name: string; reason: string }>(
        "select name, reason from migration_ending_older_builds order by name",
      )
    : [];
  return { done, unknown, ending: marked.filter(({ name }) => unknown.includes(name)) };
}

function refuseEnded(ending: readonly { name: string; reason: string }[]): void {
  if (ending.length === 0) return;
  const list = ending.map(({ name, reason }) => `${name} (${reason})`).join(", ");
  throw new ConfigError(
    `A later version of the portal has migrated the tables, and this one cannot work on them any more: ${list}. Start that version or a later one, or restore a backup from before it.`,
  );
}

/** Migrations of this build that have not run. Throws a ConfigError if this build cannot work on the tables. */
export async function findWaiting(ask: <Row>(statement: string) => Promise<Row[]>): Promise<string[]> {
  const names = await namesOfBuild();
  const { done, ending } = await findForeign(ask, names);
  refuseEnded(ending);
  return names.filter((name) => !done.has(name));
}

interface Which {
  /** Just these. */
  only?: readonly string[];
  /** Those of another build. */
  folder?: string;
}

/** How long a migration waits for a lock: calls queue behind it, and after a second PostgreSQL looks for deadlocks. */
const briefly = "500ms";
const briefTries = 30;
const pauseMs = 1000;

/** True if the migration waited for a lock in vain: for too long, or in a deadlock with a call. */
const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === "55P03" || isConflict(error);

/**
 * Runs pending migrations as the owner. Returns the names of those that ran. While others use the tables, it gives up soon
 * and tries again, for about a minute; then it waits. Throws a ConfigError if this build cannot work on the tables.
 */
export async function migrate(owner: Kysely<DB>, which: Which = {}): Promise<string[]> {
  const ran: string[] = [];
  // Most starts: one question instead of reading all files and the descriptions of all tables.
  if (which.only === undefined && which.folder === undefined && (await isWholeHistory(owner))) return ran;
  for (let tries = 1; tries <= briefTries; tries += 1) {
    try {
      await migrateOnce(owner, which, { lockTimeout: briefly, ran });
      return ran;
    } catch (error) {
      if (!(error instanceof Error) || !isBusy(error.cause)) throw error;
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
  await migrateOnce(owner, which, { lockTimeout: "0", ran });
  return ran;
}

/** Whether nothing is left to run. Throws a ConfigError if this build cannot work on the tables. */
async function isWholeHistory(owner: Kysely<DB>): Promise<boolean> {
  const ask = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(owner)).rows;
  const [history] = await ask<{ found: boolean }>("select to_regclass('public.kysely_migration') is not null as found");
  return history?.found === true && (await findWaiting(ask)).length === 0;
}

const failedBy = (what: string, cause: unknown): Error =>
  new Error(`${what}: ${cause instanceof Error ? cause.message : "unknown"}`, { cause });

interface Run {
  lockTimeout: string;
  /** Names of those that ran, which it adds to. */
  ran: string[];
}

/** Runs what is pending, up to each one outside of a transaction, then that one, then those after it. */
async function migrateOnce(owner: Kysely<DB>, which: Which, run: Run): Promise<void> {
  const finished = new Set<string>();
  for (;;) {
    const next = await migrateTogether(owner, which, { ...run, finished });
    if (!next) return;
    await owner.connection().execute(async (db) => {
      // One process does it; the others find it done.
      await sql`select pg_advisory_lock(hashtext('migration'), 0)`.execute(db);
      try {
        await sql.raw(next.text).execute(db);
      } catch (error) {
        throw failedBy(`Migration ${next.name} failed`, error);
      } finally {
        await sql`select pg_advisory_unlock(hashtext('migration'), 0)`.execute(db);
      }
    });
    finished.add(next.name);
  }
}

/**
 * Runs pending migrations in one transaction, up to the first that has to run outside of it and is not finished: returns that
 * one.
 */
async function migrateTogether(
  owner: Kysely<DB>,
  { only, folder }: Which,
  { lockTimeout, ran, finished }: Run & { finished: ReadonlySet<string> },
): Promise<{ name: string; text: string } | undefined> {
  let next: { name: string; text: string } | undefined;
  const migrator = new Migrator({
    db: owner,
    // Packages are developed in parallel: a lower number may arrive after a higher one.
    allowUnorderedMigrations: true,
    provider: {
      // Called under the migrator's lock.
      async getMigrations() {
        const all = await readMigrations(folder, lockTimeout);
        const ask = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(owner)).rows;
        const { done, unknown, ending } = await findForeign(ask, Object.keys(all));
        refuseEnded(ending);
        // Kysely takes a missing one for an error; these have run and are not run again.
        for (const name of unknown) all[name] = { up: () => Promise.reject(new Error("of a later build")) };
        const wanted = Object.entries(all).filter(([name]) => !only || only.includes(name));
        for (const [name, { outside: text }] of wanted)
          if (!next && text !== undefined && !done.has(name) && !finished.has(name)) next = { name, text };
        return Object.fromEntries(wanted.filter(([name]) => !next || name < next.name || done.has(name)));
      },
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error instanceof ConfigError) throw error;
  const failed = results.find((result) => result.status === "Error");
  if (error) throw failedBy(failed ? `Migration ${failed.migrationName} failed` : "Migrating failed", error);
  ran.push(...results.filter((result) => result.status === "Success").map((result) => result.migrationName));
  return next;
}

/** True if every migration of this build has run, and none of a later build that ends this one. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const known = await namesOfBuild();
  const ask = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(db)).rows;
  const { done, ending } = await findForeign(ask, known);
  return ending.length === 0 && known.every((name) => done.has(name));
}
