/** A firm's first day: from an empty portal, without the demo, to the first visitor who registers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { contentPages } from "@portico/api/rules/content.ts";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { camt053 } from "../server/domains/imports/testing/bank-files.ts";
import {
  announceDeposit,
  approve,
  beginTemplate,
  bookFile,
  choosePassword,
  count,
  counterSign,
  createAdmin,
  expectDone,
  firmAccount,
  inviteColleague,
  nameAccount,
  nameBank,
  openForm,
  openSetUp,
  publish,
  register,
  saveForm,
  sendContract,
  signContract,
  stepOf,
  titleOf,
  tryMail,
  type Work,
} from "./first-day-steps.ts";
import { fillSteps, send } from "./form-filling.ts";
import { expectAccessible, watchFaults } from "./page-checks.ts";
import { person } from "./people-answers.ts";
import { port as mainPort } from "./portal.ts";
import { type PortalProcess, startProcess } from "./process.ts";
import { signInByPage } from "./sessions.ts";

const t = textIn("en");
const port = mainPort + 40;
const url = `http://localhost:${port}`;
const admin = { email: "founder@new-firm.test", name: "Fiona Founder", password: "a lantern over the harbour" };

const second = { email: "second@new-firm.test", name: "Simon Second", password: "a lighthouse in the morning" };
const office = { email: "office@new-firm.test", name: "Olga Office", password: "a ferry across the strait" };
const client = { email: "first@client.test", name: "Ana Petrova", password: "a calm harbour in winter" };
/** What is shipped is accepted as it is. */
const accepted = ["portalRules", "kycRules", "declarationTexts", "documentTypes", "ticketRules"] as const;

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-first-"));
  portal = await startProcess({ dataDir, port, demo: "off" });
});
test.afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("public pages without a text say so, lead on, and are no matter for search engines", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  const faults = watchFaults(page);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  for (const language of languages)
    for (const name of contentPages) {
      const answer = await page.goto(`/${language}/learn-more/${name}`);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      // The offer is a page of its own.
      if (name === "target") continue;
      const title = textIn(language)(`shell.learnMore.${name}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(textIn(language)(`content.unpublished.${name}`, { firm: "Portico" }))).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Portico`);
      await expect(page.locator('head meta[name="robots"]')).toHaveAttribute("content", "noindex");
      expect(sitemap).not.toContain(`/learn-more/${name}<`);
      await expect(page.getByRole("link", { name: textIn(language)("content.unpublished.write") })).toBeHidden();
    }
  await expectAccessible(page, "pl");
  await page.evaluate(() => localStorage.setItem("profile", JSON.stringify({ id: 1, role: "admin" })));
  await page.goto("/en/learn-more/fees");
  await expect(page.getByRole("link", { name: t("content.unpublished.write") })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("shell.learnMore.target") })
    .click();
  await expect(page).toHaveURL(/\/en\/learn-more\/target$/);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a firm begins with nothing and has its first client, with a contract and money", async ({ browser }) => {
  test.setTimeout(400_000);
  const work: Work = { clicks: 0, fields: 0 };
  const opened: Page[] = [];
  const faults: string[][] = [];
  const newPage = async (): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL: url, timezoneId: "Europe/Sofia" })).newPage();
    await count(page, work);
    // A template that is begun is asked for before it is saved.
    faults.push(watchFaults(page, [/^GET .*\/contract\/templates\/agreement 404$/]));
    opened.push(page);
    return page;
  };
  const [page, visitor, other, colleague] = [await newPage(), await newPage(), await newPage(), await newPage()];
  await visitor.goto("/en/register");
  await expect(visitor.getByText(t("sessions.register.closed", { firm: "Portico" }))).toBeVisible();
  await expect(visitor.getByRole("button", { name: t("sessions.register.submit") })).toHaveCount(0);

  // The first administrator, who finds the way from the first page.
  await choosePassword(page, await createAdmin(admin, { dataDir, port }), admin.password);
  await signInByPage(page, admin);
  await page.getByRole("link", { name: t("dashboard.staff.go") }).click();
  await expect(page.getByText(t("admin.firstSteps.title"))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("admin.setUp.title"), exact: true })
    .click();
  await expect(page.getByRole("switch", { name: t("admin.setUp.registration.switch") })).toBeDisabled();
  await expectAccessible(page);

  await openForm(page, "brand");
  await page.getByLabel(t("admin.settings.firmName")).fill("New Firm");
  await page.getByLabel(t("admin.settings.supportEmail")).fill("help@newfirm.eu");
  await saveForm(page);
  await expectDone(page, "brand");
  await tryMail(page, admin.email);
  for (const id of accepted) {
    await page.getByRole("button", { name: `${t("admin.setUp.accept")}: ${titleOf(id)}` }).click();
    await expectDone(page, id);
  }
  for (const name of ["terms", "privacy"] as const) {
    await publish(page, name);
    await openSetUp(page);
    await expectDone(page, name);
  }
  await beginTemplate(page);
  await openSetUp(page);
  await expectDone(page, "contractTemplates");
  await nameAccount(page);
  await expectDone(page, "depositInstructions");
  await nameBank(page);
  await openSetUp(page);
  await expectDone(page, "custodian");

  // One administrator alone makes no other: the operator does. An account that nobody entered is no second pair of eyes.
  const link = await createAdmin(second, { dataDir, port });
  await page.reload();
  await expect(stepOf(page, "secondAdmin").getByText(t("admin.setUp.lacks.signIn"))).toBeVisible();
  await choosePassword(other, link, second.password);
  await signInByPage(other, second);
  await inviteColleague(page, office, colleague);
  await signInByPage(colleague, office);
  await openSetUp(page);
  await expectDone(page, "secondAdmin");
  await expectDone(page, "colleagues");

  await page.getByRole("switch", { name: t("admin.setUp.registration.switch") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.setUp.registration.openConfirm") })
    .click();
  await expect(page.getByText(t("admin.setUp.registration.isOpen"))).toBeVisible();
  const setUp = { ...work };

  // The first client.
  await register(visitor, client);
  await visitor
    .getByRole("link", { name: t("onboarding.alert.beginAction") })
    .first()
    .click();
  await visitor.waitForURL(/form\/KYC/);
  await fillSteps(visitor, person, { add: t("forms.list.add") });
  await send(visitor, t);
  await expect(visitor.getByText(t("forms.sent.waiting"))).toBeVisible();
  await approve(page, client.name, "C-0001");
  await expect(visitor.getByText(t("forms.sent.approved"))).toBeVisible({ timeout: 15_000 });

  await sendContract(page);
  await visitor
    .getByRole("navigation")
    .getByRole("link", { name: t("shell.nav.dashboard") })
    .first()
    .click();
  await signContract(visitor, client);
  await counterSign(page);

  const reference = await announceDeposit(visitor, "5000");
  const today = new Date().toISOString().slice(0, 10);
  const entries = [
    { day: today, amount: "5000.00", own: "NOTPROVIDED", text: reference, bank: "B1", name: client.name },
  ];
  await bookFile(page, camt053({ account: firmAccount.iban, entries }));
  await expect(visitor.getByText(t("money.state.deposit.done"))).toBeVisible({ timeout: 20_000 });
  await expectAccessible(visitor);

  const first = { clicks: work.clicks - setUp.clicks, fields: work.fields - setUp.fields };
  // Two seconds a click and six a field, as a rule of thumb.
  const minutes = ({ clicks, fields }: Work) => ((clicks * 2 + fields * 6) / 60).toFixed(1);
  console.log(
    `First day: set up with ${setUp.clicks} clicks and ${setUp.fields} fields (about ${minutes(setUp)} min), ` +
      `first client with ${first.clicks} and ${first.fields} (about ${minutes(first)} min)`,
  );
  expect(work.clicks).toBeGreaterThan(0);
  expect(faults.flat()).toEqual([]);
  for (const one of opened) await one.context().close();
});
