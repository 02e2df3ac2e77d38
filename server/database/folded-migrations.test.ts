/** Databases and backups from before the migrations became one file: all 42 are taken over, some of them are refused. */
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { makeBackup } from "../backup/dump.ts";
import { restoreBackup } from "../backup/load.ts";
import { readConfig } from "../kernel/config.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { createTestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";
import type { ConnectionSettings } from "./connect.ts";
import { startEmbedded } from "./embedded/supervisor.ts";
import { foldedMigrations } from "./folded-migrations.ts";
import { readMigrations } from "./migrate.ts";
import { embeddedAccess, embeddedDatabase, migrateAs, openDatabase } from "./open.ts";
import { ownerRole } from "./roles.ts";

async function run(connection: ConnectionSettings, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Leaves what `0001-schema` alone makes, as the 42 did: later migrations had not run. */
async function makeFirst(superuser: ConnectionSettings, owner: ConnectionSettings): Promise<void> {
  await run(superuser, "drop schema public, jobs cascade", `create schema public authorization ${ownerRole}`);
  await migrateAs(owner, ["0001-schema"]);
}
/** Makes the database's list as an earlier build left it, with the constraint that it named otherwise. */
const makeEarlier = (owner: ConnectionSettings, names: readonly string[]) =>
  run(
    owner,
    "delete from kysely_migration",
    ...names.map((name) => `insert into kysely_migration values ('${name}', '2026-01-01T00:00:00.000Z')`),
    "alter table challenge rename constraint challenge_secret_hash_key to challenge_cookie_hash_key",
  );
const readList = async (connection: ConnectionSettings) =>
  (await run(connection, "select name from kysely_migration order by name")).map(({ name }) => name);

const later = Object.keys(await readMigrations()).filter((name) => name !== "0001-schema");

test("a database with all 42 has the one file instead, and only later ones run", async () => {
  const database = await createTestDatabase();
  await makeFirst(database.superuser, database.owner);
  await makeEarlier(database.owner, foldedMigrations);
  const ran = await Promise.all([migrateAs(database.owner), migrateAs(database.owner)]);
  expect(ran.flat()).toEqual(later);
  expect(await readList(database.owner)).toEqual(["0001-schema", ...later]);
  expect(
    await run(database.owner, "select conname from pg_constraint where conname like 'challenge%hash_key'"),
  ).toEqual([{ conname: "challenge_secret_hash_key" }]);
  await database.close();
});

test.each([
  ["some of them", foldedMigrations.slice(0, -1)],
  ["all of them and another", [...foldedMigrations, "0091-other"]],
])("a database with %s is refused and stays as it is", async (_, names) => {
  const database = await createTestDatabase();
  await makeEarlier(database.owner, names);
  await expect(migrateAs(database.owner)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/earlier build[^]*Start it once with the version before this one, or restore/),
  });
  expect(await readList(database.owner)).toEqual([...names]);
  await database.close();
});

test("a backup with all 42 is restored, one with some of them is refused", async () => {
  const folder = await temporaryFolder();
  const [from, to, all, some] = [
    join(folder, "from"),
    join(folder, "to"),
    join(folder, "all.backup"),
    join(folder, "some.backup"),
  ];
  const configOf = (dataDir: string) => readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(configOf(from));
  const firmKey = await readFirmKey(configOf(from), { create: true });
  const server = await startEmbedded({ dataDir: from });
  const { owner, superuser } = embeddedAccess(server, embeddedDatabase);
  await database.db.destroy();
  await makeFirst(superuser, owner);
  await makeEarlier(owner, foldedMigrations);
  await makeBackup({ dataDir: from, file: all, firmKey });
  await run(owner, "delete from kysely_migration where name = '0090-days-of-trades'");
  await makeBackup({ dataDir: from, file: some, firmKey });
  await server.stop();
  await database.close();

  await expect(restoreBackup({ dataDir: to, file: some, firmKey })).rejects.toThrow(/earlier build/);
  await restoreBackup({ dataDir: to, file: all, firmKey });
  const restored = await openDatabase(configOf(to));
  expect(restored.migrated).toEqual(later);
  expect(await readList(restored.connection)).toEqual(["0001-schema", ...later]);
  await restored.close();
});
