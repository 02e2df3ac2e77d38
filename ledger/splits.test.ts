/** Splits as holders book them: each drops its own fractions, and all of them tell of one fact. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import {
  afterSplit,
  agree,
  bookingsOf,
  daysOf,
  factOf,
  type HeldUnits,
  inHeldUnits,
  inUnitsOf,
  isSameSplit,
  mayBeSameSplit,
  type PriceQuote,
  type Split,
  settledInCash,
  splitOf,
  unbookedSplits,
  withSplit,
} from "./splits.ts";

const day = "2025-07-29";
const units = fc.integer({ min: 1, max: 100_000 });
/** New units per hundred old ones. */
const percents = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 3 });

/** What a holder books: every split of the day, or all as one row. Undefined if no unit came. */
function bookedBy(held: number, shares: readonly number[], isOneRow: boolean): Split | undefined {
  let splits: Split[] = [];
  let quantity = held;
  for (const percent of shares) {
    const after = quantity + Math.floor((quantity * percent) / 100);
    const split = splitOf(day, new Decimal(quantity), new Decimal(after));
    if (split && after !== quantity) splits = withSplit(splits, split);
    quantity = after;
  }
  if (quantity === held) return undefined;
  return isOneRow ? splitOf(day, new Decimal(held), new Decimal(quantity)) : splits[0];
}

test("holders of any size agree on the splits of a day if one of them booked each", () => {
  fc.assert(
    fc.property(units, units, percents, fc.boolean(), (one, other, shares, isOneRow) => {
      const [first, second] = [bookedBy(one, shares, false), bookedBy(other, shares, isOneRow)];
      if (!first || !second) return;
      // The fact remembers how many splits it combines, also if a small holder's share of one was nothing.
      const combined = { ...first, bookings: shares.length };
      expect(agree(combined, second)).toBe(true);
      expect(agree(second, combined)).toBe(true);
    }),
    // The first split brings nothing for one unit, the second more than twice as much to whoever got the first.
    { examples: [[1, 361, [91, 163], false]] },
  );
});

test("holders of many units do not agree on different splits", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 100_000 }),
      fc.integer({ min: 1000, max: 100_000 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (one, other, percent, more) => {
        const [first, second] = [bookedBy(one, [percent], true), bookedBy(other, [percent + more], true)];
        if (first && second) expect(agree(first, second)).toBe(false);
      },
    ),
  );
});

test("several splits of a day are one ratio, whatever was traded between them", () => {
  fc.assert(
    fc.property(units, percents, (held, shares) => {
      const split = bookedBy(held, shares, false);
      if (!split) return;
      expect(split.from).toBe(String(held));
      const oneRow = bookedBy(held, shares, true);
      expect(
        new Decimal(split.into)
          .minus(oneRow?.into ?? "0")
          .abs()
          .lt("1e-9"),
      ).toBe(true);
    }),
  );
});

test("who gets only cash counts new units, before and after buying more; whoever gets a unit waits for its booking", () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 300 }), fc.boolean(), (held, percent, moves) => {
      const fact: Split = { day, from: "100000", into: String(100_000 + percent * 1000) };
      const isCashOnly = held * percent < 100;
      const before = { quantity: held, splits: [], heldSince: "2025-01-01", lastMoved: "2025-01-01" };
      const settled = settledInCash([fact], before, "2025-08-01");
      expect(settled).toHaveLength(isCashOnly ? 1 : 0);
      const holding = moves ? { ...before, quantity: held + 3, splits: settled, lastMoved: "2025-08-01" } : before;
      const found = inHeldUnits({ value: "20", day: "2025-08-02" }, "2025-08-02", [fact], holding);
      if (isCashOnly) expect(found).toMatchObject({ price: new Decimal(20) });
      else if (moves) expect(found).toEqual({ missing: fact });
      else expect("price" in found && found.price.gt(20)).toBe(true);
      // A quote from before the split is read in new units.
      const old = inHeldUnits({ value: "20", day: "2025-07-01" }, "2025-08-02", [fact], holding);
      if (isCashOnly)
        expect("price" in old && old.price.toFixed(6)).toBe(new Decimal(20).div(1 + percent / 100).toFixed(6));
    }),
  );
});

/** A split of the day as "1:2": one unit became two. */
const split = (on: string, ratio: string, more: Partial<Split> = {}): Split => {
  const [from = "", into = ""] = ratio.split(":");
  return { day: on, from, into, ...more };
};

