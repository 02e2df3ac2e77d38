/** Saved views of the staff's lists, shared by all staff. */
import { savedLists } from "@portico/api/saved-views.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin", { name: "Adam Admin" });
});
afterAll(() => app.close());

type List = (typeof savedLists)[number];
const save = (who: TestUser, list: List, name: string, query: Record<string, string>, replace?: boolean) =>
  who.client.savedViews.save({ params: { list }, body: { name, query, ...(replace && { replace }) } });
const views = (who: TestUser, list: List) => who.client.savedViews.list({ params: { list } });
const remove = (who: TestUser, list: List, viewId: number) =>
  who.client.savedViews.remove({ params: { list, viewId } });

test("a view that one saves is there for the whole team, under its own list alone", async () => {
  const saved = await save(internal, "users", "  Waiting for me ", { state: "pendingKYC", columns: "name,email" });
  expect(saved).toMatchObject({ list: "users", name: "Waiting for me", created_by: { name: "Irene Internal" } });
  for (const who of [internal, office, admin]) expect(await views(who, "users")).toEqual([saved]);
  for (const list of ["companies", "forms"] as const) expect(await views(office, list)).toEqual([]);
});

test("a name that a colleague uses is refused, in whatever case, and theirs stays; replaced it is one view still", async () => {
  const first = await save(internal, "companies", "Mine", { assigned: "1" });
  for (const name of ["Mine", "mine", " MINE "])
    expect(await codeOf(save(office, "companies", name, { assigned: "2" })), name).toBe("nameInUse");
  expect(await views(internal, "companies")).toEqual([first]);
  const second = await save(office, "companies", "mine", { assigned: "2" }, true);
  expect(second.id).toBe(first.id);
  expect(await views(internal, "companies")).toEqual([
    { ...second, created_by: { id: office.id, name: "Olga Office" }, can: { change: false, take: false } },
  ]);
  expect(second).toMatchObject({ name: "mine", query: { assigned: "2" } });
});

test("of many who save a new name at once one does, and the others are told", async () => {
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => codeOf(save(office, "companies", "Raced", { n: String(index) }))),
  );
  expect(codes.toSorted()).toEqual(["done", ...Array.from({ length: 19 }, () => "nameInUse")]);
  expect((await views(office, "companies")).map(({ name }) => name)).toEqual(["Raced", "mine"]);
});

test("one's own view is replaced and deleted by oneself, and anybody's by office", async () => {
  const own = await save(internal, "forms", "Old", { n: "1" });
  expect((await save(internal, "forms", "old", { n: "2" }, true)).id).toBe(own.id);
  const theirs = await save(office, "forms", "Theirs", { n: "1" });
  expect((await views(internal, "forms")).map(({ name, can }) => [name, can.change])).toEqual([
    ["Theirs", false],
    ["old", true],
  ]);
  expect(await codeOf(save(internal, "forms", "Theirs", { n: "9" }, true))).toBe("forbidden");
  expect(await codeOf(remove(internal, "forms", theirs.id))).toBe("forbidden");
  expect((await views(internal, "forms")).find(({ id }) => id === theirs.id)).toMatchObject({ query: { n: "1" } });
  expect(await codeOf(remove(office, "users", own.id)), "not in that list").toBe("notFound");
  expect(await remove(office, "forms", own.id)).toEqual({ done: true });
  expect(await codeOf(remove(office, "forms", own.id))).toBe("notFound");
  expect(await remove(admin, "forms", theirs.id)).toEqual({ done: true });
  expect(await views(internal, "forms")).toEqual([]);
});

test("views without a name, of another list or with more than an address holds are refused; clients see none", async () => {
  expect(await codeOf(save(office, "users", "  ", {}))).toBe("badInput");
  expect(await codeOf(save(office, "users", "x".repeat(61), {}))).toBe("badInput");
  expect(await codeOf(save(office, "users", "Long", { search: "x".repeat(401) }))).toBe("badInput");
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, "x"]));
  expect(await codeOf(save(office, "users", "Many", many))).toBe("badInput");
  expect(await codeOf(save(office, "orders" as never, "Other", {}))).toBe("badInput");
  expect(await codeOf(views(await app.as("client"), "users"))).toBe("forbidden");
});

test("a view of one's own is nobody else's to see, replace or delete", async () => {
  const own = await internal.client.savedViews.save({
    params: { list: "tickets" },
    body: { name: "Only mine", query: { queue: "mine" }, shared: false },
  });
  expect(await views(internal, "tickets")).toEqual([own]);
  for (const who of [office, admin]) {
    expect(await views(who, "tickets")).toEqual([]);
    expect(await codeOf(remove(who, "tickets", own.id))).toBe("notFound");
    expect(await codeOf(save(who, "tickets", "only mine", {}, true))).toBe("forbidden");
    expect(await codeOf(who.client.savedViews.take({ params: { list: "tickets", viewId: own.id }, body: {} }))).toBe(
      "notFound",
    );
  }
  expect(await remove(internal, "tickets", own.id)).toEqual({ done: true });
});

test("a shared view stays when its owner leaves, and one of those who take it over owns it", async () => {
  const leaving = await app.as("internal", { name: "Lena Left" });
  const { id } = await save(leaving, "requests", "Lena's", { state: "paying" });
  const take = (who: TestUser) => who.client.savedViews.take({ params: { list: "requests", viewId: id }, body: {} });
  expect(await codeOf(take(office)), "its owner is there").toBe("stateConflict");
  await app.database.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", leaving.id).execute();
  expect(await views(internal, "requests")).toMatchObject([{ id, owner_left: true, can: { take: false } }]);
  expect(await views(office, "requests")).toMatchObject([{ id, owner_left: true, can: { change: true, take: true } }]);
  expect((await Promise.all([office, admin].map((who) => codeOf(take(who))))).toSorted()).toEqual([
    "done",
    "stateConflict",
  ]);
  const [taken] = await views(internal, "requests");
  expect([office.id, admin.id]).toContain(taken?.created_by.id);
  expect(taken).toMatchObject({ owner_left: false, query: { state: "paying" } });
});

test("every queue has views", async () => {
  for (const list of savedLists)
    expect((await save(office, list, "One of each", { sort: "name" })).list, list).toBe(list);
});
