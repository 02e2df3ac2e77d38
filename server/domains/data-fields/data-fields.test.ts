/** Data fields and their values: what may be written, and what happens when a field is archived. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
  internal = await app.as("internal");
});
afterAll(() => app.close());

const create = async (label: string) => (await admin.client.dataFields.create({ body: { label } })).id;
const remove = (id: number) => admin.client.dataFields.remove({ params: { id } });
const labels = async () => (await internal.client.dataFields.list()).map(({ label }) => label);
const setFacts = ({ id }: TestUser, newData: Record<string, unknown>) =>
  office.client.users.setClientData({ params: { id }, body: { newData } });
const factsOf = ({ id }: TestUser) => internal.client.users.getClientData({ params: { id } });

test("fields are listed by label; a label is trimmed, and there is one of each", async () => {
  await create("  Source of contact ");
  await create("Advisor");
  expect(await labels()).toEqual(["Advisor", "Source of contact"]);
  for (const taken of ["Advisor", "ADVISOR"]) expect(await codeOf(create(taken)), taken).toBe("nameInUse");
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(create("Raced"))));
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "nameInUse")).toHaveLength(19);
  for (const label of ["", "   ", "x".repeat(81), "constructor", "__proto__"])
    expect(await codeOf(create(label))).toBe("badInput");
  expect(await codeOf(office.client.dataFields.create({ body: { label: "Office's" } }))).toBe("forbidden");
});

test("a client's facts lie under the fields that there are; another label is refused at its place", async () => {
  const client = await app.as("client");
  await create("Risk note");
  await create("Children");
  const facts = { "Risk note": "Карá ☕", Children: 3 };
  expect(await setFacts(client, facts)).toEqual(facts);
  expect(await factsOf(client)).toEqual(facts);
  await expect(setFacts(client, { ...facts, "Shoe size": 44, constructor: 1 })).rejects.toMatchObject({
    code: "badInput",
    errors: [
      { path: "newData.Shoe size", code: "unknown" },
      { path: "newData.constructor", code: "unknown" },
    ],
  });
  expect(await factsOf(client), "nothing of it was kept").toEqual(facts);
  expect(await client.client.users.getClientData({ params: { id: client.id } }), "the client may see them").toEqual(
    facts,
  );
  expect(await codeOf(internal.client.users.setClientData({ params: { id: client.id }, body: { newData: {} } }))).toBe(
    "forbidden",
  );
  expect(await codeOf(setFacts({ ...client, id: 999_999 }, {}))).toBe("notFound");
  expect(await codeOf(setFacts(client, { "Risk note": "x".repeat(20_001) })), "facts, no documents").toBe("badInput");
});

test("every kind of value comes back as it was written", async () => {
  const client = await app.as("client");
  const kinds = {
    text: "a",
    empty: "",
    number: 1.5,
    large: 2 ** 53 - 1,
    yes: true,
    no: false,
    none: null,
    list: [1, "b"],
    deep: { a: { b: [] } },
  };
  for (const label of Object.keys(kinds)) await create(label);
  await setFacts(client, kinds);
  expect(await factsOf(client)).toEqual(kinds);
  expect(await codeOf(setFacts(client, { text: "half \ud800 a sign" }))).toBe("badInput");
  expect(await codeOf(setFacts(client, { text: "nul \u0000" }))).toBe("badInput");
});

test("facts are replaced whole, and the log tells what they were", async () => {
  const client = await app.as("client");
  await create("Colour");
  await setFacts(client, { Colour: "red" });
  await setFacts(client, {});
  expect(await factsOf(client)).toEqual({});
  const log = await auditOf(app, { type: "user", id: client.id }, "user.clientDataSet");
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [{}, { Colour: "red" }],
    [{ Colour: "red" }, {}],
  ]);
});

test("an archived field keeps what clients have under it, shows nothing of it, and brings it back", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  const id = await create("Passing");
  await create("Lasting");
  await setFacts(one, { Passing: "x", Lasting: "kept" });
  await setFacts(two, { Lasting: "kept too" });
  expect(await internal.client.dataFields.countValues({ params: { id } })).toEqual({ clients: 1 });
  await remove(id);
  expect(await labels()).not.toContain("Passing");
  expect(await internal.client.dataFields.listArchived()).toEqual([{ id, label: "Passing", can: { restore: false } }]);
  expect([await factsOf(one), await factsOf(two)]).toEqual([{ Lasting: "kept" }, { Lasting: "kept too" }]);
  const listed = await internal.client.users.list({ query: { limit: 200 } });
  expect(listed.users.find((user) => user.id === one.id)?.client_data).toEqual({ Lasting: "kept" });
  expect(await setFacts(one, { Lasting: "changed" }), "what is left can be written").toEqual({ Lasting: "changed" });
  expect(await codeOf(setFacts(one, { Passing: "back" }))).toBe("badInput");
  expect(await codeOf(remove(id)), "it is archived already").toBe("notFound");
  expect(await codeOf(create("passing")), "the name stays its own").toBe("nameInUse");
  expect(await auditOf(app, { type: "dataField", id }, "dataField.archived")).toMatchObject([
    { before: { label: "Passing" }, after: { clients: 1 } },
  ]);
  expect(await codeOf(office.client.dataFields.restore({ params: { id }, body: {} }))).toBe("forbidden");
  expect(await admin.client.dataFields.restore({ params: { id }, body: {} })).toEqual({ id, label: "Passing" });
  expect(await factsOf(one)).toEqual({ Passing: "x", Lasting: "changed" });
  expect(await codeOf(admin.client.dataFields.restore({ params: { id }, body: {} }))).toBe("notFound");
  const log = await auditOf(app, { type: "user", id: one.id }, "user.clientDataSet");
  expect(log.at(-1)?.before, "the log tells of what was shown").toEqual({ Lasting: "kept" });
});

test("a field that is archived while somebody writes under it shows nothing until it is back", async () => {
  for (let round = 0; round < 10; round += 1) {
    const client = await app.as("client");
    const label = `Raced ${round}`;
    const id = await create(label);
    const [written] = await Promise.all([codeOf(setFacts(client, { [label]: "x" })), remove(id)]);
    expect(["done", "badInput"]).toContain(written);
    expect(await factsOf(client)).toEqual({});
    await admin.client.dataFields.restore({ params: { id }, body: {} });
    expect(await factsOf(client)).toEqual(written === "done" ? { [label]: "x" } : {});
  }
});
