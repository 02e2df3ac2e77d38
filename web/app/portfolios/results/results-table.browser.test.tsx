/** The results as a table and a file: rows and columns add up, costs take away, and what is unknown says why. */
import { type HoldingResult, results } from "@portico/api/portfolio-results.ts";
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { catalogue as ofResults } from "@portico/messages/generated/results.en.ts";
import { createText } from "@portico/messages/text.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { t as common, show } from "../../ui/testing/show.tsx";
import { MoreTexts } from "../../ui/text.tsx";
import { ResultsTable } from "./results-table.tsx";

const catalogue = { ...portfolios, ...ofResults };
const t = createText("en", [catalogue]);

const row = (more: Partial<HoldingResult>): HoldingResult => ({
  key: "1",
  instrumentId: 1,
  isin: "NL0010273215",
  name: "ASML Holding",
  currency: "EUR",
  assetClass: "equity",
  country: "NL",
  priceGain: "100.00",
  currencyGain: "0.00",
  income: "20.00",
  fees: "3.00",
  tax: "3.50",
  total: "113.50",
  returnPercent: 11.35,
  returnReason: null,
  contribution: 1.2,
  isClosed: true,
  gaps: [],
  ...more,
});
const unknown = { priceGain: null, currencyGain: null, income: null, fees: null, tax: null, total: null };
const holdings = [
  row({}),
  row({
    key: "2",
    instrumentId: 2,
    isin: null,
    name: "Lost plc",
    isClosed: false,
    ...unknown,
    returnPercent: null,
    returnReason: "gaps",
    contribution: null,
    gaps: [{ code: "priceMissing", instrumentId: 2, name: "Lost plc", day: "2026-03-09" }],
  }),
];
const { name: _, ...sums } = row({ total: "113.50", returnPercent: 1.2 });
const whole = results.parse({
  contractCurrency: "EUR",
  from: "2026-01-01",
  to: "2026-03-09",
  holdings,
  total: sums,
  gaps: [],
  reason: null,
});

test("shows each result with its reasons, opens a row, and writes a file with its sums", async () => {
  const files: Blob[] = [];
  const urls = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "data:,";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const onOpen = vi.fn();
  const range = { preset: "custom", from: "2026-01-01", to: "2026-03-09" } as const;
  await show(
    <MoreTexts catalogue={catalogue}>
      <ResultsTable
        rows={holdings}
        whole={whole}
        currency="EUR"
        range={range}
        clientNumber="C-1001"
        onOpen={onOpen}
        empty={null}
      />
    </MoreTexts>,
  );
  // Costs are shown as what they take away.
  await expect
    .element(page.getByRole("row", { name: /ASML Holding/ }))
    .toHaveTextContent(
      "ASML HoldingNL0010273215 · closedgain +100.000.00gain +20.00loss −3.00loss −3.50gain +113.50gain +11.35%+1.20 pp",
    );
  await expect.element(page.getByText(/there is no price for Lost plc/).first()).toBeInTheDocument();
  await page.getByRole("button", { name: common("ui.action.exportCsv") }).click();
  await expect.poll(() => files.length).toBe(1);
  const [header = "", first = "", , total = ""] = (await files[0]?.text())?.replace("\ufeff", "").split("\r\n") ?? [];
  expect(header).toContain(`"${t("portfolios.results.total")}, EUR"`);
  expect(first).toContain("ASML Holding,100.00,0.00,20.00,-3.00,-3.50,113.50,11.35,1.2,NL0010273215");
  expect(total).toContain("100.00,0.00,20.00,-3.00,-3.50,113.50,1.2,1.2");
  urls.mockRestore();
  click.mockRestore();
});
