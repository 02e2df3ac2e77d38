/** Canned answers: who writes them, what is refused, and what the page gets that inserts them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const texts = { bg: "Здравейте, {{client}}!", en: "Dear {{client}},", pl: null };
const create = (title: string, more: object = texts) =>
  office.client.cannedAnswers.create({ body: { title, texts: { ...texts, ...more } } });
const change = (id: number, version: number, body: { title: string; texts: typeof texts }) =>
  office.client.cannedAnswers.change({ params: { id }, body: { ...body, version } });
const list = async () => (await internal.client.cannedAnswers.list()).answers;

test("they are listed by title, with the languages that they have; each change is recorded", async () => {
  const { id } = await create(" thanks ");
  await create("Address");
  expect((await list()).map(({ title }) => title)).toEqual(["Address", "thanks"]);
  expect(await codeOf(create("THANKS"))).toBe("nameInUse");
  await change(id, 1, { title: "Thanks", texts: { ...texts, bg: "Благодарим" } });
  expect((await list())[1]).toMatchObject({ title: "Thanks", texts: { bg: "Благодарим", pl: null }, version: 2 });
  expect(await codeOf(change(id, 2, { title: "address", texts }))).toBe("nameInUse");
  await office.client.cannedAnswers.remove({ params: { id } });
  expect(await codeOf(office.client.cannedAnswers.remove({ params: { id } }))).toBe("notFound");
  expect((await list()).map(({ title }) => title)).toEqual(["Address"]);
  expect(await auditOf(app, { type: "cannedAnswer", id }, "cannedAnswer.changed")).toMatchObject([
    { before: { title: "thanks" }, after: { title: "Thanks" } },
  ]);
  expect(await auditOf(app, { type: "cannedAnswer", id }, "cannedAnswer.removed")).toMatchObject([
    { before: { title: "Thanks", texts: { bg: "Благодарим" } } },
  ]);
});

test("an unknown placeholder is refused at its language, and a text is needed in one", async () => {
  await expect(create("Faulty", { bg: "{{name}}", en: "{{client" })).rejects.toMatchObject({
    code: "badInput",
    errors: [
      { path: "texts.bg", code: "unknown" },
      { path: "texts.en", code: "unknown" },
    ],
  });
  await expect(create("Empty", { bg: null, en: null })).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "texts", code: "required" }],
  });
  expect(await codeOf(create("Blank", { bg: "  " }))).toBe("badInput");
  expect((await list()).map(({ title }) => title)).not.toContain("Faulty");
});

test("of 10 changes of one version one is made", async () => {
  const { id } = await create("Raced");
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, at) => codeOf(change(id, 1, { title: `Raced ${at}`, texts }))),
  );
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes.filter((code) => code === "textChanged")).toHaveLength(9);
});

test("internal staff use what office writes", async () => {
  await create("Usable");
  const { answers, can } = await internal.client.cannedAnswers.list();
  expect(can).toEqual({ create: false });
  expect(answers.every((one) => !one.can.change && !one.can.remove)).toBe(true);
  expect(await codeOf(internal.client.cannedAnswers.create({ body: { title: "Mine", texts } }))).toBe("forbidden");
});

test("for a text to a client they come with the client's language and the values", async () => {
  const client = await app.as("client", { name: "Anna Nowak" });
  await client.client.users.setPreferences({ params: { id: client.id }, body: { newPrefs: { language: "pl" } } });
  const of = { holderType: "user", holderId: client.id } as const;
  const answer = await office.client.cannedAnswers.listFor({ params: of });
  expect(answer).toMatchObject({
    language: "pl",
    values: { client: "Anna Nowak", colleague: "Olga Office", today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  expect(answer.answers.map(({ title }) => title)).toContain("Usable");
  expect(await codeOf(client.client.cannedAnswers.listFor({ params: of }))).toBe("forbidden");
  expect(await codeOf(office.client.cannedAnswers.listFor({ params: { ...of, holderId: 999_999 } }))).toBe("notFound");
});

test("ready remarks are kept for fields beside answers, changed and recorded as they are", async () => {
  const body = {
    title: "As in the passport",
    texts: { bg: null, en: "Please write it as in your passport, {{client}}.", pl: null },
    use: "remark" as const,
    fields: ["lastName"],
  };
  const { id } = await office.client.cannedAnswers.create({ body });
  const client = await app.as("client", { name: "Anna Nowak" });
  const of = { holderType: "user", holderId: client.id } as const;
  const offered = async () =>
    (await internal.client.cannedAnswers.listFor({ params: of })).answers.find((one) => one.id === id);
  expect(await offered()).toMatchObject({ use: "remark", fields: ["lastName"] });
  expect((await list()).find(({ title }) => title === "Address")).toMatchObject({ use: "answer", fields: [] });
  await office.client.cannedAnswers.change({ params: { id }, body: { ...body, fields: [], version: 1 } });
  expect(await offered()).toMatchObject({ use: "remark", fields: [] });
  expect(await codeOf(office.client.cannedAnswers.create({ body: { ...body, title: "Path", fields: ["a.b"] } }))).toBe(
    "badInput",
  );
  expect(await auditOf(app, { type: "cannedAnswer", id }, "cannedAnswer.changed")).toMatchObject([
    { before: { fields: ["lastName"] }, after: { fields: [] } },
  ]);
});
