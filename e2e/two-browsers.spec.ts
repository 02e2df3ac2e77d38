/** Two colleagues in two browsers: each sees the other's decisions, and nothing is decided twice or lost. */
import { randomInt } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { fillPersonForm } from "./filled-forms.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, newStaff, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");

test.describe.configure({ timeout: 120_000 });

/** A new colleague for the test, signed in in their own browser. */
async function colleagueAt(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInByCalls(page, await newStaff(name));
  return page;
}

async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

test("two clerks at the review queue: the form that one decides leaves the other's list, and cannot be decided again", async ({
  browser,
}) => {
  const [ada, boris] = [await colleagueAt(browser, "Ada First"), await colleagueAt(browser, "Boris Second")];
  const faults = [watchFaults(ada), watchFaults(boris)];
  const name = `Queue ${randomInt(1_000_000_000)}`;
  const person = await newPerson(name);

  // The second person's list updates: a form appears, and disappears once decided.
  await openAt(boris, "/en/admin/reviews");
  const row = boris.getByRole("row", { name: new RegExp(name) });
  await expect(row).toHaveCount(0);
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });
  await expect(row).toBeVisible();

  await row.getByRole("link").click();
  await openAt(ada, `/en/admin/user/${person.id}/review`);
  const decide = (page: Page, action: "approve" | "return") =>
    page.getByRole("button", { name: t(`admin.review.action.${action}`), exact: true });
  await decide(boris, "return").click();
  const dialog = boris.getByRole("dialog");
  await dialog.getByLabel(t("admin.review.reason")).fill("Please add the payslip.");

  await ada
    .getByRole("button", { name: t("admin.review.accept"), exact: true })
    .first()
    .click();
  await expect(boris.getByText(t("admin.review.standing", { accepted: 1, remarks: 0 }))).toBeVisible();
  await decide(ada, "approve").click();
  await ada
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.review.action.approve"), exact: true })
    .click();
  await expect(ada.getByText(t("admin.review.done.approve"))).toBeVisible();

  await expect(dialog.getByText(/Ada First/)).toBeVisible();
  await expect(dialog.getByLabel(t("admin.review.reason"))).toHaveValue("Please add the payslip.");
  await expect(dialog.getByRole("button", { name: t("admin.review.action.return"), exact: true })).toBeDisabled();
  await boris.keyboard.press("Escape");
  await dialog.getByRole("button", { name: t("ui.typed.discard") }).click();
  await expect(decide(boris, "return")).toHaveCount(0);
  await boris.goBack();
  await expect(boris.getByRole("table")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(faults.flat()).toEqual([]);
});

test("what changes between a list's first request and its page's connection is shown", async ({ browser }) => {
  const page = await colleagueAt(browser, "Vera Third");
  const faults = watchFaults(page);
  const name = `Between ${randomInt(1_000_000_000)}`;
  const person = await newPerson(name);
  const connecting = Promise.withResolvers<() => unknown>();
  await page.routeWebSocket("**/socket.io/**", (socket) => connecting.resolve(() => socket.connectToServer()));
  await openAt(page, "/en/admin/reviews");
  const connect = await connecting.promise;
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(page.getByRole("main").getByRole("row").first()).toBeVisible();
  await expect(row).toHaveCount(0);
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });
  connect();
  await expect(row).toBeVisible();
  expect(faults).toEqual([]);
});

