/** What cash, taxes and transfers of a Flex statement become. */
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
  const beside = element("TransactionTax", {
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
      TransactionTaxes: [inside, beside],
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
