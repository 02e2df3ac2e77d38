/** A client's portfolio: figures with proofs, entries sorted and exported, requests, and every state without a portfolio. */
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { outlineFaults } from "./focus-outline.ts";
import { hydrated, watchFaults, watchShift } from "./page-checks.ts";
import { signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");

test("a figure opens its proof: the rule, the items, price and rate with source and day", async ({ page }) => {
  const faults = watchFaults(page);
  // While data is still loading, the dashboard does not say that nothing needs attention.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/together?*", async (route) => {
    await held;
    await route.continue();
  });
  await signInByCalls(page, { email: "anna@portico.example" });
  await page.goto("/en/dashboard");
  const needs = page.locator("section", { has: page.getByRole("heading", { name: t("dashboard.needs.title") }) });
  await expect(needs.locator("[aria-busy=true]")).toBeVisible();
  await expect(page.getByText(t("dashboard.needs.nothing"))).toHaveCount(0);
  release();
  await expect(needs.getByText(t("dashboard.needs.factor"))).toBeVisible();

  // Instruments excluded from the figures are named next to them.
  await page.route("**/customer-portfolio", async (route) => {
    const answer = await route.fetch();
    const excluded = [{ name: "ACME Jan 2027 100 Call", quantity: 3, day: "2026-11-20" }];
    await route.fulfill({ response: answer, json: { ...(await answer.json()), excluded } });
  });
  await page.evaluate(() => localStorage.removeItem("portfolio"));
  await page.goto("/en/portfolio");
  await hydrated(page);
  await expect(page.getByText(t("portfolios.excluded.title", { count: 1 }))).toBeVisible();
  await expect(page.getByText(/ACME Jan 2027 100 Call/)).toBeVisible();

  // Rates are per euro, so the euro is not offered; nor is the lev to somebody without a record in it.
  const rates = page.locator("section", { has: page.getByRole("heading", { name: t("portfolios.rates.title") }) });
  await expect(rates.getByRole("option", { name: "USD" })).toBeAttached({ timeout: 30_000 });
  for (const code of ["EUR", "BGN"]) await expect(rates.getByRole("option", { name: code })).toHaveCount(0);
  await expect(rates.getByText(t("portfolios.rates.lev"))).toHaveCount(0);
  const figure = t("portfolios.figure.currentValue");
  await page.getByTitle(t("portfolios.proof.open", { figure })).first().click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(t("portfolios.formula.currentValue"))).toBeVisible();
  await expect(sheet.getByText(t("portfolios.proof.terms"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  // A row opens the position's details; its figures have their own proof, with price, rate, source and day.
  await page
    .getByRole("table", { name: t("portfolios.holdings.title") })
    .locator("tbody")
    .getByRole("button")
    .first()
    .click();
  await expect(sheet).toBeVisible();
  await sheet.getByTitle(t("portfolios.proof.open", { figure })).first().click();
  await expect(page.getByText(/price [\d,.]+.*20\d\d/).first()).toBeVisible();

  // "Back" closes the sheet and stays on the page.
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/en\/portfolio$/);
  expect(faults).toEqual([]);
});

test("own trades are on the chart; dragging over it makes the range, and a holding has a chart of its own", async ({
  page,
}) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?range=1Y");
  await hydrated(page);
  const chart = page.getByRole("slider", { name: t("portfolios.select.label") });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator("[data-kind=purchase]").first()).toBeVisible();
  const own = page.getByRole("checkbox", { name: t("portfolios.marks.toggle") });
  await own.uncheck();
  await expect(chart.locator("[data-kind]")).toHaveCount(0);
  await own.check();

  const drag = async (from: number, to: number) => {
    const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width * from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + height / 2, { steps: 4 });
  };
  await drag(0.3, 0.6);
  const result = (await chart.getAttribute("aria-valuetext")) ?? "";
  expect(result).toContain("Selected:");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page).toHaveURL(/range=1Y/);

  // What was told while dragging is the gain of the range.
  await drag(0.3, 0.6);
  await page.mouse.up();
  await expect(page).toHaveURL(/from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d/);
  const gain = /Result ([+−][\d,.]+)/.exec(result)?.[1] ?? "none";
  await expect(page.getByText(gain, { exact: false }).first()).toBeVisible();
  await page.getByRole("button", { name: t("portfolios.select.back") }).click();
  await expect(page).toHaveURL(/range=1Y/);

  // By keyboard: the last days of the range.
  await chart.focus();
  await page.keyboard.press("Shift+PageDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=/);
  await page.getByRole("button", { name: t("portfolios.select.back") }).click();

  const holdings = page.getByRole("table", { name: t("portfolios.holdings.title") });
  await holdings.getByRole("button", { name: /Microsoft/ }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("slider").locator("[data-kind=purchase]").first()).toBeVisible();
  await expect(sheet.getByText("US5949181045").last()).toBeVisible();
  await sheet.getByRole("button", { name: "3Y" }).click();
  await sheet.getByRole("button", { name: t("portfolios.holding.ask") }).click();
  await expect(sheet.locator("summary", { hasText: t("portfolios.holding.flows") })).toBeVisible();
  await sheet.locator("summary", { hasText: t("portfolios.chart.table") }).click();
  const download = page.waitForEvent("download");
  await sheet.getByRole("button", { name: t("ui.action.exportCsv") }).click();
  expect((await download).suggestedFilename()).toMatch(/^prices-MSFT-20.*\.csv$/);
  // The page behind keeps its range.
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/range=1Y/);
  expect(faults).toEqual([]);
});

