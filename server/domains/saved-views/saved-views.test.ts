/** Shared data of the team: saved views, distribution groups, number of clients per colleague, job results. */
import { savedLists } from "@portico/api/staff-desk.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firmJobs } from "../../jobs/firm-jobs.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

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
  who.client.staffDesk.saveView({ params: { list }, body: { name, query, ...(replace && { replace }) } });
const views = (who: TestUser, list: List) => who.client.staffDesk.listViews({ params: { list } });
const remove = (who: TestUser, list: List, viewId: number) =>
  who.client.staffDesk.deleteView({ params: { list, viewId } });

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
    { ...second, created_by: { id: office.id, name: "Olga Office" } },
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

test("a view is deleted from its own list, by any of the team, once", async () => {
  const { id } = await save(internal, "forms", "Old", {});
  expect(await codeOf(remove(office, "users", id)), "not in that list").toBe("notFound");
  expect(await remove(office, "forms", id)).toEqual({ done: true });
  expect(await codeOf(remove(office, "forms", id))).toBe("notFound");
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

const groupsOf = async ({ id }: TestUser) => (await internal.client.users.getGroups({ params: { id } })).groups;
const join = ({ id }: TestUser, ...newGroups: string[]) =>
  office.client.users.updateGroups({ params: { id }, body: { newGroups } });
const rename = (who: TestUser, name: string, new_name: string) =>
  who.client.users.renameGroup({ params: { name }, body: { new_name } });
const drop = (who: TestUser, name: string) => who.client.users.deleteGroup({ params: { name } });
const allGroups = async () =>
  (await internal.client.users.listGroups()).map(({ name, members }) => ({ name, members }));

test("a user is in the groups that office says; a new name makes a group, and one without members stays", async () => {
  const [a, b] = [await app.as("client"), await app.as("client")];
  expect(await join(a, "Gold", " Клиенти/ВИП ", "Gold")).toEqual({ groups: ["Gold", "Клиенти/ВИП"] });
  await join(b, "Gold");
  expect(await allGroups()).toEqual([
    { name: "Gold", members: 2 },
    { name: "Клиенти/ВИП", members: 1 },
  ]);
  await join(a);
  expect([await groupsOf(a), await groupsOf(b)]).toEqual([[], ["Gold"]]);
  expect(await allGroups()).toContainEqual({ name: "Клиенти/ВИП", members: 0 });
  const log = await auditOf(app, { type: "user", id: a.id }, "user.groupsSet");
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [{ groups: [] }, { groups: ["Gold", "Клиенти/ВИП"] }],
    [{ groups: ["Gold", "Клиенти/ВИП"] }, { groups: [] }],
  ]);
  expect(await codeOf(join(a, "  "))).toBe("badInput");
  expect(await codeOf(join({ ...a, id: 999_999 }, "Gold"))).toBe("notFound");
  expect(await codeOf(internal.client.users.updateGroups({ params: { id: a.id }, body: { newGroups: [] } }))).toBe(
    "forbidden",
  );
});

test("a group whose name differs from another by case alone is refused; one's own may change its case", async () => {
  const [a, b] = [await app.as("client"), await app.as("client")];
  await join(a, "Quarterly letter", "Тримесечно писмо");
  for (const name of ["quarterly letter", "ТРИМЕСЕЧНО ПИСМО"])
    expect(await codeOf(join(b, name)), name).toBe("nameInUse");
  expect(await groupsOf(b)).toEqual([]);
  expect(await codeOf(join(b, "New one", "new one"))).toBe("nameInUse");
  expect((await allGroups()).map(({ name }) => name)).not.toContain("New one");
  expect(await rename(admin, "Quarterly letter", "Quarterly Letter")).toEqual({ name: "Quarterly Letter" });
});