test.each([
  ["2025-07-29", "2025-07-29", true, true],
  ["2025-07-29", "2025-08-05", true, true],
  ["2025-07-29", "2025-08-06", false, true],
  ["2024-12-28", "2025-01-04", true, true],
  ["2024-02-26", "2024-03-04", true, true],
  ["2024-02-26", "2024-03-05", false, true],
  ["2025-07-29", "2025-09-29", false, true],
  ["2025-07-29", "2025-09-30", false, false],
])("bookings of %s and %s: one split %j, perhaps one %j", (one, other, isSame, mayBe) => {
  for (const [first, second] of [
    [split(one, "1:2"), split(other, "1:3")],
    [split(other, "1:2"), split(one, "1:3")],
    // A day that a person named counts as the split's own.
    [split("2020-01-01", "1:2", { alsoOn: ["2021-01-01", one] }), split(other, "1:2")],
    [split(one, "1:2"), split("2020-01-01", "1:2", { alsoOn: [other] })],
  ] as const) {
    expect(isSameSplit(first, second)).toBe(isSame);
    expect(mayBeSameSplit(first, second)).toBe(mayBe);
  }
});

test("a split's days and number of bookings", () => {
  expect(daysOf(split(day, "1:2"))).toEqual([day]);
  expect(daysOf(split(day, "1:2", { alsoOn: ["2025-08-11", "2025-08-12"] }))).toEqual([
    day,
    "2025-08-11",
    "2025-08-12",
  ]);
  expect([bookingsOf(split(day, "1:2")), bookingsOf(split(day, "1:2", { bookings: 3 }))]).toEqual([1, 3]);
});

test("a split is what turned one quantity into another, unless one of them was nothing", () => {
  const of = (from: string, into: string) => splitOf(day, new Decimal(from), new Decimal(into));
  expect(of("1.50", "4.5")).toEqual({ day, from: "1.5", into: "4.5" });
  expect(of("-3", "-6")).toEqual({ day, from: "-3", into: "-6" });
  expect([of("0", "5"), of("5", "0"), of("0", "0")]).toEqual([undefined, undefined, undefined]);
});

// One booking loses less than a unit: of 10 units less than 0.1 of the ratio, of 5 units less than 0.2.
// Of two of a day, the loss of the earlier is missing in the later too, times the larger ratio if units become more.
test.each([
  ["10:20", "5:11.49", 1, true],
  ["10:20", "5:11.5", 1, false],
  ["10:20", "5:8.51", 1, true],
  ["10:20", "5:8.5", 1, false],
  ["10:20", "5:16.42", 2, true],
  ["10:20", "5:16.43", 2, false],
  ["20:10", "10:7.99", 2, true],
  ["20:10", "10:8", 2, false],
  ["20:10", "10:9.49", 3, true],
  ["20:10", "10:9.5", 3, false],
])("bookings %s and %s, the first combining %i times as many: one split %j", (one, other, bookings, expected) => {
  const [first, second] = [split(day, one, { bookings }), split(day, other)];
  expect(agree(first, second)).toBe(expected);
  expect(agree(second, first)).toBe(expected);
  expect(agree({ ...first, bookings: 1 }, { ...second, bookings })).toBe(expected);
});

const holding = (quantity: HeldUnits["quantity"], more: Partial<HeldUnits> = {}): HeldUnits => ({
  quantity,
  splits: [],
  heldSince: "2025-01-01",
  lastMoved: "2025-01-01",
  ...more,
});
const fact = split(day, "100:110");

