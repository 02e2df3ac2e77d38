/** Many candidates at once: given to a colleague, or decided as false with one reason, and undone. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf } from "../../../testing/effects.ts";
import { makeAllDue } from "../runs/due.queries.ts";
import { arrangeList, screenAll } from "../testing/arranged.ts";

let app: TestApp;
let office: TestUser;
let other: TestUser;
let clients: TestUser[];
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Boris Office" });
  // Two of one name, and two whose names are as near to both entries.
  clients = await Promise.all(
    ["Ivan Quillfeather", "Ivan Quillfeather", "Quillfeather Ivan", "Milosh Brambleworth"].map((name) =>
      app.as("client", { name }),
    ),
  );
  await arrangeList(await app.as("admin"), [
    { id: "MADE-1", name: "Ivan Quillfeather" },
    { id: "MADE-2", name: "Ivan Quillfeathar" },
    { id: "MADE-3", name: "Milosh Brambleworth" },
  ]);
});
afterAll(() => app.close());
/** Every one is open again. */
beforeEach(async () => {
  await sql`update screening_candidate set state = 'over', proposed_by = null`.execute(app.services.db);
  await sql`update screening_subject set ended_at = now() where ended_at is null`.execute(app.services.db);
  await app.services.db.transaction().execute((trx) => makeAllDue(trx, "rules"));
  await screenAll(app);
});

const queue = async (show: "open" | "decided" = "open") =>
  (await office.client.screening.listCandidates({ query: { show, limit: 200 } })).candidates;
const openOf = async (client: TestUser | undefined) =>
  (await queue()).filter(({ holder }) => holder.holder_id === client?.id);
const preview = (change: BulkChange, who = office) => who.client.bulkChanges.preview({ body: change });
const make = async (change: BulkChange, who = office) =>
  who.client.bulkChanges.make({ body: { change, set: (await preview(change, who)).set } });
type Clearing = Extract<BulkChange, { action: "clearCandidates" }>;
const clearing = (like: number, by: Clearing["by"], of?: Clearing["of"]): Clearing => ({
  action: "clearCandidates",
  of: of ?? { filter: { like, by } },
  like,
  by,
  reason: "Born elsewhere",
});
const firstOf = async (client: TestUser | undefined) => (await openOf(client))[0]?.id ?? 0;

test("all open candidates of one entry are false with one reason, each with its own history and record", async () => {
  expect(await queue()).toHaveLength(7);
  const id = await firstOf(clients[0]);
  const { entry } = await office.client.screening.getCandidate({ params: { id } });
  const seen = await preview(clearing(id, "entry"));
  expect(seen).toMatchObject({ change_count: 3, left_count: 0 });
  expect(seen.changes[0]).toMatchObject({ id, name: "Ivan Quillfeather" });
  expect(await make(clearing(id, "entry"))).toMatchObject({ changed: 3, left_count: 0 });
  const left = await queue();
  expect(left).toHaveLength(4);
  for (const one of (await queue("decided")).filter(({ state }) => state === "false")) {
    const { history, ...about } = await office.client.screening.getCandidate({ params: { id: one.id } });
    expect(about.entry.id).toBe(entry.id);
    expect(history).toMatchObject([{ action: "false", reason: "Born elsewhere", by: "Olga Office" }]);
    expect(await auditOf(app, { type: "screeningCandidate", id: one.id }, "screening.decided")).toHaveLength(1);
  }
});

test("all open candidates of one person of ours are false: the same facts, whichever client has them", async () => {
  const id = await firstOf(clients[0]);
  expect(await make(clearing(id, "person"))).toMatchObject({ changed: 4 });
  expect(await openOf(clients[0])).toEqual([]);
  expect(await openOf(clients[1])).toEqual([]);
  expect(await openOf(clients[2])).toHaveLength(2);
});

test("of a selection those that are neither are left out, as are those that are proposed or one's own", async () => {
  const ids = (await queue()).map(({ id }) => id);
  const id = await firstOf(clients[0]);
  const proposed = await firstOf(clients[1]);
  const body = { action: "propose", state: "open", reason: "The same passport" } as const;
  await office.client.screening.decide({ params: { id: proposed }, body });
  const made = await make(clearing(id, "person", { ids }));
  expect(made).toMatchObject({ changed: 3, left_count: 4 });
  const reasons = new Map(made.left.map((one) => [one.id, one.reason]));
  expect(reasons.get(proposed)).toBe("stateConflict");
  expect([...reasons.values()].filter((reason) => reason === "byItself")).toHaveLength(3);
});

test("without a reason nothing is decided", async () => {
  const change = { ...clearing(await firstOf(clients[0]), "entry"), reason: "  " };
  expect(await make(change)).toMatchObject({ changed: 0, left_count: 3 });
  expect(await queue()).toHaveLength(7);
});

test("undone within the minute they are open as before, which their history says; what a colleague changed since stays", async () => {
  const id = await firstOf(clients[0]);
  const second = await firstOf(clients[1]);
  const info = { action: "info", state: "open", reason: "Asked for a passport" } as const;
  await office.client.screening.decide({ params: { id }, body: info });
  const made = await make(clearing(id, "entry"));
  const reopen = { action: "reopen", state: "false", reason: "Wait" } as const;
  await other.client.screening.decide({ params: { id: second }, body: reopen });
  const undone = await office.client.bulkChanges.undo({ params: { bulkChangeId: made.id }, body: {} });
  expect(undone).toMatchObject({ undone: 2, left: [{ id: second, reason: "stateConflict" }] });
  const { state, history } = await office.client.screening.getCandidate({ params: { id } });
  expect([state, history.map(({ action }) => action)]).toEqual(["info", ["info", "false", "reopen"]]);
  expect(await queue()).toHaveLength(7);
});

test("the filter that matches others than in the preview changes nothing", async () => {
  const id = await firstOf(clients[0]);
  const { set } = await preview(clearing(id, "entry"));
  const second = await firstOf(clients[1]);
  const body = { action: "false", state: "open", reason: "By itself" } as const;
  await other.client.screening.decide({ params: { id: second }, body });
  await expect(office.client.bulkChanges.make({ body: { change: clearing(id, "entry"), set } })).rejects.toMatchObject({
    code: "selectionChanged",
  });
});

test("candidates are given to a colleague, who is told once; the record is the candidate's, not the client's", async () => {
  const ids = (await openOf(clients[0])).map(({ id }) => id);
  expect(await make({ action: "giveScreening", of: { ids }, to: other.id })).toMatchObject({ changed: 2 });
  const { claims } = await office.client.workClaims.list({ params: { kind: "screening" } });
  expect(claims.filter(({ by }) => by.id === other.id).map(({ item_id }) => item_id)).toEqual(
    ids.toSorted((one, two) => one - two),
  );
  const all = { action: "giveScreening", of: { filter: { show: "open" } }, to: null } as const;
  expect(await preview(all)).toMatchObject({ change_count: 2, left_count: 5 });
  const id = ids[0] ?? 0;
  await other.client.workClaims.release({ params: { kind: "screening", itemId: id } });
  await office.client.workClaims.claim({ params: { kind: "screening", itemId: id }, body: {} });
  const actions = (await auditOf(app, { type: "screeningCandidate", id })).map(({ action }) => action);
  expect(actions).toEqual(["screening.given", "screening.released", "screening.claimed"]);
  const about = await auditOf(app, { type: "user", id: clients[0]?.id ?? 0 });
  expect(about.filter(({ action }) => action.startsWith("work."))).toEqual([]);
});
