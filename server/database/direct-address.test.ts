/** Only the way past the pooler is away, or the whole database. */
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../testing/database-proxy.ts";
import { openPool } from "./connect.ts";
import { watchDirectAddress } from "./direct-address.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host = "", port = 0 } = database.connection;
  proxy = await startDatabaseProxy({ host, port });
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

const openProxied = () => {
  const connection = { ...database.connection, host: proxy.host, port: proxy.port };
  return openPool({ connection, size: 2, prepared: false, name: "test" });
};
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });

test("the address past the pooler is told to be away once, and to be back, by itself", async () => {
  const listening = openProxied();
  const direct = watchDirectAddress({ pool: database.pool, listening }, log);
  expect([await direct.check(), direct.answers(), lines]).toEqual([true, true, []]);
  proxy.setAway(true);
  expect([await direct.check(), await direct.check(), direct.answers()]).toEqual([false, false, false]);
  expect(lines).toEqual([expect.stringMatching(/^DATABASE_DIRECT_URL does not answer/)]);
  proxy.setAway(false);
  expect([await direct.check(), direct.answers()]).toEqual([true, true]);
  expect(lines.slice(1)).toEqual(["DATABASE_DIRECT_URL answers again"]);
  await listening.end();
});

test("while the whole database is away, nothing is said of the one address", async () => {
  const pool = openProxied();
  const direct = watchDirectAddress({ pool, listening: database.pool }, log);
  proxy.setAway(true);
  await expect(direct.check()).rejects.toThrow();
  expect(direct.answers()).toBe(true);
  proxy.setAway(false);
  await pool.end();
});
