/** The results of each holding add up to those of the days, and are those of its own prices, rates and payments. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DailyOptions, type DailyResults, type DailyValue, dailyValues, nothingHeld } from "./daily.ts";
import type { HoldingResult } from "./daily-results.ts";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { timeWeightedReturn } from "./time-weighted.ts";

const lastDay = 24;
const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
const indexOf = (day: string): number => Math.round((Date.parse(day) - Date.UTC(2024, 0, 1)) / 86_400_000);
const currencies = ["EUR", "USD", "PLN"] as const;
const currencyOf = (id: number): string => currencies[id % 3] ?? "EUR";
const priceOf = (id: number, day: string) =>
  new Decimal(20 * id).plus(((Math.floor(indexOf(day) / 2) * 7 + id) % 13) - 6).toFixed();
const rateOf = (currency: string, day: string) =>
  new Decimal(1).div(new Decimal(currency === "USD" ? 110 : 430).plus((indexOf(day) * 5) % 7).div(100)).toFixed(20);

const market: DailyOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: currencyOf,
  price: (id, day) => ({ value: priceOf(id, day), day }),
  rate: (currency, day) => ({ value: rateOf(currency, day), day }),
};
/** Some quotes come late or never. */
const sparse: DailyOptions = {
  ...market,
  price: (id, day) =>
    id === 3 || (id === 1 && indexOf(day) >= 12) || id === 4 ? { value: priceOf(id, day), day } : undefined,
  rate: (currency, day) =>
    currency === "USD" || indexOf(day) >= 9 ? { value: rateOf(currency, day), day } : undefined,
};

const kinds = [
  "deposit",
  "withdrawal",
  "openingBalance",
  "buy",
  "sell",
  "dividend",
  "returnOfCapital",
  "interest",
  "fee",
  "tax",
  "fx",
  "transferIn",
  "transferOut",
  "exchange",
  "spinOff",
  "split",
  "excluded",
] as const;
const step = fc.record({
  day: fc.nat(lastDay - 2),
  kind: fc.constantFrom(...kinds),
  id: fc.constantFrom(1, 2, 3, 4),
  currency: fc.constantFrom(...currencies),
  other: fc.constantFrom(...currencies),
  cents: fc.integer({ min: 300, max: 90_000 }),
  units: fc.integer({ min: 1, max: 9 }),
  fee: fc.constantFrom(undefined, "0.5", "1.25"),
  tax: fc.constantFrom(undefined, "0.3"),
  accrued: fc.constantFrom(undefined, "0.75"),
  isNamed: fc.boolean(),
});

