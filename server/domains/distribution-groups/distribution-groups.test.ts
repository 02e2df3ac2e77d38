/** Distribution groups: who is in them, and what becomes of their members. */
import { afterAll, beforeAll, expect, test } from "vitest";
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

const groupsOf = async ({ id }: TestUser) =>
  (await internal.client.distributionGroups.listOfUser({ params: { id } })).groups;
const join = ({ id }: TestUser, ...newGroups: string[]) =>
  office.client.distributionGroups.setOfUser({ params: { id }, body: { newGroups } });
const rename = (who: TestUser, name: string, new_name: string) =>
  who.client.distributionGroups.rename({ params: { name }, body: { new_name } });
const drop = (who: TestUser, name: string) => who.client.distributionGroups.remove({ params: { name } });
const allGroups = async () =>
  (await internal.client.distributionGroups.list()).map(({ name, members }) => ({ name, members }));

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
  expect(
    await codeOf(internal.client.distributionGroups.setOfUser({ params: { id: a.id }, body: { newGroups: [] } })),
  ).toBe("forbidden");
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
