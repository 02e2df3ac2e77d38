/** The table of sales: figures with sign, what is unknown with its reason, totals, and a row that opens its lots. */
import type { SaleRow, Sales } from "@portico/api/portfolio-sales.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { SaleLots } from "./sale-lots.tsx";
import { SalesTable } from "./sales-table.tsx";

const instrument = { instrumentId: 1, name: "Acme", ticker: "ACME", isin: "US0378331005" };
const known: SaleRow = {
  ...instrument,
  entryId: 7,
  kind: "sell",
  day: "2024-03-01",
  quantity: "5",
  proceeds: "120",
  cost: "50",
  gain: "70",
  gainPercent: "140",
  own: { currency: "USD", proceeds: "130", cost: "60", gain: "70" },
  lots: [
    { acquired: "2024-02-01", since: "2024-02-01", quantity: "3", cost: "30", ownCost: "36" },
    { acquired: null, since: "2024-01-02", quantity: "2", cost: "20", ownCost: "24" },
  ],
  gaps: [],
};
const gap = { code: "costUnknown" as const, instrumentId: 1, name: "Acme", day: "2024-01-02" };
const unknown: SaleRow = {
  ...known,
  entryId: 8,
  day: "2024-04-01",
  cost: null,
  gain: null,
  gainPercent: null,
  own: { ...known.own, cost: null, gain: null },
  gaps: [gap],
};
const answer: Sales = {
  contractCurrency: "EUR",
  from: "2024-01-01",
  to: "2024-12-31",
  method: "fifo",
  feesInCost: true,
  sales: [known],
  listedFrom: null,
  count: 1,
  totals: { proceeds: "120", cost: "50", gain: "70", gainPercent: "140", gaps: [] },
  openings: [],
  closed: [],
  reason: null,
};
const range = { preset: "custom" as const, from: "2024-01-01", to: "2024-12-31" };
const table = (data: Sales, onOpen = vi.fn()) => <SalesTable data={data} range={range} onOpen={onOpen} empty="none" />;

test("a sale has its gain with sign and word, and how long its lots were held; it opens by its name", async () => {
  const onOpen = vi.fn();
  await show(table(answer, onOpen));
  await expect.element(page.getByRole("cell", { name: `${t("ui.money.gain")} +70.00` }).first()).toBeInTheDocument();
  const held = t("portfolios.sales.atLeast", { days: "29" });
  await expect.element(page.getByRole("cell", { name: held })).toBeInTheDocument();
  await page.getByRole("button", { name: "Acme" }).click();
  expect(onOpen).toHaveBeenCalledWith(known);
});

test("an unknown cost says why, in the row and in the totals, and is nowhere 0", async () => {
  const totals = { proceeds: "240", cost: null, gain: null, gainPercent: null, gaps: [gap] };
  await show(table({ ...answer, sales: [unknown], totals }));
  // The page's own texts are not loaded here: a text is its key.
  const because = t("portfolios.gap.because", { reason: "" }).trim();
  const unavailable = () =>
    [...document.querySelectorAll("td")].filter(({ textContent }) =>
      textContent.startsWith(`${t("ui.money.unavailable")} ${because}`),
    );
  // Cost, gain and percent, of the sale and of the totals.
  await expect.poll(() => unavailable().length).toBe(6);
  await expect.element(page.getByText("0.00", { exact: true })).not.toBeInTheDocument();
});

test("on average cost no days are shown", async () => {
  await show(table({ ...answer, method: "average" }));
  await expect.element(page.getByRole("columnheader", { name: t("portfolios.sales.held") })).not.toBeInTheDocument();
});

test("a sale in full has both currencies, and each lot its day or that it is not known", async () => {
  await show(<SaleLots sale={known} contractCurrency="EUR" />);
  await expect.element(page.getByText("130.00 USD")).toBeInTheDocument();
  await expect.element(page.getByRole("cell", { name: "2024-02-01" })).toBeInTheDocument();
  await expect
    .element(page.getByRole("cell", { name: t("portfolios.sales.unknownDay", { day: "2 January 2024" }) }))
    .toBeInTheDocument();
});
