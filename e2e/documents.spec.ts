/** Documents: a client adds and reads them, answers what the firm asked for, and removes one that staff restore. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { zipSync } from "fflate";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { pdfOf } from "./pdf-file.ts";
import { newPerson, officeOf, type Person, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const oneDay = 24 * 3600 * 1000;

const pdf = (text: string): Buffer => pdfOf([`BT /F 24 Tf 60 640 Td (${text}) Tj ET`]);
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
const holderOf = ({ id }: Person) => ({ holderType: "user", holderId: id }) as const;

/** What opens the document; the download button names it too. */
const opener = (page: Page, title: string) => page.getByRole("button", { name: new RegExp(`^${title}`) });
const canvas = (page: Page) => page.locator("#file-viewer canvas");

test.describe.configure({ timeout: 120_000 });

test("a client adds documents, one of them refused, and opens what the firm sent", async ({ page }) => {
  const faults = watchFaults(page, [/^POST .*\/upload\/user\/\d+\/\d+\/at\/0 422$/]);
  const person = await newPerson();
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  await office.documents.add({
    params: { ...holderOf(person), type: "statement" },
    body: { documents: [{ fileName: "Statement.pdf", base64data: pdf("Statement").toString("base64") }] },
  });
  await signInByCalls(page, person);
  await page.goto("/en/documents");
  await hydrated(page);

  // Its mark goes when it is opened, and the way back closes it.
  await expect(page.getByText(t("documents.page.unread", { count: 1 }))).toBeVisible();
  await expect(opener(page, "Statement")).toContainText(t("documents.list.new"));
  await opener(page, "Statement").click();
  await expect(canvas(page)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(canvas(page)).toHaveCount(0);
  await expect(page.getByText(t("documents.page.unread", { count: 1 }))).toHaveCount(0);
  await expect(opener(page, "Statement")).not.toContainText(t("documents.list.new"));

  await page.getByRole("button", { name: t("documents.page.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("documents.upload.type")).selectOption("other");
  await dialog
    .locator("input[type=file][multiple]")
    .setInputFiles([
      asFile("First.pdf", pdf("First")),
      asFile("Broken.pdf", Buffer.from("no document")),
      asFile("Second.pdf", pdf("Second")),
    ]);
  await expect(dialog.getByText("Second", { exact: true })).toBeVisible();
  const refused = dialog.getByRole("listitem").filter({ hasText: "Broken.pdf" });
  await expect(refused.getByRole("alert")).toHaveText(t("field.refusedType"));
  await expectAccessible(page);
  // The same content again is not added again.
  await dialog.locator("input[type=file][multiple]").setInputFiles(asFile("First again.pdf", pdf("First")));
  await expect(dialog.getByText(t("documents.upload.already"))).toBeVisible();
  await dialog.getByRole("button", { name: t("documents.upload.done") }).click();
  for (const title of ["First", "Second", "Statement"]) await expect(opener(page, title)).toHaveCount(1);
  await page.getByLabel(t("documents.filter.type")).selectOption("other");
  await expect(opener(page, "Statement")).toHaveCount(0);
  await page.getByLabel(t("documents.filter.search")).fill("seco");
  await expect(opener(page, "First")).toHaveCount(0);
  await expect(opener(page, "Second")).toHaveCount(1);
  expect(faults).toEqual([]);
});

test("the first page of a long PDF is drawn without the rest, and another one when it is asked for", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const filling = `\n%${"x".repeat(300_000)}`;
  const long = pdfOf(
    Array.from({ length: 20 }, (_, index) => `BT /F 40 Tf 60 700 Td (Page ${index + 1}) Tj ET${filling}`),
  );
  await office.documents.add({
    params: { ...holderOf(person), type: "statement" },
    body: { documents: [{ fileName: "Long.pdf", base64data: long.toString("base64") }] },
  });
  await signInByCalls(page, person);
  await page.goto("/en/documents");
  await hydrated(page);
  let received = 0;
  let requests = 0;
  page.on("response", (answer) => {
    if (!/\/file\/user\/\d+\/\d+$/.test(new URL(answer.url()).pathname)) return;
    received += Number(answer.headers()["content-length"] ?? 0);
    requests += 1;
  });
  await opener(page, "Long").click();
  await expect(canvas(page)).toBeVisible({ timeout: 30_000 });
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThan(long.length / 3);
  expect(requests, "the descriptions of 20 pages come together").toBeLessThan(8);
  await page.locator("#file-viewer").press("PageDown");
  await expect(page.getByText(t("viewer.pageOf", { number: 2, count: 20 }))).toBeVisible();
  expect(received).toBeLessThan(long.length / 2);
  expect(faults).toEqual([]);
});

test("a document that the firm asked for is added, and staff accept it", async ({ page, browser }) => {
  const faults = watchFaults(page);
  const person = await newPerson("Asked Client");
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const due = new Date(Date.now() + 30 * oneDay).toISOString().slice(0, 10);
  const words = "Please add a bill that shows your address.";
  await office.documents.ask({ params: holderOf(person), body: { type: "address", text: words, due } });
  await signInByCalls(page, person);
  // The dashboard leads there.
  await page.goto("/en/dashboard");
  await hydrated(page);
  // The list of what needs attention grows while its parts load.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.getByRole("link", { name: t("dashboard.needs.documentsAction") }).click();
  await page.waitForURL("**/en/documents");
  await expect(page.getByText(words)).toBeVisible();
  const answer = page.getByRole("button", { name: t("documents.request.answer"), exact: true });
  await answer.click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file][multiple]").setInputFiles(asFile("Bill.pdf", pdf("Bill")));
  await dialog.getByRole("button", { name: t("documents.upload.done") }).click();
  await expect(page.getByText(t("documents.request.state.received"))).toBeVisible();
  await expect(answer).toHaveCount(0);

  const staffPage = await browser.newPage();
  const staffFaults = watchFaults(staffPage);
  await signInByCalls(staffPage, { email: officeOf(test.info().parallelIndex) });
  await staffPage.goto(`/en/admin/user/${person.id}/profile`);
  await hydrated(staffPage);
  await expect(staffPage.getByText(t("admin.documents.received", { count: 1 }))).toBeVisible();
  await staffPage.getByRole("link", { name: t("admin.documents.all") }).click();
  await staffPage.getByRole("button", { name: t("admin.documents.open") }).click();
  await expect(canvas(staffPage)).toBeVisible();
  await expect(staffPage.getByText(t("documents.viewer.byPerson", { name: "Asked Client" }))).toBeVisible();
  await staffPage.keyboard.press("Escape");
  await staffPage.getByRole("button", { name: t("admin.documents.close.accepted.action"), exact: true }).click();
  await staffPage
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.documents.close.accepted.action"), exact: true })
    .click();
  await expect(staffPage.getByText(t("admin.documents.requestsNone"))).toBeVisible();
  const download = staffPage.waitForEvent("download");
  await staffPage
    .getByRole("region", { name: t("admin.documents.requests") })
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .click();
  const table = await readFile(await (await download).path(), "utf8");
  expect(table).toContain(`${words},${due},${t("documents.request.state.accepted")}`);
  await staffPage.close();
  // The client's page follows, and an accepted document cannot be removed.
  await expect(page.getByText(t("documents.request.nothing"))).toBeVisible();
  await opener(page, "Bill").click();
  await expect(canvas(page)).toBeVisible();
  await expect(page.getByRole("button", { name: t("documents.version.add") })).toBeVisible();
  await expect(page.getByRole("button", { name: t("documents.remove.action") })).toHaveCount(0);
  expect([...faults, ...staffFaults]).toEqual([]);
});

test("a removed document lies in the bin, from which staff restore it", async ({ page }) => {
  // The thumbnail may be ready, and asked for, at the moment of the removal.
  const faults = watchFaults(page, [/^GET .*\/thumbnail\/1 404$/]);
  const person = await newPerson();
  const params = { ...holderOf(person), type: "other" };
  await person.client.documents.add({
    params,
    body: { documents: [{ fileName: "Letter.pdf", base64data: pdf("Letter").toString("base64") }] },
  });
  await signInByCalls(page, person);
  await page.goto("/en/documents");
  await hydrated(page);
  await opener(page, "Letter").click();
  await page.getByRole("button", { name: t("documents.remove.action") }).click();
  await page
    .getByRole("dialog", { name: t("documents.remove.title", { title: "Letter" }) })
    .getByRole("button", { name: t("documents.remove.action") })
    .click();
  await expect(page.getByText(t("documents.list.none"))).toBeVisible();

  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${person.id}/documents?part=bin`);
  await hydrated(page);
  await expect(opener(page, "Letter")).toBeVisible();
  await page.getByRole("button", { name: t("admin.documents.restore") }).click();
  await expect(page.getByText(t("admin.documents.binEmpty"))).toBeVisible();
  expect((await person.client.documents.list({ params, query: {} })).documents).toHaveLength(1);
  expect(faults).toEqual([]);
});

test("documents for many come in a ZIP: all wait while one file has no client, then all are added at once", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const [one, two] = await Promise.all([newPerson("Client One"), newPerson("Client Two")]);
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const numbers: string[] = [];
  for (const { id } of [one, two]) {
    const clientNumber = `ZIP-${id}-${Date.now() % 1e6}`;
    await office.users.setClientNumber({ params: { id }, body: { clientNumber } });
    numbers.push(clientNumber);
  }
  const zip = zipSync({
    ...Object.fromEntries(numbers.map((number) => [`Statement ${number}.pdf`, pdf(`Statement of ${number}`)])),
    "Cover letter.pdf": pdf("For nobody"),
  });
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/documents");
  await hydrated(page);
  await page.getByLabel(t("documents.upload.type")).selectOption("statement");
  await page.getByLabel(t("admin.batch.documentTitle")).fill("Statement of the year");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "statements.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
  await page.waitForURL(/\/admin\/documents\/\d+$/);
  const add = page.getByRole("button", { name: t("admin.batch.confirm"), exact: true });
  await expect(page.getByText(t("admin.batch.fault.noNumber"))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Client One", { exact: true })).toBeVisible();
  await expect(add).toBeDisabled();
  await expectAccessible(page);
  const added = async ({ client, id }: Person) =>
    (await client.documents.list({ params: { holderType: "user", holderId: id, type: "all" }, query: {} })).documents;
  expect(await added(one)).toEqual([]);

  await page.getByRole("button", { name: t("admin.batch.excludeOf", { name: "Cover letter.pdf" }) }).click();
  await add.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.batch.confirm"), exact: true })
    .click();
  await expect(page.getByText(t("admin.batch.done", { count: 2 })).first()).toBeVisible();
  for (const person of [one, two]) expect(await added(person)).toMatchObject([{ title: "Statement of the year" }]);
  expect(faults).toEqual([]);
});
