/** Days without a market price or rate: a quote that arrives late causes no gain and no loss. */
import { expect, test } from "vitest";
import { bridgeOver } from "./bridge.ts";
import { type DailyOptions, dailyValues, nothingHeld } from "./daily.ts";
import type { Entry } from "./entry.ts";
import { timeWeightedReturn } from "./time-weighted.ts";

/**
 * Instrument 1 (EUR) is quoted at 110 and the dollar at 0.90, both from the 4th on; instrument 2 is in dollars, at 50.
 */
const market: DailyOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: (id) => (id === 2 ? "USD" : "EUR"),
  price: (id, day) => {
    if (id === 2) return { value: "50", day };
    return id === 1 && day >= "2024-01-04" ? { value: "110", day } : undefined;
  },
  rate: (currency, day) => (currency === "USD" && day >= "2024-01-04" ? { value: "0.9", day } : undefined),
};
let lastId = 0;
const entry = (kind: Entry["kind"], day: string, amount: string, more: Partial<Entry> = {}): Entry => ({
  id: ++lastId,
  kind,
  day: `2024-01-${day}`,
  currency: "EUR",
  amount,
  ...more,
});
const run = (entries: Entry[], to = "2024-01-06", options = market) =>
  dailyValues(options, { state: nothingHeld("2024-01-01"), entries, to: to }).rows;
const shortened = (rows: ReturnType<typeof run>) =>
  rows.map(({ day, value, deposits, price, fx, complete }) => [day.slice(-2), value, deposits, price, fx, complete]);

test("before its first quote a bought instrument is worth the price that was paid, and the day says where that is from", () => {
  const rows = run([
    entry("deposit", "02", "1001"),
    entry("buy", "02", "-1001", { instrumentId: 1, quantity: "10", fee: "1" }),
  ]);
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "1000", "1001", "0", "0", true],
    ["03", "1000", "0", "0", "0", true],
    ["04", "1100", "0", "100", "0", true],
  ]);
  expect(rows.slice(0, 3).map(({ gaps }) => gaps)).toEqual([
    [{ code: "priceFromTrade", instrumentId: 1, quoted: "2024-01-02" }],
    [{ code: "priceFromTrade", instrumentId: 1, quoted: "2024-01-02" }],
    [],
  ]);
  // 1,001 paid in, 1,100 at the end.
  expect(timeWeightedReturn("0", rows)).toEqual({ percent: "9.89010989011" });
});

test("what came without price and cost stands outside until it is quoted: its value is then a deposit, no gain", () => {
  const rows = run([
    entry("deposit", "02", "100"),
    entry("openingBalance", "02", "0", { instrumentId: 1, quantity: "10" }),
  ]);
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "100", "100", "0", "0", false],
    ["03", "100", "0", "0", "0", false],
    ["04", "1200", "1100", "0", "0", true],
  ]);
  expect(timeWeightedReturn("0", rows)).toEqual({ percent: "0" });
});

test("a stated cost is what delivered units are carried at", () => {
  const rows = run([entry("transferIn", "02", "0", { instrumentId: 1, quantity: "10", cost: "900" })]);
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "900", "900", "0", "0", false],
    ["03", "900", "0", "0", "0", false],
    ["04", "1100", "0", "200", "0", true],
  ]);
});

test("foreign cash before its first rate stands outside, and comes in as a deposit when it can be valued", () => {
  const rows = run([entry("deposit", "02", "100", { currency: "USD" })]);
  expect(shortened(rows).slice(0, 4)).toEqual([
    ["02", "0", "0", "0", "0", false],
    ["03", "0", "0", "0", "0", false],
    ["04", "90", "90", "0", "0", true],
    ["05", "90", "0", "0", "0", true],
  ]);
});

test("foreign cash that was bought is carried at the dealt rate", () => {
  const counter = { currency: "USD", amount: "100" };
  const rows = run([entry("deposit", "02", "100"), entry("fx", "02", "-86", { counter, fee: "1" })]);
  // 85 euro for 100 dollars; from the 4th on they are worth 90.
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "99", "100", "0", "0", false],
    ["03", "99", "0", "0", "0", false],
    ["04", "104", "0", "0", "5", true],
  ]);
});

