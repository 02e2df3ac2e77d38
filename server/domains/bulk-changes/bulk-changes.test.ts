/** Changes of many at once: the preview, what is left out, who is told when, and undoing within the minute. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";
import { tellOfChange } from "./bulk-changes.jobs.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("internal", { name: "Irene Internal" });
});
afterAll(() => app.close());
afterEach(() => {
  app.services.now = () => new Date();
});

const later = (seconds: number) => {
  const moment = Date.now() + seconds * 1000;
  app.services.now = () => new Date(moment);
};
const clients = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => app.as("client", { name: `${name} ${at}` })));
const preview = (change: unknown, who = office) =>
  who.client.bulkChanges.preview({ body: change as BulkChange & { sort?: never } });
const make = async (change: unknown, who = office) => {
  const { set } = await preview(change, who);
  return who.client.bulkChanges.make({ body: { change: change as never, set } });
};
const undo = (bulkChangeId: number, who = office) =>
  who.client.bulkChanges.undo({ params: { bulkChangeId }, body: {} });
const assignedTo = async (ids: readonly number[]) =>
  (
    await app.database.db
      .selectFrom("app_user")
      .select("assigned_to")
      .where("id", "in", [...ids])
      .orderBy("id")
      .execute()
  ).map(({ assigned_to }) => assigned_to);
const openTicket = async (client: TestUser, title: string): Promise<number> =>
  (
    await client.client.tickets.create({
      params: { holderType: "user", holderId: client.id },
      body: { title, content: "Please look.", key: crypto.randomUUID() },
    })
  ).id;
const newsOf = async ({ id }: TestUser) =>
  (
    await sql<{ what: string }>`
      select params->>'what' as what from notification where holder_type = 'user' and holder_id = ${id}`.execute(
      app.database.db,
    )
  ).rows.map(({ what }) => what);

test("nine clients are given to a colleague; who has them already is left out, and each is in the audit log", async () => {
  const nine = await clients(9, "Nine");
  const ids = nine.map(({ id }) => id).toSorted((one, other) => one - other);
  await office.client.users.assign({ params: { id: ids[0] ?? 0 }, body: { admin_id: colleague.id } });
  const change = { action: "assignUsers", of: { ids }, to: colleague.id };
  const seen = await preview(change);
  expect(seen).toMatchObject({ change_count: 8, left_count: 1, more: false });
  expect(seen.left).toMatchObject([{ id: ids[0], reason: "unchanged" }]);
  expect(await assignedTo(ids), "a preview changes nothing").toEqual([colleague.id, ...Array(8).fill(null)]);
  const made = await make(change);
  expect(made).toMatchObject({ changed: 8, left_count: 1 });
  expect(await assignedTo(ids)).toEqual(Array(9).fill(colleague.id));
  expect(await auditOf(app, { type: "user", id: ids[8] ?? 0 }, "holder.assigned")).toMatchObject([
    { before: { staffId: null }, after: { staffId: colleague.id } },
  ]);
  expect(await undo(made.id)).toMatchObject({ undone: 8, left_count: 0 });
  expect(await assignedTo(ids)).toEqual([colleague.id, ...Array(8).fill(null)]);
  expect(await auditOf(app, { type: "user", id: ids[8] ?? 0 }, "holder.assigned")).toHaveLength(2);
  expect(await codeOf(undo(made.id)), "only once").toBe("stateConflict");
});

test("all that match are those of the list's filter; if others match than in the preview, nothing is changed", async () => {
  const some = await clients(3, "Quillfeather");
  const change = {
    action: "assignUsers",
    of: { filter: { search: "Quillfeather", role: "client" } },
    to: colleague.id,
  };
  const { set, change_count } = await preview(change);
  expect(change_count).toBe(3);
  const [added] = await clients(1, "Quillfeather the later");
  const body = { change: change as never, set };
  expect(await codeOf(office.client.bulkChanges.make({ body }))).toBe("selectionChanged");
  const ids = [...some, ...(added ? [added] : [])].map(({ id }) => id);
  expect(await assignedTo(ids)).toEqual([null, null, null, null]);
  expect(await make(change)).toMatchObject({ changed: 4 });
});

test("nine clients are put into a new group; who is in it already is left out, and undoing takes out the others alone", async () => {
  const ids = (await clients(9, "Grouped")).map(({ id }) => id);
  const groupsOf = (id = 0) => office.client.distributionGroups.listOfUser({ params: { id } });
  await office.client.distributionGroups.setOfUser({ params: { id: ids[0] ?? 0 }, body: { newGroups: ["Letters"] } });
  await office.client.distributionGroups.setOfUser({ params: { id: ids[1] ?? 0 }, body: { newGroups: ["Other"] } });
  const change = { action: "groupUsers", of: { ids }, group: "Letters" };
  expect(await preview(change)).toMatchObject({ change_count: 8, left: [{ id: ids[0], reason: "unchanged" }] });
  const made = await make(change);
  expect(made).toMatchObject({ changed: 8 });
  expect(await groupsOf(ids[1])).toEqual({ groups: ["Letters", "Other"] });
  await office.client.distributionGroups.setOfUser({ params: { id: ids[8] ?? 0 }, body: { newGroups: [] } });
  expect(await undo(made.id)).toMatchObject({ undone: 7, left: [{ id: ids[8], reason: "stateConflict" }] });
  expect([await groupsOf(ids[0]), await groupsOf(ids[1])]).toEqual([{ groups: ["Letters"] }, { groups: ["Other"] }]);
});

test("companies are given to a colleague and come back", async () => {
  const client = await app.as("client");
  const { id } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  const made = await make({ action: "assignCompanies", of: { ids: [id] }, to: colleague.id });
  expect((await office.client.companies.get({ params: { id } })).assigned_to?.id).toBe(colleague.id);
  await undo(made.id);
  expect((await office.client.companies.get({ params: { id } })).assigned_to).toBeNull();
});

test("nobody is told before the minute is over; undone within it nobody ever is", async () => {
  const client = await app.as("client");
  const told = await app.as("internal");
  const ids = [await openTicket(client, "First"), await openTicket(client, "Second")];
  const change = { action: "assignTickets", of: { ids }, to: told.id };
  const undone = await make(change);
  await tellOfChange(app.services, undone.id);
  expect(await newsOf(told)).toEqual([]);
  expect(await undo(undone.id)).toMatchObject({ undone: 2 });
  later(90);
  await tellOfChange(app.services, undone.id);
  expect(await newsOf(told)).toEqual([]);
  app.services.now = () => new Date();
  const made = await make(change);
  later(90);
  await tellOfChange(app.services, made.id);
  await tellOfChange(app.services, made.id);
  expect(await newsOf(told), "once each").toEqual(["assigned", "assigned"]);
});

test("after the minute undoing is refused, and a colleague's change is nobody else's to undo", async () => {
  const client = await app.as("client");
  const ids = [await openTicket(client, "Late")];
  const made = await make({ action: "assignTickets", of: { ids }, to: office.id });
  expect(await codeOf(undo(made.id, await app.as("admin")))).toBe("notFound");
  later(61);
  expect(await codeOf(undo(made.id))).toBe("undoOver");
  const [ticket] = (await office.client.tickets.listAll({ query: { search: "Late" } })).tickets;
  expect(ticket?.staff?.assigned_to).toBe(office.id);
});

test("what somebody changed since stays and is named, and what it tells is told; the others go back", async () => {
  const client = await app.as("client");
  const told = await app.as("internal");
  const changed = await openTicket(client, "Changed since");
  const same = await openTicket(client, "As it was");
  const made = await make({ action: "assignTickets", of: { ids: [changed, same] }, to: told.id });
  await client.client.tickets.resolve({
    params: { holderType: "user", holderId: client.id, id: changed },
    body: {},
  });
  expect(await undo(made.id)).toMatchObject({
    undone: 1,
    left: [{ id: changed, name: "Changed since", reason: "stateConflict" }],
  });
  later(90);
  await tellOfChange(app.services, made.id);
  expect((await newsOf(told)).filter((what) => what === "assigned")).toEqual(["assigned"]);
});

test("nobody gets back what they had before they left", async () => {
  const leaving = await app.as("internal");
  const [client] = await clients(1, "Handed");
  const id = client?.id ?? 0;
  await office.client.users.assign({ params: { id }, body: { admin_id: leaving.id } });
  const made = await make({ action: "assignUsers", of: { ids: [id] }, to: colleague.id });
  await app.database.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", leaving.id).execute();
  expect(await undo(made.id)).toMatchObject({ undone: 0, left: [{ id, reason: "stateConflict" }] });
  expect(await assignedTo([id])).toEqual([colleague.id]);
});

test("four clerks give the same tickets at once: each change begins where the one before it ended", async () => {
  const client = await app.as("client");
  const ids = [await openTicket(client, "Raced one"), await openTicket(client, "Raced two")];
  const clerks = await Promise.all(Array.from({ length: 4 }, () => app.as("office")));
  const made = await Promise.all(
    clerks.map((clerk) => make({ action: "assignTickets", of: { ids }, to: clerk.id }, clerk)),
  );
  expect(made.map(({ changed }) => changed)).toEqual([2, 2, 2, 2]);
  for (const ticket of ids) {
    const entries = (await auditOf(app, { type: "user", id: client.id }, "ticket.assigned")).filter(
      ({ after }) => (after as { ticket: number }).ticket === ticket,
    );
    const staff = (of: unknown) => (of as { staffId: number | null }).staffId;
    expect(entries.map(({ before }) => staff(before))).toEqual([
      null,
      ...entries.slice(0, -1).map(({ after }) => staff(after)),
    ]);
  }
});

test("an unknown colleague, too many and nobody at all are refused", async () => {
  const [client] = await clients(1, "Bounds");
  const ids = [client?.id ?? 0];
  expect(await make({ action: "assignUsers", of: { ids }, to: ids[0] })).toMatchObject({
    changed: 0,
    left: [{ reason: "badInput" }],
  });
  expect(await codeOf(preview({ action: "assignUsers", of: { ids: [] }, to: office.id }))).toBe("badInput");
  const many = Array.from({ length: 501 }, (_, at) => at + 1);
  expect(await codeOf(preview({ action: "assignUsers", of: { ids: many }, to: office.id }))).toBe("badInput");
  expect(await preview({ action: "assignUsers", of: { ids: [999_999_999] }, to: office.id })).toMatchObject({
    change_count: 0,
    left_count: 0,
  });
});

test("declined requests are mailed only once the minute is over; undone they are open again and nobody was mailed", async () => {
  const mails = recordMails(app);
  const client = await app.as("client", { clientNumber: "BULK-1" });
  const { rows } = await sql<{ id: number }>`
    insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
    select 'user', ${client.id}::bigint, 'deposit', '{}', ${client.id}::bigint from generate_series(1, 3) returning id`.execute(
    app.database.db,
  );
  const ids = rows.map(({ id }) => id);
  const decline = (of: readonly number[]) =>
    make({ action: "handleRequests", of: { ids: of }, state: "declined", message: "Please write to us first." });
  const told = async () =>
    (await client.client.notifications.listOfUser({ params: { id: client.id } })).filter(
      ({ type }) => type === "request_declined",
    ).length;
  const undone = await decline(ids);
  expect(undone.changed).toBe(3);
  const seen = (await office.client.payments.listRequests({ query: { state: "declined" } })).requests;
  expect(seen.map(({ staffMessage }) => staffMessage)).toEqual(Array(3).fill("Please write to us first."));
  await undo(undone.id);
  later(90);
  await tellOfChange(app.services, undone.id);
  expect([mails.length, await told()]).toEqual([0, 0]);
  expect((await office.client.payments.listRequests({ query: { state: "open" } })).requests).toMatchObject(
    ids.map((id) => ({ id, staffMessage: null, handled_by: null })),
  );
  app.services.now = () => new Date();
  const made = await decline(ids.slice(0, 2));
  await tellOfChange(app.services, made.id);
  expect(mails.length, "within the minute").toBe(0);
  later(90);
  expect(await codeOf(undo(made.id))).toBe("undoOver");
  await tellOfChange(app.services, made.id);
  expect([mails.length, await told()]).toEqual([2, 2]);
  expect(mails[0]).toMatchObject({ template: "news", params: { text: "Please write to us first." } });
  // One without a message is refused as its own call is.
  app.services.now = () => new Date();
  const silent = await make({ action: "handleRequests", of: { ids: ids.slice(2) }, state: "declined", message: "" });
  expect(silent).toMatchObject({ changed: 0, left: [{ reason: "badInput" }] });
});
