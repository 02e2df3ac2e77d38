/** A client adds a bank account with a mailed code, a colleague refuses and confirms, and the client reads both. */
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { waitForCode } from "./portal.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");
const ibans = ["BG80BNBG96611020345678", "DE89370400440532013000"] as const;

test.describe.configure({ timeout: 120_000 });

test("an account is added with a code, checked by a colleague, and confirmed or refused with a reason", async ({
  browser,
}) => {
  const person = await newPerson("Ada Account");
  const [client, staff] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signInByCalls(client, person);
  await signInByCalls(staff, await newStaff("Stan Staff"));
  const faults = [watchFaults(client, [/POST \/api\/bank-account\/.* 403/]), watchFaults(staff)];

  await client.goto("/en/profile");
  await hydrated(client);
  await client.getByRole("link", { name: t("notifications.goAccounts") }).click();
  await expect(client.getByText(t("accounts.none"))).toBeVisible();
  const dialog = client.getByRole("dialog");
  const save = dialog.getByRole("button", { name: t("accounts.action.save") });
  for (const [index, iban] of ibans.entries()) {
    await client.getByRole("button", { name: t("accounts.action.add") }).click();
    await dialog.getByRole("textbox", { name: "IBAN" }).fill(iban);
    await dialog.getByLabel(t("accounts.field.name")).fill(`Account ${index + 1}`);
    const since = new Date();
    await save.click();
    await dialog.getByLabel(t("accounts.code.label")).fill(await waitForCode(person.email, since));
    await save.click();
    await expect(client.getByRole("heading", { name: `Account ${index + 1}` })).toBeVisible();
  }
  await expect(client.getByText("BG80 BNBG 9661 1020 3456 78")).toBeVisible();
  await expectAccessible(client, "en");

  await staff.goto(`/en/admin/user/${person.id}/accounts`);
  await hydrated(staff);
  const second = staff.getByRole("listitem").filter({ hasText: "Account 2" });
  await second.getByRole("button", { name: t("admin.accounts.refuse") }).click();
  const question = staff.getByRole("dialog");
  await question.getByLabel(t("admin.accounts.reason")).fill("Please send a statement of this account.");
  await question.getByRole("button", { name: t("admin.accounts.refuse") }).click();
  await expect(second.getByText(t("accounts.state.refused"))).toBeVisible();
  const first = staff.getByRole("listitem").filter({ hasText: "Account 1" });
  await first.getByRole("button", { name: t("admin.accounts.confirm") }).click();
  await question.getByRole("button", { name: t("admin.accounts.confirm") }).click();
  await expect(first.getByRole("button", { name: t("admin.accounts.confirm") })).toHaveCount(0);
  await expectAccessible(staff, "en");

  // Told without reloading; the first still waits.
  await expect(client.getByText("Please send a statement of this account.")).toBeVisible();
  await expect(client.getByText(t("accounts.state.waiting"), { exact: true })).toBeVisible();
  await client.getByRole("button", { name: t("accounts.label.remove", { name: "Account 2" }) }).click();
  const since = new Date();
  const remove = dialog.getByRole("button", { name: t("accounts.action.remove") });
  await remove.click();
  await dialog.getByLabel(t("accounts.code.label")).fill(await waitForCode(person.email, since));
  await remove.click();
  await expect(client.getByRole("heading", { name: "Account 2" })).toHaveCount(0);
  for (const fault of faults) expect(fault).toEqual([]);
});