test("sold before it was ever quoted, an instrument of unknown value brings in what it was sold for", () => {
  const rows = run([
    entry("openingBalance", "02", "0", { instrumentId: 3, quantity: "10" }),
    entry("sell", "03", "299", { instrumentId: 3, quantity: "-10", fee: "1" }),
  ]);
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "0", "0", "0", "0", false],
    ["03", "299", "300", "0", "0", true],
    ["04", "299", "0", "0", "0", true],
  ]);
  expect(rows[1]?.fees).toBe("1");
});

test("money that goes where no value is known has left, and comes back with it", () => {
  // The dollar has no rate yet, and the trade pays euro for an instrument in dollars.
  const rows = run([
    entry("deposit", "02", "100"),
    entry("buy", "02", "-46", { instrumentId: 2, quantity: "1", fee: "1" }),
  ]);
  expect(shortened(rows).slice(0, 3)).toEqual([
    ["02", "54", "55", "0", "0", false],
    ["03", "54", "0", "0", "0", false],
    ["04", "99", "45", "0", "0", true],
  ]);
});

test("what comes for an unquoted instrument is worth what went, less the cash beside it", () => {
  const rows = run([
    entry("deposit", "04", "1100"),
    entry("buy", "04", "-1100", { instrumentId: 1, quantity: "10" }),
    entry("exchange", "05", "100", { instrumentId: 1, quantity: "-10", counter: { instrumentId: 3, quantity: "5" } }),
  ]);
  expect(shortened(rows).slice(3)).toEqual([
    ["05", "1100", "0", "0", "0", false],
    ["06", "1100", "0", "0", "0", false],
  ]);
});

test("a price paid in another currency than the instrument's is turned into it, in a trade and in an exchange", () => {
  const options: DailyOptions = { ...market, instrumentCurrency: (id) => (id === 5 ? "USD" : "EUR") };
  const trade = [entry("deposit", "04", "90"), entry("buy", "04", "-90", { instrumentId: 5, quantity: "4" })];
  expect(shortened(run(trade, "2024-01-05", options)).at(-1)).toEqual(["05", "90", "0", "0", "0", true]);
  const counter = { instrumentId: 5, quantity: "4", currency: "USD", amount: "10" };
  const exchange = [
    entry("transferIn", "04", "0", { instrumentId: 1, quantity: "1", cost: "110" }),
    entry("exchange", "05", "0", { instrumentId: 1, quantity: "-1", counter }),
  ];
  const [, , , last] = dailyValues(options, {
    state: nothingHeld("2024-01-01"),
    entries: exchange,
    to: "2024-01-05",
  }).rows;
  // Shares worth 110 euro became 10 dollars (9 euro) and four units worth the remaining 101.
  expect(last).toMatchObject({ value: "110", price: "0", complete: false });
});

test("a price that was paid before a split is carried in new units", () => {
  const rows = run([
    entry("deposit", "02", "600"),
    entry("buy", "02", "-600", { instrumentId: 3, quantity: "2" }),
    entry("split", "03", "0", { instrumentId: 3, quantity: "4" }),
  ]);
  for (const { value, price } of rows) expect([value, price]).toEqual(["600", "0"]);
});

test("a spin-off without a price stands outside without being paid: its value is a gain of the range, not a deposit", () => {
  const spunOff: DailyOptions = {
    ...market,
    price: (id, day) => {
      if (id === 2) return { value: day < "2024-01-03" ? "50" : "40", day };
      return id === 1 && day >= "2024-01-05" ? { value: "11", day } : undefined;
    },
    rate: (_, day) => ({ value: "1", day }),
  };
  const rows = run(
    [
      entry("deposit", "02", "500"),
      entry("buy", "02", "-500", { instrumentId: 2, quantity: "10" }),
      entry("exchange", "03", "0", { instrumentId: 2, quantity: "0", counter: { instrumentId: 1, quantity: "10" } }),
    ],
    "2024-01-05",
    spunOff,
  );
  expect(rows.map(({ value, deposits, entered }) => [value, deposits, entered])).toEqual([
    ["500", "500", "0"],
    ["400", "0", "0"],
    ["400", "0", "0"],
    ["510", "110", "110"],
  ]);
  expect(rows.map(({ complete }) => complete)).toEqual([true, false, false, true]);
  const none = { fx: "0", income: "0", fees: "0", tax: "0" };
  const moved = { ...none, deposits: "610", price: "-100", entered: "110" };
  expect(bridgeOver(moved, "0", "510")).toEqual({
    ...none,
    opening: "0",
    deposits: "500",
    price: "10",
    closing: "510",
  });
});

