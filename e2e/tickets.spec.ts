/** A client and a colleague write to each other in a ticket, each in their own browser. */
import { expect, test } from "@playwright/test";
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
  // What is discarded leaves no file behind.
  const removed = client.waitForResponse((answer) => answer.request().method() === "DELETE");
  await client.getByRole("button", { name: t("tickets.discard.action") }).click();
  await client
    .getByRole("dialog")
    .getByRole("button", { name: t("tickets.discard.action") })
    .click();
  expect((await removed).status()).toBe(200);
  await expect(content).toHaveValue("");
  await expect(screenshot).toHaveCount(0);
  await client.getByLabel(t("tickets.list.title"), { exact: true }).fill("A statement is missing");
  await content.fill("I cannot find the one of **June**.");
  await paste();
  await expect(screenshot).toBeVisible();
  await expectAccessible(client);
  await client.getByRole("button", { name: t("tickets.new.send"), exact: true }).click();
  await expect(client.getByRole("heading", { level: 1, name: "A statement is missing" })).toBeVisible();
  const log = client.getByRole("log");
  await expect(log.locator("strong")).toHaveText("June");
  await expect(client.getByRole("link", { name: t("documents.page.title"), exact: true }).last()).toBeVisible();

  // The colleague finds it, keeps a note from the client, and answers.
  await staff.goto("/en/admin/tickets?search=Tina");
  await hydrated(staff);
  await staff
    .getByRole("row", { name: /A statement is missing/ })
    .getByRole("link")
    .first()
    .click();
  await expect(staff.getByRole("heading", { level: 1, name: "A statement is missing" })).toBeVisible();
  await staff.getByText(t("admin.tickets.note"), { exact: true }).click();
  await staff.getByLabel(t("admin.tickets.note.label")).fill("The custodian is late.");
  await staff.getByRole("button", { name: t("admin.tickets.note.send") }).click();
  await expect(staff.getByRole("log")).toContainText("The custodian is late.");
  await staff.getByText(t("admin.tickets.answer"), { exact: true }).first().click();
  await staff.getByLabel(t("admin.tickets.answer.label")).last().fill("It comes on Friday.");
  await staff.getByRole("button", { name: t("admin.tickets.answer.send") }).click();

  await expect(log).toContainText("It comes on Friday.");
  await expect(log).not.toContainText("custodian");
  await expectAccessible(client);
  await expectAccessible(staff);

  // Resolved by the client, and open again by a comment.
  await client.getByRole("button", { name: t("tickets.resolve") }).click();
  await expect(staff.getByText(t("tickets.state.resolved"), { exact: true }).first()).toBeVisible();
  await client.getByRole("textbox", { name: t("tickets.reply.label") }).fill("Thank you. And the one of May?");
  await client.getByRole("button", { name: t("tickets.reply.send") }).click();
  await expect(staff.getByRole("log")).toContainText("And the one of May?");
  await expect(staff.getByText(t("tickets.state.open"), { exact: true }).first()).toBeVisible();

  for (const page of [client, staff]) expect(await layoutFaults(page, [320, 1440])).toEqual([]);
  expect(faults).toEqual([[], []]);
});

test("a colleague's answer that came first is shown above the kept text; a text for a merged ticket goes on in the other one", async ({
  browser,
}) => {
  const person = await newPerson("Tina Two");
  const [client, one, two] = await Promise.all(
    [person, await newStaff("Stan First"), await newStaff("Sara Second")].map(async (who) => {
      const page = await (await browser.newContext()).newPage();
      await signInByCalls(page, who);
      return page;
    }),
  );
  if (!client || !one || !two) throw new Error("Three people are needed");
  for (const title of ["Second question", "First question"]) {
    await client.goto("/en/tickets/new");
    await hydrated(client);
    await client.getByLabel(t("tickets.list.title"), { exact: true }).fill(title);
    await client.getByLabel(t("tickets.new.content")).fill(`About the ${title}`);
    await client.getByRole("button", { name: t("tickets.new.send"), exact: true }).click();
    await expect(client.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
  for (const page of [one, two]) {
    await page.goto("/en/admin/tickets?queue=all&search=Tina Two");
    await hydrated(page);
    await page
      .getByRole("row", { name: /First question/ })
      .getByRole("link")
      .first()
      .click();
  }
  const textOf = (page: typeof one) => page.getByRole("textbox", { name: t("admin.tickets.answer.label") });
  const send = { name: t("admin.tickets.answer.send") };
  await textOf(two).fill("Half an answer");
  await expect(one.getByText(t("admin.tickets.typing", { name: "Sara Second" }))).toBeVisible();
  await textOf(one).fill("The whole answer");
  await one.getByRole("button", send).click();
  const notice = two.getByRole("status").filter({ hasText: "Stan First" });
  await expect(notice).toContainText("The whole answer");
  await two.getByRole("button", send).click();
  await expect(two.getByRole("alert")).toContainText(t("admin.tickets.newerAnswer", { name: "Stan First" }));
  await expect(textOf(two)).toHaveValue("Half an answer");
  await notice.getByRole("button", { name: t("admin.tickets.newerAnswer.read") }).click();
  await two.getByRole("button", send).click();
  await expect(two.getByRole("log")).toContainText("Half an answer");

  await client.getByLabel(t("tickets.reply.label"), { exact: true }).fill("Not sent yet");
  await one.getByRole("button", { name: t("admin.tickets.merge") }).click();
  await one.getByRole("combobox", { name: t("admin.tickets.merge.into") }).click();
  await one.getByRole("option", { name: /Second question/ }).click();
  await one.getByRole("button", { name: t("admin.tickets.merge.action"), exact: true }).click();
  await expect(one.getByRole("heading", { level: 1, name: "Second question" })).toBeVisible();
  await expect(one.getByRole("log")).toContainText("Half an answer");
  await expectAccessible(one);
  await client.getByRole("button", { name: /Continue writing it/ }).click();
  await expect(client.getByRole("heading", { level: 1, name: "Second question" })).toBeVisible();
  await expect(client.getByLabel(t("tickets.reply.label"), { exact: true })).toHaveValue("Not sent yet");
});
