/** Companies: started by a person, selected as the active company, searched and assigned by staff. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";
import { companyWithDraft } from "../forms/testing/filled.ts";
import { arrangeHolder, ask } from "../onboarding/testing/holders.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  internal = await app.as("internal");
});
afterAll(() => app.close());

const begin = ({ id, client }: TestUser) => client.companies.create({ params: { userId: id }, body: {} });
const startedOf = ({ id, client }: TestUser) => client.companies.getStartedState({ params: { userId: id } });
const choose = ({ id, client }: TestUser, lastCompany: number | null) =>
  client.users.setLastCompany({ params: { id }, body: { lastCompany } });
const activeOf = async ({ id, client }: TestUser) => (await client.users.get({ params: { id } })).lastCompany;
const companyLog = (id: number, action?: string) => auditOf(app, { type: "company", id }, action);

test("a person begins a company, which is theirs to fill in at once, and of which they do not yet count as representative", async () => {
  const client = await app.as("client", { state: "preKYC" });
  expect(await startedOf(client)).toEqual({ id: null, state: null });
  const heard = listen(app);
  const company = await begin(client);
  heard.stop();
  expect(company).toMatchObject({ name: "", state: "preKYC", client_number: null });
  expect(heard.all).toEqual([{ name: "rightsChanged", event: { userIds: [client.id] } }]);
  expect(await startedOf(client)).toEqual({ id: company.id, state: "preKYC" });
  expect(await client.client.companies.listOwn({ params: { userId: client.id } })).toEqual([company]);
  expect(await client.client.companies.getState({ params: { id: company.id } })).toMatchObject({ state: "preKYC" });
  expect((await client.client.users.getState({ params: { id: client.id } })).repCompanies).toEqual([]);
  expect(await companyLog(company.id)).toMatchObject([{ action: "company.begun", after: { creator: client.id } }]);
});

test("a company in preparation is called as its draft calls it, for its creator and for staff, and nowhere before its submission", async () => {
  const { creator, path } = await companyWithDraft(app);
  const name = "Vitosha Consult OOD";
  expect(await creator.client.companies.listOwn({ params: { userId: creator.id } })).toMatchObject([{ name }]);
  expect(await begin(creator)).toMatchObject({ id: path.holderId, name });
  for (const { client } of [creator, internal]) {
    expect(await client.companies.get({ params: { id: path.holderId } })).toMatchObject({ name });
    expect(await client.companies.getState({ params: { id: path.holderId } })).toMatchObject({ name });
  }
  const { name: kept } = await app.database.db
    .selectFrom("company")
    .select("name")
    .where("id", "=", path.holderId)
    .executeTakeFirstOrThrow();
  expect(kept).toBe("");
});

test("50 clicks on 'create' at once make one company and one audit row", async () => {
  const client = await app.as("client");
  const made = await Promise.all(Array.from({ length: 50 }, () => begin(client)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await companyLog(made[0]?.id ?? 0)).toHaveLength(1);
  const rows = await app.database.db.selectFrom("company").select("id").where("creator_id", "=", client.id).execute();
  expect(rows).toHaveLength(1);
});

test("a company stays the started one until it is decided; then the person may begin another", async () => {
  for (const [state, isStarted] of [
    ["preKYC", true],
    ["pendingKYC", true],
    ["returnedKYC", true],
    ["postKYC", false],
    ["rejected", false],
  ] as const) {
    const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", state);
    expect(await startedOf(owner), state).toEqual(
      isStarted ? { id: holder.holderId, state } : { id: null, state: null },
    );
    const next = await begin(owner);
    expect(next.id === holder.holderId, state).toBe(isStarted);
    const own = await owner.client.companies.listOwn({ params: { userId: owner.id } });
    expect(own.map(({ id }) => id)).toEqual([...new Set([holder.holderId, next.id])]);
  }
});

test("the active company is remembered; the one that is active, another's and one of nobody's are ignored", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const foreign = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  expect(await choose(owner, holder.holderId)).toEqual({ lastCompany: holder.holderId });
  expect(await choose(owner, holder.holderId)).toEqual({ lastCompany: holder.holderId });
  for (const id of [foreign.holder.holderId, 999_999])
    expect(await choose(owner, id), "ignored, and told what stands").toEqual({ lastCompany: holder.holderId });
  expect(await activeOf(owner)).toBe(holder.holderId);
  expect(await choose(owner, null)).toEqual({ lastCompany: null });
  expect(await activeOf(owner)).toBeNull();
  const begun = await begin(owner);
  expect(await choose(owner, begun.id)).toEqual({ lastCompany: begun.id });
  for (const who of [office, admin])
    expect(
      await codeOf(who.client.users.setLastCompany({ params: { id: owner.id }, body: { lastCompany: null } })),
    ).toBe("forbidden");
});

test("who no longer acts for a company is back to acting for themself, and goes on with it when it is given back", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  await app.database.db.updateTable("app_user").set({ state: "postKYC" }).where("id", "=", owner.id).execute();
  await choose(owner, holder.holderId);
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({ params: { id: holder.holderId }, body: { newRepIDs } });
  await edit([]);
  expect(await activeOf(owner)).toBeNull();
  await edit([owner.id]);
  expect(await activeOf(owner)).toBe(holder.holderId);
});

test("an approved company asks for renewal through whoever acts for it, and through nobody else", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const request = ({ client }: TestUser) =>
    client.companies.requestUpdate({ params: { id: holder.holderId }, body: {} });
  expect(await codeOf(request(office))).toBe("forbidden");
  expect(await codeOf(request(await app.as("client")))).toBe("notFound");
  expect(await request(owner)).toEqual({ state: "pendingReKYC" });
  expect(await codeOf(request(owner))).toBe("stateConflict");
});

test("staff see who acts for a company only jointly, by its form; its own people are told nothing of it here", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const other = await app.as("client", { name: "Vera Koleva" });
  const at = { params: { id: holder.holderId } };
  await office.client.companies.editRepresentatives({ ...at, body: { newRepIDs: [owner.id, other.id] } });
  await app.database.pool.query("update company set signing_authority = $2 where id = $1", [
    holder.holderId,
    JSON.stringify([
      { name: "Vera Koleva", authority: "jointly", limit: { amount: "10000", currency: "EUR" } },
      { name: (await internal.client.users.get({ params: { id: owner.id } })).name, authority: "severally" },
    ]),
  ]);
  const seenBy = async (by: TestUser) =>
    Object.fromEntries(
      (await by.client.companies.get(at)).representatives.map(({ id, binds_alone: alone }) => [id, alone]),
    );
  expect(await seenBy(internal)).toEqual({ [owner.id]: true, [other.id]: false });
  expect(await seenBy(owner)).toEqual({ [owner.id]: undefined, [other.id]: undefined });
  const statedBy = async (by: TestUser) =>
    (await by.client.companies.get(at)).representatives.find(({ id }) => id === other.id)?.stated;
  expect(await statedBy(internal)).toEqual({
    authority: "jointly",
    with: [],
    limit: { amount: "10000", currency: "EUR" },
  });
  expect(await statedBy(owner)).toBeUndefined();
});

test("staff see who began a company, who acts for it in what capacity, and who of them has it", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const other = await app.as("client", { name: "Zoya Second" });
  const at = { params: { id: holder.holderId } };
  await office.client.companies.editRepresentatives({
    ...at,
    body: { newRepIDs: [owner.id, other.id], capacity: "proxy" },
  });
  await office.client.companies.assign({ ...at, body: { admin_id: office.id } });
  const company = await internal.client.companies.get(at);
  expect(company.creator.id).toBe(owner.id);
  expect((await owner.client.companies.get(at)).assigned_to, "none of the client's concern").toBeNull();
  expect(company.assigned_to).toEqual({ id: office.id, name: "Olga Office" });
  expect(Object.fromEntries(company.representatives.map(({ id, capacity }) => [id, capacity]))).toEqual({
    [owner.id]: "statutory",
    [other.id]: "proxy",
  });
  expect((await companyLog(holder.holderId, "holder.assigned")).map(({ after }) => after)).toEqual([
    { staffId: office.id },
  ]);
  await expect(office.client.companies.assign({ ...at, body: { admin_id: owner.id } })).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "admin_id", code: "unknown" }],
  });
  expect(await codeOf(office.client.companies.assign({ params: { id: 999_999 }, body: { admin_id: null } }))).toBe(
    "notFound",
  );
  expect(await codeOf(internal.client.companies.get({ params: { id: 999_999 } }))).toBe("notFound");
});

test("staff find companies by name, number, state and colleague, in every order, page by page", async () => {
  const own = await createTestApp();
  const reader = await own.as("internal");
  const assignee = await own.as("office");
  const { db } = own.database;
  const names = [
    "Vitosha Consult OOD",
    "vitosha two",
    "Żubr Sp. z o.o.",
    "50% AD",
    "Рила АД",
    "Same",
    "Same",
    "Same",
    "",
  ];
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const creator = await own.as("client");
    const { id } = await db
      .insertInto("company")
      .values({
        creator_id: creator.id,
        name,
        state: index < 2 ? "pendingKYC" : "postKYC",
        assigned_to: index % 2 ? assignee.id : null,
        created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 3))),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  await db
    .insertInto("holder_account")
    .values({ holder_type: "company", holder_id: ids[2] ?? 0, client_number: "CO-7" })
    .execute();
  await db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: ids[3] ?? 0, client_number: "CO-8" })
    .execute();
  const list = (query: Parameters<typeof reader.client.companies.list>[0]["query"]) =>
    reader.client.companies.list({ query });
  const found = async (query: Parameters<typeof list>[0]) =>
    (await list({ sort: "created_at", ...query })).companies.map(({ id }) => id);
  expect(await found({ search: "VITOSHA" })).toEqual(ids.slice(0, 2));
  expect(await found({ search: "рила" })).toEqual([ids[4]]);
  expect(await found({ search: "%" })).toEqual([ids[3]]);
  expect(await found({ search: "co-" }), "a person's number finds no company").toEqual([ids[2]]);
  expect(await found({ state: "pendingKYC", assigned: assignee.id })).toEqual([ids[1]]);
  expect((await list({ assigned: 0 })).count).toBe(5);
  expect((await list({ search: "CO-7" })).companies).toMatchObject([{ client_number: "CO-7", assigned_to: null }]);
  for (const sort of ["name", "-name", "created_at", "-created_at"] as const) {
    const whole = await list({ sort, limit: 200 });
    expect(whole.count).toBe(names.length);
    for (const limit of [1, 2, 4]) {
      const paged: typeof whole.companies = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ sort, limit, ...(cursor && { cursor }) });
        paged.push(...page.companies);
        cursor = page.nextCursor;
      } while (cursor);
      expect(paged, `${sort} by ${limit}`).toEqual(whole.companies);
    }
  }
  const { nextCursor } = await list({ sort: "name", limit: 1 });
  expect(await codeOf(list({ sort: "-name", cursor: nextCursor ?? "" }))).toBe("badInput");
  await own.close();
});

test("a company's submitted form names it", async () => {
  const { creator, path } = await companyWithDraft(app);
  await creator.client.forms.snapshot({ params: path, body: {} });
  expect(await creator.client.companies.getState({ params: { id: path.holderId } })).toMatchObject({
    name: "Vitosha Consult OOD",
    state: "pendingKYC",
  });
  await ask(office, { holderType: "company", holderId: path.holderId }, { newState: "postKYC", clientNumber: "CO-1" });
  expect((await creator.client.companies.listOwn({ params: { userId: creator.id } }))[0]).toMatchObject({
    state: "postKYC",
    client_number: "CO-1",
  });
});
