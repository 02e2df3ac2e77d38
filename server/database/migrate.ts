/** Migrates the tables: plain SQL files, in order, each once, all in one transaction under a lock. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DB } from "./schema.generated.ts";

const folder = join(import.meta.dirname, "..", "migrations");
const namePattern = /^\d{4}-[a-z0-9-]+\.sql$/;

/** The migrations in numerical order; a file with another kind of name is an error, not skipped. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  const numbers = new Set<string>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted()) {
    if (!namePattern.test(file)) throw new Error(`${file} is not named NNNN-name.sql`);
    const number = file.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`);
    numbers.add(number);
    const text = await readFile(join(folder, file), "utf8");
    migrations[file.slice(0, -".sql".length)] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** Runs pending migrations as the owner; with `only`, just the named ones. Returns the names of those that ran. */
export async function migrate(owner: Kysely<DB>, only?: readonly string[]): Promise<string[]> {
  const migrator = new Migrator({
    db: owner,
    // Packages are developed in parallel: a lower number may arrive after a higher one.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const all = await readMigrations();
        return only ? Object.fromEntries(Object.entries(all).filter(([name]) => only.includes(name))) : all;
      },
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === "Error");
  if (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    const what = failed ? `Migration ${failed.migrationName} failed` : "Migrating failed";
    throw new Error(`${what}: ${reason}`, { cause: error });
  }
  return results.filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** True if every migration of this build has run. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const wanted = Object.keys(await readMigrations());
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return wanted.every((name) => done.has(name));
}
