/** An external database, represented by a separate server without any of the portal's roles or tables. */
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { startScratchServer } from "../testing/cluster.ts";
import { type Database, openDatabase } from "./open.ts";

let server: Awaited<ReturnType<typeof startScratchServer>>;
const url = (user: string, database: string): string =>
  `postgres://${user}:secret@${encodeURIComponent(server.host)}:${server.port}/${database}`;

beforeAll(async () => {
  server = await startScratchServer();
  const admin = new Client({
    ...server,
    user: "postgres",
    password: server.password("postgres"),
    database: "postgres",
  });
  await admin.connect();
  for (const statement of [
    "create role stranger login password 'secret'",
    "create database strange owner stranger",
    "create role firm login createrole password 'secret'",
    "create database firm owner firm",
    "create role worker login password 'secret'",
  ]) {
    await admin.query(statement);
  }
  await admin.end();
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

test("a database that is not there ends the start with its reason", async () => {
  await expect(openDatabase(readConfig({ DATABASE_URL: "postgres://x:x@127.0.0.1:1/x" }))).rejects.toThrow(
    /ECONNREFUSED/,
  );
});
