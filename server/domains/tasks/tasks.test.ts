/** Clients' requests to the firm: a mail to its distribution list, and a task for staff. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails } from "../../testing/effects.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
let admin: TestUser;
let client: TestUser;
const recipients = ["desk@firm.example", "backup@firm.example"];
const service = (id: string, name: string) => ({ id, name: { bg: `${name} (bg)`, en: name, pl: `${name} (pl)` } });

const setRequests = (data: unknown) =>
  admin.client.settings.save({ params: { name: "clientRequests" }, body: { data } });

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  client = await app.as("client", { name: "Ivan Petrov" });
  await setRequests({
    recipients,
    services: [service("research", "Research letters"), service("fx", "Currency desk")],
  });
});
afterAll(() => app.close());

const write = ({ id, client: calls }: TestUser, title: string, content = "Please call me.") =>
  calls.users.mailAdmins({ params: { id }, body: { title, content } });
const subscribe = ({ id, client: calls }: TestUser, wanted: string) =>
  calls.users.requestSubscription({ params: { id }, body: { service: wanted } });
const list = (query: { done?: "true" | "false"; limit?: number; cursor?: string } = {}) =>
  internal.client.tasks.list({ query });
const setDone = (who: TestUser, taskId: number, done: boolean) =>
  who.client.tasks.setDone({ params: { taskId }, body: { done } });

test("a message to the firm goes by mail to everyone on its list, and waits as a task with what was written", async () => {
  const mails = recordMails(app);
  const heard = listen(app);
  const { taskId } = await write(client, "About my portfolio", "Line one\n<script>two</script>");
  heard.stop();
  expect(mails.map(({ to }) => to)).toEqual(recipients);
  for (const mail of mails)
    expect(mail).toMatchObject({
      template: "clientRequest",
      params: {
        client: "Ivan Petrov",
        title: "About my portfolio",
        content: "Line one\n<script>two</script>",
        link: expect.stringMatching(/\/en\/admin\/tasks$/) as string,
      },
    });
  const task = (await list()).tasks.find(({ id }) => id === taskId);
  expect(task).toMatchObject({
    kind: "message",
    user: { id: client.id, name: "Ivan Petrov" },
    title: "About my portfolio",
    content: "Line one\n<script>two</script>",
    done_at: null,
    done_by: null,
  });
  expect(heard.all).toContainEqual({ name: "staffList:changed", event: { part: "tasks" } });
  // Without an assigned colleague, everyone who decides about clients is notified.
  expect(new Set(heard.all.map(({ name }) => name))).toEqual(new Set(["staffList:changed", "notification"]));
  expect(await auditOf(app, { type: "user", id: client.id }, "user.messageSent")).toMatchObject([
    { after: { taskId } },
  ]);
});

test("what a person writes whom nobody has identified is read in the portal, not in a mail to staff", async () => {
  const lure = "Your mailbox is full: https://evil.example";
  for (const state of ["preKYC", "pendingKYC", "rejected"] as const) {
    const stranger = await app.as("client", { state, name: lure });
    const mails = recordMails(app);
    const { taskId } = await write(stranger, lure, lure);
    expect(mails).toHaveLength(recipients.length);
    for (const mail of mails) {
      const { subject, text, html } = renderMail("en", mail as never, {
        name: "Portico",
        supportEmail: "help@firm.example",
        timeZone: "UTC",
        logo: null,
      });
      expect(`${subject}${text}${html}`).not.toMatch(/evil|mailbox is full/);
    }
    expect((await list()).tasks.find(({ id }) => id === taskId)).toMatchObject({ title: lure, content: lure });
  }
});

test("a subscription names one of the firm's services; one that it does not offer is not found", async () => {
  const mails = recordMails(app);
  const { services } = await client.client.settings.getServices();
  expect(services.map(({ id }) => id)).toEqual(["research", "fx"]);
  const { taskId } = await subscribe(client, "fx");
  expect((await list()).tasks.find(({ id }) => id === taskId)).toMatchObject({
    kind: "subscription",
    title: "Currency desk",
    service_name: services[1]?.name,
  });
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
  await setRequests({ recipients, services: [] });
});

test("the same words sent 20 times at once are one task and one mail each; other words are another task", async () => {
  const mails = recordMails(app);
  const sender = await app.as("client");
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(sender, "Twice clicked")));
  expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1);
  expect(mails).toHaveLength(recipients.length);
  const other = await write(sender, "Twice clicked", "But with other words.");
  expect(other.taskId).not.toBe(answers[0]?.taskId);
  expect((await write(await app.as("client"), "Twice clicked")).taskId, "another person's").not.toBe(
    answers[0]?.taskId,
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

test("a task is done by one, whose name the others see; it can be opened again", async () => {
  const { taskId } = await write(client, "To be done");
  const heard = listen(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => codeOf(setDone(index % 2 ? office : internal, taskId, true))),
  );
  heard.stop();
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "stateConflict")).toHaveLength(19);
  expect(heard.all).toHaveLength(1);
  const done = (await list({ done: "true" })).tasks[0];
  expect(done).toMatchObject({ id: taskId });
  const [row] = await auditOf(app, { type: "user", id: client.id }, "task.done");
  expect([office.id, internal.id]).toContain(done?.done_by?.id);
  expect(row?.actor).toMatchObject({ userId: done?.done_by?.id });
  expect(await setDone(office, taskId, false)).toMatchObject({ done_at: null, done_by: null });
  expect(await codeOf(setDone(office, taskId, false))).toBe("stateConflict");
  expect(await codeOf(setDone(office, 999_999, true))).toBe("notFound");
  expect(await codeOf(setDone(client, taskId, true))).toBe("forbidden");
});

test("open tasks come oldest first, done ones newest first, page by page, with how many are open", async () => {
  const before = (await list({ limit: 200 })).tasks.map(({ id }) => id);
  const made: number[] = [];
  for (let index = 0; index < 5; index += 1) made.push((await write(client, `Number ${index}`)).taskId);
  const walk = async (done: "true" | "false") => {
    const ids: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ done, limit: 2, ...(cursor && { cursor }) });
      ids.push(...page.tasks.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    return ids;
  };
  expect(await walk("false")).toEqual([...before, ...made]);
  expect((await list()).open).toBe(before.length + 5);
  for (const taskId of made.slice(0, 3)) await setDone(office, taskId, true);
  expect((await walk("true")).slice(0, 3)).toEqual(made.slice(0, 3).toReversed());
  expect((await list()).open).toBe(before.length + 2);
});
