/** The charts' figures: always a count over the rows, whatever happened, and whenever they were added up. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { signInBars } from "@portico/api/rules/sign-ins.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../database/connect.ts";
import { type Db, inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { purgeSignIns } from "../retention/sign-ins.ts";
import { dayStarts } from "../settings/firm-day.ts";
import { foldChanges } from "./figures.queries.ts";
import { counted, signInsOf } from "./testing/sign-ins.ts";

let app: TestApp;
let admin: TestUser;
let erasing: Db;
let people: TestUser[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  people = [await app.as("client"), await app.as("client"), await app.as("client")];
  erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
});
afterAll(async () => {
  await erasing.destroy();
  await app.close();
});

const zone = "Europe/Sofia";
const startOf = dayStarts(zone);

/** What hours, totals and changes say together, without what is zero. */
async function figures(db: Db) {
  const { rows } = await sql`
    select hour, country_code, city, os, browser_name, sum(sign_ins)::int as sign_ins, sum(failures)::int as failures,
      sum(suspicious)::int as suspicious
    from (select * from sign_in_hour union all select * from sign_in_change) as parts group by 1, 2, 3, 4, 5
    having sum(sign_ins) <> 0 or sum(failures) <> 0 or sum(suspicious) <> 0 order by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}
const rowsCounted = async (db: Db) => (await sql`${counted}`.execute(db)).rows;

/** By the charts' call, and by counting the rows of the period. */
async function compareCharts(period: { from: string; to: string }): Promise<void> {
  const { db } = app.database;
  const within = sql`at >= ${startOf(period.from)}::timestamptz and at < ${startOf(addDays(period.to, 1))}::timestamptz`;
  for (const [by, key] of [
    ["day", sql`to_char(at at time zone ${zone}, 'YYYY-MM-DD')`],
    ["country", sql`country`],
    ["city", sql`city || '/' || country`],
    ["os", sql`os`],
    ["browserName", sql`browser`],
  ] as const) {
    const { rows, others } = await admin.client.analytics.getFigures({ query: { by, ...period } });
    const slow = await sql<{ key: string; signIns: number; failures: number; suspicious: number }>`
      select ${key} as key, sum(one)::int as "signIns", sum(failed)::int as failures, sum(odd)::int as suspicious from (
        select created_at as at, coalesce(country_code, '') as country, coalesce(city, '') as city, os,
          browser_name as browser, 1 as one, 0 as failed, (suspicious <> '{}')::int as odd from sign_in
        union all
        select created_at, coalesce(country_code, ''), '', os, browser_name, 0, 1, 0 from failed_sign_in
      ) as rows where ${within} group by 1`.execute(db);
    const named = rows
      .filter(({ signIns, failures }) => signIns + failures > 0)
      .map(({ value, country_code, ...rest }) => ({
        key: by === "city" ? `${value}/${country_code}` : value,
        ...rest,
      }));
    const known = new Set(named.map(({ key: name }) => name));
    const sorted = (list: { key: string }[]) => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect([by, sorted(named)]).toEqual([by, sorted(slow.rows.filter(({ key: name }) => known.has(name)))]);
    // The rest is summed up, and none of it is more frequent than what is shown.
    const rest = slow.rows.filter(({ key: name }) => !known.has(name));
    const sum = (what: "signIns" | "failures" | "suspicious") => rest.reduce((total, row) => total + row[what], 0);
    expect([by, others]).toEqual([
      by,
      { signIns: sum("signIns"), failures: sum("failures"), suspicious: sum("suspicious") },
    ]);
    expect(rest.length === 0 || (by !== "day" && rows.length === signInBars)).toBe(true);
    const least = Math.min(...rows.map(({ signIns }) => signIns));
    expect(rest.every(({ signIns }) => signIns <= least)).toBe(true);
  }
}

/** Times near midnights, month ends and clock changes in Sofia, and years back; before the test's own sessions. */
const moments = fc.oneof(
  fc.constantFrom(
    "2026-02-28T21:59:59.999Z",
    "2026-02-28T22:00:00.000Z",
    "2026-03-29T00:30:00.000Z",
    "2026-03-29T01:30:00.000Z",
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
    "2025-12-31T22:00:00.000Z",
    "2019-07-04T12:00:00.000Z",
  ),
  fc
    .date({ min: new Date("2025-06-01T00:00:00Z"), max: new Date("2026-10-31T00:00:00Z"), noInvalidDate: true })
    .map((at) => at.toISOString()),
);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("signIn" as const),
      who: fc.nat(2),
      at: moments,
      country: fc.constantFrom("BG", "PL", null),
      city: fc.constantFrom("Sofia", "Warszawa", null),
      os: fc.constantFrom("Windows", "Linux"),
      browser: fc.constantFrom("chrome", "firefox"),
      suspicious: fc.constantFrom([], ["newCountry"]),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("failed" as const), who: fc.nat(2), at: moments }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("completed" as const), os: fc.constantFrom("UNIX", "MacOS") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("retention" as const), before: moments }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("held" as const), who: fc.nat(2), held: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fold" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undone" as const), who: fc.nat(2), at: moments }) },
);

test("after any history the figures are a count over the rows, in every chart and period", async () => {
  const { db } = app.database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 1, maxLength: 25 }),
      fc.date({ min: new Date("2025-12-01T00:00:00Z"), max: new Date("2026-11-20T00:00:00Z"), noInvalidDate: true }),
      fc.nat(200),
      async (history, from, days) => {
        for (const step of history) {
          if (step.kind === "signIn") await signInsOf(db, [{ user: people[step.who]?.id ?? 0, ...step }]);
          else if (step.kind === "failed")
            await sql`insert into failed_sign_in (kind, user_id, ip, country_code, os, browser_name, created_at)
              values ('password', ${people[step.who]?.id}, '192.0.2.1', 'BG', 'Linux', 'edge', ${step.at})`.execute(db);
          else if (step.kind === "completed")
            await sql`update sign_in set os = ${step.os} where id in (select id from sign_in order by id desc limit 2)`.execute(
              db,
            );
          else if (step.kind === "retention") await purgeSignIns(erasing, new Date(step.before));
          else if (step.kind === "held")
            await db
              .updateTable("app_user")
              .set({ held: step.held })
              .where("id", "=", people[step.who]?.id ?? 0)
              .execute();
          else if (step.kind === "fold") await foldChanges(db);
          else
            await inTransaction(db, async (trx) => {
              await signInsOf(trx, [{ user: people[step.who]?.id ?? 0, at: step.at }]);
              throw new Error("undone");
            }).catch(() => undefined);
        }
        expect(await figures(db)).toEqual(await rowsCounted(db));
        const first = from.toISOString().slice(0, 10);
        await compareCharts({ from: first, to: addDays(first, days) });
        await foldChanges(db);
        expect(await foldChanges(db)).toBe(0);
        expect(await figures(db)).toEqual(await rowsCounted(db));
        await compareCharts({ from: first, to: addDays(first, days) });
      },
    ),
    { numRuns: 25 },
  );
});

test("nothing is left of hours whose rows are gone", async () => {
  const { db } = app.database;
  await sql`delete from sign_in`.execute(erasing);
  await sql`delete from failed_sign_in`.execute(erasing);
  await foldChanges(db);
  for (const table of ["sign_in_hour", "sign_in_total", "sign_in_change"] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
});

test("sign-ins at once while the figures are added up: none is lost, none counted twice", async () => {
  const { db } = app.database;
  const at = "2026-05-05T05:05:05Z";
  await Promise.all([
    ...Array.from({ length: 60 }, (_, n) => signInsOf(db, [{ user: people[n % 3]?.id ?? 0, at, city: "Sofia" }])),
    ...Array.from({ length: 10 }, () => foldChanges(db)),
  ]);
  await foldChanges(db);
  const { rows } = await admin.client.analytics.getFigures({
    query: { by: "city", from: "2026-05-05", to: "2026-05-05" },
  });
  expect(rows).toEqual([{ value: "Sofia", country_code: "BG", signIns: 60, failures: 0, suspicious: 0 }]);
});

test("a day is the firm's: midnight and the end of a month in its time zone", async () => {
  await signInsOf(app.database.db, [
    { user: people[0]?.id ?? 0, at: "2026-01-31T21:59:59.999Z" },
    { user: people[0]?.id ?? 0, at: "2026-01-31T22:00:00Z" },
  ]);
  const days = async () =>
    (await admin.client.analytics.getFigures({ query: { by: "day", from: "2026-01-31", to: "2026-02-01" } })).rows.map(
      ({ value, signIns }) => [value, signIns],
    );
  expect(await days()).toEqual([
    ["2026-01-31", 1],
    ["2026-02-01", 1],
  ]);
});

test("a place or device beyond the most frequent is among the others; a period that cannot be is refused", async () => {
  await signInsOf(
    app.database.db,
    Array.from({ length: 14 }, (_, n) => ({
      user: people[0]?.id ?? 0,
      at: "2026-06-06T06:06:06Z",
      city: `City ${String(n).padStart(2, "0")}`,
    })),
  );
  const query = { from: "2026-06-06", to: "2026-06-06" };
  const { rows, others } = await admin.client.analytics.getFigures({ query: { by: "city", ...query } });
  expect(rows.map(({ value }) => value)).toEqual(
    Array.from({ length: 6 }, (_, n) => `City ${String(n).padStart(2, "0")}`),
  );
  expect(others).toEqual({ signIns: 8, failures: 0, suspicious: 0 });
  const fault = (period: object) =>
    admin.client.analytics
      .getFigures({ query: { by: "day", ...period } })
      .catch(({ errors }: { errors: unknown }) => errors);
  expect(await fault({ from: "2026-02-02", to: "2026-02-01" })).toEqual([{ path: "to", code: "beforeStart" }]);
  expect(await fault({ from: "2020-02-02", to: "2026-02-01" })).toEqual([{ path: "from", code: "tooSmall" }]);
  expect(await fault({ from: "2026-13-01" })).toMatchObject([{ path: "from" }]);
  const year = await admin.client.analytics.getFigures({ query: { by: "day" } });
  expect(year.rows).toHaveLength(365);
});
