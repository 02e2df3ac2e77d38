/** A client's screens: what waits, where the focus goes, contrast themes, the language, filters. */
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated } from "./page-checks.ts";
import { newPerson, signInAsOffice } from "./people.ts";
import { signIn, signInByCalls, signInByPage } from "./sessions.ts";

test.describe.configure({ timeout: 120_000 });

test("what waits is marked in the sections and in the bell, the same on each device @phone", async ({ page, browser }, {
  project,
  workerIndex,
}) => {
  const t = textIn("bg");
  const isPhone = project.name === "phone";
  const person = await newPerson("Нели Новини");
  const { client: office } = await signInAsOffice(workerIndex);
  const holder = { holderType: "user", holderId: person.id } as const;
  await office.notifications.send({ params: holder, body: { text: "Пишете ни, моля." } });
  await person.client.chats.send({
    params: holder,
    body: { key: crypto.randomUUID(), text: "Здравейте", uploads: [] },
  });
  for (const text of ["Първо", "Второ"])
    await office.chats.send({ params: holder, body: { key: crypto.randomUUID(), text, uploads: [] } });
  const other = await (await browser.newContext()).newPage();
  await Promise.all([signInByCalls(page, person), signInByCalls(other, person)]);
  for (const one of [page, other]) {
    await one.goto("/bg/documents");
    await hydrated(one);
    await expect(one.getByRole("button", { name: t("shell.bell", { count: 1 }) })).toBeVisible();
  }
  const mark = t("shell.nav.new", { count: 2 });
  if (isPhone) {
    const more = page.getByRole("button", { name: `${t("shell.nav.more")}, ${mark}` });
    await expect(more).toBeVisible();
    // The other device's window would keep the focus.
    await page.bringToFront();
    await more.click();
    await expect(page.getByRole("dialog").getByRole("link", { name: `${t("shell.nav.chat")}, ${mark}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
  } else await expect(page.getByRole("link", { name: `${t("shell.nav.chat")}, ${mark}` })).toBeVisible();
  await expectAccessible(page, "bg");
  // Opening the bell marks what it shows, here and on the other device.
  await page.getByRole("button", { name: t("shell.bell", { count: 1 }) }).click();
  await expect(page.getByText("Пишете ни, моля.")).toBeVisible();
  for (const one of [page, other])
    await expect(one.getByRole("button", { name: t("shell.bell", { count: 0 }), exact: true })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("button", { name: t("shell.bell", { count: 0 }), exact: true })).toBeVisible();
});

test("a document takes the focus when it opens, also the first time, and gives it back", async ({ page }) => {
  const t = textIn("en");
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/documents");
  await hydrated(page);
  const target = page.getByRole("table").first().locator("tbody").getByRole("button").first();
  for (const _ of ["the first time", "again"]) {
    await target.click();
    const viewer = page.getByRole("dialog");
    await expect(viewer).toBeVisible();
    await expect(viewer.getByRole("toolbar", { name: t("viewer.tools") })).toBeVisible();
    await expect.poll(() => viewer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
    await expect(target).toBeFocused();
  }
});

test("a contrast theme shows which section is open", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signInByCalls(page, await newPerson());
  await page.goto("/en/documents");
  await hydrated(page);
  const background = (name: string) =>
    page
      .getByRole("navigation", { name: textIn("en")("shell.nav.label") })
      .getByRole("link", { name, exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [open, closed] = [await background("Documents"), await background("Contracts")];
  expect(open).not.toBe(closed);
});

test("at 768 to 1280 pixels no button lies over the page", async ({ page }) => {
  const t = textIn("en");
  await signInByCalls(page, { email: "ivan@portico.example" });
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/en/documents");
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("button", { name: t("shell.nav.chat"), exact: true })).toBeHidden();
    await expect(page.getByRole("link", { name: t("shell.nav.chat") })).toBeVisible();
  }
});

test("the language chosen last is that of mails and of the page after sign-in", async ({ page }) => {
  const person = await newPerson("Piotr Język");
  await signInByCalls(page, person);
  await page.goto("/en/documents");
  await hydrated(page);
  await page.getByRole("link", { name: /^PL/ }).first().click();
  await page.waitForURL("**/pl/documents");
  const { client } = await signIn(person);
  const language = async () => (await client.users.get({ params: { id: person.id } })).preferences.language;
  await expect.poll(language).toBe("pl");
  // Signing in on a page of another language leads to their own.
  const signOut = async () => {
    await page
      .getByRole("button", { name: /Piotr Język/ })
      .last()
      .click();
    await page.getByRole("button", { name: /^(Wyloguj|Изход)/ }).click();
    await page.waitForURL("**/login");
  };
  await signOut();
  await signInByPage(page, person, "en");
  await page.waitForURL("**/pl/dashboard");
  // A language that was chosen while signing in counts as the last one.
  await signOut();
  await page.goto("/pl/login");
  await hydrated(page);
  await page.getByRole("link", { name: /^BG/ }).first().click();
  await page.waitForURL("**/bg/login");
  await signInByPage(page, person, "bg");
  await page.waitForURL("**/bg/dashboard");
  await expect.poll(language).toBe("bg");
});

test("transactions are filtered by kind and words, with the sum of what is shown", async ({ page }) => {
  const t = textIn("pl");
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/pl/portfolio?part=transactions&range=all");
  await hydrated(page);
  const table = page.getByRole("table", { name: t("portfolios.page.transactions") });
  await expect(table.getByRole("row").nth(3)).toBeVisible();
  await page.getByLabel(t("portfolios.entry.kind")).selectOption({ label: t("portfolios.kind.dividend") });
  await expect(page.getByText(/^Suma .* pozycji: /)).toBeVisible();
  for (const row of await table.locator("tbody tr").all())
    await expect(row).toContainText(t("portfolios.kind.dividend"));
  await page.getByLabel(t("portfolios.entry.search")).fill("nothing has this name");
  await expect(page.getByText(t("portfolios.entry.noneFound"))).toBeVisible();
  await expectAccessible(page, "pl");
});
