/** Trades that are cancelled and booked again: stable ids, in one file or two, in any order of rows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { flex, trade } from "../testing/flex-fixtures.ts";
import { plain, readStatement, reasons } from "../testing/reading.ts";

const first = trade({ tradeID: "41", transactionID: "900", ibOrderID: "7" });
const cancellation = trade({
  tradeID: "",
  origTradeID: "41",
  origTransactionID: "900",
  transactionID: "950",
  ibOrderID: "7",
  reportDate: "20240111",
  quantity: -10,
  buySell: "BUY (Ca.)",
  notes: "Ca",
  transactionType: "TradeCancel",
});
const rebooked = trade({
  tradeID: "41",
  transactionID: "951",
  ibOrderID: "7",
  reportDate: "20240111",
  tradePrice: 101,
});
const byId = ([one]: readonly unknown[], [other]: readonly unknown[]) => String(one).localeCompare(String(other));
const idsOf = async (...rows: string[]) => {
  const file = await readStatement(flex({ Trades: rows }));
  expect(reasons(file)).toEqual([]);
  return plain(file)
    .map(({ externalId, kind, amount, reversesExternalId }) => [externalId, kind, amount, reversesExternalId])
    .toSorted(byId);
};

test("a trade that is booked again under its own id is a trade of its own; the first one is undone", async () => {
  expect(await idsOf(first, cancellation, rebooked)).toEqual([
    ["ib:trade:41", "buy", "-1001", undefined],
    ["ib:trade:41:951", "buy", "-1011", undefined],
    ["ib:trade:41:undone", "reversal", "0", "ib:trade:41"],
  ]);
});

test("over two files the ids are the same as in one", async () => {
  const whole = await idsOf(first, cancellation, rebooked);
  const apart = [...(await idsOf(first)), ...(await idsOf(cancellation, rebooked))];
  expect(apart.toSorted(byId)).toEqual(whole);
});

test("the order of rows does not matter", async () => {
  const expected = await idsOf(first, cancellation, rebooked);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([first, cancellation, rebooked], { minLength: 3 }), async (rows) => {
      expect(await idsOf(...rows)).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test("a trade that is corrected twice keeps the last booking alone", async () => {
  const again = [
    trade({
      tradeID: "",
      origTradeID: "41",
      origTransactionID: "951",
      transactionID: "960",
      ibOrderID: "7",
      reportDate: "20240112",
      quantity: -10,
      tradePrice: 101,
      notes: "Ca",
    }),
    trade({ tradeID: "41", transactionID: "961", ibOrderID: "7", reportDate: "20240112", tradePrice: 102 }),
  ];
  const entries = await idsOf(first, cancellation, rebooked, ...again);
  const undone = new Set(entries.map(([, , , reverses]) => reverses));
  expect(entries.filter(([id, kind]) => kind === "buy" && !undone.has(id))).toEqual([
    ["ib:trade:41:961", "buy", "-1021", undefined],
  ]);
});

test("without booking ids, a cancellation undoes the trade that it repeats", async () => {
  const bare = { transactionID: undefined, ibOrderID: "7" };
  const rows = [
    trade({ ...bare, tradeID: "41" }),
    trade({ ...bare, tradeID: "41", quantity: -10, notes: "Ca", buySell: "BUY (Ca.)" }),
    trade({ ...bare, tradeID: "41", tradePrice: 101 }),
  ];
  expect(await idsOf(...rows)).toEqual([
    ["ib:trade:41", "buy", "-1001", undefined],
    ["ib:trade:41:rebooked", "buy", "-1011", undefined],
    ["ib:trade:41:undone", "reversal", "0", "ib:trade:41"],
  ]);
});

test("a correction under the same id undoes the first booking", async () => {
  const correction = trade({
    tradeID: "41",
    origTradeID: "41",
    transactionID: "951",
    reportDate: "20240111",
    tradePrice: 99,
    transactionType: "TradeCorrect",
    notes: "Co",
  });
  for (const rows of [
    [first, correction],
    [first, cancellation, correction],
  ])
    expect(await idsOf(...rows)).toEqual([
      ["ib:trade:41", "buy", "-1001", undefined],
      ["ib:trade:41:951", "buy", "-991", undefined],
      ["ib:trade:41:undone", "reversal", "0", "ib:trade:41"],
    ]);
});

test("an exchange of currencies is booked again as a trade is", async () => {
  const pair = {
    assetCategory: "CASH",
    symbol: "USD.TWD",
    conid: "37",
    isin: "",
    currency: "TWD",
    ibCommission: 0,
    netCash: 0,
    tradeID: "11",
  };
  expect(
    await idsOf(
      trade({ ...pair, transactionID: "1", quantity: -100, tradePrice: 30, proceeds: 3000 }),
      trade({
        ...pair,
        tradeID: "",
        origTradeID: "11",
        transactionID: "2",
        reportDate: "20240111",
        quantity: 100,
        tradePrice: 30,
        proceeds: -3000,
        buySell: "SELL (Ca.)",
        notes: "Ca",
      }),
      trade({
        ...pair,
        transactionID: "3",
        reportDate: "20240111",
        quantity: -99,
        tradePrice: 30,
        proceeds: 2970,
      }),
    ),
  ).toEqual([
    ["ib:trade:11", "fx", "-100", undefined],
    ["ib:trade:11:3", "fx", "-99", undefined],
    ["ib:trade:11:undone", "reversal", "0", "ib:trade:11"],
  ]);
});
