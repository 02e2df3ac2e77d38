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
  expect(await internal.client.dataFields.listArchived()).toMatchObject([
    { id, label: "Passing", can: { restore: false } },
  ]);
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
  expect(await admin.client.dataFields.restore({ params: { id }, body: {} })).toMatchObject({ id, label: "Passing" });
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

const names = { bg: "Деца", en: "Children", pl: "Dzieci" };
const save = (id: number, since: number, body: Partial<Parameters<typeof admin.client.dataFields.save>[0]["body"]>) =>
  admin.client.dataFields.save({ params: { id }, body: { names, type: "text", choices: [], since, ...body } });

test("a field of before is a text with its label as name; it gets names and a type, and values are converted", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  const id = await create("Kids");
  const [before] = (await internal.client.dataFields.list()).filter((field) => field.id === id);
  expect(before).toMatchObject({ type: "text", names: { bg: "Kids", en: "Kids", pl: "Kids" }, version: 1 });
  await setFacts(one, { Kids: " 2 " });
  await setFacts(two, { Kids: 3 });
  expect(await save(id, 1, { type: "number" })).toMatchObject({ type: "number", names, version: 2 });
  expect([await factsOf(one), await factsOf(two)]).toEqual([{ Kids: 2 }, { Kids: 3 }]);
  expect(await auditOf(app, { type: "dataField", id }, "dataField.changed")).toMatchObject([
    { before: { type: "text" }, after: { type: "number", clients: 1 } },
  ]);
  expect(await codeOf(save(id, 1, { type: "text" })), "a colleague was first").toBe("stateConflict");
});

test("a type that values would not fit is refused with how many, and nothing is changed", async () => {
  const people = [await app.as("client"), await app.as("client"), await app.as("client")];
  const id = await create("Since when");
  for (const [at, person] of people.entries())
    await setFacts(person, { "Since when": at === 0 ? "1.2.2026" : "long ago" });
  await expect(save(id, 1, { type: "day" })).rejects.toMatchObject({ code: "valuesDoNotFit", count: 2 });
  expect(await factsOf(people[0] as TestUser)).toEqual({ "Since when": "1.2.2026" });
  const choices = [{ id: "now", name: { bg: "сега", en: "now", pl: "teraz" } }];
  await expect(save(id, 1, { type: "choice", choices })).rejects.toMatchObject({ code: "valuesDoNotFit", count: 3 });
  expect(await codeOf(save(id, 1, { type: "choice" })), "a choice has choices").toBe("badInput");
  expect(await codeOf(save(id, 1, { choices })), "a text has none").toBe("badInput");
});

test("values are checked by their type, and people are found by them", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  const choices = ["low", "high"].map((name) => ({ id: name, name: { bg: name, en: name, pl: name } }));
  const { id } = await admin.client.dataFields.create({ body: { label: "Appetite", type: "choice", choices } });
  await admin.client.dataFields.create({ body: { label: "Newsletter", type: "yesNo" } });
  await expect(setFacts(one, { Appetite: "huge", Newsletter: "?" })).rejects.toMatchObject({
    errors: [
      { path: "newData.Appetite", code: "notAllowed" },
      { path: "newData.Newsletter", code: "wrongType" },
    ],
  });
  await setFacts(one, { Appetite: "low", Newsletter: true });
  await setFacts(two, { Appetite: "high" });
  const found = async (value?: string) =>
    (await internal.client.users.list({ query: { field: id, ...(value && { value }) } })).users.map((user) => user.id);
  expect(await found("high")).toEqual([two.id]);
  expect(new Set(await found())).toEqual(new Set([one.id, two.id]));
  expect(await codeOf(found("huge"))).toBe("badInput");
  expect(await codeOf(internal.client.users.list({ query: { field: 999_999 } }))).toBe("badInput");
  await remove(id);
  expect(await codeOf(found("high")), "nobody is found by what is not shown").toBe("badInput");
});

test("a type that is changed while somebody writes leaves no value that does not fit", async () => {
  for (let round = 0; round < 8; round += 1) {
    const client = await app.as("client");
    const label = `Typed ${round}`;
    const id = await create(label);
    const [written, saved] = await Promise.all([
      codeOf(setFacts(client, { [label]: "no number" })),
      codeOf(save(id, 1, { type: "number" })),
    ]);
    expect([`${written} ${saved}`]).toContainEqual(expect.stringMatching(/^(done valuesDoNotFit|badInput done)$/));
  }
});

test("all that match a data field are given to a colleague, and nobody else", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  const { id } = await admin.client.dataFields.create({ body: { label: "Given away", type: "yesNo" } });
  await setFacts(one, { "Given away": true });
  await setFacts(two, { "Given away": false });
  const preview = (value: string) =>
    office.client.bulkChanges.preview({
      body: { action: "assignUsers", of: { filter: { role: "client", field: id, value } }, to: office.id },
    });
  expect((await preview("true")).changes.map((change) => change.id)).toEqual([one.id]);
  expect((await preview("no")).changes.map((change) => change.id)).toEqual([two.id]);
  expect(await codeOf(preview("perhaps"))).toBe("badInput");
});