test.each<[string, HeldUnits["quantity"], Split, Partial<HeldUnits>, string, "settled" | "open" | "neither"]>([
  ["less than a unit comes", 9, fact, {}, day, "settled"],
  ["a day too early", 9, fact, {}, "2025-07-28", "neither"],
  ["exactly a unit comes", 10, fact, {}, day, "open"],
  ["less than a unit goes", 9, split(day, "100:90"), {}, day, "settled"],
  ["exactly a unit goes", 10, split(day, "100:90"), {}, day, "open"],
  ["a short position", -9, fact, {}, day, "settled"],
  ["a short position of more", -10, fact, {}, day, "open"],
  ["fractions are held", "8.5", fact, {}, day, "open"],
  ["held since the day before", 9, fact, { heldSince: "2025-07-28" }, day, "settled"],
  ["held since the day", 9, fact, { heldSince: day }, day, "neither"],
  ["more, held since the day before", 90, fact, { heldSince: "2025-07-28" }, day, "open"],
  ["more, held since the day", 90, fact, { heldSince: day }, day, "neither"],
  ["nothing is held", 9, fact, { heldSince: null }, day, "neither"],
  ["of more nothing is held", 90, fact, { heldSince: null }, day, "neither"],
  ["booked a week before", 9, fact, { splits: [split("2025-07-22", "9:10")] }, day, "neither"],
  ["booked earlier", 9, fact, { splits: [split("2025-07-21", "9:10")] }, day, "settled"],
  ["of more booked a week later", 90, fact, { splits: [split("2025-08-05", "90:99")] }, day, "neither"],
  ["of more booked later", 90, fact, { splits: [split("2025-08-06", "90:99")] }, day, "open"],
  ["marked already", 9, fact, { splits: [split(day, "9:9")] }, day, "neither"],
  [
    "booked on a day that a person named",
    90,
    { ...fact, alsoOn: ["2025-09-01"] },
    { splits: [split("2025-09-01", "9:10")] },
    day,
    "neither",
  ],
])("%s: %s units", (_, quantity, known, more, on, expected) => {
  for (const each of [quantity, String(quantity), new Decimal(quantity)]) {
    const held = holding(each, more);
    const mark = { day, from: String(quantity), into: String(quantity) };
    expect(settledInCash([known], held, on)).toEqual(expected === "settled" ? [mark] : []);
    expect(unbookedSplits([known], held)).toEqual(expected === "open" ? [known] : []);
  }
});

test("a quantity of nothing waits for no split", () => {
  expect(unbookedSplits([fact], holding(0))).toEqual([]);
  expect(unbookedSplits([fact], holding("0.000"))).toEqual([]);
});

test("a price falls as units become more", () => {
  expect(afterSplit(new Decimal(30), split(day, "2:3")).toFixed()).toBe("20");
  expect(afterSplit(new Decimal(30), split(day, "10:1")).toFixed()).toBe("300");
});

test.each<[string, Split[], Split, Split[]]>([
  ["the first", [], split(day, "1:2"), [split(day, "1:2")]],
  ["of another day", [split("2025-07-28", "1:2")], split(day, "1:3"), [split("2025-07-28", "1:2"), split(day, "1:3")]],
  [
    "of a day in the middle",
    [split("2025-07-20", "1:2"), split(day, "10:20"), split("2025-09-01", "1:5")],
    split(day, "20:30"),
    [split("2025-07-20", "1:2"), split(day, "10:30", { bookings: 2 }), split("2025-09-01", "1:5")],
  ],
  [
    "a third and fourth",
    [split(day, "10:30", { bookings: 2 })],
    split(day, "30:15", { bookings: 2 }),
    [split(day, "10:15", { bookings: 4 })],
  ],
  ["after a mark of the day", [split(day, "9:9")], split(day, "9:10"), [split(day, "9:10")]],
  ["after a mark of the week", [split("2025-08-05", "9:9")], split(day, "9:10"), [split(day, "9:10")]],
  [
    "with an older mark",
    [split("2025-07-21", "9:9")],
    split(day, "9:10"),
    [split("2025-07-21", "9:9"), split(day, "9:10")],
  ],
])("a split is added: %s", (_, splits, added, expected) => {
  expect(withSplit(splits, added)).toEqual(expected);
});

test("a booking belongs to the split of its day before a near one, and to none that another booking has", () => {
  const [near, exact] = [split("2025-07-25", "1:2"), split(day, "1:3")];
  const own = split(day, "10:20");
  expect(factOf(own, [near, exact], [own])).toBe(exact);
  expect(factOf(own, [near], [own])).toBe(near);
  expect(factOf(own, [near], [own, split("2025-07-25", "20:40")])).toBe(undefined);
  expect(factOf(own, [{ ...near, alsoOn: ["2025-08-01"] }], [own, split("2025-08-01", "20:40")])).toBe(undefined);
  const named = split("2025-01-10", "1:2", { alsoOn: [day] });
  expect(factOf(own, [near, named], [own])).toBe(named);
  expect(factOf(own, [split("2025-07-21", "1:2")], [own])).toBe(undefined);
});

