/** The steps of a firm's first day: what an administrator, a visitor and staff do by hand, and how often they click. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import type { SetUpStepId } from "@portico/api/rules/set-up-steps.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated } from "./page-checks.ts";
import { waitForCode, waitForMail } from "./portal.ts";

const t = textIn("en");

/** Clicks and fields filled in so far, by everybody. */
export interface Work {
  clicks: number;
  fields: number;
}

/** Counts what is done on the page: a click counts one, a field that is typed into or chosen counts one. */
export async function count(page: Page, work: Work): Promise<void> {
  await page.exposeBinding("countWork", (_, kind: keyof Work) => void (work[kind] += 1));
  await page.addInitScript(() => {
    const told = (kind: string) => (globalThis as unknown as { countWork: (kind: string) => void }).countWork(kind);
    let last: EventTarget | null = null;
    addEventListener("click", ({ isTrusted }) => void (isTrusted && told("clicks")), true);
    addEventListener(
      "input",
      ({ target }) => {
        const isTyped = target instanceof Element && !target.matches("[type=checkbox], [type=radio]");
        if (!isTyped || target === last) return;
        last = target;
        told("fields");
      },
      true,
    );
  });
}

/** The link that the command prints for the first administrator. */
export async function createAdmin(
  { email, name }: { email: string; name: string },
  { dataDir, port }: { dataDir: string; port: number },
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["server/commands/create-admin.ts", email, name], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), API_PORT: String(port + 1), DATABASE_URL: "" },
  });
  return /https?:\S+/.exec(stdout)?.[0] ?? "";
}

/** Chooses a password by a mailed or printed link. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await hydrated(page);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press("Enter");
}

export const titleOf = (id: SetUpStepId): string => t(`admin.setUp.step.${id}`);
/** The step on the page of setting up. */
export const stepOf = (page: Page, id: SetUpStepId) => page.locator(`li[id="${id}"]`);
export const expectDone = (page: Page, id: SetUpStepId) =>
  expect(stepOf(page, id).getByText(t("admin.setUp.done"), { exact: true })).toBeVisible();

/** To the page of setting up, by the navigation. */
export async function openSetUp(page: Page): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("admin.setUp.title") })
    .first()
    .click();
  await page.waitForURL("**/admin/set-up");
  await hydrated(page);
}

/** Opens the form of a step in its place. */
export const openForm = (page: Page, id: SetUpStepId) =>
  page.getByRole("button", { name: `${t("admin.setUp.open")}: ${titleOf(id)}` }).click();

