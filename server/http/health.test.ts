import { tmpdir } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openKysely, openPool } from "../database/connect.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type Health, health, ready } from "./health.ts";
import { createMetrics, mayReadMetrics } from "./metrics.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const serving = {
  stopping: false,
  dataDir: tmpdir(),
  reachesDirect: true,
  reachesRedis: true,
  processKind: "all",
} as const;

describe("/ready", () => {
  test("says so when the disk of the data is full", async () => {
    // A file system without any space of its own.
    expect(await ready(database.db, { ...serving, dataDir: "/proc" })).toMatchObject({
      status: 503,
      body: { reason: "disk" },
    });
  });

  test("is ok while the database answers and every migration has run", async () => {
    expect(await ready(database.db, serving)).toEqual({ status: 200, body: { status: "ok" } });
  });

  test("says so when the process is stopping", async () => {
    expect(await ready(database.db, { ...serving, stopping: true })).toMatchObject({
      status: 503,
      body: { reason: "stopping" },
    });
  });

  test("says so when the database is away, while /health is ok", async () => {
    const nowhere = openKysely(openPool({ connection: { host: "/nowhere" }, size: 1, prepared: true, name: "test" }));
    expect(await ready(nowhere, serving)).toMatchObject({ status: 503, body: { reason: "database" } });
    expect(health().status).toBe(200);
    await nowhere.destroy();
  });

  test("without the address past the pooler warns where calls are served, and fails where jobs alone run", async () => {
    const asked = (processKind: "all" | "serve" | "jobs") =>
      ready(database.db, { ...serving, reachesDirect: false, processKind });
    for (const kind of ["all", "serve"] as const)
      expect(await asked(kind)).toEqual({ status: 200, body: { status: "ok", warnings: ["direct"] } });
    expect(await asked("jobs")).toEqual({ status: 503, body: { status: "unavailable", reason: "direct" } });
  });

  test("without Redis warns, also beside another warning", async () => {
    const away = { ...serving, reachesRedis: false };
    expect(await ready(database.db, away)).toEqual({ status: 200, body: { status: "ok", warnings: ["redis"] } });
    expect(await ready(database.db, { ...away, reachesDirect: false })).toEqual({
      status: 200,
      body: { status: "ok", warnings: ["direct", "redis"] },
    });
  });

  test("says so when the database cannot be written", async () => {
    const connection = { ...database.connection, session: { default_transaction_read_only: "on" } };
    const standby = openKysely(openPool({ connection, size: 1, prepared: false, name: "test" }));
    expect(await ready(standby, serving)).toMatchObject({ status: 503, body: { reason: "standby" } });
    await standby.destroy();
  });

  test("says so when the connections have the rights of the tables' owner", async () => {
    const owner = openKysely(openPool({ connection: database.owner, size: 1, prepared: false, name: "test" }));
    expect(await ready(owner, serving)).toMatchObject({ status: 503, body: { reason: "role" } });
    await owner.destroy();
  });

  test("says so when a migration has not run yet", async () => {
    const owner = openKysely(openPool({ connection: database.owner, size: 1, prepared: false, name: "test" }));
    await sql`delete from kysely_migration where name = '0001-schema'`.execute(owner);
    expect(await ready(database.db, serving)).toMatchObject({ status: 503, body: { reason: "migrations" } });
    await owner.destroy();
  });
});

describe("/metrics", () => {
  const local = { address: "127.0.0.1", forwarded: false, authorization: undefined };
  test.each([
    ["this machine", local, undefined, true],
    ["this machine over IPv6", { ...local, address: "::1" }, undefined, true],
    ["another machine", { ...local, address: "192.0.2.1" }, undefined, false],
    ["another machine through the proxy on this one", { ...local, forwarded: true }, undefined, false],
    ["whoever sends the token", { ...local, address: "192.0.2.1", authorization: "Bearer t0ken" }, "t0ken", true],
    ["this machine without the token that is set", local, "t0ken", false],
    ["whoever sends another token", { ...local, authorization: "Bearer t0kem" }, "t0ken", false],
  ])("are for %s", (_, caller, token, allowed) => {
    expect(mayReadMetrics(caller, token)).toBe(allowed);
  });

  test("say whether the process can serve, and why not", async () => {
    const metrics = createMetrics();
    let answer: Health = await ready(database.db, { ...serving, stopping: true });
    metrics.watchReady(() => Promise.resolve(answer));
    expect(await metrics.registry.metrics()).toContain('portico_ready{reason="stopping"} 0');
    answer = health();
    expect(await metrics.registry.metrics()).toMatch(/portico_ready\{reason=""\} 1\n(?!portico_ready)/);
  });

  test("say whether the database answers past its pooler", async () => {
    const metrics = createMetrics();
    let answers = true;
    metrics.watchDirect(() => answers);
    expect(await metrics.registry.metrics()).toMatch(/^portico_database_direct 1$/m);
    answers = false;
    expect(await metrics.registry.metrics()).toMatch(/^portico_database_direct 0$/m);
  });

  test("say whether Redis answers, where it is used", async () => {
    const metrics = createMetrics();
    expect(await metrics.registry.metrics()).not.toContain("portico_redis_up");
    let answers = true;
    metrics.watchRedis(() => answers);
    expect(await metrics.registry.metrics()).toMatch(/^portico_redis_up 1$/m);
    answers = false;
    expect(await metrics.registry.metrics()).toMatch(/^portico_redis_up 0$/m);
  });

  test("say until when the seal's certificate is valid, once there is one", async () => {
    const metrics = createMetrics();
    let until: Date | undefined;
    metrics.watchSeal(() => Promise.resolve(until));
    expect(await metrics.registry.metrics()).not.toMatch(/^portico_seal/m);
    until = new Date(1_900_000_000_000);
    expect(await metrics.registry.metrics()).toMatch(/^portico_seal_valid_until_seconds 1900000000$/m);
  });

  test("count calls by route, connections and sockets", async () => {
    const metrics = createMetrics();
    metrics.watchPool(database.pool);
    metrics.watchSockets(() => 3);
    metrics.observeCall({ method: "GET", route: "/user/:id", status: 200, seconds: 0.003 });
    metrics.jobDone("test.note", "completed");
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/portico_call_seconds_count\{method="GET",route="\/user\/:id",status="200"\} 1/);
    expect(text).toMatch(/portico_sockets 3/);
    expect(text).toMatch(/portico_database_connections\{state="idle"\} \d/);
    expect(text).toMatch(/portico_jobs_total\{job="test.note",outcome="completed"\} 1/);
  });
});
