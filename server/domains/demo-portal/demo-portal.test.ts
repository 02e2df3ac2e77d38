/** Asking for the demo and removing it: only on an empty portal, once, and nothing else of the firm's changes. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyAudit } from "../../audit/verify.ts";
import { withClient } from "../../database/connect.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
beforeEach(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterEach(() => app.close());

const load = (user = admin) => user.client.demoPortal.load({ body: {} });
const remove = (id: number, user = admin) => user.client.demoPortal.remove({ params: { id } });
const get = () => admin.client.demoPortal.get();

/** The audit log, the demo's own table, and what any call leaves. */
const changing = ["audit_entry", "audit_head", "demo_portal", "rate_limit", "session", "portal_process"];

/** Every row of every other table, and where each sequence stands. */
const everything = (): Promise<Record<string, string>> =>
  withClient(app.database.owner, async (client) => {
    const { rows } = await client.query<{ name: string; kind: string }>(`
      select relname as name, relkind as kind from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind in ('r', 'S') order by 1`);
    const found: Record<string, string> = {};
    for (const { name, kind } of rows.filter((row) => !changing.some((one) => row.name.startsWith(one)))) {
      const all = await client.query<{ all: string | null }>(
        kind === "S"
          ? `select last_value::text || is_called as all from "${name}"`
          : `select string_agg(one::text, E'\\n' order by one::text) as all from "${name}" as one`,
      );
      found[name] = all.rows[0]?.all ?? "";
    }
    return found;
  });

test("one administrator of two loads it, its removal is final, and the firm's data are as before", async () => {
  const second = await app.as("admin");
  expect(await get()).toEqual({ current: null, obstacles: [] });
  const before = await everything();
  expect(Object.keys(before).length).toBeGreaterThan(100);
  const answers = await Promise.all([codeOf(load()), codeOf(load(second))]);
  expect(answers.toSorted()).toEqual(["done", "stateConflict"]);
  const { current } = await get();
  expect(current).toMatchObject({ state: "loading", link: null, failure: null });
  const id = current?.id ?? 0;
  expect(await codeOf(load())).toBe("stateConflict");
  expect(await codeOf(remove(id + 1))).toBe("notFound");
  const removals = await Promise.all([codeOf(remove(id)), codeOf(remove(id, second))]);
  expect(removals.toSorted()).toEqual(["done", "notFound"]);
  expect(await get()).toEqual({ current: null, obstacles: [] });
  expect(await everything()).toEqual(before);
  const actions = (await auditOf(app, { type: "demoPortal", id })).map(({ action }) => action);
  expect(actions).toEqual(["demoPortal.loaded", "demoPortal.removed"]);
  expect((await verifyAudit(app.services.db)).breaks).toEqual([]);
  // A second one is another.
  expect((await load()).id).not.toBe(id);
});

test.each([
  ["a client", () => app.as("client")],
  ["a company", () => sql`insert into company (creator_id) select id from app_user`.execute(app.services.db)],
  ["a custodian", () => sql`insert into custodian (name) values ('Bank')`.execute(app.services.db)],
])("a portal with %s gets no demo", async (_, arrange) => {
  await arrange();
  expect((await get()).obstacles).toEqual(["notEmpty"]);
  expect(await codeOf(load())).toBe("stateConflict");
});

test("where several processes serve, or without its parts, there is none", async () => {
  await sql`insert into portal_process (id, host, pid, build, kind, key_name, files_store, mail_store, sharepoint_store, bus,
      alone, reaches_direct, reaches_redis, clock_ahead_ms)
    select gen_random_uuid(), 'host', number, 'build', 'serve', 'key', 'folder', 'folder', 'folder', 'database', '{}', true, true, 0
    from generate_series(1, 2) as number`.execute(app.services.db);
  expect((await get()).obstacles).toEqual(["severalProcesses"]);
  expect(await codeOf(load())).toBe("stateConflict");
  await sql`delete from portal_process`.execute(app.services.db);
  expect((await get()).obstacles).toEqual([]);
});

test("in the firm's portal nobody looks at a demo or signs in without a password", async () => {
  await load();
  expect(await codeOf(app.anonymous.demoPortal.look())).toBe("notFound");
  expect(await codeOf(app.anonymous.demoPortal.enter({ body: { email: "user1@test.example" } }))).toBe("notFound");
});
