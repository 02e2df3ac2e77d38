/** The database's server goes away while a call's transaction commits, or before. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApi } from "../app.ts";
import { openKysely, openPool } from "../database/connect.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../testing/database-proxy.ts";
import { createMetrics } from "./metrics.ts";

let app: TestApp;
let proxy: DatabaseProxy;
/** The same portal over a way to the database that can be cut. */
let cut: FastifyInstance;
let pool: Pool;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  const { host = "", port = 0, ...rest } = app.database.connection;
  proxy = await startDatabaseProxy({ host, port });
  const connection = { ...rest, host: proxy.host, port: proxy.port };
  pool = openPool({ connection, size: 2, prepared: false, name: "test" });
  cut = await buildApi({ ...app.services, pool, db: openKysely(pool) }, { operations: { metrics: createMetrics() } });
  admin = await app.as("admin");
});
afterAll(async () => {
  await cut.close();
  await pool.end();
  await proxy.close();
  await app.close();
});

async function post(url: string, payload: object) {
  const headers = { authorization: `Bearer ${admin.token}` };
  const { statusCode, body, headers: sent } = await cut.inject({ method: "POST", url, headers, payload });
  return { status: statusCode, code: body, retryAfter: sent["retry-after"] };
}
const addField = (label: string) => post("/data-field/create", { label });
const labels = async () => (await admin.client.dataFields.list()).map(({ label }) => label);

test.each([
  ["after", ["stored"]],
  ["before", []],
] as const)(
  "lost %s the server had it, a commit of a call without a key is said to be uncertain",
  async (when, stored) => {
    await app.database.db.deleteFrom("data_field").execute();
    proxy.loseNextCommit(when);
    expect(await addField("stored")).toEqual({ status: 504, code: "outcomeUnknown", retryAfter: undefined });
    expect(await labels()).toEqual(stored);
  },
);

test.each(["after", "before"] as const)(
  "lost %s the server had it, a call with a key may be sent again",
  async (when) => {
    const client = await app.as("client");
    const ticket = { key: randomUUID(), title: "Question", content: "Is it there?", topic: "question" };
    const send = async () => {
      const headers = { authorization: `Bearer ${client.token}` };
      return cut.inject({ method: "POST", url: `/ticket/user/${client.id}`, headers, payload: ticket });
    };
    proxy.loseNextCommit(when);
    const first = await send();
    expect([first.statusCode, first.body, first.headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
    expect((await send()).statusCode).toBe(200);
    const { count } = await app.database.db
      .selectFrom("ticket")
      .where("holder_id", "=", client.id)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  },
);

test("before the commit nothing was stored, and the call may be sent again", async () => {
  proxy.setAway(true);
  expect(await addField("early")).toEqual({ status: 503, code: "unavailable", retryAfter: "2" });
  proxy.setAway(false);
  expect(await labels()).not.toContain("early");
  expect((await addField("early")).status).toBe(200);
});
