/** Transactions and positions of OpenWealth as they are read. */
import { expect, test } from "vitest";
import {
  apple,
  asFile,
  bond,
  cashMoved,
  posted,
  security,
  statedCash,
  statedPosition,
  transaction,
  unitsMoved,
} from "../../testing/openwealth-fixtures.ts";
import { plain, readAs, readStatement, reasons } from "../../testing/reading.ts";

const franc = { sourceCurrency: "USD", targetCurrency: "CHF", value: 0.85 };
const buyOfApple = transaction(
  "t1",
  "buy",
  [
    unitsMoved(apple, 40, { positionCurrency: "USD", price: { type: "actual", value: 150, currency: "USD" } }),
    cashMoved("cash", -5100, "CHF", { foreignExchangeRate: franc, valueDate: "2023-01-06" }),
    cashMoved("brokerageFee", -200.25),
    cashMoved("stampDuty", -150.75),
  ],
  [posted(-5451)],
  { placeOfTrade: { marketIdentificationCode: "XNYS" } },
);
const read = async (...records: Record<string, unknown>[]) => readStatement(asFile(...records));

test("a purchase in another currency: the posting, with fee, duty, settlement and venue", async () => {
  const file = await read(buyOfApple);
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toEqual([
    {
      kind: "buy",
      day: "2023-01-04",
      instrument: 0,
      quantity: "40",
      price: "127.5",
      currency: "CHF",
      amount: "-5451",
      fee: "200.25",
      tax: "150.75",
      settledOn: "2023-01-06",
      venue: "XNYS",
      externalId: "ow:customer-1:t1",
    },
  ]);
  expect(file.instruments).toMatchObject([{ isin: "US0378331005", currency: "USD", assetClass: "equity" }]);
  expect([...file.accounts.keys()]).toEqual(["customer-1"]);
});

test("a bond: nominal, percent, accrued interest paid with it; its coupon with tax; its redemption", async () => {
  const file = await read(
    transaction(
      "b1",
      "buy",
      [
        unitsMoved(bond, 200000, { price: { type: "percentage", value: 90 } }),
        cashMoved("cash", -180000),
        cashMoved("accruedInterest", -500),
        cashMoved("brokerageFee", -130),
        cashMoved("stampDuty", -135),
      ],
      [posted(-180765)],
    ),
    transaction("b2", "coupon", [cashMoved("cash", 1000), cashMoved("withholdingTax", -335)], [posted(665)], {
      triggeringFinancialInstrument: bond,
    }),
    transaction("b3", "redemption", [unitsMoved(bond, -200000), cashMoved("cash", 200000)], [posted(200000)]),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    {
      kind: "buy",
      quantity: "200000",
      price: "0.9",
      amount: "-180765",
      accruedInterest: "-500",
      fee: "130",
      tax: "135",
    },
    { kind: "interest", amount: "1000", instrument: 0 },
    { kind: "tax", amount: "-335", instrument: 0, externalId: "ow:customer-1:b2:tax" },
    { kind: "exchange", quantity: "-200000", amount: "200000", instrument: 0 },
  ]);
});

test("a dividend: gross and its tax; what is reclaimable is deducted as well", async () => {
  const file = await read(
    transaction("d1", "dividendCash", [cashMoved("cash", 270), cashMoved("reclaimableTax", 90)], [posted(180)], {
      triggeringFinancialInstrument: apple,
      exDate: "2022-12-28",
    }),
  );
  expect(plain(file)).toMatchObject([
    { kind: "dividend", amount: "270", description: "dividendCash, ex-date 2022-12-28" },
    { kind: "tax", amount: "-90" },
  ]);
});

test("currencies exchanged, cash in and out, securities from another bank", async () => {
  const file = await read(
    transaction(
      "f1",
      "fxSpot",
      [cashMoved("cash", -100000), cashMoved("cash", 101001.15, "EUR")],
      [posted(-100000), posted(101001.15, "EUR")],
    ),
    transaction("c1", "inflowCash", [cashMoved("cash", 500)], [posted(500)]),
    transaction("c2", "outflowCash", [cashMoved("cash", 200)], [posted(-200)]),
    transaction("r1", "receiveFreeOfPayment", [unitsMoved(apple, 7, { positionCurrency: "USD" })], []),
    transaction("i1", "internalTransfer", [cashMoved("cash", -5), cashMoved("cash", 5)], [posted(-5), posted(5)]),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "fx", currency: "CHF", amount: "-100000", counter: { currency: "EUR", amount: "101001.15" } },
    { kind: "deposit", amount: "500" },
    { kind: "withdrawal", amount: "-200" },
    { kind: "transferIn", quantity: "7", amount: "0", currency: "USD" },
  ]);
  expect([...file.leftOut]).toEqual([["internalTransfer", 1]]);
});