test("a payment of unknown worth is told, an estimate is not taken for one", () => {
  const entered = (entries: Entry[], options = market) => run(entries, "2024-01-06", options).map((row) => row.entered);
  const delivered = (day: string, more: Partial<Entry>) => entry("transferIn", day, "0", { quantity: "10", ...more });
  // No price and no cost; a stated cost; a quoted price without a rate; foreign cash without a rate, though dealt in that day.
  expect(entered([delivered("02", { instrumentId: 1 })])).toEqual([null, "0", "1100", "0", "0"]);
  expect(entered([delivered("02", { instrumentId: 1, cost: "900" })])).toEqual(["0", "0", "0", "0", "0"]);
  expect(entered([delivered("02", { instrumentId: 2 })])).toEqual([null, "0", "450", "0", "0"]);
  expect(
    entered([
      entry("deposit", "02", "100", { currency: "USD" }),
      entry("fx", "02", "-50", { currency: "USD", counter: { currency: "EUR", amount: "44" } }),
    ]),
  ).toEqual([null, "0", "0", "0", "0"]);
  // Units of unknown value, estimated by what was given for them, are delivered away.
  const given = { instrumentId: 1, quantity: "-10", counter: { instrumentId: 3, quantity: "5" } };
  const out = entry("transferOut", "06", "0", { instrumentId: 3, quantity: "-5" });
  expect(entered([delivered("04", { instrumentId: 1 }), entry("exchange", "05", "0", given), out])).toEqual([
    "0",
    "0",
    "0",
    "0",
    null,
  ]);
});

test("going on from a day on which something stood outside changes nothing", () => {
  const entries = [
    entry("openingBalance", "02", "0", { instrumentId: 1, quantity: "10" }),
    entry("deposit", "02", "100", { currency: "USD" }),
  ];
  const first = dailyValues(market, { state: nothingHeld("2024-01-01"), entries, to: "2024-01-03" });
  const state = JSON.parse(JSON.stringify(first.state));
  const rest = dailyValues(market, { state, entries: [], to: "2024-01-06" });
  expect([...first.rows, ...rest.rows]).toEqual(run(entries));
});

test("an old price or rate is used, and every day that it is too old for says so", () => {
  const old: DailyOptions = {
    ...market,
    price: () => ({ value: "50", day: "2024-01-01" }),
    rate: () => ({ value: "0.9", day: "2023-12-20" }),
  };
  const rows = run([entry("transferIn", "02", "0", { instrumentId: 2, quantity: "2" })], "2024-01-12", old);
  const rate = { code: "rateStale", currency: "USD", quoted: "2023-12-20" };
  const price = { code: "priceStale", instrumentId: 2, quoted: "2024-01-01" };
  expect(rows[0]).toMatchObject({ value: "90", complete: true, gaps: [rate] });
  expect(rows.at(-2)?.gaps).toEqual([rate]);
  expect(rows.at(-1)).toMatchObject({ value: "90", complete: true, gaps: [rate, price] });
});

test("a currency that was emptied needs no rate on later days", () => {
  const { rows } = dailyValues(
    {
      baseCurrency: "EUR",
      instrumentCurrency: () => "EUR",
      price: () => undefined,
      // The pound is not quoted after the first day.
      rate: (currency, day) =>
        currency === "GBP" && day > "2024-01-01" ? undefined : { value: "1.2", day: "2024-01-01" },
    },
    {
      state: nothingHeld("2023-12-31"),
      entries: [
        { id: 1, kind: "deposit", day: "2024-01-01", currency: "GBP", amount: "100" },
        { id: 2, kind: "withdrawal", day: "2024-01-01", currency: "GBP", amount: "-100" },
        { id: 3, kind: "deposit", day: "2024-01-02", currency: "EUR", amount: "50" },
      ],
      to: "2024-01-03",
    },
  );
  expect(rows.map(({ complete, value }) => [complete, value])).toEqual([
    [true, "0"],
    [true, "50"],
    [true, "50"],
  ]);
});