/** Entries of every kind that can be booked: no quantity falls below zero. */
const histories = fc.array(step, { maxLength: 40 }).map((steps) => {
  const held = new Map<number, number>();
  const change = (id: number, by: number): boolean => {
    const after = (held.get(id) ?? 0) + by;
    if (after >= 0) held.set(id, after);
    return after >= 0;
  };
  return steps
    .toSorted((a, b) => a.day - b.day)
    .flatMap(({ day, kind, id, currency, other, cents, units, fee, tax, accrued, isNamed }, index): Entry[] => {
      const amount = new Decimal(cents).div(100);
      const shared = { id: index + 1, day: dayOf(day), currency };
      const charged = { ...shared, ...(fee && { fee }), ...(tax && { tax }) };
      const out = { ...charged, amount: amount.neg().toFixed() };
      const into = { ...charged, amount: amount.toFixed() };
      const about = { instrumentId: id, quantity: String(units) };
      const away = { instrumentId: id, quantity: String(-units) };
      const named = isNamed ? { instrumentId: id } : {};
      const target = (id % 4) + 1;
      const own = { ...shared, currency: currencyOf(id), amount: "0" };
      switch (kind) {
        case "buy":
          change(id, units);
          return [{ ...out, kind, ...about, ...(accrued && { accruedInterest: `-${accrued}` }) }];
        case "sell":
          return change(id, -units) ? [{ ...into, kind, ...away, ...(accrued && { accruedInterest: accrued }) }] : [];
        case "openingBalance":
        case "transferIn":
          change(id, units);
          return [
            {
              ...own,
              kind,
              ...about,
              ...(isNamed && { cost: amount.toFixed() }),
              ...(fee && { amount: `-${fee}`, fee }),
            },
          ];
        case "transferOut":
          return change(id, -units) ? [{ ...own, kind, ...away, ...(isNamed && { value: amount.toFixed() }) }] : [];
        case "exchange":
          if (!change(id, -units)) return [];
          change(target, 2 * units);
          return [
            {
              ...into,
              kind,
              ...away,
              ...(isNamed && { amount: "0" }),
              counter: {
                instrumentId: target,
                quantity: String(2 * units),
                ...(!isNamed && { currency: other, amount: "1.5" }),
              },
            },
          ];
        case "spinOff":
          change(target, units);
          return [
            {
              ...own,
              kind: "exchange",
              instrumentId: id,
              quantity: "0",
              ...(isNamed && { cost: amount.toFixed() }),
              counter: { instrumentId: target, quantity: String(units) },
            },
          ];
        case "split": {
          const more = held.get(id) ?? 0;
          change(id, more);
          return more > 0 ? [{ ...own, kind, instrumentId: id, quantity: String(more) }] : [];
        }
        case "fx":
          return currency === other
            ? []
            : [
                isNamed
                  ? { ...out, kind, counter: { currency: other, amount: amount.times("1.1").toFixed() } }
                  : { ...into, kind, counter: { currency: other, amount: amount.times("-1.1").toFixed() } },
              ];
        case "returnOfCapital":
          return [{ ...(cents % 3 === 0 ? out : into), kind, instrumentId: id }];
        case "dividend":
          return [{ ...into, kind, instrumentId: id }];
        case "interest":
          return [{ ...(cents % 3 === 0 ? out : into), kind, ...named }];
        case "fee":
        case "tax":
          return [{ ...shared, amount: amount.neg().toFixed(), kind, ...named }];
        case "withdrawal":
          return [{ ...out, kind }];
        default:
          return [{ ...into, kind }];
      }
    });
});

const run = (entries: readonly Entry[], options = market, to = dayOf(lastDay)) =>
  dailyValues(options, { state: nothingHeld("2023-12-31"), entries, to });
const sum = (values: (string | number | null | undefined)[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(value ?? 0), new Decimal(0));
const near = (a: Decimal | string, b: Decimal | string, most = "1e-9"): void => {
  if (!new Decimal(a).minus(b).abs().lte(most)) expect(new Decimal(a).toFixed()).toBe(new Decimal(b).toFixed());
};
const partsOfResult = ["fx", "income", "fees", "tax"] as const;
const all = (results: DailyResults): HoldingResult[] => Object.values(results.holdings);
const totalOf = ({ price, fx, income, fees, tax }: HoldingResult): Decimal =>
  sum([price, fx, income])
    .minus(fees ?? 0)
    .minus(tax ?? 0);

function expectSums(rows: readonly DailyValue[], results: DailyResults): void {
  for (const part of partsOfResult) near(sum(all(results).map((one) => one[part])), sum(rows.map((row) => row[part])));
  // What entered without being paid is part of the price effect (bridge.ts).
  if (rows.every(({ entered }) => entered !== null))
    near(sum(all(results).map(({ price }) => price)), sum(rows.flatMap(({ price, entered }) => [price, entered])));
}

test("the holdings' results add up to the days' for every history and range", () => {
  fc.assert(
    fc.property(histories, fc.nat(lastDay), fc.nat(lastDay), (entries, from, length) => {
      const first = run(
        entries.filter(({ day }) => day < dayOf(from)),
        market,
        dayOf(from - 1),
      );
      const to = dayOf(Math.min(lastDay, from + length));
      const part = dailyValues(market, {
        state: JSON.parse(JSON.stringify(first.state)),
        entries: entries.filter(({ day }) => day >= dayOf(from) && day <= to),
        to,
      });
      expectSums(part.rows, part.results);
    }),
    { numRuns: 300 },
  );
});

test("also with prices and rates that come late or never", () => {
  fc.assert(
    fc.property(histories, (entries) => {
      const { rows, results } = run(entries, sparse);
      expectSums(rows, results);
    }),
    { numRuns: 500 },
  );
});

test("what the results ask of prices leaves no gap in the days", () => {
  const unquoted = {
    ...quoted({ 1: [100] }),
    price: (id: number, day: string) => (id === 1 ? { value: "100", day } : undefined),
  };
  const counter = { instrumentId: 2, quantity: "5" };
  const { rows } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10" }),
      // What came in is sold before the day ends, so no price of it is needed.
      entry("exchange", 1, "0", { instrumentId: 1, quantity: "-10", counter }),
      entry("sell", 1, "1000", { instrumentId: 2, quantity: "-5" }),
    ],
    unquoted,
    dayOf(2),
  );
  expect(rows.map(({ gaps, complete, price }) => ({ gaps, complete, price }))).toEqual(
    rows.map(() => ({ gaps: [], complete: true, price: "0" })),
  );
});

