/** A firm's existing clients: from a file to a client who has signed in, and an administrator who sees it. */
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { waitForMail } from "./portal.ts";
import { signInByCalls, signInByPage } from "./sessions.ts";

const t = textIn("en");
const bg = textIn("bg");
const client = { email: "maria@existing.test", password: "a lantern over the harbour" };

/** Bulgarian in the encoding of an older Windows, with semicolons. */
const file = (): Buffer => {
  const lines = [
    "Име;Имейл;Телефон;Език;Клиентски номер",
    `Мария Иванова;${client.email};0888 123 456;bg;EX-1`,
    "Иван Петров;ivan@existing;0888 123 457;bg;EX-2",
    "Петър Колев;petar@existing.test;0888 123 458;bg;EX-3",
  ].join("\r\n");
  // Windows-1251 has the Bulgarian letters in their order.
  return Buffer.from(
    Array.from({ length: lines.length }, (_, place) => {
      const code = lines.charCodeAt(place);
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
    }),
  );
};

const badge = (page: Page, state: "faulty" | "new" | "booked") =>
  page
    .getByRole("main")
    .getByText(t(`admin.clientImports.lineState.${state}`), { exact: true })
    .first();

test("uploaded, previewed, booked, invited, signed in: the administrator sees it", async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/client-imports");
  await hydrated(page);
  await expectAccessible(page);
  await page.locator('input[type="file"]').setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: file() });
  await page.waitForURL(/client-imports\/\d+$/);
  await expect(badge(page, "faulty")).toBeVisible();
  await expect(page.getByText(t("admin.clientImports.fault.badEmail", { detail: "ivan@existing" }))).toBeVisible();
  await expectAccessible(page);

  // The faulty line as a file, to be mended.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: t("admin.clientImports.faults") }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole("button", { name: t("admin.clientImports.action.book", { count: 2 }) }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.clientImports.action.book", { count: 2 }) })
    .click();
  await page.getByRole("link", { name: t("admin.clientImports.inviteNow") }).click();
  await page.waitForURL(/client-invitations\?file=\d+$/);
  await expect(page.getByRole("link", { name: "Мария Иванова" })).toBeVisible();
  await expectAccessible(page);

  // One of the two.
  const since = new Date();
  await page.getByRole("checkbox", { name: t("admin.clientInvitations.select", { name: "Мария Иванова" }) }).check();
  await page.getByRole("button", { name: t("admin.clientInvitations.inviteSelected") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.clientInvitations.inviteAll", { count: 1 }) })
    .click();
  const mail = await waitForMail(client.email, since, /welcome=1/);
  expect(mail.text).toContain(bg("mail.clientInvitation.how"));

  const clientPage = await (await browser.newContext()).newPage();
  await clientPage.goto(/https?:\S+welcome=1/.exec(mail.text ?? "")?.[0] ?? "");
  await hydrated(clientPage);
  await expect(clientPage.getByRole("heading", { level: 1, name: bg("sessions.reset.welcomeTitle") })).toBeVisible();
  await expect(clientPage.getByRole("main").getByText(bg("sessions.register.documents"))).toBeVisible();
  await clientPage.locator('input[name="password"]').fill(client.password);
  await clientPage.locator('input[name="password"]').press("Enter");
  await expect(clientPage.getByRole("heading", { level: 1, name: bg("sessions.reset.doneTitle") })).toBeVisible();
  await signInByPage(clientPage, client);

  const row = page.getByRole("row").filter({ hasText: "Мария Иванова" });
  await expect(row.getByText(t("admin.clientInvitations.state.signedIn"))).toBeVisible({ timeout: 20_000 });
  expect(faults).toEqual([]);
  await context.close();
  await clientPage.context().close();
});
