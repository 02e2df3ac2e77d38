/** Daily values and their changes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bridge, bridgeParts, type Moved, roundBridge } from "./bridge.ts";
import { type DailyOptions, type DailyValue, dailyValues, nothingHeld } from "./daily.ts";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";

const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
const indexOf = (day: string): number => Math.round((Date.parse(day) - Date.UTC(2024, 0, 1)) / 86_400_000);

const priceOf = (id: number, day: string): string =>
  new Decimal(100 * id).plus(((indexOf(day) * 7) % 13) - 6).toFixed();
/** Two instruments, one in euro and one in dollars; prices and rate change every day. */
const market: DailyOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: (id) => (id === 2 ? "USD" : "EUR"),
  price: (id, day) => ({ value: priceOf(id, day), day }),
  rate: (_, day) => ({ value: new Decimal(90 + ((indexOf(day) * 5) % 7)).div(100).toFixed(), day }),
};
const run = (entries: Entry[], to: string, options = market) =>
  dailyValues(options, { state: nothingHeld("2023-12-31"), entries, to });

test("a day without entries: price is quantity × change × today's rate, fx is yesterday's value × change of the rate", () => {
  const entries: Entry[] = [
    {
      id: 1,
      kind: "openingBalance",
      day: "2024-01-01",
      instrumentId: 2,
      quantity: "10",
      currency: "USD",
      amount: "0",
      cost: "1900",
    },
  ];
  const { rows } = run(entries, "2024-01-02");
  // Prices 194 → 201, rates 0.90 → 0.95.
  expect(rows[0]).toMatchObject({ value: "1746", deposits: "1746", price: "0", fx: "0" });
  expect(rows[1]).toMatchObject({ value: "1909.5", price: "66.5", fx: "97", deposits: "0" });
});

test("dividends are income, taxes and fees are costs, and the trade's distance to the close is price", () => {
  const entries: Entry[] = [
    { id: 1, kind: "deposit", day: "2024-01-01", currency: "EUR", amount: "1000" },
    {
      id: 2,
      kind: "buy",
      day: "2024-01-01",
      instrumentId: 1,
      quantity: "5",
      currency: "EUR",
      amount: "-452.5",
      fee: "2.5",
    },
    { id: 3, kind: "dividend", day: "2024-01-01", instrumentId: 1, currency: "EUR", amount: "10" },
    { id: 4, kind: "tax", day: "2024-01-01", instrumentId: 1, currency: "EUR", amount: "-1.5" },
  ];
  const { rows } = run(entries, "2024-01-01");
  // Bought at 90, closed at 94: 5 × 4 = 20.
  expect(rows[0]).toMatchObject({
    value: "1026",
    deposits: "1000",
    income: "10",
    fees: "2.5",
    tax: "1.5",
    price: "20",
    fx: "0",
  });
});

test("what an exchange of currencies loses against the day's rate is a currency effect, and its fee is a fee", () => {
  const counter = { currency: "USD", amount: "100" };
  const entries: Entry[] = [
    { id: 1, kind: "deposit", day: "2024-01-01", currency: "EUR", amount: "100" },
    { id: 2, kind: "fx", day: "2024-01-01", currency: "EUR", amount: "-93", fee: "1", counter },
  ];
  // 92 euro for 100 dollars worth 90.
  expect(run(entries, "2024-01-01").rows[0]).toMatchObject({ value: "97", fx: "-2", fees: "1", price: "0" });
});

test("a missing price leaves the day incomplete and names the instrument", () => {
  const entries: Entry[] = [
    { id: 1, kind: "openingBalance", day: "2024-01-01", instrumentId: 1, quantity: "1", currency: "EUR", amount: "0" },
  ];
  const { rows } = run(entries, "2024-01-01", { ...market, price: () => undefined });
  expect(rows[0]).toMatchObject({ complete: false, gaps: [{ code: "priceMissing", instrumentId: 1 }] });
});

const step = fc.record({
  day: fc.integer({ min: 0, max: 30 }),
  kind: fc.constantFrom(
    "deposit",
    "withdrawal",
    "buy",
    "sell",
    "dividend",
    "tax",
    "fee",
    "interest",
    "fx",
    "split",
    "transferOut",
  ) as fc.Arbitrary<Entry["kind"]>,
  id: fc.constantFrom(1, 2),
  cents: fc.integer({ min: 1, max: 90_000 }),
  units: fc.integer({ min: 1, max: 9 }),
});
/** Histories of every kind; quantities never fall below zero. */
const histories = fc.array(step, { maxLength: 40 }).map((steps) => {
  const held = new Map<number, number>();
  return steps
    .toSorted((a, b) => a.day - b.day)
    .flatMap(({ day, kind, id, cents, units }, index): Entry[] => {
      const amount = new Decimal(cents).div(100);
      const currency = id === 2 ? "USD" : "EUR";
      const base = { id: index + 1, kind, day: dayOf(day), currency };
      const change = (quantity: number): boolean => {
        const after = (held.get(id) ?? 0) + quantity;
        if (after < 0) return false;
        held.set(id, after);
        return true;
      };
      if (kind === "buy")
        return change(units)
          ? [{ ...base, instrumentId: id, quantity: String(units), amount: amount.neg().toFixed(), fee: "0.5" }]
          : [];
      if (kind === "sell" || kind === "transferOut")
        return change(-units)
          ? [{ ...base, instrumentId: id, quantity: String(-units), amount: kind === "sell" ? amount.toFixed() : "0" }]
          : [];
      if (kind === "split")
        return (held.get(id) ?? 0) > 0 && change(held.get(id) ?? 0)
          ? [{ ...base, instrumentId: id, quantity: String((held.get(id) ?? 0) / 2), amount: "0" }]
          : [];
      if (kind === "fx")
        return [
          {
            ...base,
            currency: "EUR",
            amount: amount.neg().toFixed(),
            counter: { currency: "USD", amount: amount.times("1.1").toFixed() },
          },
        ];
      const signed = kind === "withdrawal" || kind === "tax" || kind === "fee" ? amount.neg() : amount;
      return [{ ...base, amount: signed.toFixed() }];
    });
});

