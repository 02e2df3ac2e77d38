/**
 * Laws that hold for every history: generated entries of every kind in three currencies, with prices and rates that
 * change every day.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DailyOptions, dailyValues, nothingHeld } from "./daily.ts";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { Replayer, type ReplayOptions } from "./replay.ts";
import { type LedgerState } from "./state.ts";
import { timeWeightedReturn } from "./time-weighted.ts";
import { valueCash, valuePosition } from "./valuation.ts";

const lastDay = 24;
const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
const indexOf = (day: string): number => Math.round((Date.parse(day) - Date.UTC(2024, 0, 1)) / 86_400_000);
const currencies = ["EUR", "USD", "PLN"] as const;
const currencyOf = (id: number): string => currencies[id % 3] ?? "EUR";
const priceOf = (id: number, day: string) => new Decimal(20 * id).plus(((indexOf(day) * 7 + id) % 13) - 6).toFixed();
const rateOf = (currency: string, day: string) =>
  new Decimal(currency === "USD" ? 90 : 23)
    .plus((indexOf(day) * 5) % 7)
    .div(100)
    .toFixed();

const market: DailyOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: currencyOf,
  price: (id, day) => ({ value: priceOf(id, day), day }),
  rate: (currency, day) => ({ value: rateOf(currency, day), day }),
};
const replayOptions = (feesInCost: boolean): ReplayOptions => ({
  ...market,
  feesInCost,
  rate: (currency, day) => ({ rate: rateOf(currency, day), day, source: "made up" }),
});

const kinds = [
  "deposit",
  "withdrawal",
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
] as const;
const step = fc.record({
  day: fc.nat(lastDay - 2),
  kind: fc.constantFrom(...kinds),
  id: fc.constantFrom(1, 2, 3),
  currency: fc.constantFrom(...currencies),
  other: fc.constantFrom(...currencies),
  cents: fc.integer({ min: 300, max: 90_000 }),
  units: fc.integer({ min: 1, max: 9 }),
  fee: fc.constantFrom(undefined, "0.5", "1.25"),
  tax: fc.constantFrom(undefined, "0.3"),
  accrued: fc.constantFrom(undefined, "0.75"),
});

/** Entries that can be booked: no quantity falls below zero. */
const histories = fc.array(step, { maxLength: 40 }).map((steps) => {
  const held = new Map<number, number>();
  const change = (id: number, by: number): boolean => {
    const after = (held.get(id) ?? 0) + by;
    if (after >= 0) held.set(id, after);
    return after >= 0;
  };
  return steps
    .toSorted((a, b) => a.day - b.day)
    .flatMap(({ day, kind, id, currency, other, cents, units, fee, tax, accrued }, index): Entry[] => {
      const amount = new Decimal(cents).div(100);
      const base = { id: index + 1, kind, day: dayOf(day), currency, ...(fee && { fee }), ...(tax && { tax }) };
      const out = { ...base, amount: amount.neg().toFixed() };
      const into = { ...base, amount: amount.toFixed() };
      const about = { instrumentId: id, quantity: String(units) };
      const away = { instrumentId: id, quantity: String(-units) };
      switch (kind) {
        case "buy":
          return change(id, units) ? [{ ...out, ...about, ...(accrued && { accruedInterest: `-${accrued}` }) }] : [];
        case "sell":
          return change(id, -units) ? [{ ...into, ...away, ...(accrued && { accruedInterest: accrued }) }] : [];
        case "transferIn": {
          // The stated cost is the day's value, so the delivery brings no gain.
          const cost = new Decimal(priceOf(id, base.day)).times(units).toFixed();
          change(id, units);
          return [{ id: base.id, kind, day: base.day, currency: currencyOf(id), amount: "0", cost, ...about }];
        }
        case "transferOut":
          return change(id, -units) ? [{ id: base.id, kind, day: base.day, currency, amount: "0", ...away }] : [];
        case "exchange": {
          const target = (id % 3) + 1;
          if (!change(id, -units)) return [];
          change(target, 2 * units);
          const counter = { instrumentId: target, quantity: String(2 * units), currency: other, amount: "1.5" };
          return [{ ...into, ...away, counter }];
        }
        case "fx":
          return currency === other
            ? []
            : [{ ...out, counter: { currency: other, amount: amount.times("1.1").toFixed() } }];
        case "returnOfCapital":
          // Paid, or taken back, also without units.
          return [{ ...(cents % 3 === 0 ? out : into), instrumentId: id }];
        case "dividend":
          return [{ ...into, instrumentId: id }];
        case "withdrawal":
        case "fee":
        case "tax":
          return [out];
        default:
          return [into];
      }
    });
});