test("the posting is the truth: movements that do not add up to it refuse the row, with both", async () => {
  const wrongSign = transaction(
    "s1",
    "sell",
    [unitsMoved(apple, -3), cashMoved("cash", -600), cashMoved("stampDuty", 18)],
    [posted(582)],
  );
  expect(plain(await read(wrongSign))).toMatchObject([{ kind: "sell", quantity: "-3", amount: "582", tax: "18" }]);
  const file = await read({ ...wrongSign, postingAmountList: [posted(581)] });
  expect(file.refusals).toMatchObject([
    { line: 1, code: "amountsDisagree", detail: "600 + -18 = 582 ≠ 581 CHF", account: "customer-1" },
  ]);
  // What cannot be booked can be left out with a reason.
  expect(file.undecided).toMatchObject([{ name: "sell", kinds: [], moved: [{ amount: "581", unit: "CHF" }] }]);
  const unposted = await read({ ...wrongSign, postingAmountList: [] });
  expect(reasons(unposted)).toEqual(["1 missingValue postingAmountList"]);
});

test("units × price must be the money, and a purchase cannot pay", async () => {
  const priced = { ...buyOfApple, triggeringPrice: undefined };
  const movements = [
    unitsMoved(apple, 40, { price: { type: "actual", value: 151, currency: "CHF" } }),
    cashMoved("cash", -5100),
  ];
  const file = await read({ ...priced, movementList: movements, postingAmountList: [posted(-5100)] });
  expect(reasons(file)).toEqual(["1 amountsDisagree 40 × 151 ≠ 5100 CHF"]);
  const paid = await read({
    ...priced,
    movementList: [unitsMoved(apple, 1), cashMoved("cash", 5)],
    postingAmountList: [posted(5)],
  });
  expect(reasons(paid)).toEqual(["1 amountsDisagree -5 = -5 ≠ 5 CHF"]);
});

test("derivatives and credits are named, and their cash is booked apart once they are excluded", async () => {
  const option = { type: "option", name: "Put Apple 185", identificationList: [] };
  const bought = transaction(
    "o1",
    "buy",
    [unitsMoved(option, 20, { positionCurrency: "USD" }), cashMoved("cash", -2550)],
    [posted(-2550)],
  );
  const credit = transaction("o2", "openContract", [cashMoved("cash", 50000)], [posted(50000)], {
    triggeringFinancialInstrument: { type: "credit", name: "Credit 50'000 CHF" },
  });
  const file = await read(bought, credit);
  expect(file.refusals.map(({ code, detail }) => `${code} ${detail}`)).toEqual([
    "derivative option: Put Apple 185",
    "derivative credit: Credit 50'000 CHF",
  ]);
  const { readFile } = await import("../../reading/reader.ts");
  const excluded = await readFile(asFile(bought, credit), {
    today: "2026-11-20",
    zone: "Europe/Zurich",
    exclude: [...file.excludable.keys()],
  });
  expect(plain(excluded)).toMatchObject([
    { kind: "excluded", amount: "-2550", externalId: "ow:customer-1:o1:CHF" },
    { kind: "excluded", amount: "50000" },
  ]);
});

test("money placed with the bank stays cash; its interest is booked", async () => {
  const deposit = { type: "fixedDeposit", name: "Fixed Deposit 100'000 USD" };
  const file = await read(
    transaction(
      "m1",
      "openContract",
      [unitsMoved(deposit, 1, { positionCurrency: "USD" }), cashMoved("cash", -100, "USD")],
      [posted(-100, "USD")],
    ),
    transaction(
      "m2",
      "closeContract",
      [
        unitsMoved(deposit, -1, { positionCurrency: "USD" }),
        cashMoved("cash", 100, "USD"),
        cashMoved("accruedInterest", 1.3, "USD"),
      ],
      [posted(101.3, "USD")],
    ),
  );
  expect(plain(file)).toMatchObject([{ kind: "interest", amount: "1.3", currency: "USD" }]);
  expect([...file.leftOut]).toEqual([["openContract", 1]]);
});

test("a reversal names each entry of what it reverses", async () => {
  const dividend = transaction(
    "d1",
    "dividendCash",
    [cashMoved("cash", 270), cashMoved("withholdingTax", -90)],
    [posted(180)],
    {
      triggeringFinancialInstrument: apple,
    },
  );
  const back = {
    ...transaction("d2", "dividendCash", [cashMoved("cash", -270), cashMoved("withholdingTax", 90)], [posted(-180)]),
    triggeringFinancialInstrument: apple,
    reversalIndicator: true,
    reversedTransactionId: "d1",
  };
  const file = await read(dividend, back);
  expect(reasons(file)).toEqual([]);
  expect(plain(file).slice(2)).toMatchObject([
    { kind: "reversal", externalId: "ow:customer-1:d2", reversesExternalId: "ow:customer-1:d1" },
    { kind: "reversal", externalId: "ow:customer-1:d2:tax", reversesExternalId: "ow:customer-1:d1:tax" },
  ]);
  const unnamed = await read({ ...back, reversedTransactionId: undefined });
  expect(reasons(unnamed)).toEqual(["1 missingValue reversedTransactionId"]);
});

test("a type that nobody knows is given a kind that its cash allows, or left out", async () => {
  const file = await read(transaction("x1", "other", [cashMoved("cash", 12)], [posted(12)]));
  expect(reasons(file)).toEqual(["1 unknownKind other"]);
  expect(file.undecided).toMatchObject([{ name: "other", kinds: ["deposit", "dividend", "interest", "fee", "tax"] }]);
});

