/** Sending large documents: several at once, over a line that breaks, on a small screen. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, expectTranslated, hydrated, watchFaults } from "./page-checks.ts";
import { pdfOf } from "./pdf-file.ts";
import { newPerson, type Person } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const megabyte = 1024 * 1024;
/** A page that asked again while its file was still being checked. */
const stillChecking = /\/finish 429$/;
/** A connection that a test broke. */
const isBroken = (fault: string): boolean => fault.includes("net::ERR_");

/** A PDF of about that many bytes; no two are the same. */
const pdf = (name: string, bytes: number): Buffer =>
  pdfOf([`% ${name} ${Math.random()}\n${"% Nothing is drawn by a comment, but it is sent.\n".repeat(bytes / 50)}`]);
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

async function openDialog(page: Page, language: "bg" | "en" | "pl" = "en"): Promise<Locator> {
  const words = textIn(language);
  await page.goto(`/${language}/documents`);
  await hydrated(page);
  await page.getByRole("button", { name: words("documents.page.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("documents.upload.type")).selectOption("other");
  return dialog;
}
const choose = (dialog: Locator, ...files: ReturnType<typeof asFile>[]) =>
  dialog.locator("input[type=file][multiple]").setInputFiles(files);
const rowOf = (dialog: Locator, name: string) => dialog.getByRole("listitem").filter({ hasText: name });
const barOf = (dialog: Locator, name: string) =>
  dialog.getByRole("progressbar", { name: t("ui.file.sending", { name }) });

/** SHA-256 of the stored content of each document that the person has, by title. */
async function hashesOf({ id, client }: Person): Promise<Record<string, string | undefined>> {
  const holder = { holderType: "user", holderId: id } as const;
  const { documents } = await client.documents.list({ params: { ...holder, type: "all" }, query: {} });
  const found = await Promise.all(
    documents.map(async ({ id: docId, title }) => {
      const { history } = await client.documents.get({ params: { ...holder, docId } });
      return [title, history[0]?.sha256] as const;
    }),
  );
  return Object.fromEntries(found);
}
/** The process that opens files gives way to everything else, so on a busy machine a check takes long. */
const checked = { timeout: 60_000 };

/** What is done with each fragment on its way, by its number from 1. */
async function watchFragments(page: Page, handle: (route: Route, number: number) => Promise<void>): Promise<void> {
  let number = 0;
  await page.route("**/upload/**/at/*", (route) => handle(route, ++number));
}

test.describe.configure({ timeout: 120_000 });

test("files go on by themselves when the line is back, and arrive byte for byte", async ({ page, context }) => {
  const faults = watchFaults(page, [stillChecking]);
  const person = await newPerson();
  await signInByCalls(page, person);
  const files = { First: pdf("First", 5 * megabyte), Second: pdf("Second", 3 * megabyte), Third: pdf("Third", 40_000) };
  let largest = 0;
  const away = Promise.withResolvers<void>();
  let sent = 0;
  await watchFragments(page, async (route, number) => {
    const body = route.request().postDataBuffer();
    sent += body?.length ?? 0;
    largest = Math.max(largest, body?.length ?? 0);
    // The answer to one is lost, and before another the line is.
    if (number === 2) {
      await route.fetch();
      return route.abort("connectionreset");
    }
    if (number === 5) {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
      return away.resolve();
    }
    return route.continue();
  });
  const dialog = await openDialog(page);
  await choose(dialog, ...Object.entries(files).map(([name, content]) => asFile(`${name}.pdf`, content)));
  await away.promise;
  await expect(dialog.getByText(t("documents.upload.state.offline")).first()).toBeVisible();
  await context.setOffline(false);
  for (const name of Object.keys(files)) await expect(dialog.getByText(name, { exact: true })).toBeVisible(checked);
  await expect(dialog.getByRole("progressbar")).toHaveCount(0);
  await dialog.getByRole("button", { name: t("documents.upload.done") }).click();
  expect(await hashesOf(person)).toEqual(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, hashOf(content)])),
  );
  const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  // Two of those of each file may have been on their way when the line broke.
  expect(sent - total).toBeLessThanOrEqual(4 * largest);
  expect(faults.filter((fault) => !isBroken(fault))).toEqual([]);
});