function replay(entries: readonly Entry[], feesInCost = false): LedgerState {
  const replayer = new Replayer(replayOptions(feesInCost));
  for (const entry of entries) expect(replayer.apply(entry)).toBeNull();
  return replayer.toJSON();
}
const rowsOf = (entries: readonly Entry[]) =>
  dailyValues(market, { state: nothingHeld("2023-12-31"), entries, to: dayOf(lastDay) }).rows;
const sum = (values: (string | null | undefined)[]): Decimal =>
  values.reduce((total, value) => total.plus(value ?? Number.NaN), new Decimal(0));
const near = (a: Decimal | string, b: Decimal | string): void => {
  if (!new Decimal(a).minus(b).abs().lte("1e-12")) expect(new Decimal(a).toFixed()).toBe(new Decimal(b).toFixed());
};

/** Value and result of all holdings on the last day, from the stored state only. */
function totals(state: LedgerState) {
  const day = dayOf(lastDay);
  const quote = (value: string) => ({ value, day, source: "made up" });
  const fixing = (currency: string) => quote(currency === "EUR" ? "1" : rateOf(currency, day));
  const held = [
    ...Object.entries(state.positions).map(([id, position]) => {
      const [instrumentId, currency] = [Number(id), currencyOf(Number(id))];
      const price = quote(priceOf(instrumentId, day));
      return valuePosition({ instrumentId, currency, state: position, price, fixing: fixing(currency), day });
    }),
    ...Object.entries(state.cash).map(([currency, cash]) =>
      valueCash({ currency, state: cash, fixing: fixing(currency), day }),
    ),
  ];
  return {
    value: sum(held.map(({ value }) => value)),
    unrealised: sum(held.map(({ returnValue }) => returnValue)),
    realised: sum(held.map(({ realised }) => realised)),
    income: sum(held.map(({ income }) => income)),
    charges: sum(held.flatMap(({ fees, tax }) => [fees, tax])),
  };
}

test("positions and cash are worth what the day's value says", () => {
  fc.assert(
    fc.property(histories, (entries) => near(totals(replay(entries)).value, rowsOf(entries).at(-1)?.value ?? "0")),
  );
});

test("net deposits of the kept state are the sum of the days' deposits", () => {
  fc.assert(
    fc.property(histories, fc.boolean(), (entries, feesInCost) =>
      near(replay(entries, feesInCost).netDepositsBase ?? "", sum(rowsOf(entries).map(({ deposits }) => deposits))),
    ),
  );
});

test("value less net deposits is unrealised and realised result and income less charges", () => {
  const withoutTransferOut = histories.filter((entries) => !entries.some(({ kind }) => kind === "transferOut"));
  fc.assert(
    fc.property(withoutTransferOut, (entries) => {
      const state = replay(entries, false);
      const { value, unrealised, realised, income, charges } = totals(state);
      near(value.minus(state.netDepositsBase ?? "NaN"), unrealised.plus(realised).plus(income).minus(charges));
    }),
  );
});

test("what is not held has no cost, also after a return of capital was paid or taken back", () => {
  fc.assert(
    fc.property(histories, fc.boolean(), (entries, feesInCost) => {
      for (const { quantity, cost, costBase } of Object.values(replay(entries, feesInCost).positions))
        if (new Decimal(quantity).isZero()) expect([cost, costBase]).toEqual(["0", "0"]);
    }),
  );
});

