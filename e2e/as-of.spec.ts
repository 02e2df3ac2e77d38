/** Staff ask for a client's portfolio of a day, as known before and after a statement that corrected it. */
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** A second that is over, as the field takes it in the firm's time zone; what was written before it was known then. */
async function secondNow(): Promise<string> {
  await pause(1100);
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Sofia",
    dateStyle: "short",
    timeStyle: "medium",
  });
  const second = format.format(new Date()).replace(" ", "T");
  // What is written from now on came later.
  await pause(1100);
  return second;
}

test("staff see a day as known before and after a corrected statement, before the first entry, and before the first import", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const office = await signInAsOffice(test.info().parallelIndex);
  const { id } = await newPerson();
  const account = `ASOF-${id}`;
  const ticker = `AO${randomInt(1_000_000)}`;
  await office.client.users.setClientNumber({ params: { id }, body: { clientNumber: account } });
  const write = async (fileName: string, ...rows: string[]) => {
    const header = "account,date,kind,ticker,name,quantity,price,currency,amount,id,reverses";
    const content = [header, ...rows].map((row) => `${row}\n`).join("");
    const { id: importId } = await office.client.imports.preview({ body: { kind: "statement", fileName, content } });
    await office.client.imports.confirm({ params: { id: importId }, body: {} });
  };
  const before = await secondNow();
  await write(
    "first.csv",
    `${account},2026-05-04,deposit,,,,,EUR,1000,${ticker}-1,`,
    `${account},2026-05-05,buy,${ticker},Corrected plc,10,50.00,EUR,-500.00,${ticker}-2,`,
  );
  const between = await secondNow();
  // It was bought at 60, not at 50.
  await write(
    "corrected.csv",
    `${account},2026-05-05,reversal,,,,,EUR,0,${ticker}-3,${ticker}-2`,
    `${account},2026-05-05,buy,${ticker},Corrected plc,10,60.00,EUR,-600.00,${ticker}-4,`,
  );

  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${id}/portfolio?portfolio=open`);
  await hydrated(page);
  const ask = async (day: string, known: string) => {
    await page.getByLabel(t("admin.asOf.day"), { exact: true }).fill(day);
    await page.getByLabel(t("admin.asOf.known"), { exact: true }).fill(known);
    await page.getByRole("button", { name: t("admin.asOf.show"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`asOf=${day}`));
  };
  const holding = page.getByRole("row", { name: /Corrected plc/ });
  const cash = page.getByRole("row", { name: /^Euro/ });

  await ask("2026-05-06", "");
  await expect(page.getByText(t("admin.asOf.bannerNow", { day: "2026-05-06" }))).toBeVisible();
  await expect(holding).toContainText("600.00");
  await expect(cash).toContainText("400.00");

  await ask("2026-05-06", between);
  await expect(page.getByText(/as known on/)).toBeVisible();
  await expect(holding).toContainText("500.00");
  await expect(holding).not.toContainText("600.00");
  await expect(cash).toContainText("500.00");
  // Both beside one another.
  const compared = page.getByRole("table", { name: t("admin.asOf.thenAndNow"), exact: true });
  const invested = compared.getByRole("row", { name: new RegExp(t("portfolios.totals.totalInvested")) });
  await expect(invested).toContainText("1,000.00");
  // The address says it all: a colleague who opens it sees the same.
  await page.reload();
  await hydrated(page);
  await expect(holding).toContainText("500.00");
  await expectAccessible(page);

  await ask("2026-05-04", "");
  await expect(holding).toHaveCount(0);
  await expect(cash).toContainText("1,000.00");
  await ask("2026-05-03", "");
  await expect(page.getByText(t("admin.asOf.nothingHeld", { day: "2026-05-04" }))).toBeVisible();
  await ask("2026-05-06", before);
  await expect(page.getByText(/Nothing was known at that time/)).toBeVisible();
  await expect(holding).toHaveCount(0);

  await page.getByRole("button", { name: t("admin.asOf.back"), exact: true }).click();
  await expect(page).not.toHaveURL(/asOf/);
  await expect(holding).toContainText("600.00");
  expect(faults).toEqual([]);
});
