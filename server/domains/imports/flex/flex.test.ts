/** What each record of a Flex statement becomes. */
import { expect, test } from "vitest";
import { acme, cash, element, flex, fund, position, trade } from "../testing/flex-fixtures.ts";
import { plain, readAs, readStatement, reasons } from "../testing/reading.ts";

test("a purchase takes price, commission and tax out of cash; its time is New York's", async () => {
  const file = await readStatement(
    flex({ Trades: [trade({ tradeID: "11", taxes: -0.25, ibOrderID: "77", notes: "P;" })] }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toEqual([
    {
      externalId: "ib:trade:11",
      kind: "buy",
      day: "2024-01-10",
      time: "2024-01-10T15:30:00.000Z",
      orderId: "ib:77",
      instrument: 0,
      quantity: "10",
      price: "100",
      currency: "USD",
      amount: "-1001.25",
      fee: "1",
      tax: "0.25",
    },
  ]);
  expect(file.instruments).toEqual([
    {
      isin: "US0378331005",
      conid: "1001",
      ticker: "ACME",
      name: "ACME WORKS INC",
      currency: "USD",
      assetClass: "equity",
      country: "US",
    },
  ]);
  expect(file.entries[0]?.line).toBe(5);
});

test("a sale brings cash and takes shares; in summer New York is four hours behind", async () => {
  const file = await readStatement(
    flex({
      Trades: [
        trade({ tradeID: "12", quantity: -4, tradePrice: 110, dateTime: "20240710;093000", tradeDate: "20240710" }),
      ],
    }),
  );
  expect(plain(file)[0]).toMatchObject({
    kind: "sell",
    quantity: "-4",
    amount: "439",
    fee: "1",
    time: "2024-07-10T13:30:00.000Z",
  });
});

test("old statements write days with dashes, apart from their time, and nothing as two dashes", async () => {
  const old = trade({
    tradeDate: "2013-04-01",
    tradeTime: "093406",
    dateTime: undefined,
    openDateTime: "--",
    ibOrderID: "--",
    reportDate: "2013-04-01",
  });
  const comma = cash({ type: "Other Fees", amount: "-10", dateTime: "2013-04-03, 20:25:00" });
  const file = await readStatement(flex({ Trades: [old], CashTransactions: [comma] }));
  expect(plain(file)).toMatchObject([
    { day: "2013-04-01", time: "2013-04-01T13:34:06.000Z" },
    { day: "2013-04-03", time: "2013-04-04T00:25:00.000Z", kind: "fee", amount: "-10" },
  ]);
  expect(plain(file)[0]?.orderId).toBeUndefined();
});

test("a commission in another currency than the trade is a fee of its own", async () => {
  const file = await readStatement(
    flex({ Trades: [trade({ tradeID: "13", ibCommissionCurrency: "EUR", ibCommission: -2, netCash: -1000 })] }),
  );
  expect(plain(file)).toMatchObject([
    { externalId: "ib:trade:13", kind: "buy", currency: "USD", amount: "-1000" },
    { externalId: "ib:trade:13:fee", kind: "fee", currency: "EUR", amount: "-2" },
  ]);
});

test("an exchange of currencies has two legs, and the one that pays the commission leads", async () => {
  const pair = {
    assetCategory: "CASH",
    symbol: "CHF.USD",
    description: "CHF.USD",
    conid: "12",
    isin: "",
    netCash: undefined,
  };
  const inBase = trade({
    ...pair,
    tradeID: "14",
    quantity: -1200,
    tradePrice: 1.0842,
    ibCommission: -1.84,
    ibCommissionCurrency: "CHF",
  });
  const inQuote = trade({
    ...pair,
    tradeID: "15",
    quantity: 100,
    tradePrice: 1.1,
    ibCommission: -2,
    ibCommissionCurrency: "USD",
  });
  const apart = trade({
    ...pair,
    tradeID: "16",
    quantity: 100,
    tradePrice: 1.1,
    ibCommission: -2,
    ibCommissionCurrency: "EUR",
  });
  const file = await readStatement(flex({ Trades: [inBase, inQuote, apart] }));
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "fx", currency: "CHF", amount: "-1201.84", fee: "1.84", counter: { currency: "USD", amount: "1301.04" } },
    { kind: "fx", currency: "USD", amount: "-112", fee: "2", counter: { currency: "CHF", amount: "100" } },
    { kind: "fx", currency: "CHF", amount: "100", counter: { currency: "USD", amount: "-110" } },
    { kind: "fee", currency: "EUR", amount: "-2" },
  ]);
});