/** Saves the open form, and confirms what changes. */
export async function saveForm(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: t("admin.settings.save"), exact: true })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("admin.settings.save"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Fills in what a general text leaves open, in all languages at once. */
export async function fillPlaces(page: Page): Promise<void> {
  const putInAll = page.getByRole("button", { name: t("admin.places.putInAll") });
  await putInAll.waitFor();
  for (const field of await putInAll.locator("xpath=../..").getByRole("textbox").all())
    await field.fill("as agreed with counsel");
  await putInAll.click();
  await expect(putInAll).toHaveCount(0);
}

/** Publishes a page, from its step. */
export async function publish(page: Page, name: "terms" | "privacy" | "treasury" | "fees"): Promise<void> {
  await page.getByRole("link", { name: `${t("admin.setUp.go")}: ${titleOf(name)}` }).click();
  await page.waitForURL(`**/admin/content/${name}`);
  await fillPlaces(page);
  await page.getByRole("button", { name: t("admin.draft.saveNew") }).click();
  await page.getByRole("button", { name: t("admin.content.publish.begin") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("admin.content.publish.action") }).click();
  await expect(dialog).toHaveCount(0);
}

/** Types the mailed code into the boxes for it. */
export async function typeCode(page: Page, email: string, since: Date): Promise<void> {
  const boxes = page.locator('input[autocomplete="one-time-code"]');
  await boxes.waitFor();
  await boxes.fill(await waitForCode(email, since));
}

/** Sends the test mail and follows its link. */
export async function tryMail(page: Page, email: string): Promise<void> {
  const since = new Date();
  await page.getByRole("button", { name: t("admin.setUp.mail.send") }).click();
  const mail = await waitForMail(email, since, /set-up\?mail=/);
  await page.goto(/https?:\S+set-up\?mail=[\w-]+/.exec(mail.text ?? "")?.[0] ?? "");
  await expect(page.getByText(t("admin.setUp.mail.arrived"))).toBeVisible();
}

/** Invites a colleague, who chooses a password by the mailed link. */
export async function inviteColleague(
  page: Page,
  { email, name, password }: { email: string; name: string; password: string },
  colleague: Page,
): Promise<void> {
  await page.getByRole("link", { name: `${t("admin.setUp.go")}: ${titleOf("colleagues")}` }).click();
  const form = page.getByRole("form", { name: t("admin.invitations.invite") });
  await form.getByLabel(t("admin.invitations.email")).fill(email);
  await form.getByLabel(t("admin.invitations.name")).fill(name);
  await form.getByLabel(t("admin.invitations.role")).selectOption("office");
  await form.getByLabel(t("admin.invitations.reason")).fill("Works with clients");
  const since = new Date();
  await form.getByRole("button").click();
  const mail = await waitForMail(email, since, /reset/);
  await choosePassword(colleague, /https?:\S+\/reset\S+/.exec(mail.text ?? "")?.[0] ?? "", password);
}

/** The firm's account for deposits. */
export const firmAccount = { iban: "BG18RZBB91550123456789", bic: "RZBBBGSF" };

export async function nameAccount(page: Page): Promise<void> {
  await openForm(page, "depositInstructions");
  await page.getByRole("button", { name: t("admin.payments.addInstruction") }).click();
  const form = stepOf(page, "depositInstructions");
  await form.getByLabel(t("admin.payments.beneficiary"), { exact: true }).fill("New Firm Ltd");
  await form.getByLabel(t("admin.payments.iban"), { exact: true }).fill(firmAccount.iban);
  await form.getByLabel(t("admin.payments.bic"), { exact: true }).fill(firmAccount.bic);
  await form.getByLabel(t("admin.payments.bank"), { exact: true }).fill("First Bank");
  await saveForm(page);
}

/** The bank that sends the statements. */
export async function nameBank(page: Page): Promise<void> {
  await page.getByRole("link", { name: `${t("admin.setUp.go")}: ${titleOf("custodian")}` }).click();
  await page.getByRole("button", { name: t("admin.custodians.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("admin.custodians.name")).first().fill("First Bank");
  await dialog.getByLabel(t("admin.custodians.kind")).selectOption("bank");
  await dialog.getByLabel(t("admin.imports.format.camt")).check();
  await dialog.getByRole("button", { name: t("admin.custodians.save") }).click();
  await expect(dialog).toHaveCount(0);
}

/** The general contract, filled in and put into use. */
export async function beginTemplate(page: Page): Promise<void> {
  await page.getByRole("link", { name: `${t("admin.setUp.go")}: ${titleOf("contractTemplates")}` }).click();
  await page.getByRole("button", { name: t("admin.templates.new") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.templates.begin") })
    .click();
  await fillPlaces(page);
  await page.getByRole("button", { name: t("admin.draft.saveNew") }).click();
  await page.getByRole("button", { name: t("admin.templates.use.action"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("admin.templates.use.action"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** A visitor registers with the code of the mail. */
export async function register(page: Page, person: { email: string; name: string; password: string }): Promise<void> {
  await page.goto("/en/register");
  await hydrated(page);
  await page.getByLabel(t("sessions.field.name")).fill(person.name);
  await page.getByLabel(t("sessions.field.email")).fill(person.email);
  await page.locator('input[type="tel"]').fill("+359 88 812 3456");
  await page.locator('input[name="password"]').fill(person.password);
  const since = new Date();
  await page.getByRole("button", { name: t("sessions.register.submit") }).click();
  await typeCode(page, person.email, since);
  await page.waitForURL("**/en/dashboard");
}

/** Staff read the form of the only applicant, from the desk, and approve it. */
export async function approve(page: Page, name: string, number: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("admin.nav.dashboard") })
    .first()
    .click();
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await page.waitForURL(/review/);
  await page.getByRole("button", { name: t("admin.review.action.approve"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(number);
  await dialog.getByRole("button", { name: t("admin.review.action.approve"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Staff send the contract that the firm has. */
export async function sendContract(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: t("admin.holder.section.contracts"), exact: true })
    .last()
    .click();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("admin.contracts.send.title") })
    .first()
    .click();
  await page.getByLabel(t("admin.contracts.template"), { exact: true }).selectOption("agreement");
  await page.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await page.getByRole("button", { name: t("admin.contracts.send.action") }).click();
  await page.waitForURL(/\/contracts\/\d+$/);
}

/** Turns the pages until the button that signs can be pressed, and presses it. */
async function openOnceRead(page: Page, label: string): Promise<void> {
  const sign = page.getByRole("button", { name: label });
  const next = page.getByRole("button", { name: t("viewer.nextPage") });
  await expect(page.locator("#file-viewer canvas").first()).toBeVisible();
  await expect(async () => {
    if (await next.isEnabled()) await next.click();
    await expect(sign).toBeEnabled({ timeout: 1500 });
  }).toPass({ timeout: 30_000 });
  await sign.click();
}

/** Staff read it too, and sign for the firm. */
export async function counterSign(page: Page): Promise<void> {
  const label = t("admin.contracts.countersign.action");
  await openOnceRead(page, label);
  await page.getByRole("dialog").getByRole("button", { name: label, exact: true }).click();
  await expect(page.getByText(t("admin.contracts.state.approved"), { exact: true })).toBeVisible();
}

/** The client reads it to its end and signs it with a mailed code. */
export async function signContract(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.getByRole("link", { name: t("dashboard.needs.contractsAction") }).click();
  await page.waitForURL("**/en/contracts");
  await page.getByRole("link", { name: t("contracts.page.readAndSign") }).click();
  await page.waitForURL(/\/contracts\/\d+$/);
  await openOnceRead(page, t("contracts.actions.sign"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("contracts.sign.agree")).check();
  await dialog.getByLabel(t("contracts.sign.name")).fill(name);
  const since = new Date();
  await dialog.getByRole("button", { name: t("contracts.sign.sendCode") }).click();
  await dialog.getByLabel(t("contracts.sign.code")).fill(await waitForCode(email, since));
  await dialog.getByRole("button", { name: t("contracts.sign.action"), exact: true }).click();
  await expect(page.getByText(t("contracts.notice.awaitsFirm"))).toBeVisible();
}

/** The client announces a deposit; the reference that is to be written on the transfer. */
export async function announceDeposit(page: Page, sum: string): Promise<string> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.nav.money") })
    .first()
    .click();
  await page.getByRole("button", { name: t("money.action.deposit") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("money.out.sum")).fill(sum);
  await dialog.getByRole("button", { name: t("money.announce.send"), exact: true }).click();
  const reference = dialog.getByText(/^RF\d{2}/).first();
  await expect(reference).toBeVisible();
  const printed = await reference.innerText();
  await dialog
    .getByRole("button", { name: t("ui.action.close") })
    .last()
    .click();
  return printed.replaceAll(/\s/g, "");
}

/** Staff read the bank's file and book it. */
export async function bookFile(page: Page, content: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: t("admin.nav.imports") })
    .first()
    .click();
  const file = { name: "statement.xml", mimeType: "text/xml", buffer: Buffer.from(content) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: t("admin.imports.confirm") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.imports.confirm") })
    .click();
  await expect(page.getByText(t("admin.imports.state.confirmed"), { exact: true })).toBeVisible();
}
