/** Representations: granted and ended by staff from either side, with immediate effect. */
import { addDays, dayIn } from "@portico/api/rules/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";
import { arrangeHolder } from "../onboarding/testing/holders.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { getHolderPeople } from "./holders.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let one: TestUser;
let two: TestUser;
/** Two approved companies; each one's creator acts for it. */
let first: { id: number; creator: TestUser };
let second: { id: number; creator: TestUser };

const setState = ({ id }: TestUser, state: string) =>
  app.database.db.updateTable("app_user").set({ state }).where("id", "=", id).execute();

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
  [one, two] = [await app.as("client"), await app.as("client")];
  const approved = async () => {
    const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
    await setState(owner, "postKYC");
    return { id: holder.holderId, creator: owner };
  };
  first = await approved();
  second = await approved();
});
afterAll(() => app.close());

const setOf = async (company: number, newRepIDs: number[], capacity?: "statutory" | "proxy" | "trader") =>
  (
    await office.client.companies.editRepresentatives({
      params: { id: company },
      body: { newRepIDs, ...(capacity && { capacity }) },
    })
  ).representatives;
const setFor = async ({ id }: TestUser, newRepIDs: number[]) =>
  (await office.client.users.editRepresentations({ params: { id }, body: { newRepIDs } })).repCompanies;
const companiesOf = async ({ id, client }: TestUser) => (await client.users.getState({ params: { id } })).repCompanies;
const reads = (who: TestUser, id: number) => codeOf(who.client.companies.get({ params: { id } }));

test("whoever is added acts for the company from the next call on, whoever is left out no longer does", async () => {
  expect(await reads(one, first.id)).toBe("notFound");
  const heard = listen(app);
  expect(await setOf(first.id, [first.creator.id, one.id])).toEqual(
    [first.creator.id, one.id].toSorted((a, b) => a - b),
  );
  expect(heard.all).toContainEqual({ name: "rightsChanged", event: { userIds: [one.id] } });
  expect([await reads(one, first.id), await companiesOf(one)]).toEqual(["done", [first.id]]);
  await setOf(first.id, [first.creator.id]);
  heard.stop();
  expect([await reads(one, first.id), await companiesOf(one)]).toEqual(["notFound", []]);
  expect(heard.all.filter(({ name }) => name === "rightsChanged")).toHaveLength(2);
});

test("taken away and given back on the same day, over and over, it counts as it was said last", async () => {
  for (let round = 0; round < 3; round += 1) {
    await setOf(first.id, [one.id]);
    expect(await companiesOf(one)).toEqual([first.id]);
    await setOf(first.id, []);
    expect(await companiesOf(one)).toEqual([]);
  }
  await setOf(first.id, [first.creator.id]);
});

test("a person's companies are set from their side too, and both sides tell the same", async () => {
  expect(await setFor(two, [second.id, first.id, second.id])).toEqual([first.id, second.id].toSorted((a, b) => a - b));
  expect(await companiesOf(two)).toEqual([first.id, second.id].toSorted((a, b) => a - b));
  const names = (await office.client.companies.get({ params: { id: first.id } })).representatives.map(({ id }) => id);
  expect(names.toSorted((a, b) => a - b)).toEqual([first.creator.id, two.id].toSorted((a, b) => a - b));
  await setFor(two, [second.id]);
  expect(await companiesOf(two)).toEqual([second.id]);
  expect(await companiesOf(second.creator), "others are left alone").toEqual([second.id]);
});

test("ids of nobody are refused at their place and change nothing", async () => {
  await expect(setOf(first.id, [first.creator.id, 999_999, one.id])).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: expect.stringMatching(/^newRepIDs\.\d$/) as string, code: "unknown" }],
  });
  expect(await companiesOf(one)).toEqual([]);
  await expect(setFor(one, [999_999])).rejects.toMatchObject({ code: "badInput" });
  expect(await codeOf(setOf(999_999, []))).toBe("notFound");
  expect(await codeOf(setFor({ ...one, id: 999_999 }, []))).toBe("notFound");
});