test("nothing moves while dashboard and portfolio come to life @phone", async ({ page }) => {
  await signInByCalls(page, { email: "anna@portico.example" });
  const shift = await watchShift(page);
  for (const path of ["/en/dashboard", "/en/portfolio"]) {
    await page.goto(path);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expect(page.getByText("Apple Inc.").first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(await shift(), path).toBeLessThanOrEqual(0.02);
  }
});

test('a page that is loaded anew has nothing over it, and "back" leaves it at once', async ({ page }) => {
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/dashboard");
  await page.goto("/en/portfolio");
  await hydrated(page);
  const sheet = page.getByRole("dialog");
  const table = page.getByRole("table", { name: t("portfolios.holdings.title") });
  await expect(table.locator("tbody").getByRole("button").first()).toBeVisible();
  expect(await outlineFaults(page)).toEqual([]);
  await table.locator("tbody").getByRole("button").first().click();
  await expect(sheet).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/dashboard/);
});

test("entries of a range are sorted, taken along as CSV, and printed without the furniture", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?part=transactions");
  await hydrated(page);
  await page.getByRole("button", { name: t("portfolios.range.custom") }).click();
  await page.getByLabel(t("portfolios.range.from")).fill("2024-01-01");
  await page.getByLabel(t("portfolios.range.to")).fill("2024-06-30");
  await page.getByRole("button", { name: t("portfolios.range.apply") }).click();
  const table = page.getByRole("table", { name: t("portfolios.page.transactions") });
  await expect(table.getByRole("row").nth(2)).toBeVisible();
  const firstDate = () => table.getByRole("row").nth(1).getByRole("cell").first().innerText();
  const newest = await firstDate();
  await table.getByRole("button", { name: t("portfolios.entry.date") }).click();
  await expect.poll(firstDate).not.toBe(newest);
  expect((await firstDate()) < newest).toBe(true);

  const download = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("transactions-2024-01-01-2024-06-30.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\ufeff")).toBe(true);
  const [header = "", ...lines] = text.slice(1).trimEnd().split("\r\n");
  expect(header.startsWith(`${t("portfolios.entry.date")} (Europe/Sofia),${t("portfolios.entry.kind")}`)).toBe(true);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => /(^|,)[=+@]/.test(line))).toEqual([]);

  // The selected range is in the address, so a reload keeps it.
  await page.reload();
  await expect(page.getByLabel(t("portfolios.range.from"))).toHaveValue("2024-01-01");
  await expect(table.getByRole("row").nth(2)).toBeVisible();

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: t("shell.nav.label") })).toBeHidden();
  await expect(page.getByLabel(t("portfolios.range.from"))).toBeHidden();
  await expect(table).toBeVisible();
  await expect(page.getByRole("button", { name: t("ui.action.exportCsv") }).first()).toBeHidden();
  expect(faults).toEqual([]);
});