test("an admin renames a group with its members; a name that is taken is refused, and nothing is mixed", async () => {
  const [a, b] = [await app.as("client"), await app.as("client")];
  await join(a, "North/East");
  await join(b, "South");
  expect(await rename(admin, "North/East", "North 100%")).toEqual({ name: "North 100%" });
  expect(await groupsOf(a)).toEqual(["North 100%"]);
  for (const taken of ["South", "south"])
    expect(await codeOf(rename(admin, "North 100%", taken)), taken).toBe("nameInUse");
  expect([await groupsOf(a), await groupsOf(b)]).toEqual([["North 100%"], ["South"]]);
  expect(await codeOf(rename(admin, "North/East", "Elsewhere"))).toBe("notFound");
  expect(await codeOf(rename(office, "South", "Elsewhere"))).toBe("forbidden");
  expect(await auditOf(app, { type: "group", id: "North/East" })).toMatchObject([
    { action: "group.renamed", before: { name: "North/East" }, after: { name: "North 100%" } },
  ]);
});

test("the longest name in Cyrillic, with signs that paths know, is told to, renamed and deleted like any other", async () => {
  const member = await app.as("client");
  const [long, longer] = [`${"Ж".repeat(74)}/?#% й`, "Щ".repeat(80)];
  await join(member, long);
  const body = { text: "Told" };
  expect(await office.client.notifications.sendToGroup({ params: { name: long }, body })).toEqual({ sent: 1 });
  await rename(admin, long, longer);
  expect(await groupsOf(member)).toEqual([longer]);
  expect(await drop(admin, longer)).toEqual({ done: true });
  expect(await codeOf(join(member, "Ж".repeat(81)))).toBe("badInput");
});

test("an admin deletes a group; its members stay users, and what they were told stays told", async () => {
  const member = await app.as("client");
  await join(member, "Passing", "Lasting");
  await office.client.notifications.sendToGroup({ params: { name: "Passing" }, body: { text: "Told" } });
  expect(await codeOf(drop(office, "Passing"))).toBe("forbidden");
  expect(await drop(admin, "Passing")).toEqual({ done: true });
  expect(await codeOf(drop(admin, "Passing"))).toBe("notFound");
  expect(await groupsOf(member)).toEqual(["Lasting"]);
  expect((await allGroups()).map(({ name }) => name)).not.toContain("Passing");
  const told = await member.client.notifications.listOfUser({ params: { id: member.id } });
  expect(told.map(({ text }) => text)).toEqual(["Told"]);
});

test("renaming and deleting a group at once, while somebody joins it, leaves nobody in a group that is gone", async () => {
  for (let round = 0; round < 6; round += 1) {
    const member = await app.as("client");
    await join(member, `Raced ${round}`);
    await Promise.all([
      codeOf(rename(admin, `Raced ${round}`, `Renamed ${round}`)),
      codeOf(drop(admin, `Raced ${round}`)),
      codeOf(join(await app.as("client"), `Raced ${round}`)),
    ]);
    const known = (await allGroups()).map(({ name }) => name);
    for (const name of await groupsOf(member)) expect(known).toContain(name);
  }
});

test("colleagues are listed with how many clients each has; who left or is disabled is not among them", async () => {
  const [client, gone] = [await app.as("client"), await app.as("office", { state: "disabled" })];
  const { id: company } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  await office.client.users.assign({ params: { id: client.id }, body: { admin_id: internal.id } });
  await office.client.companies.assign({ params: { id: company }, body: { admin_id: internal.id } });
  const colleagues = await office.client.staffDesk.listColleagues();
  expect(colleagues.find(({ id }) => id === internal.id)).toEqual({
    id: internal.id,
    name: "Irene Internal",
    role: "internal",
    users: 1,
    companies: 1,
  });
  expect(colleagues.map(({ id }) => id)).not.toContain(gone.id);
  expect(colleagues.map(({ id }) => id)).not.toContain(client.id);
});

test("every job of the firm is listed with its last run, also one that never ran; for admins alone", async () => {
  expect(await codeOf(office.client.staffDesk.listJobs())).toBe("forbidden");
  const jobs = await admin.client.staffDesk.listJobs();
  expect(jobs.map(({ job }) => job)).toEqual(firmJobs.map(({ name }) => name));
  expect(jobs.every(({ last }) => last === null)).toBe(true);
});