test("a file above the limit is refused at once, and one without room by the server, in words with the limit", async ({
  page,
}) => {
  const faults = watchFaults(page, [/^POST .*\/upload\/user\/\d+ 422$/]);
  const person = await newPerson();
  await signInByCalls(page, person);
  const dialog = await openDialog(page);
  await expect(dialog.getByText(t("ui.file.taken", { megabytes: 100, count: 20 }))).toBeVisible();
  // The browser is given the name and the size; the content of so large a file is never read.
  const refused = async (name: string, size: number) => {
    await dialog.locator("input[type=file][multiple]").evaluate(
      (input: HTMLInputElement, file) => {
        const large = new File(["%PDF-1.7"], file.name, { type: "application/pdf" });
        Object.defineProperty(large, "size", { value: file.size });
        const chosen = new DataTransfer();
        chosen.items.add(large);
        Object.defineProperty(input, "files", { value: [large], configurable: true });
        input.dispatchEvent(new Event("change", { bubbles: true }));
      },
      { name, size },
    );
    return rowOf(dialog, name).getByRole("alert");
  };
  await expect(await refused("Huge.pdf", 101 * megabyte)).toHaveText(
    t("documents.upload.tooLarge", { megabytes: 100 }),
  );
  const holder = { holderType: "user", holderId: person.id } as const;
  for (let count = 0; count < 20; count += 1)
    await person.client.uploads.create({ params: holder, body: { fileName: "a.pdf", size: 100 * megabyte } });
  await page.reload();
  const again = await openDialog(page);
  await choose(again, asFile("Last.pdf", pdf("Last", 1000)));
  await expect(again.getByText("Last", { exact: true })).toBeVisible(checked);
  await expect(await refused("More.pdf", 60 * megabyte)).toContainText("2,048 MB");
  expect(faults).toEqual([]);
});

test("a file that a reloaded page left unfinished goes on where it stopped, or is discarded", async ({
  page,
}, testInfo) => {
  const faults = watchFaults(page, [stillChecking]);
  const person = await newPerson();
  await signInByCalls(page, person);
  const files = ["Long.pdf", "Given up.pdf"].map((name) => testInfo.outputPath(name));
  const content = pdf("Long", 3 * megabyte);
  for (const path of files) await writeFile(path, content);
  const offsets: number[] = [];
  let holds = true;
  await page.route("**/upload/**/at/*", async (route) => {
    const offset = Number(route.request().url().split("/").at(-1));
    if (!holds) offsets.push(offset);
    // What follows the first fragment is on its way when the page is reloaded.
    if (!holds || offset === 0) await route.continue();
  });
  const dialog = await openDialog(page);
  await dialog.locator("input[type=file][multiple]").setInputFiles(files);
  for (const name of ["Long.pdf", "Given up.pdf"])
    await expect(barOf(dialog, name)).not.toHaveAttribute("aria-valuenow", "0");
  const asked = page.waitForEvent("dialog").then((question) => question.accept().then(() => question.type()));
  await page.reload();
  expect(await asked).toBe("beforeunload");
  holds = false;

  const again = await openDialog(page);
  await expect(again.getByText(t("documents.upload.unfinished", { count: 2 }))).toBeVisible();
  await expectAccessible(page);
  expect(await layoutFaults(page, [320])).toEqual([]);
  await again.getByRole("button", { name: t("documents.upload.discardOf", { name: "Given up.pdf" }) }).click();
  await expect(again.getByText(t("documents.upload.unfinished", { count: 1 }))).toBeVisible();
  await again.locator("input[type=file][multiple]").setInputFiles(files.slice(0, 1));
  await expect(again.getByText("Long", { exact: true })).toBeVisible(checked);
  await expect(again.getByText(t("documents.upload.unfinished", { count: 1 }))).toHaveCount(0);
  expect(Math.min(...offsets), "nothing is sent twice").toBe(256 * 1024);
  expect(await hashesOf(person)).toEqual({ Long: hashOf(content) });
  // Nothing is left of the one that was discarded.
  const room = () => person.client.uploads.getRoom({ params: { holderType: "user", holderId: person.id } });
  await expect.poll(async () => (await room()).usedBytes).toBe(content.length);
  expect(faults.filter((fault) => !isBroken(fault))).toEqual([]);
});

for (const language of ["bg", "en", "pl"] as const)
  test(`sending fits a narrow screen and is read aloud: ${language}`, async ({ page }) => {
    const words = textIn(language);
    const person = await newPerson();
    await signInByCalls(page, person);
    await watchFragments(page, async (route, number) => (number === 1 ? route.continue() : undefined));
    await page.setViewportSize({ width: 320, height: 700 });
    const dialog = await openDialog(page, language);
    const name = "Договор за управление на портфейл и приложения към него 2026.pdf";
    await choose(dialog, asFile(name, pdf("Wide", megabyte)), asFile("Second.pdf", pdf("Second", megabyte)));
    const pause = dialog.getByRole("button", { name: words("documents.upload.pauseOf", { name }) });
    await pause.click();
    await expect(rowOf(dialog, name).getByRole("status")).toHaveText(words("documents.upload.state.paused"));
    await expectTranslated(page);
    await expectAccessible(page, language);
    if (language === "bg") expect(await layoutFaults(page, [320, 390])).toEqual([]);
  });