test("each change is logged with who acted before and who does now; saying the same again is none", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  await setOf(holder.holderId, [owner.id, one.id]);
  await setOf(holder.holderId, [one.id, owner.id]);
  await setOf(holder.holderId, []);
  const log = await auditOf(app, { type: "company", id: holder.holderId }, "holder.representationChanged");
  const both = [owner.id, one.id].toSorted((a, b) => a - b);
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [{ ids: [owner.id] }, { ids: both }],
    [{ ids: both }, { ids: [] }],
  ]);
});

test("50 edits at once, from both sides, end in one of the sets that was asked for, and each row is there once", async () => {
  const sets = [[one.id], [two.id], [one.id, two.id], []];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 5 === 4 ? setFor(one, [first.id, second.id]) : setOf(first.id, sets[index % 4] ?? []),
    ),
  );
  const rows = await app.database.db
    .selectFrom("representation")
    .select(["user_id"])
    .where("company_id", "=", first.id)
    .where("valid_to", "is", null)
    .execute();
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
  const isRepresented = (await companiesOf(two)).includes(first.id);
  expect(isRepresented).toBe(rows.some(({ user_id }) => user_id === two.id));
});

test("a mandate counts to the end of its last day in the firm's time zone", async () => {
  const { db } = app.database;
  const person = await app.as("client");
  const day = async () => (await sql<{ today: string }>`select firm_today() as today`.execute(db)).rows[0]?.today;
  const nowIn = (zone: string) => dayIn(zone, app.services.now());
  expect(await day()).toBe(nowIn(settingDefaults.portalRules.timeZone));
  await setOf(second.id, [second.creator.id, person.id]);
  const endOn = (valid_to: string) =>
    db
      .updateTable("representation")
      .set({ valid_from: "2020-01-01", valid_to })
      .where("user_id", "=", person.id)
      .where("company_id", "=", second.id)
      .execute();
  const acts = async () => [await companiesOf(person), await reads(person, second.id)];
  const inZone = async (timeZone: string) => {
    const data = JSON.stringify({ ...settingDefaults.portalRules, timeZone });
    await sql`insert into setting (name, data) values ('portalRules', ${data}::jsonb)
      on conflict (name) do update set data = excluded.data`.execute(db);
  };
  // 26 hours apart: they never have the same day, whatever the hour of this test.
  for (const timeZone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    await inZone(timeZone);
    expect(await day()).toBe(nowIn(timeZone));
    await endOn(nowIn(timeZone));
    expect(await acts()).toEqual([[second.id], "done"]);
    await endOn(addDays(nowIn(timeZone), -1));
    expect(await acts()).toEqual([[], "notFound"]);
  }
  // A stored zone that nobody knows must not refuse every call.
  await inZone("Europe/Nowhere");
  expect(await day()).toBe(nowIn(settingDefaults.portalRules.timeZone));
  await db.deleteFrom("setting").where("name", "=", "portalRules").execute();
});

test("in what capacity somebody acts is kept from when they were added", async () => {
  await setOf(second.id, [second.creator.id]);
  await setOf(second.id, [second.creator.id, one.id], "trader");
  const { representatives } = await office.client.companies.get({ params: { id: second.id } });
  const capacity = (id: number) => representatives.find((row) => row.id === id)?.capacity;
  expect([capacity(one.id), capacity(second.creator.id)]).toEqual(["trader", "statutory"]);
});

test("what concerns a company is told to all who act for it now, and to none who is disabled", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const gone = await app.as("client");
  await setOf(holder.holderId, [owner.id, one.id, gone.id]);
  await setState(gone, "disabled");
  await setOf(holder.holderId, [owner.id, gone.id]);
  const notified = async (who: typeof holder | { holderType: "user"; holderId: number }) =>
    (await getHolderPeople(app.services.db, who)).map(({ id }) => id);
  expect(await notified(holder)).toEqual([owner.id]);
  expect(await notified({ holderType: "user", holderId: one.id })).toEqual([one.id]);
  expect(await notified({ holderType: "user", holderId: gone.id })).toEqual([]);
});

test("before its first approval a company's news go to who began it", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "returnedKYC");
  expect((await getHolderPeople(app.services.db, holder)).map(({ id }) => id)).toEqual([owner.id]);
});
