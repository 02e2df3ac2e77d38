/**
 * A day with the firm's bank: its SFTP folder is set up with the host's key, withdrawals go out as a file that a second
 * person releases, and the bank's statement is picked up and brings one as paid, one as returned, and money that names
 * nobody, which is assigned and taken back.
 */
import { randomInt } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { startSftp, type TestSftp } from "../server/adapters/sftp/testing/sftp-server.ts";
import { camt053 } from "../server/domains/imports/testing/bank-files.ts";
import { formatMoney } from "../web/app/ui/format.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { alone, signIn, signInByCalls } from "./sessions.ts";
import { askForWithdrawal, payingClient } from "./withdrawals.ts";

const t = textIn("en");
const today = new Date().toISOString().slice(0, 10);

test.describe.configure({ timeout: 150_000 });

let folder: string;
let bank: TestSftp;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-e2e-sftp-"));
  for (const name of ["out", "processed"]) await mkdir(join(folder, name));
  bank = await startSftp(folder);
});
test.afterEach(async () => {
  await bank.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** The folder in the settings: its address, and the host's key, which is read and confirmed. */
async function setUpFolder(page: Page, custodian: string): Promise<void> {
  await open(page, "/en/admin/settings/pickups");
  await page.getByRole("button", { name: t("admin.pickups.add") }).click();
  const form = page
    .getByRole("group")
    .filter({ has: page.getByLabel(t("admin.pickups.host")) })
    .last();
  await form.getByLabel(t("admin.pickups.custodian"), { exact: true }).selectOption({ label: custodian });
  await form.getByLabel(t("admin.pickups.host"), { exact: true }).fill(bank.host);
  await form.getByLabel(t("admin.pickups.port"), { exact: true }).fill(String(bank.port));
  await form.getByLabel(t("admin.pickups.user"), { exact: true }).fill(bank.user);
  await form.getByLabel(t("admin.pickups.pattern")).fill("*.xml");
  await form.getByRole("button", { name: t("admin.pickups.readKey") }).click();
  await expect(form.getByText(t("admin.pickups.shownKey", { fingerprint: bank.fingerprint }))).toBeVisible();
  await form.getByRole("button", { name: t("admin.pickups.useKey") }).click();
  await expect(form.getByLabel(t("admin.pickups.fingerprint"))).toHaveValue(bank.fingerprint);
  await expectAccessible(page);
  await page
    .getByRole("button", { name: t("admin.settings.save"), exact: true })
    .first()
    .click();
  const difference = page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
  await expect(difference.getByText(bank.fingerprint)).toBeVisible();
  await difference.getByRole("button", { name: t("admin.settings.save"), exact: true }).click();
  await expect(page.getByText(t("admin.settings.unsaved"))).toHaveCount(0);
}

/** The password, and the connection tried. */
async function storePassword(page: Page, custodian: string): Promise<void> {
  await open(page, "/en/admin/pickups");
  await page.getByText(`${custodian} · ${t("admin.pickups.secretMissing")}`).click();
  const part = page.getByRole("group").filter({ hasText: custodian });
  await part.getByRole("textbox", { name: t("admin.pickups.password") }).fill(bank.password);
  await part.getByRole("button", { name: t("admin.pickups.secretSave") }).click();
  await expect(page.getByText(`${custodian} · ${t("admin.pickups.secretStored")}`)).toBeVisible();
  await part.getByRole("button", { name: t("admin.pickups.test") }).click();
  await expect(part.getByText(t("admin.pickups.tested", { count: 1 }))).toBeVisible();
  await expectAccessible(page);
}

/** Prepares a file of these sums alone; its name. */
async function prepareFile(page: Page, sums: readonly string[]): Promise<string> {
  await open(page, "/en/admin/requests/payment-files");
  const form = page.getByRole("form", { name: "EUR" });
  await form.getByRole("checkbox").first().waitFor();
  const all = form.getByRole("checkbox", { name: /^All / });
  await all.setChecked(true);
  await all.setChecked(false);
  for (const sum of sums)
    await form.getByRole("checkbox", { name: `${formatMoney("en", sum, "EUR")} · James` }).check();
  await expectAccessible(page);
  await form.getByRole("button", { name: t("admin.paymentFiles.prepare", { count: 2, currency: "EUR" }) }).click();
  await expect(page.getByText(t("admin.paymentFiles.prepared"))).toBeVisible();
  const { client: calls } = await signIn({ email: "office@portico.example" });
  const { files } = await calls.payments.listPaymentFiles({ query: { limit: 20 } });
  const total = sums.reduce((sum, one) => sum + Number(one), 0).toFixed(2);
  return files.find((file) => file.state === "prepared" && Number(file.total) === Number(total))?.message_id ?? "";
}

test("withdrawals go out as a file, and the bank's folder brings what became of them @phone", async ({ browser }) => {
  const [office, admin] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signInByCalls(office, { email: "office@portico.example" });
  await signInByCalls(admin, { email: "admin@portico.example" });
  const faults = [watchFaults(office), watchFaults(admin)];
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const custodian = `Bank ${mark}`;
  const { client: calls } = await signIn({ email: "admin@portico.example" });
  await calls.custodians.create({
    body: {
      name: custodian,
      kind: "bank",
      country: "BG",
      other_names: [],
      formats: ["camt"],
      day_basis: "trade",
      confirmations: "custodian",
      quantity_tolerance: "0",
      cash_tolerance: "0",
      automatic: false,
    },
  });
  const { id: holderId } = await signIn(payingClient);
  const { instructions } = await calls.payments.getCash({ params: { holderType: "user", holderId } });
  const iban = instructions.find(({ currency }) => currency === "EUR")?.account ?? "";

  const sums = [`1.${randomInt(10, 99)}`, `2.${randomInt(10, 99)}`] as const;
  const references = [await askForWithdrawal(sums[0]), await askForWithdrawal(sums[1])] as const;
  const code = "PMNT/ICDT/ESCT";
  const statement = camt053({
    account: iban,
    entries: [
      { day: today, amount: `-${sums[0]}`, own: references[0], bank: `${mark}A`, code },
      { day: today, amount: `-${sums[1]}`, own: references[1], bank: `${mark}B`, code },
      { day: today, amount: sums[1], own: references[1], bank: `${mark}C`, isReversal: true, code: "PMNT/ICDT/RRTN" },
      { day: today, amount: "3.33", text: `Unnamed ${mark}`, bank: `${mark}D` },
    ],
  });
  await writeFile(join(folder, "out", `statement-${mark}.xml`), statement);

  // One person at a time changes the list of folders.
  await alone("pickup settings", () => setUpFolder(admin, custodian));
  await storePassword(admin, custodian);
  const look = admin.getByRole("button", { name: `${t("admin.pickups.look")}: ${custodian}` });
  await look.click();
  const picked = admin
    .getByRole("table", { name: t("admin.pickups.files") })
    .getByRole("row")
    .filter({ hasText: `statement-${mark}.xml` });
  await expect(picked).toContainText(t("admin.pickups.fileState.seen"));

  // Meanwhile the payments go out: one prepares, another releases.
  const messageId = await prepareFile(office, sums);
  await open(admin, "/en/admin/requests/payment-files");
  const card = admin.getByRole("listitem").filter({ hasText: messageId });
  await card.getByRole("button", { name: t("admin.paymentFiles.check") }).click();
  const dialog = admin.getByRole("dialog");
  for (const reference of references)
    await expect(dialog.getByRole("row").filter({ hasText: reference })).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: t("admin.paymentFiles.release"), exact: true }).click();
  await expect(card.getByText(t("admin.paymentFiles.state.released"), { exact: true })).toBeVisible();
  const [download] = await Promise.all([
    admin.waitForEvent("download"),
    card.getByRole("button", { name: t("admin.paymentFiles.download") }).click(),
  ]);
  const xml = await readFile(await download.path(), "utf8");
  for (const reference of references) expect(xml).toContain(`<EndToEndId>${reference}</EndToEndId>`);

  // A file is read half a minute after it was seen, if it is still the same.
  await expect(async () => {
    await open(office, "/en/admin/pickups");
    await office.getByRole("button", { name: `${t("admin.pickups.look")}: ${custodian}` }).click();
    await expect(office.getByRole("row").filter({ hasText: `statement-${mark}.xml` })).toContainText(
      t("admin.pickups.waits.notAutomatic"),
      { timeout: 4000 },
    );
  }).toPass({ timeout: 60_000 });
  await expectAccessible(office);
  await office
    .getByRole("row")
    .filter({ hasText: `statement-${mark}.xml` })
    .getByRole("link")
    .click();
  await expect(office.getByRole("heading", { name: `statement-${mark}.xml` })).toBeVisible();
  await expect(office.getByText(t("admin.imports.closes.yes"))).toBeVisible();
  await expectAccessible(office);
  const main = office.getByRole("main");
  await main.getByRole("button", { name: t("admin.imports.confirm") }).click();
  await office
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.imports.confirm") })
    .click();
  await expect(office.getByText(t("admin.imports.state.confirmed"), { exact: true })).toBeVisible();

  await expect(async () => {
    await open(office, "/en/admin/pickups");
    await office.getByRole("button", { name: `${t("admin.pickups.look")}: ${custodian}` }).click();
    await expect(office.getByRole("row").filter({ hasText: `statement-${mark}.xml` })).toContainText(
      t("admin.pickups.fileState.moved"),
      { timeout: 4000 },
    );
  }).toPass({ timeout: 30_000 });
  expect(await readdir(join(folder, "processed"))).toEqual([`statement-${mark}.xml`]);

  for (const [state, reference] of [
    ["done", references[0]],
    ["returned", references[1]],
  ] as const)
    await expect(async () => {
      await open(office, `/en/admin/requests?state=${state}`);
      await expect(office.getByRole("listitem").filter({ hasText: reference })).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 20_000 });

  // What names nobody is booked for a person, and taken back.
  await open(office, "/en/admin/requests/bank-entries");
  const entry = office.getByRole("listitem").filter({ hasText: `Unnamed ${mark}` });
  await entry.getByRole("button", { name: t("admin.bankEntries.assign") }).click();
  const decision = office.getByRole("dialog");
  await decision.getByLabel(t("admin.bankEntries.user")).fill("James Wri");
  await office.getByRole("option", { name: /James Wright/ }).click();
  await decision
    .getByRole("textbox", { name: t("admin.payments.reason") })
    .fill("He called and told the day and the sum.");
  await expectAccessible(office);
  await decision.getByRole("button", { name: t("admin.bankEntries.assign") }).click();
  await expect(entry).toHaveCount(0);
  await office.getByRole("link", { name: t("admin.bankEntries.state.booked") }).click();
  await expect(entry.getByText(t("admin.bankEntries.for", { name: "James Wright" }))).toBeVisible();
  await entry.getByRole("button", { name: t("admin.bankEntries.reopen") }).click();
  await decision.getByRole("textbox", { name: t("admin.payments.reason") }).fill("It was another James.");
  await decision.getByRole("button", { name: t("admin.bankEntries.reopen") }).click();
  await expect(entry).toHaveCount(0);
  await open(office, "/en/admin/requests/bank-entries");
  await expect(entry).toBeVisible();
  for (const fault of faults) expect(fault).toEqual([]);
});