test("two who save the same prices: what one accepts the other sees, and the file is saved once", async ({
  browser,
}) => {
  const [ada, boris] = [await colleagueAt(browser, "Ada First"), await colleagueAt(browser, "Boris Second")];
  const faults = [watchFaults(ada), watchFaults(boris)];
  const { client } = await signInAsOffice(test.info().parallelIndex);
  const ticker = await newPaper();
  const pricesOf = (source: string, ...rows: string[]) => ({
    name: `${ticker}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(
      ["ticker,currency,date,price,source", ...rows.map((row) => `${ticker},EUR,${row},${source}`)].join("\n"),
    ),
  });
  const file = (content: ReturnType<typeof pricesOf>) => ({
    kind: "prices" as const,
    fileName: content.name,
    content: content.buffer.toString(),
  });
  const first = await client.imports.preview({ body: file(pricesOf("FIRST", "2026-10-01,100", "2026-10-02,101")) });
  await client.imports.confirm({ params: { id: first.id }, body: {} });

  // A value that the new source replaces, a jump, a decimal slip, and a normal day.
  await openAt(ada, "/en/admin/imports");
  await openAt(boris, "/en/admin/imports");
  await ada.getByLabel(t("admin.imports.kind")).selectOption("prices");
  await ada
    .locator('input[type="file"]')
    .setInputFiles(pricesOf("CORRECTION", "2026-10-02,102", "2026-10-05,150", "2026-10-06,1.5", "2026-10-07,1.51"));
  const lines = { "2026-10-02": 2, "2026-10-05": 3, "2026-10-06": 4, "2026-10-07": 5 };
  const row = (page: Page, day: keyof typeof lines) =>
    page.getByRole("row", { name: new RegExp(`^${lines[day]} Paper of two`) });
  const accept = (page: Page, day: keyof typeof lines) =>
    row(page, day).getByRole("button", { name: t("admin.imports.acceptRow", { what: `${ticker} ${day}` }) });
  await expect(ada.getByText(t("admin.imports.quotesOpen", { count: 2 }))).toBeVisible();
  await expect(row(ada, "2026-10-05").getByText(t("admin.imports.mark.jump"))).toBeVisible();
  await expect(row(ada, "2026-10-05")).toContainText("+47.06%");
  await expect(row(ada, "2026-10-06").getByText(t("admin.imports.mark.digits"))).toBeVisible();
  await expect(row(ada, "2026-10-07"), "not marked").toHaveCount(0);
  const save = (page: Page) =>
    page.getByRole("main").getByRole("button", { name: t("admin.imports.confirm"), exact: true });
  await expect(save(ada), "not before each is accepted").toHaveCount(0);
  await expect(ada.getByText(t("admin.imports.acceptFirst"))).toBeVisible();

  // All rows: the replaced value is shown next to the new one.
  await ada.getByRole("button", { name: t("admin.imports.quotesAll") }).click();
  await expect(row(ada, "2026-10-07")).toBeVisible();
  const replaced = row(ada, "2026-10-02");
  await expect(replaced).toContainText("102.00");
  await expect(replaced).toContainText("101.00");
  await expect(replaced).toContainText("+0.99%");

  // The colleague's list shows the file, and what the first person accepts, without a reload.
  const files = boris.getByRole("link", { name: `${ticker}.csv` });
  await expect(files, "the newest comes first").toHaveCount(2);
  await files.first().click();
  await expect(boris.getByText(t("admin.imports.quotesOpen", { count: 2 }))).toBeVisible();
  await accept(ada, "2026-10-05").click();
  await expect(row(boris, "2026-10-05").getByText(t("admin.imports.acceptedBy", { name: "Ada First" }))).toBeVisible();
  await expect(accept(boris, "2026-10-05")).toHaveCount(0);
  await accept(boris, "2026-10-06").click();
  await expect(ada.getByText(t("admin.imports.quotesDone"))).toBeVisible();

  await save(ada).click();
  await save(boris).click();
  const confirm = (page: Page) =>
    page
      .getByRole("dialog")
      .getByRole("button", { name: t("admin.imports.confirm"), exact: true })
      .click();
  await confirm(boris);
  await expect(boris.getByText(t("admin.imports.confirmed"))).toBeVisible();
  const savedByBoris = new RegExp(t("admin.imports.confirmedText", { time: ".*", name: "Boris Second" }));
  await expect(ada.getByRole("main").getByText(savedByBoris)).toBeVisible();
  await confirm(ada);
  await expect(ada.getByRole("dialog")).toHaveCount(0);
  await expect(ada.getByText(savedByBoris), "said by the page, and to whoever came second").toHaveCount(2);
  await expect(save(ada)).toHaveCount(0);
  expect(faults.flat()).toEqual([]);

  async function newPaper(): Promise<string> {
    const paper = `TWO${randomInt(1_000_000)}`;
    const { id } = await newPerson();
    await client.users.setClientNumber({ params: { id }, body: { clientNumber: `TWO-${id}` } });
    const statement = [
      "account,date,kind,ticker,name,quantity,price,currency,amount,id",
      `TWO-${id},2026-09-01,deposit,,,,,EUR,1000,${paper}-0`,
      `TWO-${id},2026-09-02,buy,${paper},Paper of two,5,100.00,EUR,-500.00,${paper}-1`,
    ];
    const { id: paperFile } = await client.imports.preview({
      body: { kind: "statement", fileName: "paper.csv", content: statement.join("\n") },
    });
    await client.imports.confirm({ params: { id: paperFile }, body: {} });
    return paper;
  }
});

test("two clerks at one proposal: the one that comes second is told by whom it was decided, and loses no word", async ({
  browser,
}) => {
  const [ada, boris] = [await colleagueAt(browser, "Ada First"), await colleagueAt(browser, "Boris Second")];
  const faults = [watchFaults(ada), watchFaults(boris)];
  for (const page of [ada, boris]) await openAt(page, "/en/admin/proposals");
  const card = (page: Page) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: t("admin.proposals.action.setClientNumber") }) });
  const button = (page: Page, decision: "confirm" | "decline") =>
    card(page).getByRole("button", { name: t(`admin.proposals.${decision}`), exact: true });
  const reason = (page: Page) => page.getByRole("dialog").getByLabel(t("admin.proposals.declineReason"));
  const send = (page: Page) =>
    page.getByRole("dialog").getByRole("button", { name: t("admin.proposals.decline"), exact: true });

  await button(boris, "decline").click();
  await expect(send(boris), "a reason is asked for").toBeDisabled();
  await reason(boris).fill("The custodian named another number.");
  await button(ada, "decline").click();
  await reason(ada).fill("Not this one.");
  await send(ada).click();
  await expect(ada.getByText(t("admin.proposals.done.decline"))).toBeVisible();

  const notice = t("admin.proposals.state.declined", { name: "Ada First" });
  await expect(boris.getByRole("dialog").getByText(notice)).toBeVisible();
  await expect(reason(boris)).toHaveValue("The custodian named another number.");
  await expect(send(boris)).toBeDisabled();
  await boris.keyboard.press("Escape");
  await boris
    .getByRole("dialog")
    .getByRole("button", { name: t("ui.typed.discard") })
    .click();
  await expect(card(boris).getByText(notice)).toBeVisible();
  await expect(button(boris, "confirm")).toHaveCount(0);
  expect(faults.flat()).toEqual([]);
});
