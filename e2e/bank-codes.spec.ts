/** A bank's own code is explained once in the preview that asks, and is the bank's from then on. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signIn, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

const mt940 = (account: string, ...entries: string[]) =>
  [":20:ST1", `:25:${account}`, ":28C:1/1", ":60F:C261005EUR100,", ...entries, ":62F:C261005EUR94,", "-"].join("\n");

test("a code that nobody explained is asked about once, and the account and its codes are found again", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const admin = await signIn({ email: "admin@portico.example" });
  const office = await signInAsOffice(test.info().parallelIndex);
  const { id } = await newPerson(`Coded ${mark}`);
  const name = `Bank ${mark}`;
  const bank = await admin.client.custodians.create({
    body: {
      name,
      kind: "bank",
      country: "DE",
      other_names: [],
      formats: [],
      day_basis: "trade",
      confirmations: "custodian",
      quantity_tolerance: "0",
      cash_tolerance: "0",
      automatic: false,
    },
  });
  const number = `BK-${mark}`;
  await office.client.custodians.linkAccount({
    body: { custodian: bank.id, number, holder_type: "user", holder_id: id, reason: "Opened by the client" },
  });
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/imports");
  await hydrated(page);
  const entry = (own: string) => [`:61:2610051005D3,NMSC${own}//${mark}${own}`, ":86:835?00Entgelt?20Konto"];
  const file = mt940(number, ...entry("A"), ...entry("B"));
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "bank.sta", mimeType: "text/plain", buffer: Buffer.from(file) });
  const asked = page.getByRole("region", { name: t("admin.bankCodes.unknown") });
  await expect(asked.getByText("NMSC 835 · 835 · NMSC")).toHaveCount(1);
  await expectAccessible(page);
  await asked.getByLabel(t("admin.bankCodes.custodian")).selectOption(String(bank.id));
  await asked.getByLabel(t("admin.bankCodes.kindFor", { code: "NMSC 835" })).selectOption("fee");
  await asked.getByRole("button", { name: t("admin.bankCodes.unknownSave") }).click();
  const used = page.getByRole("table", { name: t("admin.bankCodes.used") });
  await expect(used.getByRole("row", { name: /NMSC 835/ })).toContainText(name);
  await expect(asked).toHaveCount(0);

  await page.goto("/en/admin/custodians");
  await hydrated(page);
  await page.getByRole("button", { name: `${t("admin.bankCodes.edit")}: ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("admin.bankCodes.kindFor", { code: "NMSC 835" })).selectOption("tax");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("admin.bankCodes.save") }).click();
  await expect(dialog).toHaveCount(0);
  const { codes } = await office.client.custodians.listCodes({ params: { id: bank.id } });
  expect(codes).toMatchObject([{ code: "NMSC 835", kind: "tax", version: 2 }]);

  await page.goto(`/en/admin/user/${id}/portfolio`);
  await hydrated(page);
  await expect(page.getByRole("table", { name: t("admin.holderCustody.accounts") })).toContainText(number);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
