/** A file with columns of its own: refused, mapped on a page with what becomes of it shown, saved, and read with it. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

for (const makes of ["statement", "cash"] as const)
  test(`staff make a mapping for a bank's file that is read as ${makes}, and the file is read with it @phone`, async ({
    page,
  }) => {
    const faults = watchFaults(page);
    const word = `E2E ${randomInt(1_000_000)}`;
    const office = await signInAsOffice(test.info().parallelIndex);
    const { id } = await newPerson();
    const account = `E2E-${id}`;
    await office.client.users.setClientNumber({ params: { id }, body: { clientNumber: account } });
    const lines = [
      "Kontoauszug;;;",
      `Datum ${word};Art;Soll;Haben`,
      "31.12.2025;Einzahlung;;1.000,50",
      "02.01.2026;Spesen;2,50;",
    ];
    const file = { name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
    await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });

    await page.goto("/en/admin/imports");
    await hydrated(page);
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("link", { name: t("admin.mappings.make") }).click();
    await expect(page.getByRole("cell", { name: "Einzahlung" })).toBeVisible();

    await page.getByLabel(t("admin.mappings.makes")).selectOption(makes);
    await page.getByLabel(t("admin.mappings.decimal")).selectOption(",");
    await page.getByLabel(t("admin.mappings.thousands")).selectOption(".");
    const part = (name: "date" | "currency" | "amount") =>
      page.getByRole("group", { name: t(`admin.mappings.part.${name}`), exact: true });
    await part("date").getByLabel(t("admin.mappings.from")).selectOption("column");
    await part("date").getByLabel(t("admin.mappings.fileColumn")).selectOption(`Datum ${word}`);
    await part("currency").getByLabel(t("admin.mappings.from")).selectOption("constant");
    await part("currency").getByLabel(t("admin.mappings.value")).fill("EUR");
    await part("amount").getByLabel(t("admin.mappings.from")).selectOption("difference");
    await part("amount").getByLabel(t("admin.mappings.credit")).selectOption("Haben");
    await part("amount").getByLabel(t("admin.mappings.debit")).selectOption("Soll");
    await page.getByLabel(t("admin.mappings.kindColumn")).selectOption("Art");
    await page.getByLabel("Einzahlung").selectOption("deposit");
    await expect(page.getByText(t("admin.mappings.counts", { rows: 2, made: 1, refused: 1 }))).toBeVisible();
    await page.getByLabel("Spesen").selectOption("fee");
    await expect(page.getByText(t("admin.mappings.counts", { rows: 2, made: 2, refused: 0 }))).toBeVisible();
    await expect(page.getByRole("cell", { name: "1000.5" })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel(t("admin.mappings.name"), { exact: true }).fill(word);
    await page.getByRole("button", { name: t("admin.mappings.save") }).click();
    const whose = page.getByLabel(t(makes === "cash" ? "admin.mappings.accountOrIban" : "admin.mappings.account"));
    await expect(whose).toBeVisible();
    await whose.fill(account);
    await page.getByRole("button", { name: t("admin.mappings.readAgain") }).click();
    await expect(page.getByRole("button", { name: t("admin.imports.confirm") })).toBeVisible();
    await page.goto("/en/admin/imports/mappings");
    await expect(page.getByRole("link", { name: word })).toBeVisible();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