/** Each holding's days calculated one by one, with nothing but its own units, prices, rates and payments. */
test("the parts of a holding are those of a slow calculation of each day", () => {
  fc.assert(
    fc.property(histories, (entries) => {
      const held = new Map<number, number>();
      const simple = entries.filter(({ kind, instrumentId = 0, quantity }) => {
        const after = (held.get(instrumentId) ?? 0) + Number(quantity ?? 0);
        const isSimple = ["buy", "sell", "dividend"].includes(kind) && after >= 0;
        if (isSimple) held.set(instrumentId, after);
        return isSimple;
      });
      const { results } = run(simple);
      for (const id of [1, 2, 3, 4]) {
        const own = simple.filter(({ instrumentId }) => instrumentId === id);
        let [units, price, fx, factor] = [new Decimal(0), new Decimal(0), new Decimal(0), 1];
        const foreign = (currency: string, day: string) => (currency === "EUR" ? "1" : rateOf(currency, day));
        for (let index = 0; index <= lastDay; index++) {
          const [day, before] = [dayOf(index), dayOf(index - 1)];
          const today = own.filter((one) => one.day === day);
          const [rate, rateBefore] = [foreign(currencyOf(id), day), foreign(currencyOf(id), before)];
          const opening = units.times(priceOf(id, before)).times(rateBefore);
          const moved = units.times(priceOf(id, before)).times(new Decimal(rate).minus(rateBefore));
          let [paid, bought, earned] = [new Decimal(0), new Decimal(0), new Decimal(0)];
          for (const { kind, quantity, amount, fee, tax, accruedInterest, currency } of today) {
            const worth = new Decimal(amount).neg().times(foreign(currency, day));
            units = units.plus(quantity ?? 0);
            paid = paid.plus(worth);
            if (kind === "buy") bought = bought.plus(worth);
            const gross = sum([amount, fee, tax]);
            const income = kind === "dividend" ? gross : new Decimal(accruedInterest ?? 0);
            earned = earned.plus(
              income
                .minus(fee ?? 0)
                .minus(tax ?? 0)
                .times(foreign(currency, day)),
            );
          }
          const closing = units.times(priceOf(id, day)).times(rate);
          const gain = closing.minus(opening).minus(paid);
          price = price.plus(gain).minus(moved).minus(earned);
          fx = fx.plus(moved);
          const base = opening.plus(bought).toNumber();
          if (base > 0) factor *= 1 + gain.toNumber() / base;
        }
        const found = results.holdings[id] ?? {};
        near(found.price ?? "0", price);
        near(found.fx ?? "0", fx);
        const isLate = own.some(({ kind }) => kind === "dividend");
        if (!isLate) expect(found.growth === undefined ? 1 : found.growth).toBeCloseTo(factor, 9);
      }
    }),
    { numRuns: 200 },
  );
});