test("what is not confirmed at the end of the day is left out", async () => {
  const file = await read({ ...buyOfApple, endOfDayIndicator: false });
  expect([...file.leftOut]).toEqual([["endOfDayIndicator false", 1]]);
  expect(file.entries).toEqual([]);
});

test("ids of two customers, and ids with colons, never meet", async () => {
  const two = [
    transaction("1:tax", "inflowCash", [cashMoved("cash", 5)], [posted(5)]),
    transaction("1", "inflowCash", [cashMoved("cash", 5)], [posted(5)], { customerId: "customer-1:1" }),
  ];
  const ids = (await read(...two)).entries.map(({ externalId }) => externalId);
  expect(ids).toEqual(["ow:customer-1:1%3Atax", "ow:customer-1%3A1:1"]);
});

test("positions of an account: units, what is blocked, cost; cash and fixed deposits are cash", async () => {
  const file = await readAs(
    "positions",
    asFile(
      statedPosition(apple, 40, "USD", {
        price: { type: "actual", value: 150, currency: "USD" },
        costPrice: { type: "actual", value: 120.5, currency: "USD" },
        blockedQuantity: { type: "unit", value: 15 },
        valuation: { valueInPositionCurrency: { amount: 6000, currency: "USD" } },
      }),
      statedPosition(apple, 2, "USD", { safekeepingPlace: "INSECHZZXXX" }),
      statedCash(500000, "CHF", "Fixed Deposit 100'000 USD, Expiry Date 2023-06-27"),
      statedPosition({ type: "callableDeposit", name: "Call" }, 1, "CHF", {
        valuation: { valueInPositionCurrency: { amount: 6000000, currency: "CHF" } },
      }),
      statedPosition(security("option", "Put Apple", "US0000000001"), 20, "USD"),
    ),
  );
  expect(reasons(file)).toEqual([]);
  expect([...file.accounts.values()]).toMatchObject([
    {
      account: "safekeeping-1",
      to: "2023-01-05",
      positions: [
        { instrument: 0, quantity: "42", available: "27", notAvailable: "15", currency: "USD", price: "150" },
      ],
      cash: [{ currency: "CHF", amount: "6000000" }],
    },
    { account: "cash-CHF", positions: [], cash: [{ currency: "CHF", amount: "500000" }] },
  ]);
  expect([...file.leftOut]).toEqual([["option", 1]]);
});

test("two days of one account, and records of both kinds, refuse the file", async () => {
  const days = [statedCash(1, "CHF"), { ...statedCash(1, "CHF"), positionDate: "2023-01-06" }];
  expect(reasons(await readAs("positions", asFile(...days)))).toEqual([
    expect.stringMatching(/ badDate 2023-01-05, 2023-01-06$/),
  ]);
  expect((await read(buyOfApple, statedCash(1, "CHF"))).refusals).toMatchObject([{ code: "malformedFile" }]);
});

test("numbers keep every digit, whatever the file writes them as", async () => {
  const text = asFile(transaction("c1", "inflowCash", [cashMoved("cash", 7)], [posted(7)])).replace(
    /"(value|amount)": 7\b/g,
    '"$1": 123456789012345.1234567891',
  );
  expect(plain(await readStatement(text))).toMatchObject([{ amount: "123456789012345.1234567891" }]);
});

test("a file that is read in many pieces tells the same as in one, also between the bytes of a letter", async () => {
  const named = (place: number) => ({
    ...transaction(`p${place}`, "inflowCash", [cashMoved("cash", place + 1)], [posted(place + 1)]),
    description: `Příspěvek Želva Жълтица ${place}`,
  });
  const records = Array.from({ length: 1500 }, (_, place) => named(place));
  const file = await read(...records);
  expect(reasons(file)).toEqual([]);
  expect(file.entries.map(({ amount, description }) => [amount, description])).toEqual(
    records.map(({ description }, place) => [String(place + 1), description]),
  );
  // Each record begins on a line of its own, in the same distance.
  const lines = file.entries.map(({ line }) => line);
  expect(new Set(lines.slice(1).map((line, place) => line - (lines[place] ?? 0))).size).toBe(1);
  const oneLine = await readStatement(JSON.stringify(records));
  expect(oneLine.entries.map(({ line }) => line)).toEqual(records.map((_, place) => place + 1));
});

test.each([
  ["cut in the middle", (text: string) => text.slice(0, text.length / 2)],
  ["a member without its value", (text: string) => text.replace('"id":', '"id"')],
  ["two members without a comma", (text: string) => text.replace(",", " ")],
  ["something behind the end", (text: string) => `${text} {}`],
  ["a list too deep", (text: string) => text.replace('"t1"', "[".repeat(100) + "]".repeat(100))],
])("no JSON: %s", async (_, spoil) => {
  const { refusals } = await readStatement(spoil(asFile(buyOfApple)));
  expect(refusals.map(({ code }) => code)).toEqual(["malformedFile"]);
});