test("a bond's price is per unit of its face, not in percent", async () => {
  const bond = { assetCategory: "BOND", subCategory: "Corp", symbol: "ACME 5 30", isin: "US912828U816", conid: "77" };
  const file = await readStatement(
    flex({
      Trades: [
        trade({ ...bond, quantity: 10000, tradePrice: 98.5, proceeds: -9850, ibCommission: -5, netCash: -9855 }),
      ],
    }),
  );
  expect(plain(file)[0]).toMatchObject({ quantity: "10000", price: "0.985", amount: "-9855" });
});

test("lots, orders and summaries repeat the executions: they are left out and counted", async () => {
  const rows = ["CLOSED_LOT", "ORDER", "SYMBOL_SUMMARY", "ASSET_SUMMARY"].map((levelOfDetail) =>
    trade({ levelOfDetail }),
  );
  const lot = element("Lot", { ...acme, levelOfDetail: "CLOSED_LOT", quantity: 1 });
  const file = await readStatement(flex({ Trades: [trade(), ...rows, lot] }));
  expect(file.entries).toHaveLength(1);
  expect(Object.fromEntries(file.leftOut)).toEqual({
    "Trade CLOSED_LOT": 1,
    "Trade ORDER": 1,
    "Trade SYMBOL_SUMMARY": 1,
    "Trade ASSET_SUMMARY": 1,
    "Lot CLOSED_LOT": 1,
  });
});

test("a statement that tells orders alone would lose its trades: it is refused", async () => {
  const file = await readStatement(flex({ Trades: [trade({ levelOfDetail: "ORDER" })] }));
  expect(reasons(file)).toEqual(["5 unknownKind Trade ORDER"]);
});

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

test("several accounts in one file stay apart", async () => {
  const file = await readStatement(
    flex({ account: "U100", Trades: [trade()] }, { account: "U200", Trades: [trade(), trade()] }),
  );
  expect([...file.accounts.keys()]).toEqual(["U100", "U200"]);
  expect(file.entries.map(({ account }) => account)).toEqual(["U100", "U200", "U200"]);
});

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

test("a cancelled trade is undone, whether the row names it or repeats its order and size", async () => {
  const named = [
    trade({ tradeID: "41" }),
    trade({
      tradeID: "42",
      origTradeID: "41",
      quantity: -10,
      buySell: "BUY (Ca.)",
      notes: "Ca",
      transactionType: "TradeCancel",
    }),
  ];
  const alike = [
    trade({ tradeID: "43", ibOrderID: "9" }),
    trade({ tradeID: "44", ibOrderID: "9", quantity: -10, buySell: "BUY (Ca.)", notes: "Ca" }),
  ];
  for (const [rows, original] of [
    [named, "41"],
    [alike, "43"],
  ] as const) {
    const file = await readStatement(flex({ Trades: [...rows] }));
    expect(plain(file)).toMatchObject([
      { kind: "buy" },
      {
        kind: "reversal",
        reversesExternalId: `ib:trade:${original}`,
        externalId: `ib:trade:${original}:undone`,
        amount: "0",
      },
    ]);
  }
});

test("a correction undoes its original and books anew; with the cancellation beside it the original is undone once", async () => {
  const rows = [
    trade({ tradeID: "51" }),
    trade({ tradeID: "52", origTradeID: "51", quantity: -10, buySell: "BUY (Ca.)", notes: "Ca" }),
    trade({ tradeID: "53", origTradeID: "51", tradePrice: 99, notes: "Co", transactionType: "TradeCorrect" }),
  ];
  const both = await readStatement(flex({ Trades: rows }));
  expect(plain(both).map(({ kind }) => kind)).toEqual(["buy", "buy", "reversal"]);
  const alone = await readStatement(flex({ Trades: [rows[0] as string, rows[2] as string] }));
  expect(plain(alone)).toMatchObject([
    { amount: "-1001" },
    { amount: "-991" },
    { kind: "reversal", reversesExternalId: "ib:trade:51" },
  ]);
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

test("accruals and other summaries are left out and counted by name", async () => {
  const file = await readStatement(
    flex({
      Trades: [trade()],
      InterestAccruals: [
        element("InterestAccrualsCurrency", { currency: "USD" }),
        element("InterestAccrualsCurrency", { currency: "EUR" }),
      ],
    }),
  );
  expect(file.leftOut.get("InterestAccrualsCurrency")).toBe(2);
});
