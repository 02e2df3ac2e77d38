/** Colleagues answer the same ticket, a client writes on in another one, and waiting tickets are answered one after another. */
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");

test.describe.configure({ timeout: 120_000 });

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
  // Shown above the text too; a screen reader hears the answer once, from the log.
  await expect(two.getByText("The whole answer")).toHaveCount(2);
  const notice = two.getByRole("status").filter({ hasText: "Stan First" });
  await expect(notice).not.toContainText("The whole answer");
  await two.getByRole("button", send).click();
  await expect(two.getByRole("alert")).toContainText(t("admin.tickets.newerAnswer", { name: "Stan First" }));
  await expect(textOf(two)).toHaveValue("Half an answer");
  await two.getByRole("button", { name: t("admin.tickets.newerAnswer.read") }).click();
  await two.getByRole("button", send).click();
  await expect(two.getByRole("log")).toContainText("Half an answer");

  await client.getByLabel(t("tickets.reply.label"), { exact: true }).fill("Not sent yet");
  const holder = { holderType: "user", holderId: person.id } as const;
  const { tickets } = await person.client.tickets.list({ params: holder, query: {} });
  const second = tickets.find(({ title }) => title === "Second question")?.id;
  // So many newer ones that it is not offered before it is searched.
  for (let count = 0; count < 21; count++)
    await person.client.tickets.create({ params: holder, body: { title: "Newer", content: "Newer" } });
  await one.getByRole("button", { name: t("admin.tickets.merge") }).click();
  const into = one.getByRole("combobox", { name: t("admin.tickets.merge.into") });
  const choice = one.getByRole("option", { name: `#${second} Second question` });
  await into.click();
  await expect(one.getByRole("option", { name: /Newer$/ }).first()).toBeVisible();
  await expect(choice).toHaveCount(0);
  await into.fill("nothing like this");
  await expect(one.getByText(t("admin.tickets.merge.noMatch"))).toBeVisible();
  await into.fill(`${second}`);
  await expect(one.getByRole("option", { name: /^#/ })).toHaveText([`#${second} Second question`]);
  await into.fill("secon");
  await choice.click();
  await one.getByRole("button", { name: t("admin.tickets.merge.action"), exact: true }).click();
  await expect(one.getByRole("heading", { level: 1, name: "Second question" })).toBeVisible();
  await expect(one.getByRole("log")).toContainText("Half an answer");
  await expectAccessible(one);
  await client.getByRole("button", { name: /Continue writing it/ }).click();
  await expect(client.getByRole("heading", { level: 1, name: "Second question" })).toBeVisible();
  await expect(client.getByLabel(t("tickets.reply.label"), { exact: true })).toHaveValue("Not sent yet");

  // Nor does closing the ticket lose what either side was writing.
  await two.goto(new URL(one.url()).pathname);
  await hydrated(two);
  await textOf(two).fill("Too late");
  await one.getByRole("button", { name: t("admin.tickets.close.action"), exact: true }).click();
  await one
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.tickets.close.confirm") })
    .click();
  await expect(two.getByText("Too late")).toBeVisible();
  await expectAccessible(two);
  await two.getByRole("button", { name: t("tickets.discard.action") }).click();
  await expect(two.getByText("Too late")).toHaveCount(0);
  await client.getByRole("button", { name: t("tickets.moveToNew") }).click();
  await expect(client.getByLabel(t("tickets.list.title"), { exact: true })).toHaveValue("Second question");
  await expect(client.getByLabel(t("tickets.new.content"))).toHaveValue("Not sent yet");
});

test("five waiting tickets are answered in fifteen clicks, one after another", async ({ page }) => {
  // Letters alone: a word that begins with digits is found by none of its parts.
  const letters = Array.from(randomUUID().slice(0, 8), (digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)]);
  const topic = `Quick ${letters.join("")}`;
  for (let count = 0; count < 5; count++) {
    const { id, client } = await newPerson("Quentin Quick");
    const params = { holderType: "user", holderId: id } as const;
    await client.tickets.create({ params, body: { title: `${topic} ${count}`, content: "When?" } });
  }
  await signInByCalls(page, await newStaff("Stan Swift"));
  await page.goto(`/en/admin/tickets?search=${encodeURIComponent(topic)}`);
  await hydrated(page);
  let clicks = 1;
  await page.getByRole("row", { name: topic }).first().getByRole("link").first().click();
  for (let count = 0; count < 5; count++) {
    const answer = page.getByRole("textbox", { name: t("admin.tickets.answer.label") });
    await expect(answer).toBeInViewport();
    await expect(answer).toHaveValue("");
    await answer.click();
    await answer.fill(`Tomorrow, number ${count}.`);
    const before = page.url();
    await page.getByRole("button", { name: t("admin.tickets.sendAndNext"), exact: true }).click();
    clicks += 2;
    await expect(page).not.toHaveURL(before);
  }
  expect(clicks).toBeLessThanOrEqual(15);
  await expect(page.getByRole("heading", { level: 1, name: t("tickets.title") })).toBeVisible();
  await expect(page.getByText(t("admin.tickets.noneFound"))).toBeVisible();
});