const signOf = { deposits: 1, price: 1, fx: 1, income: 1, fees: -1, tax: -1 } as const;
const movedBy = (rows: readonly DailyValue[]): Moved =>
  Object.fromEntries(
    bridgeParts.map((part) => [part, rows.reduce((sum, row) => sum.plus(row[part]), new Decimal(0)).toFixed()]),
  ) as Moved;
const bridgeOf = (opening: string, rows: readonly DailyValue[]): Bridge => ({
  opening,
  ...movedBy(rows),
  closing: rows.at(-1)?.value ?? opening,
});
const left = (bridge: Bridge): Decimal =>
  bridgeParts
    .reduce((sum, part) => sum.plus(new Decimal(bridge[part]).times(signOf[part])), new Decimal(bridge.opening))
    .minus(bridge.closing);
const openingOf = (rows: DailyValue[], from: number): string => rows[from - 1]?.value ?? "0";

test("the bridge sums to the cent for any history and any range", () => {
  fc.assert(
    fc.property(histories, fc.nat(30), fc.nat(30), (entries, from, length) => {
      const { rows } = run(entries, dayOf(31));
      const bridge = bridgeOf(openingOf(rows, from), rows.slice(from, from + length));
      expect(left(bridge).abs().lt("1e-12")).toBe(true);
      expect(left(roundBridge(bridge)).isZero()).toBe(true);
    }),
  );
});

/** The price effect calculated in another way, holding by holding, for days with only cash flows in base. */
test("price and fx effects are those of the holdings, not merely what is left", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 25 }),
      (a, b, index) => {
        const opening = (id: number, quantity: number): Entry => ({
          id,
          kind: "openingBalance",
          day: dayOf(0),
          instrumentId: id,
          quantity: String(quantity),
          currency: id === 2 ? "USD" : "EUR",
          amount: "0",
        });
        const flow: Entry = { id: 3, kind: "deposit", day: dayOf(index), currency: "EUR", amount: "77" };
        const row = run([opening(1, a), opening(2, b), flow], dayOf(index)).rows[index];
        const number = (text: string | undefined) => new Decimal(text ?? 0);
        const moved = (id: number) => number(priceOf(id, dayOf(index))).minus(priceOf(id, dayOf(index - 1)));
        const rate = number(market.rate("USD", dayOf(index))?.value);
        const price = moved(1).times(a).plus(moved(2).times(b).times(rate));
        const fx = number(priceOf(2, dayOf(index - 1)))
          .times(b)
          .times(rate.minus(number(market.rate("USD", dayOf(index - 1))?.value)));
        expect(number(row?.price).minus(price).abs().lt("1e-12")).toBe(true);
        expect(number(row?.fx).minus(fx).abs().lt("1e-12")).toBe(true);
        expect(row?.deposits).toBe("77");
      },
    ),
  );
});

test("going on from a kept day equals the whole run", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 30 }), (entries, cut) => {
      const whole = run(entries, dayOf(31)).rows;
      const first = run(
        entries.filter(({ day }) => day <= dayOf(cut)),
        dayOf(cut),
      );
      const rest = dailyValues(market, {
        state: JSON.parse(JSON.stringify(first.state)),
        entries: entries.filter(({ day }) => day > dayOf(cut)),
        to: dayOf(31),
      });
      const rounded = (rows: DailyValue[]) =>
        rows.map(({ day, value, price, fx }) => [
          day,
          ...[value, price, fx].map((text) => new Decimal(text).toFixed(10)),
        ]);
      expect(rounded([...first.rows, ...rest.rows])).toEqual(rounded(whole));
    }),
  );
});

test("a split whose price halves changes no value", () => {
  const halved: DailyOptions = { ...market, price: (_, day) => ({ value: day >= "2024-01-05" ? "50" : "100", day }) };
  const entries: Entry[] = [
    { id: 1, kind: "openingBalance", day: "2024-01-01", instrumentId: 1, quantity: "10", currency: "EUR", amount: "0" },
    { id: 2, kind: "split", day: "2024-01-05", instrumentId: 1, quantity: "10", currency: "EUR", amount: "0" },
  ];
  for (const { value, price } of run(entries, "2024-01-08", halved).rows.slice(1)) {
    expect(value).toBe("1000");
    expect(price).toBe("0");
  }
});

test("a part of the bridge that rounds to nothing has no sign", () => {
  const zero = "0";
  const sums = { opening: zero, deposits: zero, price: zero, fx: zero, income: "-0.004", fees: "-0.001", tax: zero };
  expect(roundBridge({ ...sums, closing: "-0.003" })).toMatchObject({ income: "0.00", fees: "0.00", closing: "0.00" });
});