test("a return of capital that is taken back at the same rate leaves what would be without it", () => {
  const noFlowOf = (id: number) =>
    histories.filter((entries) => !entries.some((one) => one.kind === "returnOfCapital" && one.instrumentId === id));
  fc.assert(
    fc.property(noFlowOf(1), fc.nat(lastDay - 2), fc.nat(lastDay - 2), (entries, one, other) => {
      const [paid, taken] = [Math.min(one, other), Math.max(one, other)];
      const returned = (id: number, day: number, amount: string): Entry => ({
        id,
        kind: "returnOfCapital",
        day: dayOf(day),
        currency: "EUR",
        amount,
        instrumentId: 1,
      });
      // In the currency of the instrument and the contract, so that no rate lies between; and no units leave with their
      // cost.
      const inEuro = entries.filter(({ kind }) => kind !== "exchange" && kind !== "transferOut");
      const still: ReplayOptions = { ...replayOptions(true), instrumentCurrency: () => "EUR" };
      const run = (list: Entry[]) => {
        const replayer = new Replayer(still);
        for (const entry of list) replayer.apply(entry);
        return replayer.toJSON().positions["1"];
      };
      const isLater = (entry: Entry, day: number) => entry.day > dayOf(day);
      const withBoth = [
        ...inEuro.filter((entry) => !isLater(entry, paid)),
        returned(1001, paid, "60"),
        ...inEuro.filter((entry) => isLater(entry, paid) && !isLater(entry, taken)),
        returned(1002, taken, "-60"),
        ...inEuro.filter((entry) => isLater(entry, taken)),
      ];
      const [plainly, both] = [run(inEuro), run(withBoth)];
      // Units bought meanwhile share the cost that is given back later: only the sum of cost and gain is the same.
      if (!plainly || !both) return;
      near(sum([both.cost]).minus(both.realised ?? 0), sum([plainly.cost]).minus(plainly.realised ?? 0));
      const isBoughtMeanwhile = inEuro.some(
        (entry) => isLater(entry, paid) && !isLater(entry, taken) && entry.instrumentId === 1 && entry.kind !== "sell",
      );
      if (isBoughtMeanwhile) return;
      near(both.cost ?? "", plainly.cost ?? "NaN");
      near(both.realised ?? "", plainly.realised ?? "NaN");
    }),
  );
});

test("without quotes too, what is known of value and net deposits is the same in the kept state and the days", () => {
  // The first instrument is quoted from the middle on, the second never, the third always.
  const isQuoted = (id: number, day: string): boolean => id === 3 || (id === 1 && indexOf(day) >= 12);
  const sparse: DailyOptions = {
    ...market,
    price: (id, day) => (isQuoted(id, day) ? { value: priceOf(id, day), day } : undefined),
  };
  const costless = fc.tuple(histories, fc.integer({ min: 1, max: 4 })).map(([entries, every]) =>
    entries.map((entry, index): Entry => {
      if (entry.kind !== "transferIn" && entry.kind !== "transferOut") return entry;
      // Some deliveries have what the custodian says that they were worth, and the day on which they were acquired.
      const value = index % 3 === 0 ? { value: String(10 + index) } : {};
      const acquired = index % 5 === 0 && entry.kind === "transferIn" ? { acquiredOn: "2024-01-01" } : {};
      if (entry.kind === "transferOut" || index % every > 0) return { ...entry, ...value, ...acquired };
      const { cost: _cost, ...delivered } = entry;
      return { ...delivered, ...value };
    }),
  );
  fc.assert(
    fc.property(costless, fc.boolean(), (entries, feesInCost) => {
      const replayer = new Replayer({ ...replayOptions(feesInCost), price: sparse.price });
      for (const one of entries) expect(replayer.apply(one)).toBeNull();
      const state = replayer.toJSON();
      const { rows } = dailyValues(sparse, { state: nothingHeld("2023-12-31"), entries, to: dayOf(lastDay) });
      const day = dayOf(lastDay);
      const quote = (value: string) => ({ value, day, source: "made up" });
      const fixing = (currency: string) => quote(currency === "EUR" ? "1" : rateOf(currency, day));
      const values = [
        ...Object.entries(state.positions).map(([id, position]) => {
          const [instrumentId, currency] = [Number(id), currencyOf(Number(id))];
          const price = isQuoted(instrumentId, day) ? quote(priceOf(instrumentId, day)) : null;
          return valuePosition({ instrumentId, currency, state: position, price, fixing: fixing(currency), day }).value;
        }),
        ...Object.entries(state.cash).map(
          ([currency, cash]) => valueCash({ currency, state: cash, fixing: fixing(currency), day }).value,
        ),
      ];
      const last = rows.at(-1);
      expect(values.every((value) => value !== null)).toBe(last?.complete ?? true);
      if (last?.complete) near(sum(values), last.value);
      const paid = rows.map(({ deposits, entered }) => entered && new Decimal(deposits).minus(entered).toFixed());
      if (paid.every((amount) => amount !== null)) near(state.netDepositsBase ?? "NaN", sum(paid));
      if (state.netDepositsBase !== null) near(state.netDepositsBase, sum(rows.map(({ deposits }) => deposits)));
    }),
    { numRuns: 500 },
  );
});

