/** The admins' list of sign-ins: pages, order, search, filters, the capped count, the export. */
import { signInSorts } from "@portico/api/rules/sign-ins.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { manySignIns, signInsOf } from "./testing/sign-ins.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let petar: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ada Admin" });
  anna = await app.as("client", { name: "Anna Wójcik", clientNumber: "PX-7001" });
  petar = await app.as("client", { name: "Петър Петров" });
  await signInsOf(app.database.db, [
    { user: anna.id, at: "2026-03-01T10:00:00Z", country: "PL", city: "Kraków", os: "MacOS", browser: "safari" },
    { user: anna.id, at: "2026-03-02T10:00:00Z", country: "PL", city: "Kraków", ip: "203.0.113.9" },
    { user: petar.id, at: "2026-03-02T21:59:59Z", city: "Sofia", browser: "firefox" },
    { user: petar.id, at: "2026-03-02T22:00:00Z", city: "Sofia", browser: "firefox", suspicious: ["manyFailures"] },
    { user: petar.id, at: "2026-03-05T10:00:00Z", country: "GB", suspicious: ["newCountry", "impossibleTravel"] },
    { user: admin.id, at: "2026-03-06T10:00:00Z", country: null, ip: "10.0.0.5", os: "Linux", browser: "opera" },
  ]);
});
afterAll(() => app.close());

type Asked = Parameters<TestUser["client"]["analytics"]["fetch"]>[0]["body"];
const fetch = (body: Asked = {}) => admin.client.analytics.fetch({ body });
const times = async (body: Asked): Promise<string[]> =>
  (await fetch(body)).analytics.map(({ created_at }) => created_at.slice(5, 16));

test("a row says who, from where, with what, why it is suspicious, and the time in the firm's zone", async () => {
  const { analytics, itemCount, capped } = await fetch({ searchQuery: "Wójcik" });
  expect([itemCount, capped]).toEqual([2, false]);
  expect(analytics[0]).toEqual({
    id: expect.any(Number) as number,
    user_id: anna.id,
    name: "Anna Wójcik",
    role: "client",
    client_number: "PX-7001",
    ip: "203.0.113.9",
    country: "Poland",
    country_code: "PL",
    city: "Kraków",
    os: "Windows",
    browserName: "chrome",
    suspicious: [],
    created_at: "2026-03-02T10:00:00.000Z",
    _created_at: "2026-03-02, 12:00:00",
  });
});

test.each(signInSorts)("sorted by %s, all pages together are the whole list once", async (sortBy) => {
  const whole = await fetch({ sortBy });
  expect(whole.itemCount).toBe(6);
  const paged = [];
  for (const page of [1, 2, 3, 4]) {
    const answer = await fetch({ sortBy, page, pageSize: 2 });
    expect(answer.itemCount).toBe(6);
    paged.push(...answer.analytics);
  }
  expect(paged).toEqual(whole.analytics);
  const keys = whole.analytics.map((row) => {
    const column = sortBy.replace("-", "") as "created_at";
    const value = { country: row.country_code, name: row.name }[column as string];
    return (value === undefined ? row[column] : value) ?? "";
  });
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(keys).toEqual(sortBy.startsWith("-") ? sorted.toReversed() : sorted);
});

test.each([
  ["petrov", 3],
  ["Петров", 3],
  ["px-70", 2],
  ["krakow", 2],
  ["KRAKÓW", 2],
  ["Полша", 2],
  ["Wielka Brytania", 1],
  ["united kingdom", 1],
  ["united states", 0],
  ["203.0.113", 1],
  ["10.0.0.5", 1],
  ["10.0.0.50", 0],
  ["safari", 1],
  ["win", 4],
  ["wojcik safari", 1],
  ["wojcik opera", 0],
  ["sofia firefox", 2],
  ["admin linux 10.", 1],
  ["%", 0],
  ["_", 0],
  ["nobody at all", 0],
])("the search %s finds %i", async (searchQuery, count) => {
  const { itemCount, analytics } = await fetch({ searchQuery });
  expect([itemCount, analytics.length]).toEqual([count, count]);
});

test("a person found by name and by place appears once", async () => {
  const sofia = await app.as("client", { name: "Sofia Sofieva" });
  await signInsOf(app.database.db, [{ user: sofia.id, at: "2026-03-07T10:00:00Z", city: "Sofia" }]);
  const { itemCount, analytics } = await fetch({ searchQuery: "sofia", sortBy: "name" });
  expect(itemCount).toBe(3);
  expect(analytics.map(({ name }) => name)).toEqual(["Sofia Sofieva", "Петър Петров", "Петър Петров"]);
  await sql`delete from sign_in where user_id = ${sofia.id}`.execute(app.database.db);
});

test("the filters: days of the firm's zone, place, device, reasons, a person; all must hold", async () => {
  // Midnight in Sofia is 22:00 the day before in UTC.
  expect(await times({ from: "2026-03-03", to: "2026-03-05" })).toEqual(["03-05T10:00", "03-02T22:00"]);
  expect(await times({ to: "2026-03-02" })).toEqual(["03-02T21:59", "03-02T10:00", "03-01T10:00"]);
  expect(await times({ country_code: "" })).toEqual(["03-06T10:00"]);
  expect(await times({ country_code: "PL", os: "MacOS" })).toEqual(["03-01T10:00"]);
  expect(await times({ city: "Sofia", browserName: "firefox", from: "2026-03-03" })).toEqual(["03-02T22:00"]);
  expect(await times({ city: "" })).toEqual(["03-06T10:00", "03-05T10:00"]);
  expect(await times({ suspicious: "any" })).toEqual(["03-05T10:00", "03-02T22:00"]);
  expect(await times({ suspicious: "impossibleTravel" })).toEqual(["03-05T10:00"]);
  expect(await times({ userId: petar.id, suspicious: "manyFailures" })).toEqual(["03-02T22:00"]);
});

