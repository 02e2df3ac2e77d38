/** Words that were not sent when the session ended: of their writer alone, and sent after the next sign-in. */
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson } from "./people.ts";
import { signIn, signInByCalls, signInByPage } from "./sessions.ts";

test.describe.configure({ timeout: 120_000 });

const t = textIn("bg");
const words = "Моля, продайте дела ми";
const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: t("chats.write") });
const chatButton = (page: Page) => page.getByRole("button", { name: t("shell.nav.chat"), exact: true });
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test("a message and a ticket that wait when the session is ended elsewhere are unreadable, and sent after the next sign-in", async ({
  page,
  context,
}) => {
  const [maria, petar] = [await newPerson("Мария Чака"), await newPerson("Петър Друг")];
  watchFaults(page, [/401/, /Failed to load/, /ERR_INTERNET/]);
  await signInByCalls(page, maria);
  await page.goto("/bg/tickets/new");
  await hydrated(page);
  await page.getByRole("textbox", { name: t("tickets.list.title") }).fill("Моят въпрос за такси");
  await page.goto("/bg/documents");
  await hydrated(page);
  await chatButton(page).click();
  await field(page).fill("Първо съобщение");
  await field(page).press("Enter");
  await expect(log(page)).toContainText("Първо съобщение");
  await expect(page.getByText(t("chats.sent"))).toBeVisible();
  // A reply is still one after the panel was closed.
  await log(page).getByRole("listitem").first().hover();
  await page.getByRole("button", { name: t("chats.reply") }).click();
  await page.getByRole("button", { name: t("chats.close") }).click();
  await chatButton(page).click();
  await expect(page.getByText(t("chats.replyTo", { name: "Мария Чака" }))).toBeVisible();
  await context.setOffline(true);
  await field(page).fill(words);
  await field(page).press("Enter");
  await expect(page.getByText(t("chats.waiting"))).toBeVisible();
  // A closed panel opens again without a connection.
  await page.getByRole("button", { name: t("chats.close") }).click();
  await chatButton(page).click();
  await expect(log(page)).toContainText(words);
  await expect(log(page)).toContainText("Първо съобщение");

  const { client } = await signIn(maria);
  const { sessions } = await client.sessions.listSessions({ params: { id: maria.id } });
  for (const one of sessions.filter(({ current }) => !current))
    await client.sessions.endSession({ params: { id: maria.id, sessionId: one.id } });
  await context.setOffline(false);
  await page.waitForURL("**/bg/login");
  await expect.poll(() => kept(page)).not.toContain(words);
  expect(await kept(page)).not.toContain("такси");

  // The next person in this browser sees nothing of it.
  await signInByPage(page, petar, "bg");
  await page.goto("/bg/tickets/new");
  await expect(page.getByRole("textbox", { name: t("tickets.list.title") })).toHaveValue("");
  await page.goto("/bg/chat");
  await expect(page.getByText(t("chats.none"))).toBeVisible();
  expect(await kept(page)).not.toContain(words);
  await page.getByRole("button", { name: t("shell.account.menu", { name: "Петър Друг" }) }).click();
  await page.getByRole("button", { name: t("shell.account.signOut"), exact: true }).click();
  await page.waitForURL("**/bg/login");

  // Sent without the chat being opened.
  await signInByPage(page, maria, "bg");
  const params = { holderType: "user", holderId: maria.id } as const;
  await expect
    .poll(async () => (await client.chats.open({ params })).messages.map(({ text }) => text))
    .toEqual(["Първо съобщение", words]);
  await page.goto("/bg/chat");
  await expect(log(page)).toContainText(words);
  await expect(page.getByText(t("chats.sent"))).toBeVisible();
  await expect(log(page).getByRole("listitem").filter({ hasText: words })).toContainText("Първо съобщение");
  await page.goto("/bg/tickets/new");
  await expect(page.getByRole("textbox", { name: t("tickets.list.title") })).toHaveValue("Моят въпрос за такси");
});

test("signing out with something unsent asks, and deletes it if that is wanted", async ({ page }) => {
  const person = await newPerson("Anna Asks");
  await signInByCalls(page, person);
  await page.goto("/bg/tickets/new");
  await hydrated(page);
  const subject = page.getByRole("textbox", { name: t("tickets.list.title") });
  await subject.fill("Такси за превод");
  const signOut = async () => {
    await page.getByRole("button", { name: t("shell.account.menu", { name: "Anna Asks" }) }).click();
    await page.getByRole("button", { name: t("shell.account.signOut"), exact: true }).click();
  };
  const dialog = page.getByRole("dialog", { name: t("shell.signOut.title") });
  await signOut();
  await expect(dialog).toContainText(t("shell.signOut.typed"));
  await expect(dialog).toContainText(t("shell.signOut.kept"));
  await expectAccessible(page, "bg");
  await dialog.getByRole("button", { name: t("shell.signOut.stay") }).click();
  await expect(subject).toHaveValue("Такси за превод");
  await signOut();
  await dialog.getByRole("button", { name: t("shell.account.signOut"), exact: true }).click();
  await page.waitForURL("**/bg/login");
  await expect.poll(() => kept(page)).not.toContain("Такси");

  await signInByPage(page, person, "bg");
  await page.goto("/bg/tickets/new");
  await expect(subject).toHaveValue("Такси за превод");
  await signOut();
  await dialog.getByRole("checkbox", { name: t("shell.signOut.delete") }).check();
  await dialog.getByRole("button", { name: t("shell.account.signOut"), exact: true }).click();
  await page.waitForURL("**/bg/login");
  await signInByPage(page, person, "bg");
  await page.goto("/bg/tickets/new");
  await expect(subject).toHaveValue("");
});
