/** Contracts where several people, a wait, or an earlier contract are involved. Others: e2e/contracts.spec.ts. */

import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { generate } from "otplib";
import {
  agree,
  canvas,
  confirm,
  contentOf,
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
import { approvePerson } from "./filled-forms.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { pdfOf } from "./pdf-file.ts";
import { newPerson, officeOf, type Person, signInAsOffice } from "./people.ts";
import { waitForMail } from "./portal.ts";
import { anonymous, signInAnew, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test.describe.configure({ timeout: 120_000 });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Signs the contract that the page shows. */
async function signOn(page: Page, person: Person): Promise<void> {
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  await page.getByLabel(t("contracts.sign.code")).fill(await requestCode(page, person));
  await signButton(page).click();
}

test("two people sign for a company: each sees who has signed, and the second completes it", async ({
  page,
  browser,
}) => {
  // One after the other: signers are named in the order of their registration.
  const first = await newPerson("Boris Signer");
  const second = await newPerson("Vera Signer");
  const { client } = await signInAsOffice(test.info().parallelIndex);
  const { id: holderId } = await first.client.companies.create({ params: { userId: first.id }, body: {} });
  // Only who passed review is given the right to act for a company.
  for (const person of [first, second]) await approvePerson(client, person, `SIGN${person.id}`);
  await client.companies.editRepresentatives({ params: { id: holderId }, body: { newRepIDs: [first.id, second.id] } });
  // The company has no name yet.
  const text = english("# {{contract.name}}\n\nBetween {{firm.name}} and the company.");
  const type = await newTemplate({ for: "company", signers: "two", text });
  const { id } = await client.contracts.save({
    params: { holderType: "company", holderId, type },
    body: { language: "en" },
  });
  const path = `/en/contracts/${id}?company=${holderId}`;
  const signatures = (on: Page) => on.getByRole("region", { name: t("contracts.signatures.title") });

  const faults = watchFaults(page);
  await signInByCalls(page, first);
  await open(page, path);
  await expect(signatures(page)).toContainText("Boris Signer, Vera Signer");
  await signOn(page, first);
  await expect(page.getByText(/^You have signed\. The other representatives have until/)).toBeVisible();
  await expect(signatures(page).getByRole("listitem")).toContainText(["Test Person (Boris Signer)", "Vera Signer"]);
  await expect(signatures(page).getByText("Boris Signer, Vera Signer")).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("contracts.actions.sign") })).toHaveCount(0);

  const other = await browser.newPage();
  const otherFaults = watchFaults(other);
  await signInByCalls(other, second);
  await open(other, path);
  await expect(other.getByText(/^Another representative has signed\./)).toBeVisible();
  await signOn(other, second);
  await expect(other.getByText(t("contracts.state.approved"), { exact: true })).toBeVisible();
  await other.close();
  // The first signer's page follows.
  await expect(page.getByText(t("contracts.state.approved"), { exact: true })).toBeVisible();
  await expect(signatures(page).getByRole("listitem")).toHaveCount(2);
  expect([...faults, ...otherFaults]).toEqual([]);
});

/** A new password by the link that is mailed. */
async function resetPassword({ email }: Person): Promise<string> {
  const since = new Date();
  await anonymous.sessions.generateReset({ params: { email } });
  const link = new URL(/https?:\/\/\S+/.exec((await waitForMail(email, since, /reset/)).text ?? "")?.[0] ?? "");
  const newPass = "another harbour at dusk";
  const validationString = link.searchParams.get("code") ?? "";
  await anonymous.sessions.resetPassword({ params: { email }, body: { newPass, validationString } });
  return newPass;
}
const [untilText = ""] = t("users.cooling.until", { at: "|" }).split("|");

test("in the hours after a password reset a signer is told from when on signing is possible", async ({ page }) => {
  const faults = watchFaults(page, [/^POST .*\/code 403$/]);
  const person = await newPerson();
  const { id } = await sendTo(person);
  await signInAnew(page, { email: person.email, password: await resetPassword(person) });
  await open(page, `/en/contracts/${id}`);
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  await agree(page);
  const dialog = page.getByRole("dialog");
  const told = dialog.getByText(untilText);
  await expect(told).toBeVisible();
  const day = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Sofia" }).format(Date.now() + 24 * 3600 * 1000);
  await expect(told).toContainText(new RegExp(`${Number(day.slice(8))}.*\\d\\d:\\d\\d`));
  await expect(dialog.getByLabel(t("contracts.sign.name"))).toHaveValue("Test Person");
  await expect(dialog.getByLabel(t("contracts.sign.code")), "no code is asked for that would not help").toHaveCount(0);
  await expect(page.getByText(t("contracts.state.approved"), { exact: true })).toHaveCount(0);
  expect(faults).toEqual([]);
});

