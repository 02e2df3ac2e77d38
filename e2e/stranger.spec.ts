/** From registration to portfolio: register, mailed code, a statement uploaded by staff, and the open page that shows it. */
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInAsOffice } from "./people.ts";
import { waitForCode } from "./portal.ts";

const t = textIn("en");
const statement = (account: string): string =>
  [
    "account,date,kind,isin,ticker,name,quantity,price,currency,amount,fee,id",
    `${account},2026-10-01,deposit,,,,,,EUR,1000,,${account}-1`,
    `${account},2026-10-02,buy,IE00BK5BQT80,VWCE,Vanguard FTSE All-World UCITS ETF,5,120.00,EUR,-601.25,1.25,${account}-2`,
  ].join("\n");

test("a stranger becomes a client who sees what they own @phone", async ({ page }) => {
  const faults = watchFaults(page);
  const email = `stranger-${randomUUID()}@mail.example`;

  await page.goto("/en/register");
  await hydrated(page);
  await page.getByLabel(t("sessions.field.name")).fill("Ana Example");
  await page.getByLabel(t("sessions.field.email")).fill(email);
  await page.locator('input[type="tel"]').fill("+359 88 812 3456");
  await page.locator('input[name="password"]').fill("a calm harbour in winter");
  await expectAccessible(page);
  const since = new Date();
  await page.getByRole("button", { name: t("sessions.register.submit") }).click();
  const boxes = page.locator('input[autocomplete="one-time-code"]');
  await boxes.waitFor();
  await boxes.fill(await waitForCode(email, since));
  await page.waitForURL("**/en/dashboard");
  await expectAccessible(page);

  const office = await signInAsOffice(test.info().parallelIndex);
  const { users } = await office.client.users.list({ query: { search: email } });
  const id = users[0]?.id ?? 0;
  const account = `E2E-${id}`;
  await office.client.users.setClientNumber({ params: { id }, body: { clientNumber: account } });
  await page.goto("/en/portfolio");
  await hydrated(page);

  const preview = await office.client.imports.preview({
    body: { kind: "statement", fileName: "october.csv", content: statement(account) },
  });
  expect(preview.state, JSON.stringify(preview.refusals)).toBe("previewed");
  await office.client.imports.confirm({ params: { id: preview.id }, body: {} });

  // No reload: the socket reports the change.
  await expect(page.getByText("VWCE").first()).toBeVisible({ timeout: 25_000 });
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