test("contributions add up to the portfolio's time-weighted return", () => {
  let defined = 0;
  fc.assert(
    fc.property(histories, (entries) => {
      const { rows, results } = run([
        { id: 0, kind: "deposit", day: dayOf(0), currency: "EUR", amount: "20000" },
        ...entries,
      ]);
      const whole = timeWeightedReturn("0", rows);
      if (!("percent" in whole)) return expect(results.linked).toBeNull();
      defined++;
      expect(Math.expm1(results.linked ?? Number.NaN) * 100).toBeCloseTo(Number(whole.percent), 8);
      expect(sum(all(results).map(({ linked }) => linked)).toNumber()).toBeCloseTo(results.linked ?? Number.NaN, 9);
    }),
    { numRuns: 300 },
  );
  expect(defined).toBeGreaterThan(100);
});

let lastId = 0;
const entry = (kind: Entry["kind"], at: number, amount: string, more: Partial<Entry> = {}): Entry => ({
  id: ++lastId,
  kind,
  day: dayOf(at),
  currency: "EUR",
  amount,
  ...more,
});
/** All in euro, at prices by day. */
const quoted = (prices: Record<number, readonly number[]>): DailyOptions => ({
  ...market,
  instrumentCurrency: () => "EUR",
  price: (id, day) => {
    const price = prices[id]?.[Math.min(indexOf(day), (prices[id]?.length ?? 1) - 1)];
    return price === undefined ? undefined : { value: String(price), day };
  },
});

test("a dividend, its tax and a sale's fee belong to the instrument; interest and account fees to the cash", () => {
  const { results } = run(
    [
      entry("deposit", 0, "1000"),
      entry("buy", 0, "-502", { instrumentId: 3, quantity: "5", fee: "2" }),
      entry("dividend", 1, "8.5", { instrumentId: 3, tax: "1.5" }),
      entry("interest", 1, "3"),
      entry("fee", 2, "-4"),
    ],
    quoted({ 3: [100, 110, 110] }),
    dayOf(2),
  );
  expect(results.holdings[3]).toMatchObject({ price: "50", income: "10", fees: "2", tax: "1.5" });
  expect(results.holdings.EUR).toMatchObject({ income: "3", fees: "4" });
  expect(totalOf(results.holdings[3] ?? {}).toFixed()).toBe("56.5");
});

test("a deposit earns nothing, whoever holds what", () => {
  const { results } = run([entry("deposit", 0, "1000"), entry("withdrawal", 3, "-400")]);
  expect(results.holdings).toEqual({ EUR: {} });
});

test("a merger moves the worth of what came in; the old holding has the gain up to then, the new one what follows", () => {
  const { results } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10" }),
      entry("exchange", 1, "20", { instrumentId: 1, quantity: "-10", counter: { instrumentId: 2, quantity: "5" } }),
    ],
    quoted({ 1: [100], 2: [210, 210, 220] }),
    dayOf(2),
  );
  // 1,000 became 1,050 in new units and 20 in cash; the new units then gained 50.
  expect(results.holdings[1]).toMatchObject({ price: "70", growth: 1.07, isClosed: true });
  expect(results.holdings[2]).toMatchObject({ price: "50" });
  expect(results.holdings[2]?.growth).toBeCloseTo(220 / 210, 12);
});

test("a spin-off takes its worth from the holding that it comes from, which loses nothing by it", () => {
  const { results } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10" }),
      entry("exchange", 1, "0", { instrumentId: 1, quantity: "0", counter: { instrumentId: 2, quantity: "10" } }),
    ],
    quoted({ 1: [100, 80, 80], 2: [20, 20, 25] }),
    dayOf(2),
  );
  expect(results.holdings[1]).toEqual({});
  expect(results.holdings[2]).toMatchObject({ price: "50", growth: 1.25 });
});

