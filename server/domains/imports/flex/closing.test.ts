/** Closing figures of a Flex statement, and its rates and prices. */
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

const bond = {
  assetCategory: "BOND",
  subCategory: "Corp",
  symbol: "ACME 5 30",
  description: "ACME 5 06/15/30",
  conid: "77",
  isin: "US912828U816",
};

test("marks of bonds are percent of par, those of other papers per unit times their multiplier", async () => {
  const file = await readAs(
    "prices",
    flex({
      OpenPositions: [
        position({ ...bond, currency: "EUR", position: 2000, markPrice: "98.562", positionValue: "1971.24" }),
        position({ ...bond, conid: "78", isin: "US912828U907", position: 2000, markPrice: "98.562" }),
        position({
          ...bond,
          conid: "79",
          isin: "XS0000000009",
          position: 1000,
          markPrice: "100",
          principalAdjustFactor: "1.25",
          positionValue: "1250",
        }),
        // Traded on an exchange like a share.
        position({
          ...bond,
          conid: "80",
          isin: "US0000000002",
          position: 100,
          markPrice: "25.3",
          positionValue: "2530",
        }),
        position({ ...fund, position: 5, markPrice: "2.5", multiplier: "10", positionValue: "125" }),
      ],
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(file.prices.map(({ value }) => value)).toEqual(["0.98562", "0.98562", "1.25", "25.3", "25"]);
  expect(Number(file.prices[0]?.value) * 2000).toBeCloseTo(1971.24, 8);
});

test("a mark that does not make the position's value is refused", async () => {
  const file = await readAs(
    "prices",
    flex({ OpenPositions: [position({ position: 10, markPrice: "6.1", positionValue: "6.1" })] }),
  );
  expect(reasons(file)).toEqual(["5 amountsDisagree 10 × 6.1 ≠ 6.1"]);
});

test("a mark in pence is a price in pounds", async () => {
  const file = await readAs(
    "prices",
    flex({ OpenPositions: [position({ currency: "GBX", position: 10, markPrice: "455.5", positionValue: "4555" })] }),
  );
  expect(file.prices).toMatchObject([{ value: "4.555", currency: "GBP" }]);
});

test("a rate of −1 says that there is none", async () => {
  const rate = (from: string, value: string) =>
    element("ConversionRate", { reportDate: "20240201", fromCurrency: from, toCurrency: "EUR", rate: value });
  const file = await readAs("rates", flex({ ConversionRates: [rate("USD", "0.8"), rate("SAR", "-1")] }));
  expect(reasons(file)).toEqual([]);
  expect(file.rates).toMatchObject([{ currency: "USD", perEuro: "1.25" }]);
  expect(file.leftOut.get("ConversionRate -1")).toBe(1);
});