const double = split(day, "1:2");
test.each<[string, string, string, Split[], Partial<HeldUnits>, string]>([
  // Quoted on, asked for; the price, or "missing" for the split that is to be booked first.
  ["no split", "2025-07-01", "2025-08-01", [], {}, "20"],
  ["not booked, quote of before", "2025-07-28", day, [double], {}, "20"],
  ["not booked, quote of the day", day, day, [double], {}, "40"],
  ["not booked, asked for before it", "2025-07-28", "2025-07-28", [double], {}, "20"],
  ["not booked, asked for before it, later quote", "2025-08-01", "2025-07-28", [double], {}, "20"],
  ["not booked, bought the day before", day, day, [double], { lastMoved: "2025-07-28" }, "40"],
  ["not booked, bought on the day", day, day, [double], { lastMoved: day }, "missing"],
  ["not booked, never moved", day, day, [double], { lastMoved: null }, "40"],
  ["begun the day before", "2025-07-28", day, [double], { heldSince: "2025-07-28" }, "20"],
  ["begun on the day, quote of before", "2025-07-28", day, [double], { heldSince: day, lastMoved: day }, "10"],
  ["begun on the day", day, day, [double], { heldSince: day, lastMoved: day }, "20"],
  ["nothing held any more, sold after it", day, day, [double], { quantity: 0, heldSince: null, lastMoved: day }, "20"],
  ["the same, quote of before", "2025-07-28", day, [double], { quantity: 0, heldSince: null, lastMoved: day }, "10"],
  ["booked, quote of before", "2025-07-28", day, [double], { splits: [split(day, "100:200")] }, "10"],
  ["booked, quote of the day", day, day, [double], { splits: [split(day, "100:200")] }, "20"],
  ["booked and bought", day, day, [double], { splits: [split(day, "100:200")], lastMoved: day }, "20"],
  ["with a fraction lost", "2025-07-28", day, [double], { splits: [split(day, "100:160")] }, "12.5"],
  ["booked late, quote between", "2025-07-30", "2025-08-02", [double], { splits: [split("2025-08-01", "1:2")] }, "20"],
  [
    "booked late, quote of before",
    "2025-07-28",
    "2025-08-02",
    [double],
    { splits: [split("2025-08-01", "1:2")] },
    "10",
  ],
  ["booked early, quote between", "2025-07-28", "2025-07-28", [double], { splits: [split("2025-07-27", "1:2")] }, "10"],
  [
    "booked, and another one near it that nobody else knows",
    "2025-07-30",
    "2025-08-02",
    [double],
    { splits: [split(day, "1:2"), split("2025-08-01", "1:5")] },
    "4",
  ],
  ["booked, and nobody else knows it", "2025-07-28", day, [], { splits: [split(day, "1:2")] }, "10"],
  ["booked, nobody else knows it, quote of the day", day, day, [], { splits: [split(day, "1:2")] }, "20"],
  ["marked, quote of before", "2025-07-28", day, [double], { splits: [split(day, "1:1")] }, "10"],
  [
    "two, one not booked",
    "2025-07-28",
    "2025-09-02",
    [double, split("2025-09-01", "1:5")],
    { splits: [split(day, "1:2")] },
    "10",
  ],
  [
    "two, one not booked, new quote",
    "2025-09-01",
    "2025-09-02",
    [double, split("2025-09-01", "1:5")],
    { splits: [split(day, "1:2")] },
    "100",
  ],
  ["two, one ahead", "2025-07-28", day, [double, split("2025-09-01", "1:5")], { splits: [split(day, "1:2")] }, "10"],
])("a quote of 20 in held units: %s", (_, quoted, on, facts, more, expected) => {
  const quote: Pick<PriceQuote, "value" | "day"> = { value: "20", day: quoted };
  const found = inHeldUnits(quote, on, facts, holding(100, more));
  if (expected === "missing") expect(found).toEqual({ missing: facts[0] });
  else expect(found).toEqual({ price: new Decimal(expected) });
});

test("who holds too little for a new unit counts new units at once, unless units were bought meanwhile", () => {
  const found = (lastMoved: string | null) =>
    inHeldUnits({ value: "20", day: "2025-07-28" }, day, [fact], holding(9, { lastMoved }));
  expect(found("2025-07-28")).toEqual({ price: new Decimal(2000).div(110) });
  expect(found(null)).toEqual({ price: new Decimal(2000).div(110) });
  expect(found(day)).toEqual({ missing: fact });
});

test("without a holder a quote counts the splits between its day and the day asked for", () => {
  const at = (on: string, quoted: string) => inUnitsOf(on, { value: "20", day: quoted }, [double])?.toFixed();
  expect([at("2025-07-28", "2025-07-01"), at(day, "2025-07-28"), at("2025-08-02", day)]).toEqual(["20", "10", "20"]);
});