const fault = (call: Promise<unknown>) => call.catch(({ errors }: { errors: unknown }) => errors);

test("bad input is told at its field", async () => {
  const bad = (body: object) => fault(fetch(body as Asked));
  expect(await bad({ sortBy: "password_hash" })).toMatchObject([{ path: "sortBy" }]);
  expect(await bad({ sortBy: "--name" })).toMatchObject([{ path: "sortBy" }]);
  expect(await bad({ page: 0 })).toMatchObject([{ path: "page" }]);
  expect(await bad({ page: 1.5 })).toMatchObject([{ path: "page" }]);
  expect(await bad({ page: 201, pageSize: 50 })).toEqual([{ path: "page", code: "tooBig" }]);
  expect(await bad({ pageSize: 201 })).toMatchObject([{ path: "pageSize" }]);
  expect(await bad({ from: "2026-02-30" })).toMatchObject([{ path: "from" }]);
  expect(await bad({ from: "2026-03-02", to: "2026-03-01" })).toEqual([{ path: "to", code: "beforeStart" }]);
  expect(await bad({ country_code: "pl" })).toMatchObject([{ path: "country_code" }]);
  expect(await bad({ searchQuery: "x".repeat(121) })).toMatchObject([{ path: "searchQuery" }]);
  expect(await bad({ extra: 1 })).toEqual([{ path: "extra", code: "unknown" }]);
  expect(await fetch({ page: 200, pageSize: 50 })).toMatchObject({ analytics: [], itemCount: 6, capped: false });
});

test("the count is exact to the cap, and then says that there are more; the last page is the cap's", async () => {
  const many = await app.as("client", { name: "Mara Many" });
  await manySignIns(app.database.db, many.id, 10_000, { until: "2026-02-01T00:00:00Z", every: "1 hour" });
  const one = { userId: many.id, pageSize: 200 };
  expect(await fetch(one)).toMatchObject({ itemCount: 10_000, capped: false });
  expect(await fetch({ searchQuery: "mara many" })).toMatchObject({ itemCount: 10_000, capped: false });
  await signInsOf(app.database.db, [{ user: many.id, at: "2026-02-02T00:00:00Z" }]);
  expect(await fetch(one)).toMatchObject({ itemCount: 10_000, capped: true });
  const last = await fetch({ ...one, page: 50 });
  expect(last.analytics).toHaveLength(200);
  const [first] = (await fetch(one)).analytics;
  expect(first?.created_at).toBe("2026-02-02T00:00:00.000Z");
  // Row 10,000 of the newest first.
  expect(last.analytics.at(-1)?.created_at).toBe(
    new Date(Date.parse("2026-02-01T00:00:00Z") - 9999 * 3_600_000).toISOString(),
  );
});

test("an export has the rows of the filter up to the cap, says so, and is recorded", async () => {
  const few = await admin.client.analytics.exportRows({ body: { searchQuery: "wojcik", sortBy: "created_at" } });
  expect(few).toMatchObject({ rows: [{ city: "Kraków" }, { ip: "203.0.113.9" }], capped: false });
  const all = await admin.client.analytics.exportRows({ body: {} });
  expect([all.rows.length, all.capped]).toEqual([10_000, true]);
  const entries = await auditOf(app, { type: "analytics", id: "signIn" }, "analytics.exported");
  expect(entries.map(({ after }) => after)).toEqual([
    { rows: 2, capped: false, filter: { searchQuery: "wojcik", sortBy: "created_at" } },
    { rows: 10_000, capped: true, filter: { searchQuery: "", sortBy: "-created_at" } },
  ]);
});

test("nobody but admins reads the list, and reading it writes nothing", async () => {
  const office = await app.as("office");
  for (const who of [office, anna]) {
    expect(await codeOf(who.client.analytics.fetch({ body: {} }))).toBe("forbidden");
    expect(await codeOf(who.client.analytics.exportRows({ body: {} }))).toBe("forbidden");
  }
  const entries = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from audit_entry`.execute(app.database.db)).rows[0];
  const before = await entries();
  await fetch({ searchQuery: "anna" });
  expect(await entries()).toEqual(before);
});

test("a person reads their own, page by page, and nobody else's; an admin's reading is logged", async () => {
  const own = await anna.client.analytics.listOwn({ params: { id: anna.id }, query: { limit: 1 } });
  expect(own.signIns).toMatchObject([{ created_at: "2026-03-02T10:00:00.000Z", current: false }]);
  const rest = await anna.client.analytics.listOwn({
    params: { id: anna.id },
    query: { limit: 1, cursor: own.nextCursor ?? "" },
  });
  expect(rest).toMatchObject({ signIns: [{ created_at: "2026-03-01T10:00:00.000Z" }], nextCursor: null });
  expect(await codeOf(petar.client.analytics.listOwn({ params: { id: anna.id }, query: {} }))).toBe("notFound");
  expect(await codeOf(anna.client.analytics.listOwn({ params: { id: anna.id }, query: { cursor: "made up" } }))).toBe(
    "badInput",
  );
  await admin.client.analytics.listOwn({ params: { id: anna.id }, query: {} });
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_entry where action = 'holder.accessedByStaff' and subject_id = ${String(anna.id)}`.execute(
    app.database.db,
  );
  expect(rows.map(({ after }) => after)).toEqual([{ call: "analytics.listOwn" }]);
});
