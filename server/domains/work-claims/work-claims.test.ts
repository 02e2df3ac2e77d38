/** Who works on what: two clerks race, a claim ends with the work, and work is given to a colleague. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { tellOfChange } from "../bulk-changes/bulk-changes.jobs.ts";
import { companyWithDraft } from "../forms/testing/filled.ts";

let app: TestApp;
let one: TestUser;
let other: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  one = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Boris Office" });
  client = await app.as("client", { clientNumber: "CLAIM-1" });
});
afterAll(() => app.close());

const request = async (holder: Holder = { holderType: "user", holderId: client.id }, by = client): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
    values (${holder.holderType}, ${holder.holderId}, 'deposit', '{}', ${by.id}) returning id`.execute(app.database.db);
  return rows[0]?.id ?? 0;
};
const claim = (who: TestUser, itemId: number) =>
  who.client.workClaims.claim({ params: { kind: "request", itemId }, body: {} });
const release = (who: TestUser, itemId: number) =>
  who.client.workClaims.release({ params: { kind: "request", itemId } });
const workerOf = async (itemId: number, kind: "request" | "form" = "request") =>
  (await one.client.workClaims.list({ params: { kind } })).claims.find(({ item_id }) => item_id === itemId)?.by.id ??
  null;
const decline = (requestId: number, who = one) =>
  who.client.payments.handleRequest({ params: { requestId }, body: { state: "declined", staffMessage: "Not now" } });

test("of ten clerks who claim at once one works on it, and each other is told who", async () => {
  const id = await request();
  const clerks = await Promise.all(Array.from({ length: 10 }, (_, at) => app.as("office", { name: `Clerk ${at}` })));
  const outcomes = await Promise.all(
    clerks.map((clerk) =>
      claim(clerk, id).then(
        () => "done",
        (error: { code: string; by?: string }) => `${error.code} ${error.by}`,
      ),
    ),
  );
  const winner = clerks[outcomes.indexOf("done")];
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === `claimed ${winner?.name}`)).toHaveLength(9);
  expect(await workerOf(id)).toBe(winner?.id);
});

test("a claim is one's own to repeat and to end", async () => {
  const id = await request();
  await claim(one, id);
  await claim(one, id);
  expect(await codeOf(release(other, id))).toBe("claimed");
  await release(one, id);
  await release(one, id);
  expect(await workerOf(id)).toBeNull();
  await claim(other, id);
  expect(await workerOf(id)).toBe(other.id);
});

test("a claim ends with the work, whoever does it, and nothing done is claimed", async () => {
  const id = await request();
  await claim(other, id);
  await decline(id);
  expect(await workerOf(id)).toBeNull();
  expect(await codeOf(claim(one, id))).toBe("stateConflict");
  expect(await codeOf(claim(one, 999_999_999))).toBe("notFound");
});

test("claiming against finishing: in the end nobody works on what is done", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => request()));
  await Promise.all(ids.flatMap((id) => [codeOf(claim(other, id)), decline(id)]));
  for (const id of ids) expect(await workerOf(id)).toBeNull();
});

test("nobody works on what is about themselves, and who left works on nothing", async () => {
  const own = await request({ holderType: "user", holderId: one.id }, one);
  expect(await codeOf(claim(one, own))).toBe("fourEyes");
  const leaving = await app.as("office");
  const admin = await app.as("admin");
  const id = await request();
  await claim(leaving, id);
  await admin.client.users.setRole({ params: { id: leaving.id }, body: { role: "client", reason: "Left the firm" } });
  expect(await workerOf(id)).toBeNull();
});

test("work is given to a colleague, comes back, and goes to none of the client's own people", async () => {
  const ids = [await request(), await request()];
  await claim(one, ids[0] ?? 0);
  const change = { action: "giveRequests", of: { ids }, to: other.id } as const;
  const seen = await one.client.bulkChanges.preview({ body: change });
  expect(new Set(seen.changes.map(({ from }) => from))).toEqual(new Set(["Olga Office", null]));
  const made = await one.client.bulkChanges.make({ body: { change, set: seen.set } });
  expect(made.changed).toBe(2);
  for (const id of ids) expect(await workerOf(id)).toBe(other.id);
  // Done meanwhile: stays as it is.
  await decline(ids[1] ?? 0);
  const undone = await one.client.bulkChanges.undo({ params: { bulkChangeId: made.id }, body: {} });
  expect(undone).toMatchObject({ undone: 1, left: [{ id: ids[1], reason: "stateConflict" }] });
  expect(await workerOf(ids[0] ?? 0)).toBe(one.id);
  expect(await workerOf(ids[1] ?? 0)).toBeNull();
  const about = await request({ holderType: "user", holderId: other.id }, client);
  const refused = await one.client.bulkChanges.preview({ body: { ...change, of: { ids: [about] } } });
  expect(refused.left).toMatchObject([{ id: about, reason: "fourEyes" }]);
});

test("all open requests are given by the filter of their list", async () => {
  const open = (await one.client.payments.listRequests({ query: { state: "open", limit: 200 } })).requests.length;
  const { change_count, left_count } = await one.client.bulkChanges.preview({
    body: { action: "giveRequests", of: { filter: { state: "open" } }, to: other.id },
  });
  expect(change_count + left_count).toBe(open);
});

test("whoever remarks on a form works on it; the decision ends that", async () => {
  const begun = await companyWithDraft(app, client);
  await client.client.forms.snapshot({ params: begun.path, body: {} });
  const { forms } = await one.client.forms.list({ params: { type: "companyKYC" }, query: { show: "waiting" } });
  const form = forms.find(({ holder_id }) => holder_id === begun.path.holderId);
  await one.client.forms.addRemark({
    params: { ...begun.path, revision: 1 },
    body: { path: "entity", audience: "staff", text: "Look again" },
  });
  expect(await workerOf(form?.id ?? 0, "form")).toBe(one.id);
  const seen = await one.client.bulkChanges.preview({
    body: { action: "giveForms", of: { filter: { type: "companyKYC", show: "waiting" } }, to: other.id },
  });
  expect(seen.changes).toMatchObject([{ id: form?.id, from: "Olga Office" }]);
  await one.client.companies.modifyState({
    params: { id: begun.path.holderId },
    body: { newState: "returnedKYC", revision: 1, reason: "The extract is old." },
  });
  expect(await workerOf(form?.id ?? 0, "form")).toBeNull();
});

test("a ticket is claimed by one of those who try at once; the others are told who has it", async () => {
  const { id } = await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "Raced", content: "Please look.", key: crypto.randomUUID() },
  });
  const outcomes = await Promise.all(
    [one, other].map((who) =>
      who.client.tickets.claim({ params: { id }, body: {} }).then(
        () => "done",
        (error: { code: string; by?: string }) => `${error.code} ${error.by}`,
      ),
    ),
  );
  const winner = outcomes[0] === "done" ? one : other;
  expect(outcomes.toSorted()).toEqual([`claimed ${winner.name}`, "done"]);
  expect(await codeOf(winner.client.tickets.claim({ params: { id }, body: {} }))).toBe("done");
});

test("whoever is given several is told once, when it can no longer be undone; oneself is not told", async () => {
  const minuteOver = (id: number) =>
    sql`update bulk_change set undo_until = now() - interval '1 second' where id = ${id}`.execute(app.database.db);
  const told = async (who: TestUser) =>
    (await who.client.notifications.listOfUser({ params: { id: who.id } })).filter(({ type }) => type === "work_given");
  const give = async (ids: number[], to: number) => {
    const change = { action: "giveRequests" as const, of: { ids }, to };
    const { set } = await one.client.bulkChanges.preview({ body: change });
    return one.client.bulkChanges.make({ body: { change, set } });
  };
  const colleague = await app.as("office", { name: "Vera Office" });
  const ids = [await request(), await request(), await request()];
  const { id } = await give(ids, colleague.id);
  await tellOfChange(app.services, id);
  expect(await told(colleague)).toEqual([]);
  await minuteOver(id);
  await tellOfChange(app.services, id);
  await tellOfChange(app.services, id);
  expect(await told(colleague)).toMatchObject([
    { params: { what: "request", queue: "requests", count: 3, name: "Olga Office" } },
  ]);
  const undone = await give([await request()], colleague.id);
  await one.client.bulkChanges.undo({ params: { bulkChangeId: undone.id }, body: {} });
  const own = await give([await request()], one.id);
  for (const { id: changeId } of [undone, own]) {
    await minuteOver(changeId);
    await tellOfChange(app.services, changeId);
  }
  expect(await told(colleague)).toHaveLength(1);
  expect(await told(one)).toEqual([]);
});

test("who works on what is in the log of the client", async () => {
  const entries = async () =>
    (await auditOf(app, { type: "user", id: client.id }))
      .filter(({ action }) => action.startsWith("work."))
      .map(({ action, before, after }) => ({ action, before, after }));
  const id = await request();
  const before = (await entries()).length;
  await claim(one, id);
  await claim(one, id);
  await release(one, id);
  const change = { action: "giveRequests" as const, of: { ids: [id] }, to: other.id };
  const { set } = await one.client.bulkChanges.preview({ body: change });
  await one.client.bulkChanges.make({ body: { change, set } });
  expect((await entries()).slice(before)).toEqual([
    { action: "work.claimed", before: null, after: { kind: "request", item: id } },
    { action: "work.released", before: { kind: "request", item: id }, after: null },
    { action: "work.given", before: { staffId: null }, after: { kind: "request", item: id, staffId: other.id } },
  ]);
});
