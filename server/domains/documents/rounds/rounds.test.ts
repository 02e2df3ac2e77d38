/** Requests for documents to many: whom they reach, what is left out, undone, answered and reminded. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";

let app: TestApp;
let office: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Otto Office" });
});
afterAll(() => app.close());

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const client = (name?: string) => app.as("client", name === undefined ? {} : { name });
/** A paper of the client that is valid until the day. */
const paper = async ({ id }: TestUser, type: string, validUntil: string | null, title = `Paper ${++made}`) =>
  (
    await sql<{ id: number }>`
      insert into document (holder_type, holder_id, type, title, valid_until, created_by, by_admin)
      values ('user', ${id}, ${type}, ${title}, ${validUntil}::date, ${office.id}, true) returning id`.execute(
      app.database.db,
    )
  ).rows[0]?.id ?? 0;
const typeOf = async () => {
  const types = await office.client.documents.listTypes();
  return types.filter(({ clientsAdd }) => clientsAdd).map(({ id }) => id);
};
const common = (round = crypto.randomUUID()) => ({ round, text: null, due: dayIn(14) });
type Change = Parameters<TestUser["client"]["bulkChanges"]["preview"]>[0]["body"];
const preview = (change: Change, by = office) => by.client.bulkChanges.preview({ body: change });
async function make(change: Change, by = office) {
  const { set } = await preview(change, by);
  return by.client.bulkChanges.make({ body: { change, set } });
}
const requestsOf = async ({ id }: TestUser) =>
  (await office.client.documents.listRequests({ params: { holderType: "user", holderId: id } })).map(
    ({ type, state }) => `${type} ${state}`,
  );
const roundOf = async (id: string) => office.client.documents.getRound({ params: { roundId: id } });
const newsOf = async ({ id, client: { notifications } }: TestUser) =>
  (await notifications.listOfUser({ params: { id } })).map(({ type }) => type);

test("nine papers that expire are asked for in one step, each of its own type; what replaces one is seen", async () => {
  const [first = "", second = first] = await typeOf();
  const people = await Promise.all(Array.from({ length: 9 }, (_, at) => client(`Person ${at}`)));
  for (const [at, person] of people.entries()) await paper(person, at % 2 === 0 ? first : second, dayIn(at - 4));
  const [renewed, asked] = [await client("Renewed"), await client("Asked")];
  await paper(renewed, first, dayIn(-9));
  await paper(renewed, first, dayIn(400));
  await paper(asked, first, dayIn(-9));
  await office.client.documents.ask({
    params: { holderType: "user", holderId: asked.id },
    body: { type: first, text: "Please", due: dayIn(3) },
  });
  const gone = await client("Gone");
  await paper(gone, first, dayIn(-9));
  await sql`update app_user set state = 'disabled' where id = ${gone.id}`.execute(app.database.db);
  const change = { action: "renewDocuments" as const, of: { filter: { before: dayIn(30) } }, ...common() };
  const seen = await preview(change);
  expect(seen.change_count).toBe(9);
  expect(seen.left.map(({ name, reason }) => `${name.split(" · ")[0]} ${reason}`).toSorted()).toEqual([
    "Asked unchanged",
    "Gone stateConflict",
  ]);
  expect(await make(change)).toMatchObject({ changed: 9, left_count: 2 });
  expect(await requestsOf(people[1] as TestUser)).toEqual([`${second} open`]);
  expect(await requestsOf(renewed)).toEqual([]);
  const round = await roundOf(change.round);
  expect(round).toMatchObject({
    type: null,
    before: dayIn(30),
    counts: { asked: 9, open: 9, received: 0, overdue: 0 },
  });
  expect(round.requests).toHaveLength(9);
  expect((await office.client.documents.listRounds()).rounds.map(({ id }) => id)).toContain(change.round);
});

test("two papers of one type are one request, and of two colleagues who ask at once one asks", async () => {
  const [type = ""] = await typeOf();
  const anna = await client("Anna");
  await paper(anna, type, dayIn(-2));
  const before = dayIn(-1);
  const of = { filter: { before, type } };
  const both = await Promise.all([
    make({ action: "renewDocuments", of, ...common() }),
    make({ action: "renewDocuments", of, ...common() }, other),
  ]);
  expect((await requestsOf(anna)).filter((one) => one === `${type} open`)).toHaveLength(1);
  expect(both.map(({ changed }) => changed).reduce((sum, one) => sum + one)).toBeGreaterThan(0);
});

