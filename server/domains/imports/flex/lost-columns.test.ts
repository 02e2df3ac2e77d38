/** Rows of queries that lack a column, or write days in another format: nothing of them is lost without a word. */
import { expect, test } from "vitest";
import { action, cash, element, flex, trade } from "../testing/flex-fixtures.ts";
import { plain, readAs, readStatement, reasons } from "../testing/reading.ts";

const transfer = (fields: Record<string, string>) =>
  element("Transfer", { currency: "CHF", type: "INTERNAL", direction: "IN", reportDate: "20250630", ...fields });
const noPaper = { assetCategory: "", symbol: "--", conid: "", isin: "", quantity: "0" };
const paper = { assetCategory: "STK", symbol: "AAPL", conid: "265598" };

test("a transfer without the column of what it moves is refused, and one of nothing is counted", async () => {
  const file = await readStatement(
    flex({
      Transfers: [
        transfer(noPaper),
        transfer({ ...noPaper, assetCategory: "CASH" }),
        transfer({ ...paper, positionAmount: "1000" }),
        transfer({ ...noPaper, cashTransfer: "0" }),
        transfer({ ...paper, quantity: "0", cashTransfer: "0" }),
        transfer({ ...paper, cashTransfer: "12.5", transactionID: "9" }),
        transfer({ ...paper, quantity: "3", transactionID: "10" }),
      ],
    }),
  );
  expect(reasons(file)).toEqual([
    "5 missingValue cashTransfer",
    "6 missingValue cashTransfer",
    "7 missingValue quantity",
  ]);
  expect(file.leftOut).toEqual(new Map([["Transfer 0.00", 2]]));
  expect(plain(file)).toMatchObject([
    { kind: "deposit", amount: "12.5" },
    { kind: "transferIn", quantity: "3" },
  ]);
});

test("a corporate action that moves nothing is counted, and one whose cash is in no column is refused", async () => {
  const nothing = action({ type: "TC", quantity: "0", actionID: "1", description: "ACME RENAMED (ACME, ACME, 1)" });
  const withheld = action({
    type: "WH",
    quantity: "0",
    actionID: "2",
    amount: "-1.11",
    proceeds: undefined,
    description: "ACME CASH DIVIDEND - US TAX",
  });
  const file = await readStatement(flex({ CorporateActions: [nothing, withheld] }));
  expect(reasons(file)).toEqual(["6 missingValue proceeds"]);
  expect(file.leftOut).toEqual(new Map([["CorporateAction 0", 1]]));
});

test("days with the month's name are read, and those of a summary of several days stop no rates", async () => {
  const file = await readStatement(
    flex({
      Trades: [trade({ dateTime: "01-Nov-22 15:53:56", tradeDate: "01-Nov-22", reportDate: "02-Nov-22" })],
      CashTransactions: [
        cash({ type: "Dividends", amount: "1", dateTime: "29-Feb-24 20:25:00", reportDate: "01-Mar-24" }),
        cash({ type: "Dividends", amount: "1", dateTime: "30-Feb-24", reportDate: "30-Feb-24" }),
        cash({ type: "Dividends", amount: "1", dateTime: "01-Foo-24", reportDate: "01-Foo-24" }),
      ],
    }),
  );
  expect(plain(file)).toMatchObject([{ day: "2022-11-01", time: "2022-11-01T19:53:56.000Z" }, { day: "2024-03-01" }]);
  expect(reasons(file)).toEqual(["9 badDate 30-Feb-24", "10 badDate 01-Foo-24"]);
  const rates = await readAs(
    "rates",
    flex({
      information: { currency: "EUR" },
      CashTransactions: [
        cash({ currency: "EUR", fxRateToBase: "1", reportDate: "20240115", amount: "1" }),
        cash({ currency: "USD", fxRateToBase: "0.9", reportDate: "20240115", amount: "1" }),
        cash({ currency: "USD", fxRateToBase: "0.9", reportDate: "MULTI", dateTime: "MULTI", amount: "1" }),
      ],
    }),
  );
  expect([reasons(rates), rates.rates.map(({ currency, day }) => `${currency} ${day}`)]).toEqual([
    [],
    ["USD 2024-01-15"],
  ]);
});
