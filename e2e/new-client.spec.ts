/**
 * A new client's way, as a visitor goes it: read, compare, register from there, pay in, ask to join, withdraw; until the
 * withdrawal is matched in the ledger. The form and its review have stories of their own (kyc-person).
 */
import { randomInt, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from "@playwright/test";
import type { DefinitionCard } from "@portico/api/funds.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { printReference } from "@portico/kyc/creditor-reference.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { Translate } from "@portico/messages/text.ts";
import { formatAmount } from "../web/app/ui/format.ts";
import { approvePerson } from "./filled-forms.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, expectTranslated, hydrated, ready, watchFaults } from "./page-checks.ts";
import { port, seededDir, waitForCode } from "./portal.ts";
import { copyData, type PortalProcess, startProcess } from "./process.ts";
import { anonymousAt, signIn, signInAnew } from "./sessions.ts";

// A portal of their own, in which a new account need not wait. One after another, so that it is started once.
test.describe.configure({ mode: "default", timeout: 120_000 });

const place = port + 40;
const [url, base] = [`http://localhost:${place}`, `http://localhost:${place + 1}`];
const officeEmail = "office@portico.example";
const password = "a calm harbour in winter";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const desktop = { viewport: { width: 1440, height: 900 } } as const;

let dataDir: string;
let portal: PortalProcess | undefined;
let office: Awaited<ReturnType<typeof signIn>>["client"];
let staff: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-new-"));
  copyData(seededDir, dataDir);
  portal = await startProcess({ dataDir, port: place });
  const admin = await signIn({ email: "admin@portico.example" }, base);
  const data = { waitHours: 0, waitHoursAfterReset: 0 };
  await admin.client.settings.save({ params: { name: "bankAccountRules" }, body: { data } });
  office = (await signIn({ email: officeEmail }, base)).client;
  staff = await (await browser.newContext({ baseURL: url })).newPage();
  await signInAnew(staff, { email: officeEmail }, url, base);
});
test.afterAll(async () => {
  await portal?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** One visitor's browser, in one language, and what is checked wherever they stop. */
class Visit {
  readonly page: Page;
  readonly language: Language;
  readonly t: Translate;
  readonly dialog: Locator;
  readonly email = `new-${randomUUID()}@mail.example`;
  constructor(page: Page, language: Language) {
    this.page = page;
    this.language = language;
    this.t = textIn(language);
    this.dialog = page.getByRole("dialog");
  }
  static async begin(browser: Browser, language: Language, options: BrowserContextOptions): Promise<Visit> {
    const context = await browser.newContext({ ...options, baseURL: url, timezoneId: "Europe/Sofia" });
    return new Visit(await context.newPage(), language);
  }
  async open(path: string): Promise<void> {
    await this.page.goto(`/${this.language}${path}`);
    await ready(this.page);
  }
  button(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name, exact: true });
  }
  /** The page fits its window, with words of its language and no finding of axe. */
  async look(): Promise<void> {
    await expectTranslated(this.page);
    await expectAccessible(this.page, this.language);
    expect(await layoutFaults(this.page, [this.page.viewportSize()?.width ?? 0])).toEqual([]);
  }
}

/** Reads the offer, compares two, and registers from the page of one of them. */
async function register(visit: Visit, [calm, other]: readonly [DefinitionCard, DefinitionCard]): Promise<void> {
  const { page, t, language, email } = visit;
  await visit.open("/learn-more/target");
  for (const { name } of [calm, other]) await page.getByRole("checkbox", { name: new RegExp(name[language]) }).check();
  await visit.button(t("funds.list.compare")).click();
  const comparison = page.getByRole("region", { name: t("funds.compare.title") });
  await expect(comparison.getByRole("heading")).toBeInViewport();
  await visit.look();
  await comparison.getByRole("link", { name: calm.name[language], exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: calm.name[language] })).toBeVisible();
  // Read without the application, which is loaded when something is tried out.
  await ready(page);
  await visit.look();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("funds.page.register") })
    .click();
  await page.waitForURL(`**/${language}/register?target=${calm.id}`);
  await hydrated(page);
  await page.getByLabel(t("sessions.field.name")).fill("Иван Петров");
  await page.getByLabel(t("sessions.field.email")).fill(email);
  await page.locator('input[type="tel"]').fill("+359 88 812 3456");
  await page.locator('input[name="password"]').fill(password);
  const since = new Date();
  await visit.button(t("sessions.register.submit")).click();
  await page.locator('input[autocomplete="one-time-code"]').fill(await waitForCode(email, since));
  // Back at what they were reading, now with what is missing.
  await page.waitForURL(`**/${language}/target/${calm.id}`);
  await expect(page.getByText(t("funds.fit.notApproved"))).toBeVisible();
}

/** Fills in the form by calls, and office approves it. */
async function approve({ email }: Visit): Promise<{ holder: Holder; clientNumber: string }> {
  const { id, client } = await signIn({ email, password }, base);
  const holder = { holderType: "user", holderId: id } as const;
  const clientNumber = `NEW${id}`;
  await approvePerson(office, { id, email, client }, clientNumber);
  return { holder, clientNumber };
}

