/** What waits by colleague: each figure is that of the list which it opens. */
import { randomUUID } from "node:crypto";
import { lateReasons } from "@portico/api/rules/tickets.ts";
import { namedOnDesk, workKinds } from "@portico/api/rules/work-kinds.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { arrangeScans, personWithDraft } from "../forms/testing/filled.ts";
import { arrangeList, screenAll } from "../screening/testing/arranged.ts";
import { addContract } from "../search/testing/records.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
});
afterAll(() => app.close());

const rows = async (who = office) => (await who.client.workload.list()).rows;
const ask = async (client: TestUser, title: string) =>
  client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title, content: "How?" },
  });

/** A request, a payment that none explains, an account to confirm and a change to decide. */
async function addWork({ id }: TestUser): Promise<void> {
  const { db } = app.database;
  await sql`insert into transaction_request (holder_type, holder_id, created_by, type, transaction_info, user_msg)
    values ('user', ${id}, ${id}, 'deposit', '{"sum": "10", "currency": "EUR"}', '')`.execute(db);
  const { rows: entries } = await sql<{ id: number }>`
    insert into ledger_entry (holder_type, holder_id, day, booked_at, kind, currency, amount, external_id, fingerprint)
    values ('user', ${id}, '2026-01-01', '2026-01-01', 'deposit', 'EUR', 7, 'e', 'e') returning id`.execute(db);
  await sql`insert into payment_review (holder_type, holder_id, entry_id, entry_day)
    values ('user', ${id}, ${entries[0]?.id ?? 0}, '2026-01-01')`.execute(db);
  await sql`insert into bank_account_list (holder_type, holder_id) values ('user', ${id})`.execute(db);
  await sql`insert into bank_account (holder_type, holder_id, place, currency, owner, state, iban, usable_from, created_by, changed_by)
    values ('user', ${id}, 1, 'EUR', 'Owner', 'new', 'BG80BNBG96611020345678', now(), ${id}, ${id})`.execute(db);
  await sql`insert into proposal (holder_type, holder_id, action, before, after, reason, proposed_by)
    values ('user', ${id}, 'setClientNumber', '{"clientNumber": null}', '{"clientNumber": "N-1"}', 'Needed', ${internal.id}),
      ('user', ${id}, 'setRole', '{"role": "client"}', '{"role": "internal"}', 'Needed', ${internal.id})`.execute(db);
}

/** How many rows the list has that the figure opens. */
async function listed(kind: (typeof workKinds)[number], person: number | null, who = office): Promise<number> {
  const query = { assigned: person ?? 0, limit: 200 };
  const { client } = who;
  switch (kind) {
    case "ticketsLate":
      return (await client.tickets.listAll({ query: { queue: "late", ...query } })).tickets.length;
    case "ticketsSoon":
      return (await client.tickets.listAll({ query: { queue: "soon", ...query } })).tickets.length;
    case "tickets":
      return (await client.tickets.listAll({ query: { queue: "waiting", due: "later", ...query } })).tickets.length;
    case "conversations":
      return (await client.chats.list({ query })).conversations.length;
    case "people":
    case "companies":
      return (
        await client.forms.list({
          params: { type: kind === "people" ? "KYC" : "companyKYC" },
          query: { show: "waiting", ...query },
        })
      ).forms.length;
    case "contracts":
      return (await client.contracts.listAll({ query: { state: "awaitingAdmin", ...query } })).contracts.length;
    case "requests":
      return (await client.payments.listRequests({ query: { state: "open", ...query } })).requests.length;
    case "payments":
      return (await client.payments.listUnexplained({ query })).payments.length;
    case "accounts":
      return (await client.payments.listNewAccounts({ query })).accounts.length;
    case "screening":
      return (await client.screening.listCandidates({ query })).candidates.length;
    case "proposals":
      return (await client.proposals.list({ query })).proposals.length;
  }
}

test("nothing waits in a new firm, and clients see nothing of it", async () => {
  expect(await rows()).toEqual([]);
  const client = await app.as("client");
  expect(await codeOf(client.client.workload.list())).toBe("forbidden");
  expect(await codeOf(client.client.workload.getDesk())).toBe("forbidden");
});

test("each figure is the count of its list, of a colleague and of nobody", async () => {
  const { db } = app.database;
  const [ana, boris] = [await app.as("client", { name: "Ana" }), await app.as("client", { name: "Boris" })];
  await office.client.users.assign({ params: { id: ana.id }, body: { admin_id: office.id } });
  const [first, late] = [await ask(ana, "First"), await ask(ana, "Late")];
  await ask(boris, "Open");
  for (const { id } of [first, late])
    await office.client.tickets.assign({ params: { id }, body: { admin_id: office.id } });
  await sql`update ticket set next_due_at = now() - interval '1 hour' where id = ${late.id}`.execute(db);
  const soon = await ask(boris, "Soon");
  await sql`update ticket set next_due_at = now() + interval '1 minute' where id = ${soon.id}`.execute(db);
  await ana.client.chats.send({
    params: { holderType: "user", holderId: ana.id },
    body: { key: randomUUID(), text: "Hello" },
  });
  for (const holder of [ana, boris]) await addWork(holder);
  for (const holder of [ana, boris]) {
    const id = await addContract(app, holder.id, "Agreement");
    await sql`update contract set state = 'awaitingAdmin' where id = ${id}`.execute(db);
  }
  await arrangeList(await app.as("admin"), [{ id: "MADE-1", name: "Ana" }]);
  await screenAll(app);
  const { client, path } = await personWithDraft(app);
  await arrangeScans(app, path);
  await client.client.forms.snapshot({ params: path, body: {} });
  const found = await rows();
  expect(found.find((row) => row.kind === "tickets" && row.person === office.id)).toMatchObject({
    name: "Olga Office",
    count: 1,
  });
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(workKinds.filter((kind) => kind !== "companies")));
  for (const { kind, person, count } of found) expect(await listed(kind, person), `${kind} ${person}`).toBe(count);
  for (const kind of workKinds)
    for (const person of [internal.id, office.id, null])
      if (!found.some((row) => row.kind === kind && row.person === person))
        expect(await listed(kind, person), `${kind} ${person}`).toBe(0);
});