test("it makes no difference in which currency a price is quoted", () => {
  const inOther = (id: number, day: string) => {
    const currency = currencies[indexOf(day) % 3] ?? "EUR";
    const rate = (code: string): Decimal => new Decimal(code === "EUR" ? 1 : rateOf(code, day));
    const value = new Decimal(priceOf(id, day)).times(rate(currencyOf(id))).div(rate(currency));
    return { value: value.toDecimalPlaces(30).toFixed(), day, currency };
  };
  fc.assert(
    fc.property(histories, fc.boolean(), (entries, feesInCost) => {
      const replayer = new Replayer({ ...replayOptions(feesInCost), price: inOther });
      for (const one of entries) expect(replayer.apply(one)).toBeNull();
      const state = replayer.toJSON();
      const own = replay(entries, feesInCost);
      near(state.netDepositsBase ?? "", own.netDepositsBase ?? "NaN");
      const { rows } = dailyValues(
        { ...market, price: inOther },
        { state: nothingHeld("2023-12-31"), entries, to: dayOf(lastDay) },
      );
      for (const [index, row] of rowsOf(entries).entries())
        for (const part of ["value", "deposits", "price", "fx"] as const) near(rows[index]?.[part] ?? "", row[part]);
      const day = dayOf(lastDay);
      const quote = (value: string) => ({ value, day, source: "made up" });
      const fixing = (currency: string) => quote(currency === "EUR" ? "1" : rateOf(currency, day));
      for (const [id, position] of Object.entries(own.positions)) {
        const [instrumentId, currency] = [Number(id), currencyOf(Number(id))];
        const shared = { instrumentId, currency, state: position, fixing: fixing(currency), day };
        const quoted = inOther(instrumentId, day);
        const foreign = valuePosition({
          ...shared,
          price: { ...quoted, source: "made up" },
          priceFixing: fixing(quoted.currency),
        });
        const plainly = valuePosition({ ...shared, price: quote(priceOf(instrumentId, day)) });
        near(foreign.value ?? "", plainly.value ?? "NaN");
        near(foreign.currentPrice ?? "", plainly.currentPrice ?? "NaN");
      }
    }),
  );
});

test("income, fees and taxes of the days are those of the kept state", () => {
  fc.assert(
    fc.property(histories, fc.boolean(), (entries, feesInCost) => {
      const { income, charges } = totals(replay(entries, feesInCost));
      const rows = rowsOf(entries);
      near(income, sum(rows.map((row) => row.income)));
      near(charges, sum(rows.flatMap(({ fees, tax }) => [fees, tax])));
    }),
  );
});