/** Office imports a row of the bank's statement. */
async function book(clientNumber: string, row: { kind: string; amount: string; description: string }): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const line = [clientNumber, day, row.kind, "EUR", row.amount, randomUUID(), row.description].join(",");
  const content = `account,date,kind,currency,amount,id,description\n${line}\n`;
  const { id } = await office.imports.preview({ body: { kind: "statement", fileName: "statement.csv", content } });
  await office.imports.confirm({ params: { id }, body: {} });
}

async function payIn(visit: Visit, { holder, clientNumber }: { holder: Holder; clientNumber: string }): Promise<void> {
  const { page, t, dialog } = visit;
  await visit.open("/money");
  const { reference } = await office.payments.getCash({ params: holder });
  const printed = printReference(reference);
  await expect(page.getByText(printed)).toBeVisible();
  await expect(visit.button(t("money.action.withdraw"))).toBeDisabled();
  await visit.button(t("money.action.deposit")).click();
  await dialog.getByLabel(t("money.out.sum")).fill("5000");
  await visit.button(t("money.announce.send"), dialog).click();
  await expect(dialog.getByText(printed)).toBeVisible();
  await expect(dialog.locator("svg[role=img]")).toBeVisible();
  await visit.look();
  await dialog
    .getByRole("button", { name: t("ui.action.close") })
    .last()
    .click();
  // The bank prints the reference its own way; it is matched by itself.
  await book(clientNumber, { kind: "deposit", amount: "5000.00", description: `/ROC/${reference} IVAN PETROV` });
  await expect(page.getByText(t("money.state.deposit.done"))).toBeVisible();
  await expect(visit.button(t("money.action.withdraw"))).toBeEnabled();
}

async function askToJoin(visit: Visit, { id, currency }: DefinitionCard): Promise<void> {
  const { page, t, dialog } = visit;
  await visit.open(`/target/${id}`);
  await expect(page.getByText(t("funds.fit.fits"))).toBeVisible();
  await visit.button(t("funds.join.action")).click();
  await dialog.getByLabel(t("funds.join.amount", { currency })).fill("2000");
  await visit.look();
  await visit.button(t("funds.join.send"), dialog).click();
  await expect(page.getByText(t("funds.joinState.asked"))).toBeVisible();
}

/** Asks with a fresh code; office orders the payment and matches it with the statement. */
async function withdraw(visit: Visit, clientNumber: string): Promise<void> {
  const { page, t, dialog, email, language } = visit;
  const sum = `${randomInt(100, 400)}.${randomInt(10, 99)}`;
  await visit.open("/money");
  await visit.button(t("money.action.withdraw")).click();
  await dialog.getByRole("textbox", { name: t("money.out.sum") }).fill(language === "en" ? sum : sum.replace(".", ","));
  await visit.button(t("money.out.review"), dialog).click();
  const since = new Date();
  await visit.button(t("money.out.send"), dialog).click();
  await dialog.getByLabel(t("money.code.label")).fill(await waitForCode(email, since));
  await visit.look();
  await visit.button(t("money.out.send"), dialog).click();
  const payment = page
    .getByRole("listitem")
    .filter({ hasText: t("money.payments.withdrawal") })
    .filter({ hasText: formatAmount(language, sum, "EUR") });
  const expectState = (state: "open" | "paying" | "done") =>
    expect(payment.getByText(t(`money.state.withdrawal.${state}`), { exact: true })).toBeVisible();
  await expectState("open");

  await staff.goto(`/${language}/admin/requests`);
  await hydrated(staff);
  const card = staff.getByRole("listitem").filter({ hasText: clientNumber });
  const question = staff.getByRole("dialog");
  await visit.button(t("admin.payments.pay"), card).click();
  await visit.button(t("admin.payments.pay"), question).click();
  await expectState("paying");
  await book(clientNumber, { kind: "withdrawal", amount: `-${sum}`, description: "Payment order" });
  await staff.goto(`/${language}/admin/requests?state=paying`);
  await hydrated(staff);
  await visit.button(t("admin.payments.matchOpen"), card).click();
  await visit.button(t("admin.payments.matchThis"), question).click();

  // Told without reloading: paid, and the balance after it.
  await expectState("done");
  const balance = formatAmount(language, (5000 - Number(sum)).toFixed(2), "EUR");
  const movements = page.getByRole("table", { name: t("money.moves.title") });
  await expect(movements.getByRole("row").filter({ hasText: t("portfolios.kind.withdrawal") })).toContainText(balance);
  await visit.look();
}

for (const [language, colorScheme, size, options] of [
  ["bg", "light", "phone", phone],
  ["en", "dark", "desktop", desktop],
  ["pl", "light", "desktop", desktop],
] as const)
  test(`a visitor becomes a client, pays in, joins and withdraws (${language}, ${size}, ${colorScheme})`, async ({
    browser,
  }) => {
    const visit = await Visit.begin(browser, language, { ...options, colorScheme });
    const faults = watchFaults(visit.page, [/POST \/api\/portfolio\/.*\/transaction 403/]);
    const { definitions } = await anonymousAt(base).funds.listDefinitions({ query: { limit: 24 } });
    const [calm, other] = definitions.toSorted((a, b) => a.risk - b.risk);
    if (!calm || !other) throw new Error("the demo offers fewer than two definitions");
    await register(visit, [calm, other]);
    const client = await approve(visit);
    await payIn(visit, client);
    await askToJoin(visit, calm);
    await withdraw(visit, client.clientNumber);
    expect(faults).toEqual([]);
    await visit.page.context().close();
  });
