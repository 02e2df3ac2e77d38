/** An external database, represented by a separate server without any of the portal's roles or tables. */
import { tmpdir } from "node:os";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready } from "../http/health.ts";
import { readConfig } from "../kernel/config.ts";
import { isDatabaseAway } from "../kernel/database-errors.ts";
import { startScratchServer } from "../testing/cluster.ts";
import { type Database, openDatabase } from "./open.ts";

const asAdmin = async (database: string, ...statements: string[]): Promise<void> => {
  const admin = new Client({ ...server, user: "postgres", password: server.password("postgres"), database });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
};

let server: Awaited<ReturnType<typeof startScratchServer>>;
const url = (user: string, database: string): string =>
  `postgres://${user}:secret@${encodeURIComponent(server.host)}:${server.port}/${database}`;

beforeAll(async () => {
  server = await startScratchServer();
  await asAdmin(
    "postgres",
    "create role stranger login password 'secret'",
    "create database strange owner stranger",
    "create role firm login createrole password 'secret'",
    "create database firm owner firm",
    "create role worker login password 'secret'",
    "create database bare",
  );
});
afterAll(() => server.stop());

async function expectAppRights({ db }: Database): Promise<void> {
  const { rows } = await sql`select current_user as role`.execute(db);
  expect(rows).toEqual([{ role: "portico_app" }]);
  await expect(sql`delete from audit_entry`.execute(db)).rejects.toMatchObject({ code: "42501" });
  expect((await sql`select position from audit_head where chain = 1`.execute(db)).rows).toEqual([{ position: 0 }]);
}

test("a user who may not make roles is told what an administrator has to run", async () => {
  await expect(openDatabase(readConfig({ DATABASE_URL: url("stranger", "strange") }))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /create role portico_app nologin;[^]*grant portico_app, portico_retention to "stranger";/,
    ),
  });
});

test("with one address its user owns the tables, and daily work takes on the app's role", async () => {
  const database = await openDatabase(readConfig({ DATABASE_URL: url("firm", "firm") }));
  expect(database.migrated.length).toBeGreaterThan(0);
  await expectAppRights(database);
  await database.close();
});

test("with two addresses the portal's user needs no right but that role", async () => {
  const settings = { DATABASE_URL: url("worker", "firm"), DATABASE_OWNER_URL: url("firm", "firm") };
  const database = await openDatabase(readConfig(settings));
  await expectAppRights(database);
  await database.close();
});

test("a user that owns nothing starts on migrated tables, and is told to have them migrated", async () => {
  const settings = { DATABASE_URL: url("worker", "firm") };
  const database = await openDatabase(readConfig(settings));
  await expectAppRights(database);
  // `/ready` asks this way: how long calls wait for a connection says nothing about the database.
  const calls = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  const asked = await ready(database.asking, {
    stopping: false,
    dataDir: tmpdir(),
    reachesDirect: true,
    reachesRedis: true,
    processKind: "all",
  });
  expect(asked.status).toBe(200);
  for (const client of calls) client.release();
  expect((await sql`show statement_timeout`.execute(database.db)).rows).toEqual([{ statement_timeout: "1min" }]);
  await database.close();

  await asAdmin("firm", "update kysely_migration set name = 'x' where name = '0001-schema'");
  await expect(openDatabase(readConfig(settings))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/belong to firm and need 1 migrations[^]*npm run migrate with DATABASE_OWNER_URL/),
  });
  await asAdmin("firm", "update kysely_migration set name = '0001-schema' where name = 'x'");
});

test("without the owner too, a later build's migrations are accepted unless they end this build", async () => {
  const settings = { DATABASE_URL: url("worker", "firm") };
  await asAdmin("firm", "insert into kysely_migration values ('9999-later', now()::text)");
  await (await openDatabase(readConfig(settings))).close();
  await asAdmin("firm", "insert into migration_ending_older_builds values ('9999-later', 'prices have moved')");
  await expect(openDatabase(readConfig(settings))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/9999-later \(prices have moved\)/),
  });
  await asAdmin(
    "firm",
    "delete from kysely_migration where name = '9999-later'",
    "delete from migration_ending_older_builds",
  );
});

test("connections that keep the owner's rights are refused", async () => {
  const withOwnRights = `${url("firm", "firm")}?options=-c%20role%3Dnone`;
  await expect(openDatabase(readConfig({ DATABASE_URL: withOwnRights }))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/6 of 6 connections of DATABASE_URL work as firm instead of portico_app/),
  });
});

test("a second address for another user is refused", async () => {
  const settings = { DATABASE_URL: url("worker", "firm"), DATABASE_DIRECT_URL: url("firm", "firm") };
  await expect(openDatabase(readConfig(settings))).rejects.toThrow(/DATABASE_DIRECT_URL must name the same user/);
});

test("without the right to make tables, the statements for an administrator are printed", async () => {
  await expect(openDatabase(readConfig({ DATABASE_URL: url("worker", "bare") }))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /in the database bare:\s+grant create on database "bare" to "worker";\s+grant create, usage on schema public to "worker";\s+create extension pg_trgm;/,
    ),
  });
});

test("a primary that became a standby is reported as away, and its connection is not used again", async () => {
  const database = await openDatabase(readConfig({ DATABASE_URL: url("worker", "firm"), DATABASE_POOL: "1" }));
  const backend = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid;
  const before = await backend();
  await sql`set default_transaction_read_only = on`.execute(database.db);
  const refused = await sql`insert into notification default values`.execute(database.db).catch((error) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  expect(await backend()).not.toBe(before);
  await database.close();
});

test("a database that is not there ends the start with its reason", async () => {
  await expect(openDatabase(readConfig({ DATABASE_URL: "postgres://x:x@127.0.0.1:1/x" }))).rejects.toThrow(
    /ECONNREFUSED/,
  );
});
