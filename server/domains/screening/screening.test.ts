/** Screening over HTTP: a list is taken, a form submitted, the approval waits, and people decide. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { companyWithDraft, personWithDraft } from "../forms/testing/filled.ts";
import { arrangeList, type ListedPerson, screenAll, simpleCsv } from "./testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let other: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Boris Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

/** The person of the tests' forms is Ivan Petrov, born on 1985-03-14; the owner of their companies Maria Ilieva, 1990-07-02. */
const listed: ListedPerson[] = [
  { id: "MADE-1", name: "ПЕТРОВ, Иван", births: ["1985"], countries: ["bg"] },
  { id: "MADE-2", name: "Maria Ilieva", aliases: ["Мария Илиева"], births: ["1990-07-02"] },
  { id: "MADE-3", name: "Somebody Else", births: ["1950-01-01"], countries: ["fr"] },
];

const submitted = async () => {
  const begun = await personWithDraft(app);
  await begun.client.client.forms.snapshot({ params: begun.path, body: {} });
  return begun;
};
const approve = (id: number, who = admin) =>
  who.client.users.modifyState({ params: { id }, body: { newState: "postKYC", revision: 1 } });
const ofHolder = (holderId: number, holderType: "user" | "company" = "user", who = office) =>
  who.client.screening.ofHolder({ params: { holderType, holderId } });
type Action = Parameters<TestUser["client"]["screening"]["decide"]>[0]["body"]["action"];
const decide = async (who: TestUser, id: number, action: Action, reason = "Another birth place") => {
  const { state } = await office.client.screening.getCandidate({ params: { id } });
  return who.client.screening.decide({ params: { id }, body: { action, state, reason } });
};
const openOf = async (holderId: number, holderType: "user" | "company" = "user") =>
  (await ofHolder(holderId, holderType)).candidates.filter(({ state }) => ["open", "info", "proposed"].includes(state));
const queue = async (who = office) => (await who.client.screening.listCandidates({ query: { limit: 200 } })).candidates;

test("without a list nobody is screened and nothing waits", async () => {
  const { client } = await submitted();
  expect(await ofHolder(client.id)).toMatchObject({ state: "off", candidates: [], runs: [] });
  expect(await screenAll(app)).toEqual({ holders: 0, runs: 0, candidates: 0 });
  expect(await codeOf(approve(client.id))).toBe("done");
});

test("a list is previewed with what it has, taken in one step, and kept", async () => {
  const content = simpleCsv([...listed, { id: "MADE-3", name: "Else Somebody" }, { id: "", name: "No Id" }]);
  const read = await admin.client.screening.previewList({ body: { fileName: "targets.simple.csv", content } });
  expect(read).toMatchObject({
    state: "previewed",
    format: "csv",
    entries: 3,
    names: 5,
    doubled: 1,
    undated: 0,
    refused: 1,
    listedAt: "2026-01-05T10:00:00.000Z",
    topics: [{ topic: "sanction", entries: 3 }],
    refusals: [{ line: 6, code: "missingId", detail: "No Id" }],
    can: { take: true, discard: true },
  });
  const take = (acceptRefused: boolean) =>
    admin.client.screening.takeList({ params: { id: read.id }, body: { acceptRefused } });
  expect(await codeOf(take(false))).toBe("quotesNotAccepted");
  expect(await take(true)).toMatchObject({ state: "active" });
  expect(await take(true)).toMatchObject({ state: "active" });
  expect(await codeOf(admin.client.screening.discardList({ params: { id: read.id }, body: {} }))).toBe("stateConflict");
  expect((await office.client.screening.getList({ params: { id: read.id } })).can).toEqual({
    take: false,
    discard: false,
  });
});

test.each([
  ["another table", "date;currency;rate\n2026-01-01;EUR;1", "unknownFormat"],
  ["a page", "<html></html>", "unknownFormat"],
  ["nothing", "  \n", "emptyFile"],
  ["a column less", "id,name,aliases\n1,Somebody,", "missingColumn"],
  ["no people", `{"id":"a","schema":"Address","properties":{"full":["A street"]}}`, "noEntries"],
])("a file of another format is refused with the reason: %s", async (_name, content, code) => {
  const read = await admin.client.screening.previewList({ body: { fileName: "list", content } });
  expect(read).toMatchObject({ state: "refused", can: { take: false } });
  expect(read.refusals[0]).toMatchObject({ line: null, code });
  expect(await codeOf(admin.client.screening.takeList({ params: { id: read.id }, body: {} }))).toBe("fileRefused");
});

