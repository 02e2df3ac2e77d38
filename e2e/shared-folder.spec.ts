/** The folder shared with a client: browsed, added to and read by both sides, and away while the rest works. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { pdfOf } from "./pdf-file.ts";
import { newPerson, officeOf, type Person, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const pdf = (text: string): Buffer => pdfOf([`BT /F 24 Tf 60 640 Td (${text}) Tj ET`]);
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
/** What opens the folder or downloads the file; the download button names it too. */
const opener = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^(Folder )?${name}`) });

async function numbered(name?: string): Promise<Person> {
  const person = await newPerson(name);
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const clientNumber = `E2E-${person.id}`;
  await office.users.setClientNumber({ params: { id: person.id }, body: { clientNumber } });
  return person;
}

test.describe.configure({ timeout: 120_000 });

test("a client finds the folder beside the documents, adds files and downloads them", async ({ page }) => {
  const faults = watchFaults(page, [/^POST .*\/sharepoint\/upload 422$/]);
  const person = await newPerson();
  await signInByCalls(page, person);
  await page.goto("/en/documents");
  await hydrated(page);
  await page.getByRole("link", { name: t("documents.folder.title") }).click();
  await page.waitForURL("**/en/documents/folder");
  await expect(page.getByText(t("documents.folder.noNumber"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("documents.folder.add") })).toHaveCount(0);

  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const clientNumber = `E2E-${person.id}`;
  await office.users.setClientNumber({ params: { id: person.id }, body: { clientNumber } });
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(t("documents.folder.empty"))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: t("documents.folder.add") }).click();
  const dialog = page.getByRole("dialog");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/upload")) sent.push(request.url());
  });
  await dialog
    .locator("input[type=file][multiple]")
    .setInputFiles([
      asFile("Plan.pdf", pdf("Plan")),
      asFile("Is this: allowed?.pdf", pdf("Refused")),
      asFile("No document.pdf", Buffer.from("no document")),
    ]);
  const refused = (name: string) => dialog.getByRole("listitem").filter({ hasText: name }).getByRole("alert");
  await expect(refused("Is this")).toHaveText(t("field.forbiddenName"));
  await expect(refused("No document")).toHaveText(t("field.refusedType"));
  // The forbidden name was told before anything was sent.
  expect(sent).toHaveLength(2);
  await dialog.locator("input[type=file][multiple]").setInputFiles(asFile("Plan.pdf", pdf("Plan")));
  await expect(dialog.getByText(t("documents.folder.already"))).toBeVisible();
  await dialog.locator("input[type=file][multiple]").setInputFiles(asFile("Plan.pdf", pdf("Another plan")));
  await expect(dialog.getByText("Plan (2).pdf", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("documents.upload.done") }).click();
  for (const name of ["Plan.pdf", "Plan \\(2\\).pdf"]) await expect(opener(page, name)).toHaveCount(1);

  const [download] = await Promise.all([page.waitForEvent("download"), opener(page, "Plan.pdf").click()]);
  expect(download.suggestedFilename()).toBe("Plan.pdf");
  expect((await readFile(await download.path())).equals(pdf("Plan"))).toBe(true);
  expect(await layoutFaults(page, [320, 390, 1280])).toEqual([]);
  expect(faults).toEqual([]);
});

test("folders are opened by keyboard, and the way back is a link", async ({ page }) => {
  const faults = watchFaults(page, [/^GET .*\/sharepoint\/content.* 404$/]);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/documents/folder");
  await hydrated(page);
  await opener(page, "Срещи").focus();
  await page.keyboard.press("Enter");
  await expect(opener(page, "Протокол от срещата през юни.pdf")).toBeVisible();
  const path = page.getByRole("navigation", { name: t("documents.folder.path") });
  await expect(path.getByText("Срещи")).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await path.getByRole("link", { name: t("documents.folder.title") }).focus();
  await page.keyboard.press("Enter");
  await expect(opener(page, "План за инвестиции.pdf")).toBeVisible();
  await page.goBack();
  await expect(opener(page, "Протокол от срещата през септември.pdf")).toBeVisible();

  // A link to a folder that was removed since.
  await page.goto("/en/documents/folder?path=Removed");
  await hydrated(page);
  await expect(page.getByText(t("documents.folder.gone"))).toBeVisible();
  await page.getByRole("button", { name: t("documents.folder.toTop") }).click();
  await expect(opener(page, "Срещи")).toBeVisible();
  expect(faults).toEqual([]);
});

test("staff open a client's folder and add to it, and the client finds it", async ({ page }) => {
  const faults = watchFaults(page);
  const person = await numbered("Foldered Client");
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${person.id}/documents`);
  await hydrated(page);
  await page.getByRole("link", { name: t("documents.folder.title") }).click();
  await page.waitForURL(`**/en/admin/user/${person.id}/folder`);
  await page.getByRole("button", { name: t("documents.folder.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file][multiple]").setInputFiles(asFile("For you.pdf", pdf("For you")));
  await dialog.getByRole("button", { name: t("documents.upload.done") }).click();
  await expect(opener(page, "For you.pdf")).toBeVisible();
  await expectAccessible(page);
  const { items } = await person.client.sharepoint.list({ query: {} });
  expect(items.map(({ name }) => name)).toEqual(["For you.pdf"]);
  await page.getByRole("link", { name: t("admin.holder.section.activity"), exact: true }).click();
  await expect(page.getByText(t("admin.timeline.sharepointUploaded", { path: "For you.pdf" }))).toBeVisible();
  expect(faults).toEqual([]);
});

test("while the folder cannot be reached the page says so, and it is there again afterwards", async ({ page }) => {
  const faults = watchFaults(page, [/^GET .*\/sharepoint\/content.* 503$/]);
  await signInByCalls(page, await numbered());
  await page.route("**/sharepoint/content*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ type: "about:blank", title: "Away", status: 503, code: "sharepointAway" }),
    }),
  );
  await page.goto("/en/documents/folder");
  await hydrated(page);
  await expect(page.getByText(t("error.sharepointAway"))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("link", { name: t("documents.page.title") })
    .first()
    .click();
  await expect(page.getByText(t("documents.list.none"))).toBeVisible();
  await page.goBack();
  await expect(page.getByText(t("error.sharepointAway"))).toBeVisible();
  await page.unroute("**/sharepoint/content*");
  await page.getByRole("button", { name: t("ui.action.retry") }).click();
  await expect(page.getByText(t("documents.folder.empty"))).toBeVisible();
  expect(faults).toEqual([]);
});
