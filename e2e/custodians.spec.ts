/** A second custodian's holdings: compared, and the break worked off. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signIn, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** An ISIN of these nine digits: letters count as two digits, and each second one from the right is doubled (ISO 6166). */
function isinOf(digits: string): string {
  const body = `XS${digits}`;
  const figures = Array.from(body, (sign) => Number.parseInt(sign, 36)).join("");
  const sum = Array.from(figures)
    .toReversed()
    .map((figure, place) => (place % 2 === 0 ? Number(figure) * 2 : Number(figure)))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

test("what a custodian states is compared with the ledger, and a break is taken, noted and explained", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const admin = await signIn({ email: "admin@portico.example" });
  const office = await signInAsOffice(test.info().parallelIndex);
  const { id } = await newPerson(`Holder ${mark}`);
  const custodian = await admin.client.custodians.create({
    body: {
      name: `Custodian ${mark}`,
      kind: "custodian",
      country: "CH",
      other_names: [],
      formats: [],
      day_basis: "trade",
      confirmations: "custodian",
      quantity_tolerance: "0",
      cash_tolerance: "0",
      automatic: false,
    },
  });
  const number = `CU-${mark}`;
  await office.client.custodians.linkAccount({
    body: { custodian: custodian.id, number, holder_type: "user", holder_id: id, reason: "Opened by the client" },
  });
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });

  // The ledger, by our CSV through the linked account.
  await page.goto("/en/admin/imports");
  await hydrated(page);
  const field = page.locator('input[type="file"]').first();
  const csv = [
    "account,date,kind,isin,ticker,name,quantity,price,currency,amount,id",
    `${number},2026-10-05,deposit,,,,,,EUR,1000,${mark}-1`,
    `${number},2026-10-06,buy,${isinOf(`000${mark}`)},C${mark},Stated ${mark} plc,50,10,EUR,-500,${mark}-2`,
  ].join("\n");
  await field.setInputFiles({ name: "ledger.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const confirm = async () => {
    await page
      .getByRole("main")
      .getByRole("button", { name: t("admin.imports.confirm") })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("admin.imports.confirm") })
      .click();
    await expect(page.getByText(t("admin.imports.state.confirmed"), { exact: true })).toBeVisible();
  };
  await confirm();

  // What the custodian states: two units are missing.
  const stated = [
    {
      id: `${mark}-p`,
      customerId: number,
      positionDate: "2026-11-02",
      endOfDayIndicator: true,
      financialInstrument: {
        type: "equity",
        name: `Stated ${mark} plc`,
        identificationList: [{ type: "isin", identifier: isinOf(`000${mark}`) }],
      },
      quantity: { type: "unit", value: 48 },
      currency: "EUR",
    },
  ];
  await page.goto("/en/admin/imports");
  await hydrated(page);
  await field.setInputFiles({
    name: "positions.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(stated)),
  });
  await expect(page.getByRole("heading", { name: "positions.json" })).toBeVisible();
  // Another custodian sends this format too, and does not know the account.
  await expect(page.getByText(t("admin.imports.refusedTitle"))).toBeVisible();
  await page.getByLabel(t("admin.mappings.sender")).selectOption({ label: `Custodian ${mark}` });
  await page.getByRole("button", { name: t("admin.mappings.readAgain") }).click();
  await expect(page.getByText(t("admin.imports.refusedTitle"))).toBeHidden();
  await expectAccessible(page);
  await confirm();

  await page.goto("/en/admin/reconciliation");
  await hydrated(page);
  const row = page.getByRole("row").filter({ hasText: `Holder ${mark}` });
  await expect(async () => {
    await page.reload();
    await hydrated(page);
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(row).toContainText("−2");
  await expectAccessible(page);
  await row.getByRole("button", { name: new RegExp(`^${t("admin.reconciliation.take")}`) }).click();
  await expect(row.getByRole("button", { name: new RegExp(`^${t("admin.reconciliation.leave")}`) })).toBeVisible();
  await row.getByRole("button", { name: new RegExp(`^${t("admin.reconciliation.explain")}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Two units are on the way from another custodian");
  await dialog.getByRole("button", { name: t("admin.reconciliation.explain"), exact: true }).click();
  await expect(row.getByText(t("admin.reconciliation.state.explained"), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});