test("entities in JSON lines are read with their aliases and programmes; what is no person or firm is left out", async () => {
  const content = [
    {
      id: "Q1",
      caption: "Ana Made",
      schema: "Person",
      target: true,
      last_change: "2026-02-01T00:00:00",
      properties: {
        name: ["Ana Made"],
        alias: ["Ана Мейд"],
        birthDate: ["1970-05"],
        country: ["bg", "suhh"],
        topics: ["role.pep"],
      },
    },
    { id: "S1", schema: "Sanction", properties: { entity: ["Q1"], programId: ["XX-MADE"] } },
    { id: "Q2", caption: "Beside", schema: "Person", target: false, properties: { name: ["Beside"] } },
    {
      id: "V1",
      caption: "A ship",
      schema: "Vessel",
      target: true,
      properties: { name: ["A ship"], topics: ["sanction"] },
    },
    {
      id: "Q3",
      caption: "王小明",
      schema: "Person",
      target: true,
      properties: { name: ["王小明"], topics: ["sanction"] },
    },
  ]
    .map((one) => JSON.stringify(one))
    .concat("{not json")
    .join("\n");
  const read = await admin.client.screening.previewList({ body: { fileName: "entities.ftm.json", content } });
  expect(read).toMatchObject({ format: "entities", entries: 1, names: 2, topics: [{ topic: "role.pep", entries: 1 }] });
  expect(read.refusals.map(({ line, code }) => [line, code])).toEqual([
    [5, "otherScript"],
    [6, "malformedLine"],
  ]);
  await admin.client.screening.discardList({ params: { id: read.id }, body: {} });
});

test("the approval of a submitted form waits until a person decided: false with a reason", async () => {
  await arrangeList(admin, listed);
  const { client } = await submitted();
  expect(await codeOf(approve(client.id))).toBe("screeningOpen");
  await screenAll(app);
  const [found, ...rest] = await openOf(client.id);
  expect(rest).toEqual([]);
  expect(found).toMatchObject({ role: "client", state: "open", name: "Ivan Petrov", entryName: "ПЕТРОВ, Иван" });
  expect(found?.score).toBeGreaterThan(0.9);
  const id = found?.id ?? 0;
  const seen = await office.client.screening.getCandidate({ params: { id } });
  expect(seen).toMatchObject({
    subject: { kind: "person", births: ["1985-03-14"] },
    entry: { id: "MADE-1", countries: ["BG"] },
    match: { birth: "year", country: "common" },
    list: { name: "targets.simple.csv" },
    threshold: 0.8,
    history: [],
    can: { false: true, info: true, propose: true, confirm: false, decline: false, withdraw: false, reopen: false },
  });
  expect(await codeOf(approve(client.id))).toBe("screeningOpen");
  // More information is no decision.
  await decide(office, id, "info", "Asked for a copy of the passport");
  expect(await codeOf(approve(client.id))).toBe("screeningOpen");
  await decide(office, id, "false");
  expect(await codeOf(approve(client.id))).toBe("done");
  const { history } = await office.client.screening.getCandidate({ params: { id } });
  expect(history.map(({ action, by, reason }) => [action, by, reason])).toEqual([
    ["info", "Olga Office", "Asked for a copy of the passport"],
    ["false", "Olga Office", "Another birth place"],
  ]);
  // The approval added the form's account, whose owner is looked at too.
  await screenAll(app);
  expect((await ofHolder(client.id)).state).toBe("clear");
  expect((await queue()).map((one) => one.id)).not.toContain(id);
});

test("true takes two people, refuses nothing by itself, and can be opened again", async () => {
  const { client } = await submitted();
  await screenAll(app);
  const id = (await openOf(client.id))[0]?.id ?? 0;
  await decide(office, id, "propose", "The same passport");
  expect(await codeOf(decide(office, id, "confirm"))).toBe("fourEyes");
  expect(await codeOf(decide(office, id, "decline"))).toBe("fourEyes");
  expect(await codeOf(decide(other, id, "withdraw"))).toBe("forbidden");
  expect(await codeOf(approve(client.id))).toBe("screeningOpen");
  await decide(other, id, "decline", "The photo differs");
  await decide(other, id, "propose", "On second sight it does not");
  expect(await decide(office, id, "confirm")).toEqual({ state: "true" });
  const { state } = await office.client.users.get({ params: { id: client.id } });
  expect(state).toBe("pendingKYC");
  expect((await ofHolder(client.id)).state).toBe("true");
  // Nothing is rejected automatically: what follows, a person decides.
  expect(await codeOf(approve(client.id))).toBe("done");
  await decide(office, id, "reopen", "A new document");
  expect((await ofHolder(client.id)).state).toBe("open");
});

test("of two who decide at once one is first", async () => {
  const { client } = await submitted();
  await screenAll(app);
  const id = (await openOf(client.id))[0]?.id ?? 0;
  const body = { state: "open", reason: "Looked at it" } as const;
  const outcomes = await Promise.all([
    codeOf(office.client.screening.decide({ params: { id }, body: { ...body, action: "false" } })),
    codeOf(other.client.screening.decide({ params: { id }, body: { ...body, action: "propose" } })),
  ]);
  expect(outcomes.toSorted()).toEqual(["done", "stateConflict"]);
  expect((await office.client.screening.getCandidate({ params: { id } })).history).toHaveLength(1);
});