test("a group is asked; staff and oneself are left out, and undone within the minute nobody is told", async () => {
  const [type = ""] = await typeOf();
  const [anna, boris] = [await client("Anna G"), await client("Boris G")];
  for (const { id } of [anna, boris, other])
    await office.client.distributionGroups.setOfUser({ params: { id }, body: { newGroups: ["Renewal"] } });
  const change = {
    action: "askUsers" as const,
    of: { filter: { group: "Renewal", sort: "name" as const } },
    type,
    ...common(),
    text: "The new agreement, please",
  };
  const done = await make(change);
  expect(done).toMatchObject({ changed: 2, left: [{ name: "Otto Office", reason: "isStaff" }] });
  expect(await requestsOf(anna)).toEqual([`${type} open`]);
  expect(await newsOf(anna)).not.toContain("document_asked");
  await office.client.documents.closeRequest({
    params: {
      holderType: "user",
      holderId: boris.id,
      requestId: (await roundOf(change.round)).requests.find(({ holder }) => holder.name === "Boris G")?.id ?? 0,
    },
    body: { outcome: "cancelled" },
  });
  const undone = await office.client.bulkChanges.undo({ params: { bulkChangeId: done.id }, body: {} });
  expect(undone).toMatchObject({ undone: 1, left: [{ name: "Boris G" }] });
  expect(await requestsOf(anna)).toEqual([]);
  expect(await newsOf(anna)).not.toContain("document_asked");
  expect((await roundOf(change.round)).counts).toMatchObject({ asked: 1, cancelled: 1 });
});

test("those who have not answered are reminded once a day, and cancelled without what came", async () => {
  const [type = ""] = await typeOf();
  const [anna, boris] = [await client("Anna R"), await client("Boris R")];
  const change = { action: "askUsers" as const, of: { ids: [anna.id, boris.id] }, type, ...common() };
  await make(change);
  const document = await paper(anna, type, null);
  await sql`update document_request set state = 'received', document_id = ${document}
    where round_id = ${change.round}::uuid and holder_id = ${anna.id}`.execute(app.database.db);
  const params = { roundId: change.round };
  expect(await office.client.documents.remindRound({ params, body: {} })).toEqual({ reminded: 1 });
  expect(await other.client.documents.remindRound({ params, body: {} })).toEqual({ reminded: 0 });
  expect(await newsOf(boris)).toContain("document_reminder");
  expect(await office.client.documents.cancelRound({ params, body: {} })).toEqual({ cancelled: 1 });
  expect((await roundOf(change.round)).counts).toMatchObject({ open: 0, received: 1, cancelled: 1 });
  expect(await roundOf(change.round)).toMatchObject({ can: { remind: false, cancel: false } });
  // Repeated, nothing changes; nobody else's round is found by another id.
  expect(await office.client.documents.cancelRound({ params, body: {} })).toEqual({ cancelled: 0 });
  expect(await codeOf(office.client.documents.getRound({ params: { roundId: crypto.randomUUID() } }))).toBe("notFound");
  expect(await codeOf((await app.as("internal")).client.documents.remindRound({ params, body: {} }))).toBe("forbidden");
});

test("the words are the portal's in each client's language, or one's own; somebody else's round is not joined", async () => {
  const [type = ""] = await typeOf();
  const [anna, boris] = [await client(), await client()];
  await anna.client.users.setPreferences({ params: { id: anna.id }, body: { newPrefs: { language: "pl" } } });
  const change = { action: "askUsers" as const, of: { ids: [anna.id] }, type, ...common() };
  await make(change);
  const [request] = await office.client.documents.listRequests({ params: { holderType: "user", holderId: anna.id } });
  expect(request?.text).toMatch(/^Prosimy/);
  expect(await make({ ...change, of: { ids: [boris.id] } }, other)).toMatchObject({
    changed: 0,
    left: [{ reason: "keyReused" }],
  });
});