/** Sets up an authenticator app; its codes, each used once: each call gives that of the next step of 30 seconds. */
async function addApp({ id, client, password: currentPassword }: Person): Promise<() => Promise<string>> {
  const { secret } = await client.sessions.beginAuthenticator({ params: { id }, body: { currentPassword } });
  let ahead = -30;
  const next = () => {
    const code = generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead });
    ahead += 30;
    return code;
  };
  await client.sessions.confirmAuthenticator({ params: { id }, body: { code: await next() } });
  return next;
}

test("in the hours after a password reset the code of an authenticator app signs", async ({ page }) => {
  const faults = watchFaults(page, [/^PATCH .*\/sign 403$/]);
  const person = await newPerson();
  const { id } = await sendTo(person);
  const appCode = await addApp(person);
  await signInAnew(page, { email: person.email, password: await resetPassword(person), appCode });
  await open(page, `/en/contracts/${id}`);
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  const dialog = page.getByRole("dialog");
  await page.getByLabel(t("contracts.sign.code")).fill(await requestCode(page, person));
  await signButton(page).click();
  await expect(dialog.getByText(untilText)).toContainText(t("users.cooling.app"));
  await dialog.getByLabel(t("users.factors.code")).fill(await appCode());
  await signButton(page).click();
  await expect(page.getByText(t("contracts.state.approved"), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test("whoever requires their authenticator app signs with its code, and is not told of a mail", async ({ page }) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  const { id } = await sendTo(person);
  const appCode = await addApp(person);
  const own = { params: { id: person.id }, body: { currentPassword: person.password } };
  await person.client.sessions.makeRecoveryCodes(own);
  await person.client.sessions.requireOwnFactor({ ...own, body: { ...own.body, required: true } });
  await signInByCalls(page, person);
  await open(page, `/en/contracts/${id}`);
  await page.getByRole("button", { name: t("contracts.actions.sign") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("contracts.sign.agree")).check();
  await dialog.getByLabel(t("contracts.sign.name")).fill("Test Person");
  await dialog.getByRole("button", { name: t("contracts.sign.continue") }).click();
  await expect(dialog.getByText(t("contracts.sign.codeApp"))).toBeVisible();
  await expect(dialog.getByText(person.email)).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: t("contracts.sign.resend") })).toHaveCount(0);
  await dialog.getByLabel(t("users.factors.code")).fill(await appCode());
  await signButton(page).click();
  await expect(page.getByText(t("contracts.state.approved"), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test("a batch is paused, continued and cancelled on its page", async ({ page }) => {
  const faults = watchFaults(page);
  const people = await Promise.all(["One", "Two", "Three"].map((name) => newPerson(`Recipient ${name}`)));
  const to = { holders: people.map(holderOf) };
  // Long enough that writing it takes longer than a click.
  const text = english(`# {{contract.name}}\n\n${"What each of the parties may and must do. ".repeat(2300)}`);
  const type = await newTemplate({ text });
  const contracts = await office();
  const start = () => contracts.startBatch({ params: { type }, body: { to } });
  const startPaused = async () => {
    const { id } = await start();
    await contracts.setBatchState({ params: { id }, body: { state: "paused" } });
    return id;
  };
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  // It waits for the page, which may take longer to load than the whole batch.
  await open(page, `/en/admin/contracts/batches/${await startPaused()}`);
  const resume = page.getByRole("button", { name: t("admin.contractBatch.resume"), exact: true });
  await resume.click();
  await page.getByRole("button", { name: t("admin.contractBatch.pause"), exact: true }).click();
  await expect(page.getByText(t("admin.contractBatch.state.paused"), { exact: true })).toBeVisible();
  await resume.click();
  await expect(page.getByText(t("admin.contractBatch.state.done"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(t("admin.contractBatch.progressText", { sent: 3, failed: 0, total: 3 }))).toBeVisible();

  await open(page, `/en/admin/contracts/batches/${await startPaused()}`);
  await page.getByRole("button", { name: t("admin.contractBatch.cancel"), exact: true }).click();
  await confirm(page, t("admin.contractBatch.cancel"));
  await expect(page.getByText(t("admin.contractBatch.state.cancelled"), { exact: true })).toBeVisible();
  await expect(resume).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("of two colleagues who change one template the second is refused, and loses nothing that was typed", async ({
  page,
}) => {
  const faults = watchFaults(page, [/^POST .*\/contract\/templates\/\w+ 409$/]);
  const type = newType();
  const contracts = await office();
  const save = (text: string, edit: number | null) =>
    contracts.saveTemplate({ params: { type }, body: { content: contentOf({ text: english(text) }), edit } });
  const { edit } = await save("The first text.", null);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await open(page, `/en/admin/contracts/templates/${type}`);
  const text = page.getByLabel(t("admin.templates.textIn", { language: t("shell.language.en") }));
  await expect(text).toHaveValue("The first text.");
  await text.fill("What I typed.");
  await save("What a colleague saved.", edit);
  // By a key: the page may show the notice, without the button, before it is pressed.
  const name = page.getByLabel(t("admin.templates.nameIn", { language: t("shell.language.en") }));
  await name.press("Enter");
  const conflict = page.getByRole("status").filter({ hasText: t("admin.conflict.text") });
  await expect(conflict.getByText("What a colleague saved.")).toBeVisible();
  await expect(conflict.getByText("What I typed.")).toBeVisible();
  await expect(text).toHaveValue("What I typed.");
  // On top of theirs, it is saved.
  await page.getByRole("button", { name: t("admin.conflict.keep") }).click();
  await expect(text).toHaveValue("What I typed.");
  await text.fill("Both of it.");
  await page.getByRole("button", { name: t("admin.draft.save"), exact: true }).click();
  await expect(page.getByText(t("admin.templates.saved"))).toBeVisible();
  const [saved] = await contracts.listTemplateVersions({ params: { type } });
  expect(saved?.content.text.en).toBe("Both of it.");
  expect(faults).toEqual([]);
});

test("staff send their own text, then a finished PDF as its next revision, and a template again with what changed", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  const name = `Terms ${randomUUID().slice(0, 8)}`;
  const idOf = () => Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const reject = (id: number) =>
    person.client.contracts.reject({
      params: { ...holderOf(person), id },
      body: { clientRejectMsg: "Not like this." },
    });
  const send = page.getByRole("button", { name: t("admin.contracts.send.action") });
  const sendAgain = async (id: number) => {
    await reject(id);
    await page.getByRole("link", { name: t("admin.contracts.sendAgain") }).click();
    await page.waitForURL(/\/new\?again=/);
  };
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await open(page, `/en/admin/user/${person.id}/contracts/new?way=text`);
  await page
    .getByRole("textbox", { name: t("admin.contracts.send.textTitle"), exact: true })
    .fill("# Terms\n\n**Fixed.**");
  await page.getByLabel(t("admin.contracts.send.name")).fill(name);
  await page.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await expect(canvas(page)).toBeVisible();
  await send.click();
  await page.waitForURL(/\/contracts\/\d+$/);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await sendAgain(idOf());
  const pdf = pdfOf(["BT /F 24 Tf 60 640 Td (Terms, corrected) Tj ET"]);
  await page.locator("input[type=file]").setInputFiles({ name: "terms.pdf", mimeType: "application/pdf", buffer: pdf });
  await expect(canvas(page)).toBeVisible();
  await send.click();
  await page.waitForURL(/\/contracts\/\d+$/);
  const revised = await person.client.contracts.get({ params: { ...holderOf(person), id: idOf() } });
  expect(revised).toMatchObject({ contract_name: name, revision: 2, pages: 1 });

  const { id } = await sendTo(person, { fields: [fee], text: english("Fee: {{field.fee}} EUR.") }, { fee: "12" });
  await open(page, `/en/admin/user/${person.id}/contracts/${id}`);
  await sendAgain(id);
  const input = page.getByLabel("Fee");
  await expect(input).toHaveValue("12");
  await input.fill("10");
  await expect(page.getByText(t("contracts.fields.before", { value: "12" }))).toBeVisible();
  await page.getByRole("button", { name: t("admin.contracts.send.preview") }).click();
  await expect(canvas(page)).toBeVisible();
  await send.click();
  await page.waitForURL(/\/contracts\/\d+$/);
  const again = await person.client.contracts.get({ params: { ...holderOf(person), id: idOf() } });
  expect(again).toMatchObject({ revision: 2, contract_data: { fee: "10" } });
  expect(faults).toEqual([]);
});