test("a company's owner and representative are screened, and payees who are somebody else", async () => {
  const { path, creator } = await companyWithDraft(app);
  await creator.client.forms.snapshot({ params: path, body: {} });
  await screenAll(app);
  const roles = (await openOf(path.holderId, "company")).map(({ role, entryName }) => `${role} ${entryName}`);
  expect(roles.toSorted()).toEqual(["owner Maria Ilieva", "owner ПЕТРОВ, Иван", "representative ПЕТРОВ, Иван"]);
  await sql`insert into bank_account_list (holder_type, holder_id) values ('company', ${path.holderId})`.execute(
    app.database.db,
  );
  await sql`
    insert into bank_account (holder_type, holder_id, currency, owner, iban, place, usable_from, created_by, changed_by)
    values ('company', ${path.holderId}, 'EUR', 'Somebody Else', 'BG80BNBG96611020345678', 0, now(), ${creator.id}, ${creator.id})`.execute(
    app.database.db,
  );
  await screenAll(app);
  expect((await openOf(path.holderId, "company")).map(({ role }) => role)).toContain("payee");
});

test("the same person against the same list is no new run; a new name is, and ends what was asked about the old one", async () => {
  const client = await app.as("client", { name: "Petrov Ivan" });
  await office.client.screening.screenNow({ params: { holderType: "user", holderId: client.id }, body: {} });
  await screenAll(app);
  const [found] = await openOf(client.id);
  await office.client.screening.screenNow({ params: { holderType: "user", holderId: client.id }, body: {} });
  expect(await screenAll(app)).toEqual({ holders: 1, runs: 0, candidates: 0 });
  expect((await ofHolder(client.id)).runs).toHaveLength(1);
  await sql`update app_user set name = 'Quite Another' where id = ${client.id}`.execute(app.database.db);
  expect((await ofHolder(client.id)).state).toBe("open");
  await screenAll(app);
  expect(await ofHolder(client.id)).toMatchObject({ state: "clear", candidates: [] });
  expect(await codeOf(decide(office, found?.id ?? 0, "false"))).toBe("stateConflict");
  expect((await office.client.screening.getCandidate({ params: { id: found?.id ?? 0 } })).history).toMatchObject([
    { action: "over", by: null },
  ]);
});

test("a decision holds for its list: a newer one asks again and shows the earlier reason; a setting keeps what did not change", async () => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const screenClient = async () => {
    await office.client.screening.screenNow({ params: { holderType: "user", holderId: client.id }, body: {} });
    await screenAll(app);
    return (await openOf(client.id))[0];
  };
  const first = await screenClient();
  await decide(office, first?.id ?? 0, "false", "Born elsewhere");
  await arrangeList(admin, listed, "second.csv");
  const again = await screenClient();
  expect(again?.id).not.toBe(first?.id);
  const seen = await office.client.screening.getCandidate({ params: { id: again?.id ?? 0 } });
  expect(seen).toMatchObject({ list: { name: "second.csv" }, earlier: [{ state: "false", reason: "Born elsewhere" }] });
  await decide(office, again?.id ?? 0, "false", "Born elsewhere, still");
  // Kept from now on, where neither changed.
  const { data } = await admin.client.settings.get({ params: { name: "screening" } });
  await admin.client.settings.save({
    params: { name: "screening" },
    body: { data: { ...(data as object), keepDecisions: true } as never },
  });
  await arrangeList(admin, listed, "third.csv");
  expect(await screenClient()).toBeUndefined();
  expect((await ofHolder(client.id)).candidates[0]).toMatchObject({ state: "false" });
  await arrangeList(admin, [{ ...(listed[0] as ListedPerson), births: ["1985", "1986"] }], "fourth.csv");
  expect(await screenClient()).toMatchObject({ state: "open" });
});

test("a list replaced while a candidate is open: it is asked anew, once", async () => {
  const client = await app.as("client", { name: "Maria Ilieva" });
  await arrangeList(admin, listed, "before.csv");
  await screenAll(app);
  const [open] = await openOf(client.id);
  await arrangeList(admin, listed, "after.csv");
  expect(await ofHolder(client.id)).toMatchObject({ state: "open" });
  // Still to be decided until it is asked anew.
  await screenAll(app);
  const [now, ...rest] = await openOf(client.id);
  expect(rest).toEqual([]);
  expect(now?.id).not.toBe(open?.id);
  expect((await office.client.screening.getCandidate({ params: { id: open?.id ?? 0 } })).state).toBe("over");
});

test("evidence is never changed, and internal staff and clients see none of it", async () => {
  for (const table of ["screening_run", "screening_decision"])
    await expect(sql`update ${sql.table(table)} set holder_id = 1`.execute(app.services.db)).rejects.toThrow(
      /permission/,
    );
  for (const table of [
    "screening_run",
    "screening_decision",
    "screening_candidate",
    "screening_subject",
    "screening_list",
  ])
    await expect(sql`delete from ${sql.table(table)}`.execute(app.services.db)).rejects.toThrow(/permission/);
  expect(await codeOf(queue(internal))).toBe("forbidden");
  const client = await app.as("client");
  expect(await codeOf(queue(client))).toBe("forbidden");
  expect(await codeOf(ofHolder(client.id, "user", client))).toBe("forbidden");
  expect(
    await codeOf(office.client.screening.previewList({ body: { fileName: "l", content: simpleCsv(listed) } })),
  ).toBe("forbidden");
});
