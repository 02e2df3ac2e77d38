/** What a Flex statement says of its end, and the rates and prices in it. */
import { expect, test } from "vitest";
import { acme, cash, element, flex, fund, position } from "../testing/flex-fixtures.ts";
import { readAs, readStatement, reasons } from "../testing/reading.ts";

test("the closing positions and cash that a file states are read, lots only without summaries", async () => {
  const file = await readStatement(
    flex({
      OpenPositions: [
        position({ position: 30, costBasisMoney: "2990.5" }),
        position({ position: 10, levelOfDetail: "LOT" }),
        position({ position: 20, levelOfDetail: "LOT" }),
      ],
      CashReport: [
        element("CashReportCurrency", {
          currency: "BASE_SUMMARY",
          levelOfDetail: "BaseCurrency",
          startingCash: "9",
          endingCash: "99",
        }),
        element("CashReportCurrency", {
          currency: "USD",
          levelOfDetail: "Currency",
          startingCash: "9",
          endingCash: "10.5",
        }),
      ],
    }),
  );
  expect(file.accounts.get("U100")).toMatchObject({
    from: "2024-01-01",
    to: "2024-03-31",
    positions: [{ quantity: "30", cost: "2990.5", day: "2024-03-31" }],
    cash: [{ currency: "USD", amount: "10.5", starting: "9" }],
  });
  const lots = await readStatement(
    flex({
      OpenPositions: [
        position({ position: 10, levelOfDetail: "LOT" }),
        position({ position: 20.5, levelOfDetail: "LOT" }),
      ],
    }),
  );
  expect(lots.accounts.get("U100")?.positions).toMatchObject([{ quantity: "30.5" }]);
});

test("of one statement per day the last day's closing counts, with the cash that the first began with", async () => {
  const day = (to: string, quantity: number, starting: string, ending: string) => ({
    from: to,
    to,
    OpenPositions: [position({ position: quantity, reportDate: to })],
    CashReport: [
      element("CashReportCurrency", {
        currency: "USD",
        levelOfDetail: "Currency",
        startingCash: starting,
        endingCash: ending,
      }),
    ],
  });
  const days = [day("20240102", 10, "5", "6"), day("20240103", 12, "6", "7.5")] as const;
  for (const order of [days, [days[1], days[0]]]) {
    const file = await readStatement(flex(...order));
    const account = file.accounts.get("U100");
    expect(account).toMatchObject({ from: "2024-01-02", to: "2024-01-03", positions: [{ quantity: "12" }] });
    expect(account?.cash.map(({ amount }) => amount)).toEqual(["7.5"]);
  }
  expect((await readStatement(flex(...days))).accounts.get("U100")?.cash[0]?.starting).toBe("5");
});

test("where the cash report has its summary alone, the mark-to-market section tells cash per currency", async () => {
  const file = await readStatement(
    flex({
      CashReport: [element("CashReportCurrency", { currency: "BASE_SUMMARY", endingCash: "57.5" })],
      MTMPerformanceSummaryInBase: [
        element("MTMPerformanceSummaryUnderlying", {
          assetCategory: "CASH",
          symbol: "USD",
          prevCloseQuantity: "62.9",
          closeQuantity: "57.5",
        }),
        element("MTMPerformanceSummaryUnderlying", { ...acme, closeQuantity: "30" }),
      ],
    }),
  );
  expect(file.accounts.get("U100")?.cash).toEqual([{ currency: "USD", amount: "57.5", starting: "62.9" }]);
});

test("rates are offered per euro, where the base currency is told and the euro's own rate of the day", async () => {
  const rate = (day: string, from: string, value: string) =>
    element("ConversionRate", { reportDate: day, fromCurrency: from, toCurrency: "CHF", rate: value });
  const file = await readAs(
    "rates",
    flex({
      ConversionRates: [
        rate("20240201", "EUR", "0.95"),
        rate("20240201", "USD", "0.88"),
        rate("20240202", "USD", "0.87"),
        rate("20240201", "BGN", "0.4857"),
      ],
    }),
  );
  expect(file.rates).toMatchObject([
    { currency: "USD", day: "2024-02-01", perEuro: "1.07954545455", source: "Interactive Brokers" },
    { currency: "CHF", day: "2024-02-01", perEuro: "0.95" },
  ]);
  expect(file.leftOut.get("ConversionRate without EUR")).toBe(1);
});

test("rows carry rates into the account's base currency; a file that contradicts itself offers none", async () => {
  const rows = (base: string, ofBase: string) =>
    flex({
      information: { currency: base },
      CashTransactions: [
        cash({ type: "Other Fees", amount: "-1", currency: "USD", fxRateToBase: "0.8" }),
        cash({ type: "Other Fees", amount: "-1", currency: "EUR", fxRateToBase: ofBase }),
      ],
    });
  expect((await readAs("rates", rows("EUR", "1"))).rates).toMatchObject([{ currency: "USD", perEuro: "1.25" }]);
  expect(reasons(await readAs("rates", rows("EUR", "0.9")))).toEqual(["file emptyFile"]);
});

test("the marks of open positions are offered as prices", async () => {
  const file = await readAs(
    "prices",
    flex({
      OpenPositions: [
        position({ position: 3, markPrice: "6.1" }),
        position({ ...fund, position: 1, markPrice: "90.25" }),
      ],
    }),
  );
  expect(file.prices).toMatchObject([
    { instrument: 0, day: "2024-03-31", value: "6.1", currency: "USD", source: "Interactive Brokers" },
    { instrument: 1, value: "90.25" },
  ]);
});
