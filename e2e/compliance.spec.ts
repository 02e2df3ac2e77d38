/** An officer's audit: each answer is three choices away from the start of staff's pages, and an export verifies offline. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { verifyExport } from "../server/domains/audit/proof/proof-file.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signIn, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const admin = { email: "admin@portico.example" };

async function start(page: Page): Promise<void> {
  await signInByCalls(page, admin);
  await page.goto("/en/admin");
  await hydrated(page);
  await page.getByRole("link", { name: t("admin.nav.compliance") }).click();
  await page.getByRole("heading", { level: 1, name: t("compliance.title") }).waitFor();
}

const sectionOf = (page: Page, question: string) =>
  page
    .getByRole("region", { name: question })
    .or(page.locator("section", { hasText: question }))
    .first();

async function ask(page: Page, question: string, client?: string): Promise<void> {
  const section = sectionOf(page, question);
  if (client !== undefined) {
    await section.getByRole("combobox", { name: t("compliance.client") }).fill(client);
    await page.getByRole("option", { name: client }).first().click();
  }
  await section
    .getByRole("button", { name: t("compliance.show") })
    .first()
    .click();
}

test("who saw a client's documents is one form away, with each file by name, and the export verifies offline", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const staff = await signIn(admin);
  const { users } = await staff.client.users.list({ query: { search: "anna@portico.example" } });
  const anna = users[0];
  if (!anna) throw new Error("the demo has Anna");
  await start(page);
  await ask(page, t("compliance.papers.question"), anna.name);
  await page.getByRole("heading", { level: 1, name: t("audit.title") }).waitFor();
  expect(new URL(page.url()).searchParams.get("holder")).toBe(`user/${anna.id}`);
  await expectAccessible(page);

  await page.goto(`/en/admin/audit?holder=user/${anna.id}`);
  await hydrated(page);
  await expect(page.getByRole("row").nth(1)).toContainText(/\d{4}-\d\d-\d\d/);
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: t("audit.export") }).click(),
  ]);
  const report = await verifyExport(new Uint8Array(await readFile(await file.path())));
  expect(report.faults).toEqual([]);
  expect(report.entries).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test("holdings of a day, changes, papers, withdrawals and mails are each one form away", async ({ page }) => {
  const faults = watchFaults(page);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await start(page);
  await expectAccessible(page);
  for (const [question, client] of [
    ["expiring", undefined],
    ["withdrawals", undefined],
    ["mails", "Anna Kowalska"],
  ] as const) {
    await ask(page, t(`compliance.${question}.question`), client);
    await heading(t(`compliance.${question}.question`)).waitFor();
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    await expectAccessible(page);
    await page.getByRole("link", { name: t("compliance.back") }).click();
    await heading(t("compliance.title")).waitFor();
  }
  await ask(page, t("compliance.holdings.question"), "Anna Kowalska");
  await page.getByText(t("admin.asOf.bannerHint")).waitFor();
  expect(new URL(page.url()).searchParams.get("asOf")).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.goBack();
  await ask(page, t("compliance.changes.question"));
  await heading(t("audit.title")).waitFor();
  expect(new URL(page.url()).searchParams.get("action")).toContain("holder.clientNumberSet");
  expect(faults).toEqual([]);
});
