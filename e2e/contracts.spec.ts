/** Contracts: sent, read, filled in, signed with a code, countersigned, rejected, proposed; templates and batches. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import {
  canvas,
  city,
  confirm,
  english,
  fee,
  holderOf,
  newTemplate,
  newType,
  office,
  requestCode,
  sendTo,
  signButton,
} from "./contract-steps.ts";
import { layoutFaults, widthsOf } from "./layout.ts";
import { expectAccessible, expectContrast, expectTranslated, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test.describe.configure({ timeout: 150_000 });

test("the list of contracts fits a small phone, and is printed in light colours without what is clicked", async ({
  page,
}) => {
  const person = await newPerson();
  const { id } = await sendTo(person);
  await sendTo(person);
  await person.client.contracts.reject({ params: { ...holderOf(person), id }, body: { clientRejectMsg: "Not this." } });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 700 });
  await signInByCalls(page, person);
  await page.goto("/pl/contracts");
  await hydrated(page);
  const table = page.getByRole("table");
  await expect(table).toBeVisible();
  const overflow = await table.evaluate(({ parentElement: one }) => (one ? one.scrollWidth - one.clientWidth : NaN));
  expect(overflow).toBe(0);

  await page.setViewportSize({ width: 1280, height: 900 });
  const toSign = page.getByRole("link", { name: textIn("pl")("contracts.page.readAndSign") });
  await expect(toSign).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(toSign).toBeHidden();
  await expectContrast(page);
  const paper = await page.evaluate(() => {
    const { backgroundColor, color, colorScheme } = getComputedStyle(document.body);
    return [backgroundColor, color, colorScheme];
  });
  expect(paper).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)", "light"]);
});

test("a client reads a contract, signs it with a code, and gets the sealed copy @phone", async ({ page }) => {
  const faults = watchFaults(page, [/^POST .*\/check-validation 401$/]);
  const person = await newPerson();
  await sendTo(person);
  await signInByCalls(page, person);
  await page.goto("/en/dashboard");
  await hydrated(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.getByRole("link", { name: t("dashboard.needs.contractsAction") }).click();
  await page.waitForURL("**/en/contracts");
  await expect(page.getByText(t("contracts.page.awaiting", { count: 1 }))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: t("contracts.page.readAndSign") }).click();
  await expect(canvas(page)).toBeVisible();
  await expectAccessible(page);
  expect(await layoutFaults(page, [320])).toEqual([]);

  await page.locator("#file-viewer").evaluate((viewer) => viewer.scrollIntoView());
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("contracts.sign.sendCode") }).click();
  await expect(dialog.getByText(t("contracts.sign.agreeMissing"))).toBeVisible();
  await expect(dialog.getByText(t("contracts.sign.nameMissing"))).toBeVisible();
  const code = await requestCode(page, person);
  await expectAccessible(page);
  expect(await layoutFaults(page, [320])).toEqual([]);
  // A wrong code signs nothing, and nothing typed is lost.
  await dialog.getByLabel(t("contracts.sign.code")).fill(code === "123456" ? "654321" : "123456");
  await signButton(page).click();
  await expect(dialog.getByText(t("error.invalidCode"))).toBeVisible();
  await expect(dialog.getByLabel(t("contracts.sign.name"))).toHaveValue("Test Person");
  await dialog.getByLabel(t("contracts.sign.code")).fill(code);
  await signButton(page).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t("contracts.said.signed"))).toBeVisible();
  // The seal follows by itself.
  await expect(page.getByRole("button", { name: t("contracts.facts.sealed") })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(t("contracts.read.sealed"), { exact: true })).toBeVisible();
  await expect(canvas(page)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: t("contracts.facts.sealed") }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  const evidence = page.waitForEvent("download");
  await page.getByRole("button", { name: t("contracts.facts.evidence") }).click();
  expect((await evidence).suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByRole("button", { name: t("contracts.actions.sign") })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("a client rejects a contract with words, and learns that another was withdrawn while signing it", async ({
  page,
}) => {
  const faults = watchFaults(page, [/^PATCH .*\/sign 409$/]);
  const person = await newPerson();
  const rejected = await sendTo(person);
  const withdrawn = await sendTo(person);
  await signInByCalls(page, person);
  await page.goto(`/en/contracts/${rejected.id}`);
  await hydrated(page);
  await page.getByRole("button", { name: t("contracts.reject.action") }).click();
  await page.getByLabel(t("contracts.reject.words")).fill("The price is another one.");
  await confirm(page, t("contracts.reject.action"));
  await expect(page.getByRole("main").getByText("The price is another one.")).toBeVisible();
  await expect(page.getByText(t("contracts.state.rejectedByClient"), { exact: true })).toBeVisible();

  await page.goto(`/en/contracts/${withdrawn.id}`);
  await hydrated(page);
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  const code = await requestCode(page, person);
  await (await office()).withdraw({ params: { id: withdrawn.id }, body: {} });
  await page.getByLabel(t("contracts.sign.code")).fill(code);
  await signButton(page).click();
  await expect(page.getByText(t("contracts.said.stateConflict"))).toBeVisible();
  await expect(page.getByText(t("contracts.state.withdrawnByFirm"), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test("staff send a contract, the client fills it in and signs, and staff sign for the firm", async ({
  page,
  browser,
}) => {
  const person = await newPerson("Filling Client");
  const text = english("# {{contract.name}}\n\n{{holder.name}}, {{field.city}}.\n\nFee: {{field.fee}} EUR.");
  const type = await newTemplate({ counterSign: true, fields: [fee, city], text });
  const staffPage = await browser.newPage();
  const staffFaults = watchFaults(staffPage);
  await signInByCalls(staffPage, { email: officeOf(test.info().parallelIndex) });
  await staffPage.goto(`/en/admin/user/${person.id}/contracts/new`);
  await hydrated(staffPage);
  await staffPage.getByLabel(t("admin.contracts.template"), { exact: true }).selectOption(type);
  await staffPage.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await expect(staffPage.getByText(t("contracts.fields.missing"))).toBeVisible();
  await staffPage.getByLabel("Fee").fill("1 250,50");
  await staffPage.getByRole("combobox", { name: t("contracts.facts.language") }).selectOption("en");
  await staffPage.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await expect(canvas(staffPage)).toBeVisible();
  await expectAccessible(staffPage);
  await staffPage.getByRole("button", { name: t("admin.contracts.send.action") }).click();
  await staffPage.waitForURL(/\/contracts\/\d+$/);
  await expect(staffPage.getByText(t("admin.contracts.state.awaitsClient"), { exact: true })).toBeVisible();

  const faults = watchFaults(page);
  await signInByCalls(page, person);
  await page.goto(`/en/contracts/${/\d+$/.exec(staffPage.url())?.[0]}`);
  await hydrated(page);
  await expect(page.getByRole("button", { name: t("contracts.actions.sign") })).toBeDisabled();
  await page.getByLabel("City").fill("Plovdiv");
  await page.getByRole("button", { name: t("contracts.fill.action") }).click();
  await expect(page.getByText(t("contracts.said.filled"))).toBeVisible();
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  const code = await requestCode(page, person);
  await page.getByLabel(t("contracts.sign.code")).fill(code);
  await signButton(page).click();
  await expect(page.getByText(t("contracts.notice.awaitsFirm"))).toBeVisible();

  // The colleague's page follows.
  await staffPage.getByRole("button", { name: t("admin.contracts.countersign.action") }).click();
  await confirm(staffPage, t("admin.contracts.countersign.action"));
  await expect(staffPage.getByText(t("admin.contracts.state.approved"), { exact: true })).toBeVisible();
  await expect(staffPage.getByText("Plovdiv", { exact: true })).toBeVisible();
  await staffPage.close();
  await expect(page.getByText(t("contracts.state.approved"), { exact: true })).toBeVisible();
  expect([...faults, ...staffFaults]).toEqual([]);
});

test("a contract can be signed once its last page was shown, by keys alone @phone", async ({ page }) => {
  const person = await newPerson();
  const text = english(`# {{contract.name}}\n\n${"Between {{firm.name}} and {{holder.name}}.\n\n".repeat(60)}`);
  const { id, pages } = await sendTo(person, { text });
  expect(pages).toBeGreaterThan(1);
  await signInByCalls(page, person);
  await page.goto(`/en/contracts/${id}`);
  await hydrated(page);
  await expect(canvas(page)).toBeVisible();
  const sign = page.getByRole("button", { name: t("contracts.actions.sign") });
  await expect(sign).toBeDisabled();
  await expect(sign).toHaveAccessibleDescription(/2/);
  await page.getByRole("button", { name: t("contracts.reading.go") }).press("Enter");
  for (let number = 2; number <= pages; number += 1) {
    await expect(sign).toBeDisabled();
    await page.keyboard.press("PageDown");
    await expect(page.getByRole("img", { name: new RegExp(`${number}$`) })).toBeVisible();
  }
  await expect(sign).toBeEnabled();
  await expect(sign).toHaveAccessibleDescription(t("contracts.reading.shown", { count: pages }));
});

test("a contract that is not displayed is signed once it was downloaded and its reader says that they read it", async ({
  page,
}) => {
  const person = await newPerson();
  const { id, file } = await sendTo(person);
  await signInByCalls(page, person);
  await page.route(`**/api/file/user/${person.id}/${file.id}**`, (route) => route.abort());
  await page.goto(`/en/contracts/${id}`);
  await hydrated(page);
  const sign = page.getByRole("button", { name: t("contracts.actions.sign") });
  await expect(page.locator("#file-viewer").getByRole("alert")).toBeVisible();
  await expect(sign).toBeDisabled();
  const take = page.getByRole("button", { name: t("contracts.read.download") }).first();
  const stated = page.getByLabel(t("contracts.reading.stated"));
  // What could not be fetched was not downloaded.
  await take.click();
  await expect(stated).toHaveCount(0);
  await page.unrouteAll();
  const download = page.waitForEvent("download");
  await take.click();
  await download;
  await expect(sign).toBeDisabled();
  await stated.check();
  await sign.click();
  const code = await requestCode(page, person);
  await page.getByLabel(t("contracts.sign.code")).fill(code);
  await signButton(page).click();
  await expect(page.getByText(t("contracts.said.signed"))).toBeVisible();
  const { signatures } = await person.client.contracts.get({ params: { ...holderOf(person), id } });
  expect(signatures).toMatchObject([{ shown: "downloaded" }]);
});

test("a client proposes a contract, and withdraws it", async ({ page }) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  const name = `Proposal ${randomUUID().slice(0, 8)}`;
  const type = await newTemplate({
    name: english(name),
    clientsPropose: true,
    fields: [city],
    text: english("# {{contract.name}}\n\n{{field.city}}"),
  });
  await signInByCalls(page, person);
  await page.goto("/en/contracts");
  await hydrated(page);
  await page.getByRole("link", { name: `${t("contracts.propose.begin")}: ${name}` }).click();
  await page.waitForURL(`**/en/contracts/propose/${type}`);
  await page.getByLabel("City").fill("Varna");
  await page.getByRole("button", { name: t("contracts.propose.show") }).click();
  await expect(canvas(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("contracts.propose.sign") }).click();
  const code = await requestCode(page, person);
  await page.getByLabel(t("contracts.sign.code")).fill(code);
  await signButton(page).click();
  await page.waitForURL(/\/contracts\/\d+$/);
  await expect(page.getByText(t("contracts.state.awaitsFirm"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: t("contracts.withdraw.action") }).click();
  await confirm(page, t("contracts.withdraw.action"));
  await expect(page.getByText(t("contracts.state.withdrawnByClient"), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test("a template is written, corrected, previewed with a client's data, put into use, and sent to chosen clients", async ({
  page,
}) => {
  const faults = watchFaults(page, [/^GET .*\/contract\/templates\/\w+ 404$/]);
  const person = await newPerson(`Batch ${randomUUID().slice(0, 8)}`);
  const { name: personName } = await person.client.users.get({ params: { id: person.id } });
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const view = `View ${randomUUID()}`;
  await office.savedViews.save({ params: { list: "users" }, body: { name: view, query: { search: personName } } });
  const type = newType();
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/contracts/templates");
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.templates.new") }).click();
  await page.getByLabel(t("admin.templates.key")).fill(type);
  await confirm(page, t("admin.templates.begin"));
  await page.waitForURL(`**/${type}`);
  for (const language of ["bg", "en", "pl"] as const)
    await page
      .getByLabel(t("admin.templates.nameIn", { language: t(`shell.language.${language}`) }))
      .fill(`Written ${language}`);
  // A template begins with a general text, in which places are left to be filled in.
  const shown = page.getByRole("main");
  for (const language of ["bg", "pl", "en"] as const) {
    const name = t(`shell.language.${language}`);
    await shown.getByText(name, { exact: true }).first().click();
    await page.getByLabel(t("admin.templates.textIn", { language: name })).fill("# {{contract.name}}");
  }
  const text = page.getByLabel(t("admin.templates.textIn", { language: t("shell.language.en") }));
  await text.fill("# {{contract.name}}\n\n{{holder.nme}}");
  await page.getByRole("button", { name: t("admin.draft.saveNew") }).click();
  // The fault leads to its line.
  const fault = page.getByRole("button", { name: t("contracts.fault.unknownPlaceholder", { what: "holder.nme" }) });
  await fault.click();
  await expect(text).toBeFocused();
  await text.fill("# {{contract.name}}\n\n");
  await text.press("Control+End");
  await page.getByRole("button", { name: /^holder\.name/ }).click();
  await expect(text).toHaveValue("# {{contract.name}}\n\n{{holder.name}}");
  await page.getByRole("button", { name: t("admin.draft.save"), exact: true }).click();
  await expect(fault).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("combobox", { name: t("admin.templates.previewFor"), exact: true }).fill(personName);
  await page.getByRole("option", { name: new RegExp(personName) }).click();
  await page.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await expect(canvas(page)).toBeVisible();
  await page.getByRole("button", { name: t("admin.templates.use.action") }).click();
  await confirm(page, t("admin.templates.use.action"));
  await expect(page.getByText(t("admin.templates.inUseNumber", { version: 1 }))).toBeVisible();

  await page.getByRole("link", { name: t("admin.contractBatch.begin") }).click();
  await page.getByRole("button", { name: t("admin.contractBatch.by.holders") }).click();
  await page.getByRole("combobox", { name: t("admin.contractBatch.addHolder") }).fill(personName);
  await page.getByRole("option", { name: new RegExp(personName) }).click();
  // The list of the chosen moves the button below it.
  const chosen = page.getByRole("listitem").filter({ hasText: personName });
  await expect(chosen).toBeVisible();
  await chosen.getByRole("button").click();
  await expect(chosen).toBeHidden();
  await page.getByRole("combobox", { name: t("admin.contractBatch.addView") }).selectOption(view);
  await expect(chosen).toBeVisible();
  await page.getByRole("button", { name: t("admin.contractBatch.check") }).click();
  await expect(page.getByText(t("admin.contractBatch.ready.ready"), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("admin.contractBatch.start", { count: 1 }) }).click();
  await confirm(page, t("admin.contractBatch.start", { count: 1 }));
  await page.waitForURL(/batches\/\d+$/);
  await expect(page.getByText(t("admin.contractBatch.state.done"), { exact: true })).toBeVisible({ timeout: 30_000 });
  const { awaiting } = await person.client.contracts.list({
    params: { ...holderOf(person), type: "all" },
    query: {},
  });
  expect(awaiting).toBe(1);
  expect(faults).toEqual([]);
});

for (const language of languages)
  test(`pages of a contract, a template and a batch fit and are accessible (${language})`, async ({ page }) => {
    const faults = watchFaults(page);
    const person = await newPerson(`Layout ${randomUUID().slice(0, 8)}`);
    const contracts = await office();
    const long = "A long paragraph of a contract about what each of the parties may and must do. ".repeat(40);
    const text = english(`# {{contract.name}}\n\n${long}\n\n{{field.city}} {{field.fee}}`);
    const { id, contract_type: type } = await sendTo(
      person,
      { text, fields: [fee, city], counterSign: true },
      { fee: "12" },
    );
    const to = { holders: [holderOf(person)] };
    const batch = await contracts.startBatch({ params: { type }, body: { contract_data: { fee: "12" }, to } });
    const visit = async (path: string) => {
      await page.goto(`/${language}${path}`);
      await hydrated(page);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectTranslated(page);
      await expectAccessible(page, language);
      const found = await layoutFaults(page, widthsOf(language));
      return found.map((fault) => `${path} ${fault}`);
    };
    await signInByCalls(page, person);
    const misfits = [await visit(`/contracts/${id}`)];
    await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
    for (const path of [
      `/admin/user/${person.id}/contracts/${id}`,
      `/admin/contracts/templates/${type}`,
      `/admin/contracts/templates/${type}/send`,
      `/admin/contracts/batches/${batch.id}`,
    ])
      misfits.push(await visit(path));
    expect(misfits.flat()).toEqual([]);
    expect(faults).toEqual([]);
  });
