/** The holdings as a file: whose, of which day, and each row's quantity × price × rate gives its amount. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import type { PortfolioTotals } from "../portfolio-state.ts";
import { sampleRow } from "../testing/sample-row.ts";
import { HoldingsTable } from "./holdings-table.tsx";

const rows = [
  sampleRow({
    isin: "US0378331005",
    ticker: "TINY",
    instrumentCurrency: "USD",
    ownedShares: 25_000_000,
    currentPrice: 0.00000001,
    priceQuote: { value: "0.00000001", day: "2026-11-20", source: "Exchange" },
    fixing: 0.9251445092012345,
    fixingQuote: { value: "0.9251445092012345", day: "2026-11-19", source: "ECB" },
    currentValue: 0.23,
    returnVal: -0.0000001,
  }),
];
const totals = {
  contractCurrency: "EUR",
  valuationDay: "2026-11-20",
  totalInvested: 0.2,
  currentValue: 0.23,
  returnVal: 0.03,
  returnPercent: 15,
  gaps: [],
  complete: true,
} as never as PortfolioTotals;

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell.replaceAll('"', ""));

/** Headers of the file; each amount and price says in which currency it is. */
const names = {
  ownedShares: t("portfolios.holdings.ownedShares"),
  currentPrice: t("portfolios.file.ofInstrument", { what: t("portfolios.holdings.currentPrice") }),
  fixing: t("portfolios.file.rateIn", { what: t("portfolios.holdings.fixing"), currency: "EUR" }),
  currentValue: `${t("portfolios.holdings.currentValue")}, EUR`,
};

test("says whose holdings they are, and where each price and rate is from", async () => {
  const files: Blob[] = [];
  const urls = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "data:,";
  });
  const links: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  await show(
    <HoldingsTable
      rows={rows}
      totals={totals}
      clientNumber="C-1001"
      onOpen={vi.fn()}
      pointed={undefined}
      onPoint={vi.fn()}
    />,
  );
  // The price is not 0.00 on the page either.
  await expect.element(page.getByRole("cell", { name: /0\.00000001/ }).first()).toBeInTheDocument();
  await expect
    .element(page.getByRole("columnheader", { name: t("portfolios.file.rateSource") }))
    .not.toBeInTheDocument();
  await page.getByRole("button", { name: t("ui.action.exportCsv") }).click();
  await expect.poll(() => links).toEqual(["portfolio-C-1001-2026-11-20.csv"]);
  const [header = "", line = "", total = ""] = (await files[0]?.text())?.replace("\ufeff", "").split("\r\n") ?? [];
  const cells = Object.fromEntries(cellsOf(header).map((name, index) => [name, cellsOf(line)[index]]));
  expect(cells).toMatchObject({
    [t("portfolios.file.clientNumber")]: "C-1001",
    [t("portfolios.file.valuationDay")]: "2026-11-20",
    [t("portfolios.file.isin")]: "US0378331005",
    [names.currentPrice]: "0.00000001",
    [names.currentValue]: "0.23",
    [t("portfolios.file.priceDay")]: "2026-11-20",
    [t("portfolios.file.priceSource")]: "Exchange",
    [t("portfolios.file.rateDay")]: "2026-11-19",
    [t("portfolios.file.rateSource")]: "ECB",
    [names.fixing]: "0.9251445092012345",
  });
  expect(line).not.toMatch(/e-|'/);
  const of = (name: keyof typeof names) => Number(cells[names[name]]);
  expect(of("ownedShares") * of("currentPrice") * of("fixing")).toBeCloseTo(of("currentValue"), 2);
  expect(total).toMatch(
    new RegExp(`^${t("portfolios.holdings.total")},.*,0\\.20,0\\.23,0\\.03,15,.*,C-1001,2026-11-20,`),
  );
  urls.mockRestore();
  click.mockRestore();
});