test("a spin-off whose worth nothing tells leaves both results unknown, not the others", () => {
  const { results } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10" }),
      entry("transferIn", 0, "0", { instrumentId: 3, quantity: "1" }),
      entry("exchange", 1, "0", { instrumentId: 1, quantity: "0", counter: { instrumentId: 2, quantity: "10" } }),
    ],
    quoted({ 1: [100, 80, 80], 3: [10, 11, 11] }),
    dayOf(2),
  );
  expect(results.holdings[1]).toMatchObject({ isUnknown: true });
  expect(results.holdings[2]).toMatchObject({ isUnknown: true, growth: null });
  expect(results.holdings[3]).toMatchObject({ price: "1", growth: 1.1 });
});

test("paid-back capital is no loss", () => {
  const { results } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10" }),
      entry("returnOfCapital", 1, "200", { instrumentId: 1 }),
    ],
    quoted({ 1: [100, 80] }),
    dayOf(1),
  );
  expect(results.holdings).toEqual({ "1": {}, EUR: {} });
});

test("the spread of an exchange of currencies, and its fee, belong to the foreign currency", () => {
  const still = { ...market, rate: (_: string, day: string) => ({ value: "0.9", day }) };
  const bought = run(
    [
      entry("deposit", 0, "100"),
      entry("fx", 0, "-93", { fee: "1", counter: { currency: "USD", amount: "100" } }),
      entry("fx", 1, "-50", { currency: "USD", counter: { currency: "EUR", amount: "44" } }),
    ],
    still,
  );
  // 92 for what is worth 90, and 44 for 45.
  expect(bought.results.holdings.USD).toMatchObject({ fx: "-3", fees: "1" });
  expect(bought.results.holdings.EUR).toEqual({});
});

test("a holding's return counts what is bought from the start of its day and what is paid out until its end", () => {
  const { results } = run(
    [
      entry("deposit", 0, "5000"),
      entry("buy", 0, "-1000", { instrumentId: 1, quantity: "10" }),
      entry("buy", 1, "-1000", { instrumentId: 1, quantity: "9" }),
      entry("sell", 2, "630", { instrumentId: 1, quantity: "-5" }),
    ],
    quoted({ 1: [105, 110, 120] }),
    dayOf(2),
  );
  // (1,050 ÷ 1,000) × (2,090 ÷ (1,050 + 1,000)) × ((1,680 + 630) ÷ 2,090)
  expect(results.holdings[1]?.growth).toBeCloseTo(1.05 * (2090 / 2050) * (2310 / 2090), 12);
});

test("what comes after the last units were sold is measured by what was invested last", () => {
  const late = [
    entry("deposit", 0, "5000"),
    entry("buy", 0, "-1000", { instrumentId: 1, quantity: "10" }),
    entry("sell", 1, "1000", { instrumentId: 1, quantity: "-10" }),
    entry("dividend", 5, "50", { instrumentId: 1 }),
  ];
  const whole = run(late, quoted({ 1: [100] }), dayOf(9));
  expect(whole.results.holdings[1]).toMatchObject({ income: "50", growth: 1.05, invested: 1000 });
  const first = run(late.slice(0, 3), quoted({ 1: [100] }), dayOf(3));
  const rest = dailyValues(quoted({ 1: [100] }), { state: first.state, entries: late.slice(3), to: dayOf(9) });
  expect(rest.results.holdings[1]).toMatchObject({ income: "50", late: 50, isClosed: true });
});

test("a day without a price leaves the holding's return unknown, and only its own", () => {
  const gap: DailyOptions = {
    ...quoted({ 3: [10, 11] }),
    price: (id, day) => (id === 3 ? { value: "11", day } : indexOf(day) > 2 ? { value: "9", day } : undefined),
  };
  const { results } = run(
    [
      entry("transferIn", 0, "0", { instrumentId: 1, quantity: "10", cost: "80" }),
      entry("transferIn", 0, "0", { instrumentId: 3, quantity: "10" }),
    ],
    gap,
  );
  expect(results.holdings[1]).toMatchObject({ price: "10", growth: null });
  expect(results.holdings[3]?.growth).toBeUndefined();
});
