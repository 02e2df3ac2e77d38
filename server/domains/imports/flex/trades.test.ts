/** How the trades of a Flex statement are booked. */
import { expect, test } from "vitest";
import { acme, cash, element, flex, trade } from "../testing/flex-fixtures.ts";
import { plain, readStatement, reasons } from "../testing/reading.ts";

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
  const comma = cash({ type: "Other Fees", amount: "-10", dateTime: "2013-04-03, 20:25:00", reportDate: "" });
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

test("several accounts in one file stay apart", async () => {
  const file = await readStatement(
    flex({ account: "U100", Trades: [trade()] }, { account: "U200", Trades: [trade(), trade()] }),
  );
  expect([...file.accounts.keys()]).toEqual(["U100", "U200"]);
  expect(file.entries.map(({ account }) => account)).toEqual(["U100", "U200", "U200"]);
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
  expect(plain(both).map(({ kind }) => kind)).toEqual(["buy", "reversal", "buy"]);
  const alone = await readStatement(flex({ Trades: [rows[0] as string, rows[2] as string] }));
  expect(plain(alone)).toMatchObject([
    { amount: "-1001" },
    { amount: "-991" },
    { kind: "reversal", reversesExternalId: "ib:trade:51" },
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
