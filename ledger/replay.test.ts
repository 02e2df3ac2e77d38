/** Positions and cash that result from entries, with figures calculated by hand. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { activeEntries } from "./entry-parts.ts";
import { Replayer, type ReplayOptions } from "./replay.ts";
import { cashBelowZero, type LedgerState } from "./state.ts";

const chf: ReplayOptions = {
  baseCurrency: "CHF",
  rate: (currency) => (currency === "USD" ? { rate: "0.9", day: "2021-01-01", source: "test" } : undefined),
  price: () => undefined,
  instrumentCurrency: (id) => (id === 9 ? "USD" : "CHF"),
  feesInCost: false,
};
let nextId = 0;
const entry = (kind: Entry["kind"], day: string, amount: string, more: Partial<Entry> = {}): Entry => ({
  id: ++nextId,
  kind,
  day,
  currency: "CHF",
  amount,
  ...more,
});
function replay(entries: Entry[], options: ReplayOptions = chf): LedgerState {
  const replayer = new Replayer(options);
  for (const one of entries) expect(replayer.apply(one)).toBeNull();
  return replayer.toJSON();
}
const buy = (quantity: string, price: string, fee = "0", day = "2021-11-22", id = 1): Entry =>
  entry("buy", day, new Decimal(quantity).times(price).plus(fee).neg().toFixed(), {
    instrumentId: id,
    quantity,
    price,
    fee,
  });

const twoPurchases = [buy("2", "142.90", "1.55"), buy("2", "136.60", "1.65", "2021-11-30")];

test("two purchases without fees in the cost are invested at 559 CHF", () => {
  const { positions, cash } = replay(twoPurchases);
  expect(positions[1]).toMatchObject({ quantity: "4", cost: "559", costBase: "559", feesBase: "3.2" });
  expect(cash["CHF"]?.amount).toBe("-562.2");
});

test("fees are part of the cost where the firm says so", () => {
  expect(replay(twoPurchases, { ...chf, feesInCost: true }).positions[1]).toMatchObject({ cost: "562.2" });
});

test("a sale takes cost out at the average, and the last unit takes all that is left", () => {
  const sold = (quantity: string, amount: string, day: string) =>
    entry("sell", day, amount, { instrumentId: 1, quantity: `-${quantity}`, fee: "0" });
  const { positions } = replay([...twoPurchases, sold("1", "150", "2021-12-01")]);
  expect(positions[1]).toMatchObject({ quantity: "3", cost: "419.25", realised: "10.25" });
  const { positions: none } = replay([...twoPurchases, sold("1", "150", "2021-12-01"), sold("3", "450", "2021-12-02")]);
  expect(none[1]).toMatchObject({ quantity: "0", cost: "0", realised: "41" });
});

test("selling more than there is is refused and says how many units are missing", () => {
  const replayer = new Replayer(chf);
  for (const one of twoPurchases) replayer.apply(one);
  const before = replayer.toJSON();
  const refused = replayer.apply(entry("sell", "2021-12-01", "900", { instrumentId: 1, quantity: "-6" }));
  expect(refused).toMatchObject({ code: "quantityBelowZero", instrumentId: 1, shortfall: "2" });
  expect(replayer.toJSON()).toEqual(before);
});

test("a split changes the quantity alone", () => {
  const { positions } = replay([
    ...twoPurchases,
    entry("split", "2021-12-01", "0", { instrumentId: 1, quantity: "12" }),
  ]);
  expect(positions[1]).toMatchObject({ quantity: "16", cost: "559" });
});

test("a merger for cash realises the gain over the cost", () => {
  const { positions, cash } = replay([
    ...twoPurchases,
    entry("exchange", "2021-12-01", "600", { instrumentId: 1, quantity: "-4" }),
  ]);
  expect(positions[1]).toMatchObject({ quantity: "0", cost: "0", realised: "41" });
  expect(cash["CHF"]?.amount).toBe("37.8");
});

test("a merger into shares carries the cost over, less the cash paid beside them", () => {
  const counter = { instrumentId: 2, quantity: "8" };
  const { positions } = replay([
    ...twoPurchases,
    entry("exchange", "2021-12-01", "59", { instrumentId: 1, quantity: "-4", counter }),
  ]);
  expect(positions[1]).toMatchObject({ quantity: "0", cost: "0", realised: "0" });
  expect(positions[2]).toMatchObject({ quantity: "8", cost: "500" });
});

test("a spin-off moves the stated part of the cost and leaves the old shares", () => {
  const counter = { instrumentId: 2, quantity: "1" };
  const { positions } = replay([
    ...twoPurchases,
    entry("exchange", "2021-12-01", "0", { instrumentId: 1, cost: "59", counter }),
  ]);
  expect(positions[1]).toMatchObject({ quantity: "4", cost: "500" });
  expect(positions[2]).toMatchObject({ quantity: "1", cost: "59" });
});

test("an opening balance without its cost leaves the cost unknown, never zero", () => {
  const { positions } = replay([
    entry("openingBalance", "2021-01-01", "0", { instrumentId: 1, quantity: "5" }),
    buy("1", "100"),
  ]);
  expect(positions[1]).toMatchObject({ quantity: "6", cost: null, costBase: null });
});

test("foreign cash keeps the rate at which it was acquired", () => {
  const counter = { currency: "USD", amount: "1000" };
  const { cash } = replay([entry("deposit", "2021-01-01", "1000"), entry("fx", "2021-01-02", "-920", { counter })]);
  expect(cash["CHF"]).toMatchObject({ amount: "80", costBase: "80" });
  expect(cash["USD"]).toMatchObject({ amount: "1000", costBase: "920" });
});

test("a missing rate makes the base figures unknown and names currency and day; local figures stay", () => {
  const { cash, netDepositsBase, missingRates } = replay([entry("deposit", "2021-01-01", "50", { currency: "SEK" })]);
  expect(cash["SEK"]).toMatchObject({
    amount: "50",
    costBase: null,
    missingRates: [{ currency: "SEK", day: "2021-01-01" }],
  });
  expect(netDepositsBase).toBeNull();
  expect(missingRates).toEqual([{ currency: "SEK", day: "2021-01-01" }]);
});

test("cash below zero is taken and flagged", () => {
  expect(cashBelowZero(replay(twoPurchases))).toEqual(["CHF"]);
});

test("dividends, taxes, fees and debit interest are kept apart", () => {
  const { positions, cash } = replay([
    buy("1", "100"),
    entry("dividend", "2021-12-01", "10", { instrumentId: 1 }),
    entry("tax", "2021-12-01", "-1.5", { instrumentId: 1 }),
    entry("fee", "2021-12-02", "-2"),
    entry("interest", "2021-12-03", "-0.7"),
    entry("interest", "2021-12-04", "0.3"),
  ]);
  expect(positions[1]).toMatchObject({ incomeBase: "10", taxBase: "1.5" });
  expect(cash["CHF"]).toMatchObject({ feesBase: "2.7", incomeBase: "0.3", amount: "-93.9" });
});

/** Purchases and sales of two instruments; quantities never fall below zero. */
const histories = fc
  .array(
    fc.record({
      instrument: fc.constantFrom(1, 2),
      quantity: fc.integer({ min: -20, max: 20 }),
      cents: fc.integer({ min: 1, max: 50_000 }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    const held = new Map<number, number>();
    return steps.flatMap(({ instrument, quantity, cents }, index): Entry[] => {
      const after = (held.get(instrument) ?? 0) + quantity;
      if (quantity === 0 || after < 0) return [];
      held.set(instrument, after);
      const amount = new Decimal(-quantity).times(cents).div(100).toFixed();
      return [
        {
          id: index + 1,
          kind: quantity > 0 ? "buy" : "sell",
          day: "2021-06-01",
          currency: "CHF",
          instrumentId: instrument,
          quantity: String(quantity),
          amount,
        },
      ];
    });
  });

test("going on from kept state equals replaying all", () => {
  fc.assert(
    fc.property(histories, fc.nat(40), (entries, cut) => {
      const first = new Replayer(chf);
      for (const one of entries.slice(0, cut)) first.apply(one);
      const second = new Replayer(chf, JSON.parse(JSON.stringify(first)) as LedgerState);
      for (const one of entries.slice(cut)) second.apply(one);
      const whole = replay(entries);
      const rounded = (state: LedgerState) =>
        Object.entries(state.positions).map(([id, { quantity, cost, realised }]) => [
          id,
          quantity,
          new Decimal(cost ?? 0).toFixed(8),
          new Decimal(realised ?? 0).toFixed(8),
        ]);
      expect(rounded(second.toJSON())).toEqual(rounded(whole));
    }),
  );
});

test("the order of unrelated entries of a day does not matter", () => {
  fc.assert(
    fc.property(histories, (entries) => {
      const sorted = entries.toSorted((a, b) => (a.instrumentId ?? 0) - (b.instrumentId ?? 0) || a.id - b.id);
      expect(replay(sorted).positions).toEqual(replay(entries).positions);
    }),
  );
});

test("cost, realised gain and cash together are nothing but what was paid in", () => {
  fc.assert(
    fc.property(histories, (entries) => {
      const { positions, cash } = replay(entries);
      const parts = Object.values(positions).map(({ cost, realised }) => new Decimal(cost ?? 0).minus(realised ?? 0));
      const sum = parts.reduce((total, part) => total.plus(part), new Decimal(cash["CHF"]?.amount ?? 0));
      expect(sum.abs().lt("1e-15")).toBe(true);
    }),
  );
});

test("a reversed entry is as if it had never been", () => {
  const mistaken = buy("7", "10");
  const reversal = entry("reversal", "2021-12-05", "0", { reverses: mistaken.id });
  expect(replay(activeEntries([...twoPurchases, mistaken, reversal]))).toEqual(replay(twoPurchases));
});
