/** Returns explained: months with the bridge behind them, risk, attribution, and a benchmark that staff made and assigned. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signIn, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const ivan = { email: "ivan@portico.example" };
const points = /^[+−]?\d+\.\d\d?\spp$/;

test("a client reads months, a month's bridge, risk, and attribution by class and by currency", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, ivan);
  await page.goto("/en/portfolio?part=returns&range=1Y");
  await hydrated(page);
  const months = page.getByRole("table", { name: t("portfolios.returns.title"), exact: true });
  await expect(months.getByRole("link").first()).toBeVisible();
  await page.getByRole("button", { name: t("portfolios.returns.excess", { name: "60/40 monthly" }) }).click();
  await expect(
    page.getByRole("table", { name: t("portfolios.returns.excess", { name: "60/40 monthly" }) }),
  ).toBeVisible();
  await expect(page.getByText(t("portfolios.risk.volatility"))).toBeVisible();

  // Each part's effects, and their sum, which is the difference above the table.
  const byClass = page.getByRole("table", { name: /^Where the difference/ });
  await expect(byClass.getByText(t("portfolios.class.cash"))).toBeVisible();
  const total = byClass.locator("tfoot td").last();
  await expect(total).toHaveText(points);
  const difference = await total.innerText();
  await page.getByRole("button", { name: t("portfolios.attribution.by.currency"), exact: true }).click();
  await expect(byClass.getByText(t("portfolios.class.cash"))).toHaveCount(0);
  await expect(byClass.getByRole("row").filter({ hasText: "Euro" })).toBeVisible();
  await expect(total).toHaveText(difference);
  await expect(page).toHaveURL(/attribution=currency/);
  await page.getByLabel(t("portfolios.attribution.against"), { exact: true }).selectOption({ label: "World shares" });
  await expect(total).not.toHaveText(difference);
  const download = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .last()
    .click();
  const [header = "", ...lines] = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
  expect(header).toContain(t("portfolios.attribution.weightFile"));
  expect(lines.length).toBeGreaterThan(2);
  await expectAccessible(page);

  // A month leads to what changed the value in it.
  await page
    .getByRole("link", { name: /gain|loss|pp/ })
    .first()
    .click();
  await expect(page).toHaveURL(/part=overview&from=.*#bridge$/);
  expect(faults).toEqual([]);
});

test("staff make a blend, are told of wrong weights, assign it, and read the client's returns", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/benchmarks");
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.benchmarks.add"), exact: true }).click();
  await page.getByLabel(t("admin.benchmarks.kind"), { exact: true }).selectOption("blend");
  for (const [code, name] of [
    ["bg", "Спокоен"],
    ["en", "Calm"],
    ["pl", "Spokojny"],
  ] as const)
    await page.getByLabel(t("admin.benchmarks.nameIn", { language: t(`shell.language.${code}`) })).fill(name);
  for (const [number, part, weight] of [
    [1, "World shares · EUR", "30"],
    [2, "World bonds · EUR", "60"],
  ] as const) {
    await page.getByLabel(t("admin.benchmarks.part", { number }), { exact: true }).selectOption({ label: part });
    await page.getByLabel(t("admin.benchmarks.percent", { number }), { exact: true }).fill(weight);
  }
  const save = page.getByRole("button", { name: t("admin.benchmarks.save"), exact: true });
  await save.click();
  await expect(page.getByText(t("field.notHundred"))).toBeVisible();
  await page.getByLabel(t("admin.benchmarks.percent", { number: 2 }), { exact: true }).fill("70");
  await save.click();
  await expect(page.getByRole("heading", { name: t("admin.benchmarks.assignments") })).toBeVisible();
  const benchmarkId = Number(/benchmarks\/(\d+)/.exec(page.url())?.[1]);
  // Other weights by mistake: what was first is taken from the history into the form, and saved again.
  const weight = (number: number) => page.getByLabel(t("admin.benchmarks.percent", { number }), { exact: true });
  await page.getByRole("button", { name: t("admin.benchmarks.edit"), exact: true }).click();
  await weight(1).fill("80");
  await weight(2).fill("20");
  await save.click();
  await expect(page.getByText(/^80 %/)).toBeVisible();
  await page.getByRole("button", { name: t("admin.history.open") }).click();
  await page
    .getByRole("button", { name: t("admin.history.restore") })
    .last()
    .click();
  await expect(weight(1)).toHaveValue("30");
  await expect(weight(2)).toHaveValue("70");
  await save.click();
  await expect(page.getByText(/^30 %/)).toBeVisible();
  await page.getByRole("combobox", { name: t("admin.benchmarks.to.user"), exact: true }).fill("Иван Петров");
  await page
    .getByRole("option", { name: /Иван Петров/ })
    .first()
    .click();
  await page.getByRole("button", { name: t("admin.benchmarks.assign"), exact: true }).click();
  const assigned = page.getByRole("link", { name: /Иван Петров/ });
  await expect(assigned).toBeVisible();

  // In the client's portfolio staff see the same parts, with the new benchmark.
  const id = /user\/(\d+)/.exec((await assigned.getAttribute("href")) ?? "")?.[1];
  await page.goto(`/en/admin/user/${id}/portfolio?portfolio=open&part=returns&range=1Y`);
  await hydrated(page);
  await page.getByLabel(t("portfolios.attribution.against"), { exact: true }).selectOption({ label: "Calm" });
  const table = page.getByRole("table", { name: /^Where the difference/ });
  await expect(table.locator("tfoot td").last()).toHaveText(points);
  const parts = page.getByRole("navigation", { name: t("admin.client.portfolioParts") });
  for (const part of ["results", "income", "sales"] as const) {
    await parts.getByRole("button", { name: t(`portfolios.page.${part}`), exact: true }).click();
    await expect(page.getByRole("table").last()).toBeVisible();
  }
  // The allocation too, by custodian, with the details of a holding of the client.
  await parts.getByRole("button", { name: t("portfolios.allocation.title"), exact: true }).click();
  await page.getByRole("button", { name: t("allocation.by.custodian"), exact: true }).click();
  const custodian = page.getByRole("button", { name: /^Interactive Brokers/ });
  await custodian.click();
  const members = page.getByRole("list", {
    name: t("portfolios.allocation.membersOf", { name: "Interactive Brokers" }),
  });
  await members.getByRole("button").first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: t("portfolios.position.figures") })).toBeVisible();
  await page.keyboard.press("Escape");
  await signInByCalls(page, ivan);
  await page.goto("/en/portfolio?part=returns&range=1Y");
  await hydrated(page);
  await page.getByLabel(t("portfolios.attribution.against"), { exact: true }).selectOption({ label: "Calm" });
  await expect(table.locator("tfoot td").last()).toHaveText(points);
  // The wrong weights alone were refused.
  expect(faults).toEqual(["POST /api/staff/benchmarks 400"]);
  // Offered to nobody any more, so that other tests find what the demo offers.
  const { client } = await signIn({ email: "admin@portico.example" });
  await client.benchmarks.end({ params: { id: benchmarkId }, body: {} });
});