test("what exchange rates brought is what each currency brought and what exchanges did", () => {
  fc.assert(
    fc.property(histories, (entries) => {
      for (const { fx, fxOf, exchanged } of rowsOf(entries)) near(fx, sum([...Object.values(fxOf), exchanged]));
    }),
  );
});

test("going on from what was kept at any place equals replaying all", () => {
  fc.assert(
    fc.property(histories, fc.nat(40), fc.boolean(), (entries, cut, feesInCost) => {
      const first = new Replayer(replayOptions(feesInCost));
      for (const one of entries.slice(0, cut)) first.apply(one);
      const second = new Replayer(replayOptions(feesInCost), JSON.parse(JSON.stringify(first)) as LedgerState);
      for (const one of entries.slice(cut)) second.apply(one);
      const whole = replay(entries, feesInCost);
      const rest = second.toJSON();
      near(rest.netDepositsBase ?? "", whole.netDepositsBase ?? "NaN");
      for (const [id, { cost, costBase, realisedBase }] of Object.entries(whole.positions)) {
        near(rest.positions[id]?.cost ?? "", cost ?? "NaN");
        near(rest.positions[id]?.costBase ?? "", costBase ?? "NaN");
        near(rest.positions[id]?.realisedBase ?? "", realisedBase ?? "NaN");
      }
      for (const [currency, { amount, costBase, realisedBase }] of Object.entries(whole.cash)) {
        near(rest.cash[currency]?.amount ?? "", amount);
        near(rest.cash[currency]?.costBase ?? "", costBase ?? "NaN");
        near(rest.cash[currency]?.realisedBase ?? "", realisedBase ?? "NaN");
      }
    }),
  );
});

test("a split in the middle changes neither a value nor a return, and a later price of old units is read in new ones", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 3, max: 20 }), (entries, times, at) => {
      const splitDay = dayOf(at);
      const before = entries.filter(({ day }) => day < splitDay);
      const held = before.reduce(
        (total, { instrumentId, quantity, counter }) =>
          total
            .plus(instrumentId === 1 ? (quantity ?? 0) : 0)
            .plus(counter?.instrumentId === 1 ? (counter.quantity ?? 0) : 0),
        new Decimal(0),
      );
      if (held.isZero()) return;
      const split: Entry = {
        id: 1000,
        kind: "split",
        day: splitDay,
        currency: "EUR",
        amount: "0",
        instrumentId: 1,
        quantity: held.times(times - 1).toFixed(),
      };
      const frozen: DailyOptions = {
        ...market,
        price: (id) => ({ value: priceOf(id, dayOf(at - 1)), day: dayOf(at - 1) }),
      };
      const run = (list: Entry[]) =>
        dailyValues(frozen, { state: nothingHeld("2023-12-31"), entries: list, to: dayOf(lastDay) }).rows;
      const [plainRows, splitRows] = [run(before), run([...before, split])];
      for (const [index, { value }] of plainRows.entries()) near(splitRows[index]?.value ?? "", value);
      expect(timeWeightedReturn("0", splitRows)).toEqual(timeWeightedReturn("0", plainRows));
    }),
  );
});

test("constant prices and rates earn nothing, whatever is paid in, delivered or exchanged", () => {
  const flows = histories.map((entries) =>
    entries
      .filter(({ kind }) => ["deposit", "withdrawal", "transferIn", "transferOut"].includes(kind))
      .map((entry): Entry => ({ ...entry, fee: "0", tax: "0" })),
  );
  const still: DailyOptions = {
    ...market,
    price: (_, day) => ({ value: "50", day }),
    rate: (_, day) => ({ value: "0.5", day }),
  };
  fc.assert(
    fc.property(flows, (entries) => {
      if (entries.some(({ kind }) => kind === "transferOut")) return;
      const { rows } = dailyValues(still, { state: nothingHeld("2023-12-31"), entries, to: dayOf(lastDay) });
      for (const { price, fx } of rows) expect([price, fx]).toEqual(["0", "0"]);
      const earned = timeWeightedReturn("0", rows);
      if ("percent" in earned) expect(earned.percent).toBe("0");
    }),
  );
});
