/** Keys of the firm's systems: how they are made, and when they work. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeToken } from "../../http/machine-token.ts";
import { buildPages } from "../../http/pages.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { announceExpiring } from "./handlers.ts";
import { arrangeKey } from "./testing/arranged.ts";

let app: TestApp;
let maker: TestUser;
let second: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  maker = await app.as("admin", { name: "Mira Maker" });
  second = await app.as("admin");
  client = await app.as("client", { name: "Clara Client" });
});
afterAll(() => app.close());
beforeEach(() => setFourEyes(false));

const setFourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const wanted = (more: object = {}) => ({
  name: `Accounting ${++made}`,
  level: "office" as const,
  scopes: ["users:read", "documents:write"],
  addresses: [],
  expires_on: inDays(30),
  ...more,
});
const make = (more: object = {}, who = maker) => who.client.machines.make({ body: wanted(more) });
const find = async (id: number, who = maker): Promise<MachineKeyRow> => {
  const key = (await who.client.machines.list()).keys.find((one) => one.id === id);
  if (!key) throw new Error("the key is not listed");
  return key;
};
const ask = (token: string, url = "/user", more: object = {}) =>
  app.app.inject({ url, headers: { authorization: `Bearer ${token}` }, ...more });
const statusOf = async (token: string, url?: string, more?: object) => (await ask(token, url, more)).statusCode;
const textOf = async (token: string, url?: string, more?: object) => (await ask(token, url, more)).body;
const touch = async (id: number, change: string) =>
  sql`update machine_key set ${sql.raw(change)} where id = ${id}`.execute(app.database.db);

test("a key is shown once, works at once without four eyes, and reads as its level", async () => {
  const { id, token, waits } = await make();
  expect(waits).toBe(false);
  expect(token).toMatch(/^portico_[0-9A-Za-z]{46}$/);
  expect((await ask(token)).json().users).toEqual(expect.arrayContaining([expect.objectContaining({ id: client.id })]));
  const key = await find(id);
  expect(key).toMatchObject({
    state: "active",
    level: "office",
    works_as: "office",
    scopes: [
      { name: "users:read", known: true },
      { name: "documents:write", known: true },
    ],
    secrets: [{ hint: token.slice(-4), ends_at: null }],
    answers: { name: "Mira Maker" },
  });
  const inSmallLetters = await app.app.inject({ url: "/user", headers: { authorization: `bearer ${token}` } });
  expect(inSmallLetters.statusCode, "the scheme has no case").toBe(200);
  const { rows } = await sql<{ row: string }>`
    select t::text || k::text as row from machine_key_token t join machine_key k on k.id = t.key_id
    where k.id = ${id}`.execute(app.database.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(token.slice(8, -6));
  expect(JSON.stringify(await auditOf(app, { type: "machineKey", id: String(id) }))).not.toContain(token.slice(8, -6));
});

test("with four eyes on it waits; its maker does not approve it, a colleague does once", async () => {
  await setFourEyes(true);
  const { id, token, waits } = await make();
  expect([waits, await statusOf(token)]).toEqual([true, 401]);
  const { version } = await find(id);
  const approve = (who: TestUser, seen = version) =>
    codeOf(who.client.machines.approve({ params: { id }, body: { version: seen } }));
  expect(await approve(maker)).toBe("fourEyes");
  await setFourEyes(false);
  expect(await approve(maker), "nor once the setting is off").toBe("fourEyes");
  expect(await approve(second, version + 1)).toBe("stateConflict");
  expect((await find(id)).can).toMatchObject({ approve: false, decline: true, revoke: false });
  expect((await find(id, second)).can).toMatchObject({ approve: true, decline: true });
  const answers = await Promise.all([approve(second), approve(second), approve(second)]);
  expect(answers.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
  expect(await statusOf(token)).toBe(200);
  expect((await find(id)).approved_by?.id).toBe(second.id);
});

test("who waits for approval and is not an administrator any more is not approved", async () => {
  await setFourEyes(true);
  const former = await app.as("admin");
  const { id } = await make({}, former);
  await sql`update app_user set role = 'office' where id = ${former.id}`.execute(app.database.db);
  const { version } = await find(id, second);
  expect(await codeOf(second.client.machines.approve({ params: { id }, body: { version } }))).toBe("stateConflict");
  expect(await codeOf(second.client.machines.decline({ params: { id }, body: {} }))).toBe("done");
  expect((await find(id)).state).toBe("declined");
});

test("administrators other than the maker are told that one waits", async () => {
  await setFourEyes(true);
  const { name } = wanted();
  await make({ name });
  const told = async (who: TestUser) =>
    (await who.client.notifications.listOfUser({ params: { id: who.id } })).filter(
      ({ type, params }) => type === "machine_key_waits" && params["name"] === name,
    ).length;
  expect([await told(maker), await told(second)]).toEqual([0, 1]);
});

test("what is asked must be of the firm's limits, known, and a network", async () => {
  const fault = async (more: object) => {
    const error = await make(more).then(
      () => null,
      (refused: { errors: unknown }) => refused,
    );
    return error?.errors;
  };
  expect(await fault({ scopes: ["users:read", "gone:read"] })).toEqual([{ path: "scopes.1", code: "unknown" }]);
  expect(await fault({ scopes: ["machines:write"] }), "keys are for people").toEqual([
    { path: "scopes.0", code: "unknown" },
  ]);
  expect(await fault({ expires_on: inDays(-2) })).toEqual([{ path: "expires_on", code: "inPast" }]);
  expect(await fault({ expires_on: inDays(400) })).toEqual([{ path: "expires_on", code: "tooFarAhead" }]);
  for (const address of ["10.0.0.1/8", "10.0.0.0/33", "::1/129", "999.1.1.1", "fe80::1/10"])
    expect(await fault({ addresses: ["10.0.0.0/8", address] })).toEqual([{ path: "addresses.1", code: "badFormat" }]);
  expect(await fault({ addresses: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"] })).toBeUndefined();
  const { name } = wanted();
  await make({ name });
  expect(await codeOf(make({ name: name.toUpperCase() }))).toBe("nameInUse");
});

test("revoked, it fails from the next call on in every process; twice is refused", async () => {
  const { id, token } = await make();
  const other = await app.another();
  const elsewhere = () => other.app.inject({ url: "/user", headers: { authorization: `Bearer ${token}` } });
  expect([await statusOf(token), (await elsewhere()).statusCode]).toEqual([200, 200]);
  const revoke = () => codeOf(second.client.machines.revoke({ params: { id }, body: {} }));
  expect(await revoke()).toBe("done");
  expect([await statusOf(token), (await elsewhere()).statusCode]).toEqual([401, 401]);
  expect(await revoke()).toBe("stateConflict");
  expect(await find(id)).toMatchObject({ state: "revoked", ended_by: { id: second.id }, can: { rotate: false } });
  await other.close();
});

test("rotated, both secrets work until the overlap ends, and a third ends the first", async () => {
  const { id, token: first } = await make();
  const rotate = async (overlapHours: number) =>
    maker.client.machines.rotate({ params: { id }, body: { overlapHours, version: (await find(id)).version } });
  const { token: next } = await rotate(24);
  expect([await statusOf(first), await statusOf(next)]).toEqual([200, 200]);
  expect((await find(id)).secrets.map(({ hint }) => hint)).toEqual([next.slice(-4), first.slice(-4)]);
  const { token: last } = await rotate(24);
  expect([await statusOf(first), await statusOf(next), await statusOf(last)]).toEqual([401, 200, 200]);
  await sql`update machine_key_token set ends_at = now() where ends_at is not null and key_id = ${id}`.execute(
    app.database.db,
  );
  expect([await statusOf(next), await statusOf(last)]).toEqual([401, 200]);
  const { token: only } = await rotate(0);
  expect([await statusOf(last), await statusOf(only)]).toEqual([401, 200]);
  expect(
    await codeOf(maker.client.machines.rotate({ params: { id }, body: { overlapHours: 1, version: 1 } })),
    "seen before it was rotated",
  ).toBe("stateConflict");
});

test("it ends on its day, and not before", async () => {
  const { id, token } = await make();
  await touch(id, "expires_at = now() + interval '1 minute'");
  expect(await statusOf(token)).toBe(200);
  await touch(id, "expires_at = now()");
  expect(await statusOf(token)).toBe(401);
  expect(await find(id)).toMatchObject({ state: "expired", can: { revoke: false, rotate: false } });
});

test("outside its networks it is refused, mapped addresses counting as what they are", async () => {
  const { token } = await make({ addresses: ["192.0.2.0/24", "2001:db8::/32"] });
  const from = (remoteAddress: string) => ask(token, "/user", { remoteAddress });
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::7"])
    expect((await from(address)).statusCode, address).toBe(200);
  for (const address of ["192.0.3.7", "::ffff:192.0.3.7", "2001:db9::7", "127.0.0.1"]) {
    const { statusCode, body } = await from(address);
    expect([statusCode, body], address).toEqual([403, "addressRefused"]);
  }
});

test("a mistyped, made-up or unknown key is refused, and so is a session's token with its prefix", async () => {
  const { token } = await make();
  const mistyped = token.slice(0, 20) + (token[20] === "a" ? "b" : "a") + token.slice(21);
  for (const other of [mistyped, makeToken(), "portico_", `portico_${maker.token}`, token.toLowerCase()])
    expect(await textOf(other)).toBe("unauthenticated");
});

test("of its scopes those that are gone open nothing, and the others go on", async () => {
  const { id, token, headers } = await arrangeKey(app.database.db, {
    userId: maker.id,
    scopes: ["users:read", "spaceships:write"],
  });
  expect(await statusOf(token)).toBe(200);
  expect((await find(id)).scopes).toEqual([
    { name: "users:read", known: true },
    { name: "spaceships:write", known: false },
  ]);
  const problem = await app.app.inject({
    url: "/company",
    headers: { ...headers, accept: "application/problem+json" },
  });
  expect(problem.json()).toMatchObject({ status: 403, code: "scopeMissing", scope: "companies:read" });
});

test("it never may more than its maker: less once they are demoted, nothing once they leave", async () => {
  const { db } = app.database;
  const admin = await app.as("admin");
  const { id, token } = await make({ level: "admin", scopes: ["audit:read", "users:write", "users:read"] }, admin);
  const assign = () => ask(token, `/user/${client.id}/assign`, { method: "POST", payload: { admin_id: null } });
  expect([await statusOf(token, "/staff/audit"), (await assign()).statusCode]).toEqual([200, 200]);
  await second.client.users.setRole({ params: { id: admin.id }, body: { role: "office" } });
  expect([await statusOf(token, "/staff/audit"), (await assign()).statusCode]).toEqual([403, 200]);
  expect((await find(id)).works_as).toBe("office");
  await second.client.users.setRole({ params: { id: admin.id }, body: { role: "internal" } });
  expect([(await assign()).statusCode, await statusOf(token)]).toEqual([403, 200]);
  await second.client.users.modifyState({ params: { id: admin.id }, body: { newState: "disabled" } });
  expect(await statusOf(token)).toBe(401);
  expect(await find(id)).toMatchObject({ state: "stopped", can: { takeOver: true, rotate: false, revoke: true } });
  const { count } = await db
    .selectFrom("notification")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("type", "=", "machine_key_stopped")
    .where("holder_id", "=", second.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("a stopped key does not come back with its person; whoever takes it over gets a new secret", async () => {
  const admin = await app.as("admin");
  const { id, token } = await make({}, admin);
  await second.client.users.modifyState({ params: { id: admin.id }, body: { newState: "disabled" } });
  await sql`update app_user set state = 'postKYC' where id = ${admin.id}`.execute(app.database.db);
  expect(await statusOf(token)).toBe(401);
  await setFourEyes(true);
  const { version } = await find(id);
  const taken = await maker.client.machines.takeOver({ params: { id }, body: { version } });
  expect([taken.waits, await statusOf(taken.token), await statusOf(token)]).toEqual([true, 401, 401]);
  const waiting = await find(id, second);
  expect(waiting).toMatchObject({ state: "waiting", answers: { id: maker.id } });
  await second.client.machines.approve({ params: { id }, body: { version: waiting.version } });
  expect([await statusOf(taken.token), await statusOf(token)]).toEqual([200, 401]);
});

test("beyond its rate it waits, in all processes together, and other keys go on", async () => {
  const limited = await createTestApp({ rateLimits: true });
  const admin = await limited.as("admin");
  await sql`insert into setting (name, data) values ('machineKeys', '{"callsPerMinute": 20, "longestDays": 30}')`.execute(
    limited.database.db,
  );
  const [{ headers }, { headers: others }] = [
    await arrangeKey(limited.database.db, { userId: admin.id, scopes: ["users:read"] }),
    await arrangeKey(limited.database.db, { userId: admin.id, scopes: ["users:read"] }),
  ];
  const elsewhere = await limited.another();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) => (place % 2 ? limited : elsewhere).app.inject({ url: "/user", headers })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(20);
  for (const { headers: sent } of refused) {
    expect(Number(sent["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(sent["retry-after"])).toBeLessThanOrEqual(60);
  }
  expect((await limited.app.inject({ url: "/user", headers: others })).statusCode).toBe(200);
  await elsewhere.close();
  await limited.close();
});

test("its last use is known by time and address, without a row per call", async () => {
  const { id, token } = await make();
  expect(await find(id)).toMatchObject({ last_used_at: null, last_address: null, calls: 0 });
  await ask(token, "/user", { remoteAddress: "192.0.2.9" });
  expect(await find(id)).toMatchObject({ last_used_at: expect.any(String), last_address: "192.0.2.9", calls: 1 });
  await Promise.all(Array.from({ length: 5 }, () => ask(token, "/user", { remoteAddress: "192.0.2.10" })));
  expect((await find(id)).last_address, "written later").toBe("192.0.2.9");
});

test("what it reads of a holder and changes is in the log with the key as actor", async () => {
  const { id, token } = await make({ scopes: ["users:read", "users:write"], name: "Log writer" });
  const person = await app.as("client");
  await ask(token, `/user/${person.id}/state`);
  await ask(token, `/user/${person.id}/assign`, { method: "POST", payload: { admin_id: second.id } });
  const log = await app.database.db
    .selectFrom("audit_entry")
    .select(["action", "actor"])
    .where("subject_id", "=", String(person.id))
    .where("action", "in", ["holder.accessedByStaff", "holder.assigned"])
    .execute();
  const actor = { userId: maker.id, keyId: id, key: "Log writer" };
  expect(log).toContainEqual({ action: "holder.accessedByStaff", actor });
  expect(log).toContainEqual({ action: "holder.assigned", actor });
  const { accesses } = await person.client.users.listAccesses({ params: { id: person.id }, query: {} });
  expect(accesses.map(({ staff }) => staff)).toContain("Log writer (Mira Maker)");
  const { entries } = await second.client.audit.list({ query: { holder: `user/${person.id}` } });
  expect(entries.map((entry) => entry.actor.key)).toContainEqual({ id, name: "Log writer" });
});

test("it is nobody's own self, has no viewing as a client, and a cookie adds nothing", async () => {
  const { token } = await make({ level: "admin", scopes: ["users:read", "users:write"] });
  expect(await textOf(token, `/user/${maker.id}/sessions`)).toBe("notForMachines");
  const { viewAsId } = await second.client.viewAs.begin({
    params: { holderType: "user", holderId: client.id },
    body: { reason: "a look" },
  });
  const headers = { authorization: `Bearer ${token}`, "x-view-as": String(viewAsId) };
  expect(await textOf(token, "/user", { headers })).toBe("forbidden");
  const cookie = { authorization: `Bearer ${token}`, cookie: "__Host-portico-bind=anything" };
  const { statusCode, headers: sent } = await ask(token, "/user", { headers: cookie });
  expect([statusCode, sent["set-cookie"]]).toEqual([200, undefined]);
});

test.each(["path", "query", "encoded", "doubled"])(
  "in an address it is refused, named and revoked: %s",
  async (place) => {
    const { id, token } = await make();
    const url = {
      path: `/user/${token}`,
      query: `/user?api_key=${token}`,
      encoded: `/nowhere?x=${token.replace("_", "%5F")}`,
      doubled: `/user?a=${token}&b=${token}`,
    }[place];
    const { statusCode, body } = await app.app.inject({ url: url ?? "" });
    expect([statusCode, body]).toEqual([400, "keyExposed"]);
    expect(await statusOf(token)).toBe(401);
    expect(await find(id)).toMatchObject({ state: "exposed", ended_by: null });
    expect(await auditOf(app, { type: "machineKey", id: String(id) }, "machineKey.exposed")).toHaveLength(1);
    // Known by now, it changes nothing.
    expect((await app.app.inject({ url: url ?? "" })).body).toBe("keyExposed");
    expect(await auditOf(app, { type: "machineKey", id: String(id) }, "machineKey.exposed")).toHaveLength(1);
  },
);

test("of a rotated key, an exposed former secret ends alone", async () => {
  const { id, token } = await make();
  const { token: next } = await maker.client.machines.rotate({
    params: { id },
    body: { overlapHours: 24, version: (await find(id)).version },
  });
  await app.app.inject({ url: `/user?key=${token}` });
  expect([await statusOf(token), await statusOf(next)]).toEqual([401, 200]);
});

test("what only looks like a key changes nothing, and is refused all the same", async () => {
  expect((await app.app.inject({ url: `/brand?x=${makeToken()}` })).body).toBe("keyExposed");
  expect((await app.app.inject({ url: `/content?x=portico_${"a".repeat(46)}` })).statusCode).not.toBe(400);
});

test("administrators are told of its end once at each of three times", async () => {
  const { id } = await make();
  const { name } = await find(id);
  const told = async () =>
    (await second.client.notifications.listOfUser({ params: { id: second.id } })).flatMap(({ type, params }) =>
      type === "machine_key_expiring" && params["name"] === name ? params["count"] : [],
    );
  for (const [hours, days] of [
    [24 * 40, []],
    [24 * 29, [30]],
    [24 * 28, [30]],
    [24 * 6, [30, 7]],
    [3, [30, 7, 1]],
    [2, [30, 7, 1]],
  ] as const) {
    await touch(id, `expires_at = now() + interval '${hours} hours'`);
    await announceExpiring(app.services);
    expect(
      (await told()).toSorted((a, b) => Number(b) - Number(a)),
      `${hours} hours`,
    ).toEqual(days);
  }
});

test("on the port of the pages, a key in any address is refused and revoked too", async () => {
  const { id, token } = await make();
  const renderer = { render: async () => new Response("page") };
  const pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "/there-is-no-such-folder" });
  const address = await pages.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(`${address}/en/login?key=${token}`);
  expect([answer.status, await answer.text()]).toEqual([400, "keyExposed"]);
  expect((await find(id)).state).toBe("exposed");
  await pages.close();
});