test("a desk has what is the reader's and nobody's, names the oldest of it, and only changes that the reader may decide", async () => {
  const { rows: all, first } = await office.client.workload.getDesk();
  expect([...new Set(first.map(({ person }) => person))]).toEqual(expect.arrayContaining([office.id, null]));
  for (const { kind, person, count } of all) {
    if (kind === "proposals") {
      const query = { assigned: person ?? 0, decidable: "true" as const };
      expect((await office.client.proposals.list({ query })).proposals).toHaveLength(count);
    } else expect(await listed(kind, person), `${kind} ${person}`).toBe(count);
    const named = first.filter((one) => one.kind === kind && one.person === person);
    if (person === null || person === office.id) expect(named, kind).toHaveLength(Math.min(count, namedOnDesk));
  }
  expect(first.filter(({ person }) => person !== null && person !== office.id)).toEqual([]);
  expect(first.find(({ kind, person }) => kind === "requests" && person === office.id)).toMatchObject({
    holder: { name: "Ana" },
    sum: "10",
    currency: "EUR",
  });
  expect(first.find(({ kind }) => kind === "payments")).toMatchObject({ sum: "7", currency: "EUR" });
  expect(first.find(({ kind }) => kind === "people")?.revision).toBe(1);
  // Roles are decided by administrators.
  const ofRole = all.filter(({ kind }) => kind === "proposals").reduce((sum, { count }) => sum + count, 0);
  const seenByAll = (await rows())
    .filter(({ kind }) => kind === "proposals")
    .reduce((sum, { count }) => sum + count, 0);
  expect([ofRole, seenByAll]).toEqual([2, 4]);
  expect((await rows(internal)).filter(({ kind }) => kind === "proposals" || kind === "screening")).toEqual([]);
});

test("late tickets are counted by their reason, each once, as their lists show them", async () => {
  const { db } = app.database;
  const client = await app.as("client", { name: "Late" });
  const [answered, waiting] = [await ask(client, "Answered"), await ask(client, "Client's turn")];
  for (const { id } of [answered, waiting])
    await office.client.tickets.assign({ params: { id }, body: { admin_id: internal.id } });
  const nobody = await ask(client, "Nobody's");
  await sql`update ticket set next_due_at = now() - interval '1 hour' where id = any(${[answered.id, nobody.id]}::bigint[])`.execute(
    db,
  );
  await sql`update ticket set first_answered_at = now() where id = ${answered.id}`.execute(db);
  await sql`update ticket set waiting_since = null, next_due_at = null, resolution_due_at = now() - interval '1 day'
    where id = ${waiting.id}`.execute(db);
  await sql`update ticket set first_answer_due_at = next_due_at where assigned_to = ${office.id} and next_due_at < now()`.execute(
    db,
  );
  const { late } = await internal.client.workload.list();
  expect(new Set(late.map(({ why }) => why))).toEqual(new Set(lateReasons));
  for (const { person, why, count } of late) {
    const { tickets } = await internal.client.tickets.listAll({ query: { why, assigned: person ?? 0, limit: 200 } });
    expect(tickets, why).toHaveLength(count);
  }
  // A change of all that match reaches those of the list, and no others.
  const [ofNobody] = late.filter(({ why }) => why === "nobody");
  const { change_count } = await office.client.bulkChanges.preview({
    body: { action: "assignTickets", of: { filter: { queue: "late", why: "nobody" } }, to: office.id },
  });
  expect(change_count).toBe(ofNobody?.count);
  const dueNow = late.filter(({ why }) => why !== "client").reduce((sum, { count }) => sum + count, 0);
  expect((await internal.client.tickets.listAll({ query: { queue: "late", limit: 200 } })).tickets).toHaveLength(
    dueNow,
  );
});

test("tickets are listed by the days on which they were opened", async () => {
  const { db } = app.database;
  const client = await app.as("client");
  const { id } = await ask(client, "Of New Year's Day");
  // In Sofia it is the first of January already.
  await sql`update ticket set created_at = '2025-12-31 22:30Z' where id = ${id}`.execute(db);
  const on = async (from: string, to: string) =>
    (await internal.client.tickets.listAll({ query: { from, to } })).tickets.map((ticket) => ticket.id);
  expect(await on("2026-01-01", "2026-01-01")).toEqual([id]);
  expect(await on("2025-12-31", "2025-12-31")).toEqual([]);
});

test("what is done, or whose holder is disabled, waits no longer", async () => {
  const before = (await rows()).find(({ kind }) => kind === "people");
  expect(before?.count).toBe(1);
  await sql`update app_user set state = 'disabled', state_before_disabled = 'pendingKYC' where state = 'pendingKYC'`.execute(
    app.database.db,
  );
  expect((await rows()).filter(({ kind }) => kind === "people")).toEqual([]);
});
