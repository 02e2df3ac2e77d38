/** Clients' requests to the firm: a mail to its distribution list, and a ticket of the client. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails } from "../../testing/effects.ts";
import { clientRequestMail } from "../users/users.mails.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
let admin: TestUser;
let client: TestUser;
const recipients = ["desk@firm.demo", "backup@firm.demo"];
const service = (id: string, name: string) => ({ id, name: { bg: `${name} (bg)`, en: name, pl: `${name} (pl)` } });

const offered = [service("research", "Research letters"), service("fx", "Currency desk")];

const setRequests = (data: unknown) =>
  admin.client.settings.save({ params: { name: "clientRequests" }, body: { data } });

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  client = await app.as("client", { name: "Ivan Petrov" });
  await setRequests({ recipients, services: offered });
});
afterAll(() => app.close());

const write = ({ id, client: calls }: TestUser, title: string, content = "Please call me.") =>
  calls.users.mailAdmins({ params: { id }, body: { title, content } });
const subscribe = ({ id, client: calls }: TestUser, wanted: string) =>
  calls.users.requestSubscription({ params: { id }, body: { service: wanted } });
const ticketOf = (reader: TestUser, { id: holderId }: TestUser, id: number) =>
  reader.client.tickets.get({ params: { holderType: "user", holderId, id }, query: {} });
const queueOf = async (topic: string, search?: string) =>
  (await internal.client.tickets.listAll({ query: { topic, queue: "waiting", limit: 200, ...(search && { search }) } }))
    .tickets;

test("a message to the firm goes by mail to everyone on its list, and is a ticket of the client that both sides see", async () => {
  const mails = recordMails(app);
  const heard = listen(app);
  const { ticketId } = await write(client, "About my portfolio", "Line one\n<script>two</script>");
  heard.stop();
  expect(mails.map(({ to }) => to)).toEqual(recipients);
  for (const mail of mails)
    expect(mail).toMatchObject({
      template: "clientRequest",
      params: {
        client: "Ivan Petrov",
        title: "About my portfolio",
        content: "Line one\n<script>two</script>",
        link: expect.stringMatching(new RegExp(`/en/admin/user/${client.id}/tickets/${ticketId}$`)) as string,
      },
    });
  for (const reader of [client, internal])
    expect(await ticketOf(reader, client, ticketId)).toMatchObject({
      topic: "clientMessage",
      state: "open",
      holder_type: "user",
      holder_id: client.id,
      title: "About my portfolio",
      service: null,
      content: "Line one\n<script>two</script>",
      by_staff: false,
      due: { kind: "firstAnswer" },
    });
  expect((await queueOf("clientMessage")).map(({ id }) => id)).toContain(ticketId);
  // Without an assigned colleague, everyone who decides about clients is notified.
  expect(new Set(heard.all.map(({ name }) => name))).toEqual(new Set(["ticket", "notification"]));
  expect(await auditOf(app, { type: "user", id: client.id }, "ticket.opened")).toMatchObject([
    { after: { ticket: ticketId, title: "About my portfolio", topic: "clientMessage" } },
  ]);
});

test("what a person writes whom nobody has identified is read in the portal, not in a mail to staff", async () => {
  const lure = "Your mailbox is full: https://evil.example";
  for (const state of ["preKYC", "pendingKYC", "rejected"] as const) {
    const stranger = await app.as("client", { state, name: lure });
    const mails = recordMails(app);
    const { ticketId } = await write(stranger, lure, lure);
    expect(mails).toHaveLength(recipients.length);
    for (const mail of mails) {
      if (mail.template !== "clientRequest") throw new Error("another mail");
      const { subject, text, html } = renderMail(
        "en",
        { template: clientRequestMail, params: mail.params },
        {
          name: "Portico",
          supportEmail: "help@firm.example",
          accent: "#0B4F6C",
          timeZone: "UTC",
          logo: null,
        },
      );
      expect(`${subject}${text}${html}`).not.toMatch(/evil|mailbox is full/);
    }
    expect(await ticketOf(internal, stranger, ticketId)).toMatchObject({ title: lure, content: lure });
  }
});

test("a subscription names one of the firm's services; one that it does not offer is not found", async () => {
  const mails = recordMails(app);
  const { services } = await client.client.settings.getServices();
  expect(services.map(({ id }) => id)).toEqual(["research", "fx"]);
  const { ticketId } = await subscribe(client, "fx");
  for (const reader of [client, internal])
    expect(await ticketOf(reader, client, ticketId)).toMatchObject({
      topic: "serviceRequest",
      title: "Currency desk",
      service: services[1]?.name,
      content: "Currency desk (bg) / Currency desk / Currency desk (pl)",
    });
  const { rows: told } = await sql<{ params: Record<string, string> }>`
    select params from notification where type = 'client_ticket' and params ->> 'ticket' = ${String(ticketId)}`.execute(
    app.database.db,
  );
  expect(told[0]?.params).toMatchObject({
    what: "opened",
    name_bg: services[1]?.name.bg,
    name_pl: services[1]?.name.pl,
  });
  await setRequests({ recipients, services: [service("fx", "Renamed")] });
  expect((await ticketOf(client, client, ticketId)).service, "as it was named then").toEqual(services[1]?.name);
  for (const name of ["Currency desk", "Currency desk (bg)", "Currency desk (pl)"])
    expect((await queueOf("serviceRequest", name)).map(({ id }) => id)).toEqual([ticketId]);
  expect(mails).toHaveLength(recipients.length);
  expect(await codeOf(subscribe(client, "yacht"))).toBe("notFound");
  expect(mails).toHaveLength(recipients.length);
});

test("without a list the mail goes to the brand's support address", async () => {
  await setRequests({ recipients: [], services: [] });
  const { supportEmail } = (await app.anonymous.settings.getBrand()).data;
  const mails = recordMails(app);
  await write(client, "Nobody on the list");
  expect(mails.map(({ to }) => to)).toEqual([supportEmail]);
  await setRequests({ recipients, services: offered });
});

test("the same words sent 20 times at once are one ticket and one mail each; other words are another ticket", async () => {
  const mails = recordMails(app);
  const sender = await app.as("client");
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(sender, "Twice clicked")));
  expect(new Set(answers.map(({ ticketId }) => ticketId)).size).toBe(1);
  expect(mails).toHaveLength(recipients.length);
  const other = await write(sender, "Twice clicked", "But with other words.");
  expect(other.ticketId).not.toBe(answers[0]?.ticketId);
  expect((await write(await app.as("client"), "Twice clicked")).ticketId, "another person's").not.toBe(
    answers[0]?.ticketId,
  );
});

test("nobody writes in another's name, and nothing empty is sent", async () => {
  const other = await app.as("client");
  expect(
    await codeOf(client.client.users.mailAdmins({ params: { id: other.id }, body: { title: "a", content: "b" } })),
  ).toBe("notFound");
  expect(
    await codeOf(office.client.users.mailAdmins({ params: { id: other.id }, body: { title: "a", content: "b" } })),
  ).toBe("forbidden");
  for (const [title, content] of [
    ["", "b"],
    ["a", "  "],
    ["x".repeat(161), "b"],
    ["a", "x".repeat(5001)],
  ] as const)
    expect(await codeOf(write(client, title, content))).toBe("badInput");
});

test("the firm answers in the ticket, in words and by mail to the client, and the client may comment until it is closed", async () => {
  const { ticketId } = await subscribe(client, "fx");
  const params = { holderType: "user", holderId: client.id, id: ticketId } as const;
  await client.client.users.setPreferences({ params: { id: client.id }, body: { newPrefs: { language: "pl" } } });
  const mails = recordMails(app);
  await internal.client.tickets.addComment({ params, body: { content: "It is set up." } });
  expect(mails).toMatchObject([
    { template: "news", language: "pl", params: { type: "ticket_answered", document: "Currency desk (pl)" } },
  ]);
  await internal.client.tickets.resolve({ params, body: {} });
  await client.client.tickets.addComment({ params, body: { content: "Thank you, and one more thing." } });
  expect(await ticketOf(client, client, ticketId)).toMatchObject({ state: "open", comments: 2 });
  await internal.client.tickets.close({ params: { id: ticketId }, body: {} });
  expect(await codeOf(client.client.tickets.addComment({ params, body: { content: "Late" } }))).toBe("stateConflict");
});

test("a request is the person's own, also while they act for a company", async () => {
  const { ticketId } = await write(client, "From my own page");
  const { tickets } = await client.client.tickets.list({
    params: { holderType: "user", holderId: client.id },
    query: {},
  });
  expect(tickets[0]).toMatchObject({ id: ticketId, holder_type: "user", holder_id: client.id });
  const stranger = await app.as("client");
  expect(await codeOf(ticketOf(stranger, client, ticketId))).toBe("notFound");
});

test("a topic that tickets have is archived when it is removed: its name stays, and nobody chooses it", async () => {
  const rules = (await admin.client.settings.get({ params: { name: "ticketRules" } }))
    .data as SettingValue<"ticketRules">;
  const save = (topics: SettingValue<"ticketRules">["topics"]) =>
    admin.client.settings.save({ params: { name: "ticketRules" }, body: { data: { ...rules, topics } } });
  const params = { holderType: "user", holderId: client.id } as const;
  const create = (topic: string) => client.client.tickets.create({ params, body: { title: "A", content: "B", topic } });
  const listed = async (topic: string) => (await client.client.tickets.listTopics()).find(({ id }) => id === topic);
  const ticket = await create("complaint");
  await save(rules.topics.filter(({ id }) => id !== "complaint" && id !== "technical"));
  expect(await listed("complaint")).toMatchObject({ name: { en: "Complaint" }, clientsChoose: false, archived: true });
  expect(await listed("technical"), "nothing has it").toBeUndefined();
  expect(await codeOf(create("complaint"))).toBe("badInput");
  const arranged = internal.client.tickets.arrange({ params: { id: ticket.id }, body: { topic: "complaint" } });
  expect(await codeOf(arranged), "staff neither, but what has it keeps it").toBe("badInput");
  const queue = await internal.client.tickets.listAll({ query: { topic: "complaint", limit: 10 } });
  expect(queue.tickets.map(({ id }) => id)).toContain(ticket.id);
  await save(rules.topics);
  expect(await listed("complaint"), "brought back").toMatchObject({ clientsChoose: true, archived: false });
  expect(await codeOf(create("complaint"))).toBe("done");
});

test("clients choose neither of the two topics, and the firm renames them but always has them", async () => {
  const params = { holderType: "user", holderId: client.id } as const;
  for (const topic of ["clientMessage", "serviceRequest"]) {
    const body = { title: "A", content: "B", topic };
    expect(await codeOf(client.client.tickets.create({ params, body }))).toBe("badInput");
    expect((await internal.client.tickets.create({ params, body })).topic, "staff may sort by them").toBe(topic);
  }
  const rules = (await admin.client.settings.get({ params: { name: "ticketRules" } }))
    .data as SettingValue<"ticketRules">;
  const save = (topics: SettingValue<"ticketRules">["topics"]) =>
    codeOf(admin.client.settings.save({ params: { name: "ticketRules" }, body: { data: { ...rules, topics } } }));
  const own = (topic: { id: string }) => topic.id === "serviceRequest";
  expect(await save(rules.topics.filter((topic) => !own(topic)))).toBe("badInput");
  expect(await save(rules.topics.map((topic) => (own(topic) ? { ...topic, clientsChoose: true } : topic)))).toBe(
    "badInput",
  );
  const name = { bg: "Абонаменти", en: "Subscriptions", pl: "Abonamenty" };
  const promises = { ...rules.promises, normal: { firstAnswer: 30, resolution: 60 } };
  expect(await save(rules.topics.map((topic) => (own(topic) ? { ...topic, name, promises } : topic)))).toBe("done");
  const { ticketId } = await subscribe(await app.as("client"), "fx");
  const clocks = (await internal.client.tickets.listAll({ query: { topic: "serviceRequest", limit: 1 } })).tickets[0];
  expect(clocks?.id).toBe(ticketId);
  expect((await client.client.tickets.listTopics()).find(own)).toMatchObject({ name, clientsChoose: false });
});
