/** A client and a colleague write to each other in a ticket, each in their own browser. */
import { expect, type Route, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test.describe.configure({ timeout: 120_000 });

test("a client asks from a page, with a pasted screenshot; a colleague notes and answers, and the client sees the answer come", async ({
  browser,
}) => {
  const person = await newPerson("Tina Ticket");
  const [client, staff] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signInByCalls(client, person);
  await signInByCalls(staff, await newStaff("Stan Staff"));
  const faults = [watchFaults(client), watchFaults(staff)];

  // The page comes along, and what was typed survives a reload.
  await client.goto("/en/documents");
  await hydrated(client);
  await client.getByRole("link", { name: t("shell.footer.ask") }).click();
  await expect(client.getByRole("heading", { level: 1, name: t("tickets.new.title") })).toBeVisible();
  await client.getByLabel(t("tickets.list.title"), { exact: true }).fill("A statement is missing");
  const content = client.getByLabel(t("tickets.new.content"));
  await content.fill("I cannot find the one of **June**.");
  await client.reload();
  await hydrated(client);
  await expect(content).toHaveValue("I cannot find the one of **June**.");
  const paste = () =>
    content.evaluate((field, data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], "screenshot.png", { type: "image/png" }));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, pixel);
  const screenshot = client.getByRole("button", { name: t("ui.file.remove", { name: "screenshot.png" }) });
  await paste();
  await expect(screenshot).toBeVisible();
  await expectAccessible(client);
  // The page is not left without asking while a file is on its way.
  const send = client.getByRole("button", { name: t("tickets.new.send"), exact: true });
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  await client.route("**/api/file/user/*", async (route) => {
    await stored;
    await route.continue();
  });
  await paste();
  await expect(send).toBeDisabled();
  await client
    .getByRole("link", { name: t("shell.nav.dashboard"), exact: true })
    .first()
    .click();
  const stopped = client.getByRole("dialog", { name: t("shell.sending.stopTitle") });
  await expect(stopped).toContainText(t("shell.sending.stopText", { count: 1 }));
  await stopped.getByRole("button", { name: t("shell.sending.keepOn") }).click();
  await expect(stopped).toHaveCount(0);
  await expect(send).toBeDisabled();
  store();
  await expect(screenshot).toHaveCount(2);
  await send.click();
  await expect(client.getByRole("heading", { level: 1, name: "A statement is missing" })).toBeVisible();
  const log = client.getByRole("log");
  await expect(log.locator("strong")).toHaveText("June");
  await expect(client.getByRole("link", { name: t("documents.page.title"), exact: true }).last()).toBeVisible();

  // The colleague finds it, keeps a note from the client, and answers.
  await staff.goto("/en/admin/tickets?search=Tina");
  await hydrated(staff);
  const row = staff.getByRole("row", { name: /A statement is missing/ });
  await expect(row.locator(`td[data-label="${t("admin.tickets.waiting")}"]`)).toHaveText(/^\d{4}-\d\d-\d\d, /);
  await row.getByRole("link").first().click();
  await expect(staff.getByRole("heading", { level: 1, name: "A statement is missing" })).toBeVisible();
  // The way back is to the queue as it was, also after a reload; a link without it leads to the whole queue.
  const back = staff
    .getByRole("link", { name: t("tickets.title"), exact: true })
    .and(staff.locator("main a"))
    .last();
  await staff.reload();
  await expect(back).toHaveAttribute("href", "/en/admin/tickets?search=Tina");
  await staff.goto(new URL(staff.url()).pathname);
  await hydrated(staff);
  await expect(back).toHaveAttribute("href", "/en/admin/tickets");
  await staff.getByLabel(t("tickets.list.topic"), { exact: true }).selectOption({ label: "Complaint" });
  await expect(client.getByText("Complaint", { exact: true })).toBeVisible();
  // By keyboard nobody is told who was only passed on the way, and the focus stays.
  const assigned: string[] = [];
  staff.on("request", (request) => request.url().endsWith("/assign") && assigned.push(request.postData() ?? ""));
  const inCharge = staff.getByLabel(t("tickets.list.assigned"), { exact: true });
  const last = await inCharge.locator("option").last().innerText();
  await inCharge.press("End");
  await inCharge.press("Enter");
  await expect(client.getByText(t("tickets.lookedAfter", { name: last }))).toBeVisible();
  await expect(inCharge).toBeFocused();
  await inCharge.press("Home");
  await inCharge.press("Tab");
  await expect(client.getByText(t("tickets.notYet"))).toBeVisible();
  expect(assigned).toHaveLength(2);
  await staff.getByText(t("admin.tickets.note"), { exact: true }).click();
  await staff.getByLabel(t("admin.tickets.note.label")).fill("The custodian is late.");
  await staff.getByRole("button", { name: t("admin.tickets.note.send") }).click();
  await expect(staff.getByRole("log")).toContainText("The custodian is late.");
  await expect(staff.getByRole("button", { name: t("admin.tickets.note.send") })).toBeFocused();
  await staff.getByText(t("admin.tickets.answer"), { exact: true }).first().click();
  const answer = staff.getByLabel(t("admin.tickets.answer.label")).last();
  await answer.fill("It comes on Friday.");
  // A note in place of the answer would stop its file.
  const held: Route[] = [];
  await staff.route("**/api/file/user/*", (route) => void held.push(route));
  await staff
    .locator("input[type=file][multiple]")
    .setInputFiles({ name: "answer.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
  await expect.poll(() => held.length).toBe(1);
  await staff.getByText(t("admin.tickets.note"), { exact: true }).click();
  const question = staff.getByRole("dialog", { name: t("shell.sending.stopTitle") });
  await question.getByRole("button", { name: t("shell.sending.stop"), exact: true }).click();
  await expect(staff.getByLabel(t("admin.tickets.note.label"))).toBeVisible();
  await staff.getByText(t("admin.tickets.answer"), { exact: true }).first().click();
  await expect(staff.getByText("answer.png")).toHaveCount(0);
  const sent = Promise.withResolvers<void>();
  await staff.route(/\/comments$/, async (route) => {
    if (route.request().method() === "POST") await sent.promise;
    await route.continue();
  });
  await staff.getByRole("button", { name: t("admin.tickets.answer.send") }).click();
  // What is typed now would be lost.
  await expect(answer).not.toBeEditable();
  sent.resolve();
  await expect(answer).toHaveValue("");
  await expect(answer).toBeEditable();

  await expect(log).toContainText("It comes on Friday.");
  await expect(log).not.toContainText("custodian");
  // Neither is the note in any page that the server renders for the client.
  for (const path of [
    new URL(client.url()).pathname,
    "/en/tickets",
    "/en/chat",
    "/en/notifications",
    "/en/documents",
  ]) {
    const rendered = await client.request.get(path);
    expect(rendered.status(), path).toBe(200);
    expect(await rendered.text(), path).not.toContain("custodian is late");
  }
  await expectAccessible(client);
  await expectAccessible(staff);

  // The client's dashboard says that it is their turn.
  await client.getByRole("link", { name: t("shell.nav.dashboard"), exact: true }).click();
  await expect(client.getByText(t("dashboard.needs.tickets", { count: 1 }))).toBeVisible();
  await client.getByRole("link", { name: t("dashboard.needs.ticketsAction") }).click();
  await client.getByRole("link", { name: "A statement is missing" }).click();

  // Resolved by the client, and open again by a comment.
  await client.getByRole("button", { name: t("tickets.resolve") }).click();
  await expect(staff.getByText(t("tickets.state.resolved"), { exact: true }).first()).toBeVisible();
  await client.getByRole("textbox", { name: t("tickets.reply.label") }).fill("Thank you. And the one of May?");
  await client.getByRole("button", { name: t("tickets.reply.send") }).click();
  await expect(staff.getByRole("log")).toContainText("And the one of May?");
  await expect(staff.getByText(t("tickets.state.assigned"), { exact: true }).first()).toBeVisible();

  // Two comments are one line among the colleague's notifications, and go together.
  await person.client.tickets.addComment({
    params: { holderType: "user", holderId: person.id, id: Number(new URL(client.url()).pathname.split("/").at(-1)) },
    body: { content: "And April?" },
  });
  await staff.getByRole("button", { name: /^Notifications/ }).click();
  const line = staff.getByRole("listitem").filter({ hasText: /comment in the ticket “A statement is missing”/ });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(t("notifications.equal", { count: 2 }));
  await line.getByRole("button", { name: t("notifications.remove") }).click();
  await expect(line).toHaveCount(0);
  await staff.keyboard.press("Escape");

  for (const page of [client, staff]) expect(await layoutFaults(page, [320, 1440])).toEqual([]);

  // A phone's card tells number and topic too.
  await client.goto("/en/tickets");
  await client.setViewportSize({ width: 390, height: 900 });
  await expect(client.getByRole("cell", { name: /^#\d+ · Complaint$/ })).toBeVisible();
  await client.setViewportSize({ width: 1280, height: 900 });
  await expect(client.getByRole("cell", { name: /^#\d+$/ })).toBeVisible();

  // A service that they ask for is a ticket too, which each side reads in their language; the former list leads to it.
  await client.goto("/en/profile");
  await hydrated(client);
  const ask = t("users.contact.ask");
  await client.getByRole("button", { name: `${ask}: Market research` }).click();
  await client.getByRole("dialog").getByRole("button", { name: ask }).click();
  const number = t("users.contact.ticket", { number: "" });
  await client.getByRole("link", { name: new RegExp(number) }).click();
  await expect(client.getByRole("heading", { level: 1, name: "Market research" })).toBeVisible();
  await expect(client.getByRole("log")).toContainText(t("tickets.requestedService", { name: "Market research" }));
  await staff.goto("/bg/admin/tasks");
  await hydrated(staff);
  await expect(staff).toHaveURL(/\/bg\/admin\/tickets$/);
  await staff
    .getByRole("row", { name: /Анализи на пазара.*Tina Ticket/ })
    .getByRole("link")
    .first()
    .click();
  await expect(staff.getByRole("heading", { level: 1, name: "Анализи на пазара" })).toBeVisible();

  await staff.goto("/en/admin/tickets?queue=all&search=Tina Ticket");
  await hydrated(staff);
  await expect(staff.getByRole("row", { name: /Market research/ })).toBeVisible();
  await staff.getByLabel(t("tickets.list.topic"), { exact: true }).selectOption({ label: "Complaint" });
  await expect(staff.getByRole("row", { name: /Market research/ })).toHaveCount(0);
  await expect(staff.getByRole("row", { name: /A statement is missing/ })).toBeVisible();
  expect(faults).toEqual([[], []]);
});