test.describe("for a reader in another time zone than the firm's", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("sorting and printing concern all rows of the range, not those that are shown", async ({ page }) => {
    const faults = watchFaults(page);
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset["printed"] = "true";
      };
    });
    await signInByCalls(page, { email: "ivan@portico.example" });
    await page.goto("/en/portfolio?part=transactions&range=3Y");
    await hydrated(page);
    const table = page.getByRole("table", { name: t("portfolios.page.transactions") });
    const rows = table.locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(50);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: t("ui.action.exportCsv") }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\r\n").slice(1);
    expect(lines.length).toBeGreaterThan(60);
    const oldest = lines.map((line) => line.split(",")[0] ?? "").reduce((one, other) => (other < one ? other : one));
    // The custodian pays dividends at 16:00 UTC, which is in the evening of the firm's day and the next day for the reader.
    const paid = lines.filter((line) => line.includes(t("portfolios.kind.dividend"))).map((line) => line.slice(10, 19));
    expect(new Set(paid)).toEqual(new Set([" 18:00:00", " 19:00:00"]));

    // The oldest row of the range, which was not loaded yet, comes first.
    await table.getByRole("button", { name: t("portfolios.entry.date") }).click();
    await expect(rows.first()).toContainText(oldest.replace(" ", ", "));

    await page.reload();
    await hydrated(page);
    await expect(rows).toHaveCount(50);
    await page.getByRole("button", { name: t("ui.action.print") }).click();
    await expect(page.locator("html[data-printed]")).toBeAttached();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    expect(await rows.count()).toBe(lines.length);
    for (const text of ["P100001", t("shell.nav.skip")])
      await expect(page.getByText(text).filter({ visible: true })).toHaveCount(text === "P100001" ? 1 : 0);
    await expect(page.getByText(/^Printed on \d/)).toBeVisible();
    expect(faults).toEqual([]);
  });
});

test("a client's request reaches staff, and their answer the open page", async ({ page }) => {
  const faults = watchFaults(page);
  // A unique amount: the demo and earlier attempts have left requests.
  const asked = `1${randomInt(10, 99)}.${randomInt(1, 10)}5`;
  const row = page.getByRole("row", { name: asked });
  await signInByCalls(page, { email: "james@portico.example" });
  await page.goto("/en/portfolio");
  await hydrated(page);
  await page.getByRole("button", { name: t("portfolios.page.request") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(t("portfolios.request.bySum"), { exact: true }).click();
  await dialog.getByRole("button", { name: t("portfolios.request.review") }).click();
  await expect(dialog.getByText(t("portfolios.request.error.sum", { decimals: 2 }))).toBeVisible();
  const sum = dialog.getByRole("textbox", { name: t("portfolios.request.sum") });
  await sum.fill(asked);
  await dialog.getByRole("textbox", { name: t("portfolios.request.instrument") }).fill("Apple");
  await dialog.getByRole("button", { name: "Apple Inc." }).click();
  await dialog.getByRole("button", { name: t("portfolios.request.review") }).click();
  await expect(dialog.getByText(/You ask us to buy/)).toBeVisible();
  await expect(dialog.getByText(/^For James .*\(you personally\), client number /)).toBeVisible();
  await dialog.getByRole("button", { name: t("portfolios.request.send") }).click();
  await expect(page.getByText(t("portfolios.request.sent"))).toBeVisible();

  await page.goto("/en/portfolio?part=orders");
  await hydrated(page);
  await expect(row.getByText(t("portfolios.order.open"), { exact: true })).toBeVisible();
  const office = await signInAsOffice(test.info().parallelIndex);
  const { requests } = await office.client.payments.listRequests({ query: { state: "open" } });
  const request = requests.find((one) => JSON.stringify(one).includes(asked));
  expect(request).toBeDefined();
  await office.client.payments.handleRequest({
    params: { requestId: request?.id ?? 0 },
    body: { state: "declined", staffMessage: "Please name the exchange first." },
  });
  await expect(row.getByText(t("portfolios.order.declined"), { exact: true })).toBeVisible();
  // Nothing was booked, so the page shows no update message.
  await expect(page.getByText(t("portfolios.page.updated"))).toHaveCount(0);
  expect(faults).toEqual([]);
});

for (const [email, words] of [
  ["tomasz@portico.example", "portfolios.state.timeout"],
  ["vera@portico.example", "portfolios.state.empty"],
  ["sofia@portico.example", "portfolios.state.noNumber.user"],
] as const)
  test(`without figures the page says what is the matter: ${words}`, async ({ page }) => {
    await signInByCalls(page, { email });
    await page.goto("/en/portfolio");
    await hydrated(page);
    await expect(page.getByText(t(words))).toBeVisible({ timeout: 20_000 });
    const stored = await page.evaluate(() => localStorage.getItem("portfolio"));
    expect(stored === null || words === "portfolios.state.empty").toBe(true);
  });
