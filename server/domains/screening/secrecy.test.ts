/** Nobody tells the client: nothing that a client can read, is sent or is shown names screening, a list or what was found. */
import { api } from "@portico/api";
import { auditActions } from "@portico/api/audit-actions.ts";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { socketEvents } from "@portico/api/events.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { recordMails } from "../../testing/effects.ts";
import { archivedTables } from "../data-rights/archives/parts.ts";
import { personWithDraft } from "../forms/testing/filled.ts";
import { arrangeList, screenAll } from "./testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let client: TestUser;
let mails: { to: string }[];
/** In the list's entry alone. */
const secret = "Quillfeather";
const told = new RegExp(`${secret}|MADE-UP-9|screening`, "i");

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
  await arrangeList(admin, [{ id: "MADE-UP-9", name: "Ivan Petrov", aliases: [`Ivan ${secret}`], births: ["1985"] }]);
  const begun = await personWithDraft(app);
  client = begun.client;
  mails = recordMails(app) as unknown as { to: string }[];
  await client.client.forms.snapshot({ params: begun.path, body: {} });
  await screenAll(app);
  const { candidates } = await admin.client.screening.listCandidates({ query: {} });
  const id = candidates[0]?.id ?? 0;
  await office.client.workClaims.claim({ params: { kind: "screening", itemId: id }, body: {} });
  const body = { action: "propose", state: "open", reason: `It is ${secret}` } as const;
  await office.client.screening.decide({ params: { id }, body });
  await admin.client.screening.decide({ params: { id }, body: { ...body, action: "confirm", state: "proposed" } });
});
afterAll(() => app.close());

const calls = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
  })),
);
/** The client's own, whatever a path calls it. */
const own = () => ({
  holderType: "user",
  holderId: client.id,
  userId: client.id,
  id: client.id,
  type: "KYC",
  revision: 1,
  companyId: 0,
  contractId: 1,
  ticketId: 1,
  docId: 1,
});
const readBy = (headers: Record<string, string>, endpoint: Endpoint) =>
  app.app.inject({ method: "GET", url: fillPath(endpoint.path, own()), headers });

test("no call that a client may read says anything of it, neither to them nor in view-as", async () => {
  const { viewAsId } = await admin.client.viewAs.begin({
    params: { holderType: "user", holderId: client.id },
    body: { reason: "They called about their form" },
  });
  const reading = calls.filter(({ endpoint }) => endpoint.method === "GET" && !endpoint.path.startsWith("/staff/"));
  let answered = 0;
  for (const { name, endpoint } of reading) {
    const asClient = await readBy({ authorization: `Bearer ${client.token}` }, endpoint);
    const asSeen = await readBy({ authorization: `Bearer ${admin.token}`, "x-view-as": String(viewAsId) }, endpoint);
    expect(asClient.body, name).not.toMatch(told);
    if (asClient.statusCode !== 200) continue;
    answered += 1;
    expect(asSeen.body, name).not.toMatch(told);
  }
  expect(answered).toBeGreaterThan(15);
});

test("every call of screening is refused to clients, and looks like any other to them", async () => {
  for (const { name, endpoint } of calls.filter((call) => call.name.startsWith("screening."))) {
    const { access } = endpoint;
    expect(access, name).toMatchObject({ kind: "staff" });
    if (endpoint.method !== "GET") continue;
    const { statusCode, body } = await readBy({ authorization: `Bearer ${client.token}` }, endpoint);
    expect([statusCode, told.test(body.replace(/"instance":"[^"]*"/, ""))], name).toEqual([403, false]);
  }
});

test("no mail or notification to the client tells of it", async () => {
  expect(JSON.stringify(mails)).not.toMatch(told);
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(notification)::text as text from notification
    where holder_type = 'user' and holder_id = ${client.id}`.execute(app.database.db);
  expect(rows.map(({ text }) => text).join()).not.toMatch(told);
});

test("the audit log records it about the candidate, never about the client", async () => {
  for (const [action, { subject }] of Object.entries<{ subject: string }>(auditActions))
    if (action.startsWith("screening.")) expect(subject, action).toMatch(/^screening/);
  const { rows } = await sql<{ content: string }>`
    select action || coalesce(after::text, '') as content from audit_entry
    where subject_type = 'user' and subject_id = ${String(client.id)}`.execute(app.database.db);
  expect(rows.map(({ content }) => content).join()).not.toMatch(told);
});

test("the archive of a person's data has none of its tables, and its socket events go to staff and name nobody", () => {
  expect(archivedTables.filter((table) => table.startsWith("screening"))).toEqual([]);
  const events = Object.entries<{ to: string; carries: object }>(socketEvents).filter(([name]) =>
    name.startsWith("screening:"),
  );
  expect(events.map(([, { to, carries }]) => [to, carries])).toEqual([
    ["staff", {}],
    ["staff", {}],
  ]);
});
