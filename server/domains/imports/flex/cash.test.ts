/** How cash, taxes and transfers of a Flex statement are booked. */
import { expect, test } from "vitest";
import { acme, cash, element, flex, trade } from "../testing/flex-fixtures.ts";
import { plain, readStatement, reasons } from "../testing/reading.ts";

test("every kind of cash becomes its entry", async () => {
  const on = { ...acme, description: "ACME CASH DIVIDEND" };
  const rows: [string, Record<string, string>, object][] = [
    ["Dividends", on, { kind: "dividend", amount: "5", instrument: 0 }],
    ["Payment In Lieu Of Dividends", on, { kind: "dividend", instrument: 0 }],
    ["Withholding Tax", { ...on, amount: "-0.75" }, { kind: "tax", amount: "-0.75", instrument: 0 }],
    ["871(m) Withholding", { ...on, amount: "-0.1" }, { kind: "tax" }],
    ["Broker Interest Paid", { amount: "-15.17" }, { kind: "interest", amount: "-15.17" }],
    ["Broker Interest Received", { amount: "1.23" }, { kind: "interest", amount: "1.23" }],
    ["Bond Interest Received", on, { kind: "interest", instrument: 0 }],
    ["Other Fees", { amount: "-9.18" }, { kind: "fee", amount: "-9.18" }],
    ["Other Fees", { amount: "9.18" }, { kind: "fee", amount: "9.18" }],
    ["Advisor Fees", { amount: "-3" }, { kind: "fee" }],
    ["Commission Adjustments", { amount: "0.5" }, { kind: "fee", amount: "0.5" }],
    ["Deposits/Withdrawals", { amount: "1500" }, { kind: "deposit", amount: "1500" }],
    ["Deposits & Withdrawals", { amount: "-200" }, { kind: "withdrawal", amount: "-200" }],
  ];
  const file = await readStatement(
    flex({
      CashTransactions: rows.map(([type, fields], index) =>
        cash({ type, amount: "5", transactionID: index + 1, ...fields }),
      ),
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject(rows.map(([, , entry], index) => ({ ...entry, externalId: `ib:tx:${index + 1}` })));
});

test("summaries of cash count only where the details are not told", async () => {
  const detail = cash({ type: "Dividends", amount: "5", ...acme });
  const summary = cash({ type: "Dividends", amount: "5", levelOfDetail: "SUMMARY", transactionID: "", ...acme });
  const both = await readStatement(flex({ CashTransactions: [detail, summary] }));
  expect([both.entries.length, both.leftOut.get("CashTransaction SUMMARY")]).toEqual([1, 1]);
  const alone = await readStatement(flex({ CashTransactions: [summary] }));
  expect(alone.entries).toHaveLength(1);
});

test("a sales tax is a tax; a transaction tax is one unless its trade carries it", async () => {
  const sales = element("SalesTax", {
    currency: "USD",
    date: "20240302",
    taxType: "VAT",
    taxableDescription: "NASDAQ Level 1",
    salesTax: "-0.3",
    transactionID: "91",
  });
  const inside = element("TransactionTax", {
    ...acme,
    currency: "USD",
    date: "20240110",
    taxDescription: "FTT",
    taxAmount: "-3",
    tradeId: "21",
  });
  const adjacent = element("TransactionTax", {
    ...acme,
    currency: "USD",
    date: "20240110",
    taxDescription: "FTT",
    taxAmount: "-3",
    tradeId: "22",
    transactionID: "92",
  });
  const file = await readStatement(
    flex({
      Trades: [trade({ tradeID: "21", taxes: -3 }), trade({ tradeID: "22" })],
      SalesTaxes: [sales],
      TransactionTaxes: [inside, adjacent],
    }),
  );
  expect(plain(file).slice(2)).toMatchObject([
    { externalId: "ib:tx:91", kind: "tax", amount: "-0.3", description: "VAT: NASDAQ Level 1" },
    { externalId: "ib:tx:92", kind: "tax", amount: "-3", instrument: 0 },
  ]);
  expect(file.leftOut.get("TransactionTax")).toBe(1);
});

test("transfers bring and take shares without a cost, and cash as deposit or withdrawal", async () => {
  const moved = { currency: "USD", dateTime: "20240205;120000", type: "ACATS" };
  const rows = [
    element("Transfer", {
      ...acme,
      ...moved,
      direction: "IN",
      quantity: "12",
      positionAmount: "1200",
      cashTransfer: "0",
      transactionID: "31",
    }),
    element("Transfer", {
      ...acme,
      ...moved,
      direction: "OUT",
      quantity: "-2",
      cashTransfer: "0",
      transactionID: "32",
    }),
    element("Transfer", {
      assetCategory: "CASH",
      ...moved,
      direction: "IN",
      quantity: "0",
      cashTransfer: "250",
      transactionID: "33",
    }),
    element("Transfer", { ...acme, ...moved, direction: "IN", quantity: "12", levelOfDetail: "LOT" }),
  ];
  const file = await readStatement(flex({ Transfers: rows }));
  expect(plain(file)).toMatchObject([
    { kind: "transferIn", quantity: "12", amount: "0", instrument: 0 },
    { kind: "transferOut", quantity: "-2", amount: "0" },
    { kind: "deposit", amount: "250" },
  ]);
  expect(plain(file)[0]?.cost).toBeUndefined();
});

test("every kind of row counts on the day that it was booked, not when it happened", async () => {
  const happened = { dateTime: "20190515;202000", reportDate: "20200217", settleDate: "20190520" };
  const date = { date: "20190515", reportDate: "20200217" };
  const file = await readStatement(
    flex({
      CashTransactions: [
        cash({ type: "Withholding Tax", amount: "8.97", ...acme, ...happened }),
        cash({ type: "Dividends", amount: "61.13", ...acme, ...happened }),
        cash({ type: "Deposits/Withdrawals", amount: "10", ...happened }),
        cash({ type: "Other Fees", amount: "-1", ...happened, reportDate: "" }),
        cash({ type: "Other Fees", amount: "-2", ...happened, reportDate: "", settleDate: "" }),
      ],
      SalesTaxes: [element("SalesTax", { currency: "USD", salesTax: "-0.3", ...date })],
      TransactionTaxes: [element("TransactionTax", { ...acme, currency: "USD", taxAmount: "-3", ...date })],
      Transfers: [
        element("Transfer", { ...acme, currency: "USD", direction: "IN", quantity: "1", cashTransfer: "0", ...date }),
      ],
    }),
  );
  expect(reasons(file)).toEqual([]);
  const booked = { day: "2020-02-17" };
  expect(file.entries.map(({ day, time }) => ({ day, ...(time && { time }) }))).toEqual([
    booked,
    booked,
    booked,
    { day: "2019-05-20" },
    { day: "2019-05-15", time: "2019-05-16T00:20:00.000Z" },
    booked,
    booked,
    booked,
  ]);
});

test("a row in pence is booked in pounds", async () => {
  const pence = { ...acme, type: "Dividends", currency: "GBX", fxRateToBase: "0.01" };
  const file = await readStatement(
    flex({
      CashTransactions: [
        cash({ ...pence, amount: "138.00" }),
        cash({ ...pence, currency: "GBp", amount: "50" }),
        cash({ ...pence, currency: "ZAc", amount: "7" }),
        cash({ ...pence, currency: "ILA", amount: "250" }),
      ],
      Trades: [
        trade({
          currency: "GBX",
          tradePrice: 455.5,
          ibCommission: -3,
          ibCommissionCurrency: "GBP",
          netCash: undefined,
        }),
      ],
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file).map(({ currency, amount }) => `${amount} ${currency}`)).toEqual([
    "1.38 GBP",
    "0.5 GBP",
    "0.07 ZAR",
    "2.5 ILS",
    "-48.55 GBP",
  ]);
  expect(plain(file)[4]).toMatchObject({ price: "4.555", fee: "3" });
});

test("capital that is paid back is no dividend", async () => {
  const description = "ACME(US0378331005) CASH DIVIDEND KRW 1,550 PER SHARE (Return of Capital)";
  const file = await readStatement(
    flex({
      CashTransactions: [
        cash({ ...acme, type: "Dividends", amount: "3100", currency: "KRW", description }),
        cash({ ...acme, type: "Dividends", amount: "5", description: "ACME CASH DIVIDEND (Ordinary Dividend)" }),
      ],
    }),
  );
  expect(plain(file)).toMatchObject([{ kind: "returnOfCapital", amount: "3100" }, { kind: "dividend" }]);
});

test("interest accrued on a bond is part of its trade only where the trade's own cash says so", async () => {
  const bond = {
    assetCategory: "BOND",
    isin: "US912828U816",
    conid: "77",
    quantity: 2000,
    tradePrice: 98.5,
    proceeds: -1970,
    ibCommission: -3,
    accruedInt: "-12",
  };
  const file = await readStatement(
    flex({
      Trades: [trade({ ...bond, netCash: -1985 }), trade({ ...bond, netCash: -1973 })],
      CashTransactions: [
        cash({
          ...bond,
          quantity: undefined,
          type: "Bond Interest Paid",
          amount: "-12",
          description: "PURCHASE ACCRUED INT",
        }),
      ],
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "buy", amount: "-1985", fee: "3", accruedInterest: "-12", price: "0.985" },
    { kind: "buy", amount: "-1973", fee: "3" },
    { kind: "interest", amount: "-12", instrument: 0 },
  ]);
  expect(plain(file)[1]?.accruedInterest).toBeUndefined();
});
