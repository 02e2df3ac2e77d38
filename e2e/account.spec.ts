/** Account: details, password, sessions on other devices, forgotten password, readable error messages. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson } from "./people.ts";
import { waitForMail } from "./portal.ts";
import { signInAnew, signInByCalls, signInByPage } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const storedKeys = [
  "profile",
  "token",
  "tokenExpiry",
  "companies",
  "activeCompany",
  "activeCompID",
  "portfolio",
  "instruments",
  "lastFetch",
  "rates",
  "selectedRate",
];

test("a person changes name, language and appearance, and finds them again after a reload", async ({ page }) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  await signInByCalls(page, person);
  await page.goto("/en/profile");
  await hydrated(page);
  await page.getByLabel(t("users.profile.name")).fill("Ana Petrova");
  await page.getByRole("button", { name: t("ui.action.save") }).click();
  await expect(page.getByText(t("ui.state.saved")).first()).toBeVisible();
  await page.getByLabel(t("users.preferences.theme")).getByText(t("shell.theme.dark")).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.getByLabel(t("users.profile.name"))).toHaveValue("Ana Petrova");
  const { name, preferences } = await person.client.users.get({ params: { id: person.id } });
  expect({ name, theme: preferences.theme }).toEqual({ name: "Ana Petrova", theme: "dark" });
  expect(faults).toEqual([]);
});

test("the bell shows 99+ beside it, and says the whole number @phone", async ({ page }) => {
  const person = await newPerson();
  await signInByCalls(page, person);
  const created_at = new Date().toISOString();
  const one = { type: "generic", text: "Hello", params: {}, target_id: null, company_id: null, created_at };
  const many = Array.from({ length: 137 }, (_, id) => ({
    ...one,
    id: id + 1,
    holder_type: "user",
    holder_id: person.id,
  }));
  await page.route(/\/api\/notif\/user\/\d+$/, (route) => route.fulfill({ json: many }));
  await page.goto("/en/profile");
  await hydrated(page);
  const bell = page.getByRole("button", { name: t("shell.bell", { count: 137 }) });
  const count = bell.locator("[data-count='99+']");
  const [drawn, shown] = [await bell.locator("svg").boundingBox(), await count.boundingBox()];
  if (!drawn || !shown) throw new Error("the bell shows no count");
  expect(shown.x, "half of the bell is seen").toBeGreaterThan(drawn.x + drawn.width / 2);
  expect(shown.x + shown.width).toBeLessThanOrEqual(await page.evaluate(() => innerWidth));
  await expectAccessible(page);
});

test("a session that is ended from another device is out at once", async ({ page, browser }) => {
  const person = await newPerson();
  const elsewhere = await (await browser.newContext()).newPage();
  await signInByCalls(elsewhere, person);
  await elsewhere.goto("/en/dashboard");
  await hydrated(elsewhere);
  await signInAnew(page, person);
  await page.goto("/en/profile");
  await hydrated(page);
  await page
    .getByRole("button", { name: t("users.sessions.endOthers") })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("users.sessions.endOthers") })
    .click();
  // The other page is not touched: the socket updates it.
  await elsewhere.waitForURL("**/en/login");
  await expect(elsewhere.getByText(t("shell.session.ended"))).toBeVisible();
  await expect(page.getByText(t("users.sessions.current"))).toBeVisible();
  await elsewhere.context().close();
});

test("a changed password signs in, the old one does not", async ({ page }) => {
  const person = await newPerson();
  const next = "another harbour at dusk";
  await signInByCalls(page, person);
  await page.goto("/en/profile");
  await hydrated(page);
  await page.locator('input[name="currentPassword"]').fill("not the password at all");
  await page.locator('input[name="newPassword"]').fill(next);
  const submit = page.getByRole("button", { name: t("users.password.submit") });
  await submit.click();
  await expect(page.getByText(t("error.wrongPassword"))).toBeVisible();
  // What was typed is kept.
  await expect(page.locator('input[name="newPassword"]')).toHaveValue(next);
  await page.locator('input[name="currentPassword"]').fill(person.password);
  await submit.click();
  await expect(page.getByText(t("users.password.changed"))).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await signInByPage(page, { email: person.email, password: next });
});

test("signing out leaves nothing in the browser, and the keys are the specification's", async ({ page }) => {
  const person = await newPerson();
  await signInByCalls(page, person);
  await page.goto("/en/portfolio");
  await hydrated(page);
  await expect(page.getByText(t("portfolios.state.noNumber.user"))).toBeVisible();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => storedKeys.includes(key))).toEqual(
    expect.arrayContaining(["profile", "token", "tokenExpiry"]),
  );
  await page.getByRole("button", { name: t("shell.account.menu", { name: "Test Person" }) }).click();
  await page.getByRole("button", { name: t("shell.account.signOut") }).click();
  await page.waitForURL("**/en/login");
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => storedKeys.includes(key))).toEqual([]);
});

test("a forgotten password is chosen anew by the mailed link, once, and every session ends", async ({ page }) => {
  const person = await newPerson();
  await page.goto("/en/login");
  await hydrated(page);
  await page.getByRole("link", { name: t("sessions.login.forgot") }).click();
  // The previous page also has an e-mail field, and stays a moment after the address changed.
  const send = page.getByRole("button", { name: t("sessions.reset.send") });
  await expect(send).toBeVisible();
  await page.locator('input[type="email"]').fill(person.email);
  const since = new Date();
  await send.click();
  await expect(page.getByRole("heading", { name: t("sessions.reset.sentTitle") })).toBeVisible();
  const mail = await waitForMail(person.email, since);
  const link = new URL(/https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "");
  const next = "a lantern over still water";
  const choose = async () => {
    await page.goto(link.pathname + link.search);
    await hydrated(page);
    await page.locator('input[name="password"]').fill(next);
    await page.getByRole("button", { name: t("sessions.reset.submit") }).click();
  };
  await choose();
  await expect(page.getByRole("heading", { name: t("sessions.reset.doneTitle") })).toBeVisible();
  await expect(person.client.users.getState({ params: { id: person.id } })).rejects.toThrow(/401/);
  await choose();
  await expect(page.getByText(t("sessions.reset.expired"))).toBeVisible();
  await signInByPage(page, { email: person.email, password: next });
});

test("wrong password, wrong code and a taken e-mail are told in plain words, and what was typed stays", async ({
  page,
}) => {
  const person = await newPerson();
  await page.goto("/en/login");
  await hydrated(page);
  await page.locator('input[type="email"]').fill(person.email);
  await page.locator('input[type="password"]').fill("surely not this one");
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("error.invalidCredentials"))).toBeVisible();
  await expect(page.locator('input[type="email"]')).toHaveValue(person.email);
  await page.locator('input[type="password"]').fill(person.password);
  await page.keyboard.press("Enter");
  const boxes = page.locator('input[autocomplete="one-time-code"]');
  await boxes.waitFor();
  await boxes.fill("000000");
  await expect(page.getByText(t("error.invalidCode"))).toBeVisible();

  await page.goto("/en/register");
  await hydrated(page);
  await page.getByLabel(t("sessions.field.name")).fill("Somebody Else");
  await page.getByLabel(t("sessions.field.email")).fill(person.email);
  await page.locator('input[type="tel"]').fill("+359 88 812 3456");
  await page.locator('input[name="password"]').fill("a calm harbour in winter");
  await page.getByRole("button", { name: t("sessions.register.submit") }).click();
  await expect(page.getByText(/already an account with this e-mail/)).toBeVisible();
  await expect(page.getByLabel(t("sessions.field.name"))).toHaveValue("Somebody Else");
});
