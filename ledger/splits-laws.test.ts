/**
 * Splits compared with a model that works without them: it walks day by day through a market in which nothing but units ever
 * changes, and divides what a holding is worth by the units that its holder counts.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import type { Day } from "./entry.ts";
import {
  factOf,
  type HeldUnits,
  inHeldUnits,
  inUnitsOf,
  isMarker,
  isSameSplit,
  type Split,
  settledInCash,
  unbookedSplits,
  withSplit,
} from "./splits.ts";

/** The year begins a month before a leap day. */
const dayOf = (index: number): Day => new Date(Date.UTC(2024, 1, 1 + index)).toISOString().slice(0, 10);
const ratios = [
  { from: "1", into: "2" },
  { from: "2", into: "3" },
  { from: "10", into: "1" },
  { from: "4", into: "5" },
] as const;
const ratioOf = ({ from, into }: { from: string; into: string }): number => Number(into) / Number(from);

/** Splits of one instrument are further from each other than two bookings of one. */
const distance = 40;
const lastDay = 3 * distance;
/** A day, mostly one close to a split. */
const days = fc.oneof(
  fc.nat(lastDay),
  fc.tuple(fc.nat(2), fc.integer({ min: 5, max: 25 })).map(([which, at]) => distance * which + at),
);
/** A split's day, and on which day, counted from it, the holder books it, if ever. */
const plans = fc.tuple(
  fc.integer({ min: 10, max: 20 }),
  fc.constantFrom(...ratios),
  fc.option(fc.integer({ min: -7, max: 7 }), { freq: 2 }),
);
const worlds = fc.record({
  plans: fc
    .array(plans, { minLength: 1, maxLength: 3 })
    .map((list) => list.map(([at, ratio, late], index) => ({ at: at + distance * index, ratio, late }))),
  begins: fc.nat(50),
  trades: fc.array(days, { maxLength: 2 }),
  on: days,
  quoted: days,
});

/** What a unit is quoted at on a day: 36 on the first, and less by each split from its day on. */
const quoteOn = (facts: readonly { at: number; ratio: (typeof ratios)[number] }[], index: number): number =>
  facts.filter(({ at }) => at <= index).reduce((price, { ratio }) => price / ratioOf(ratio), 36);

test("a quote in the units that a holder counts values the holding at what it was paid with", () => {
  let priced = 0;
  let missed = 0;
  fc.assert(
    fc.property(worlds, ({ plans: planned, begins, trades, on: asked, quoted }) => {
      const on = Math.max(asked, begins);
      const quoteDay = Math.min(quoted, on);
      const splits: Split[] = [];
      let [quantity, worth] = [0, 0];
      let lastMoved = begins;
      const isBooked = new Set<number>();
      for (let index = begins; index <= on; index += 1) {
        for (const { at, ratio, late } of planned) {
          // Whoever begins on the split's day or later gets new units, and has nothing to book.
          if (late === null || at + late !== index || begins >= Math.min(at, index)) continue;
          splits.push({ day: dayOf(index), from: String(quantity), into: String(quantity * ratioOf(ratio)) });
          quantity *= ratioOf(ratio);
          isBooked.add(at);
        }
        const isAhead = planned.some(({ at }) => isBooked.has(at) && at > index);
        // Between an early booking and the split a quote is of other units than the holding: nobody trades then.
        if (index === begins || (trades.includes(index) && !isAhead)) {
          const units = 1_000_000 * (index === begins ? 3 : 1);
          quantity += units;
          worth += units * quoteOn(planned, index);
          lastMoved = index;
        }
      }
      const isMixed = ({ at }: { at: number }): boolean =>
        at <= on && begins < at && !isBooked.has(at) && lastMoved >= at;
      const lateBooked = planned.some(
        ({ at, late }) => isBooked.has(at) && trades.some((index) => at <= index && index <= at + (late ?? 0)),
      );
      // Units bought before a late booking were multiplied with the old ones: no price makes that right.
      if (lateBooked) return;
      const facts = planned.map(({ at, ratio }) => ({ day: dayOf(at), ...ratio }));
      const held: HeldUnits = { quantity, splits, heldSince: dayOf(begins), lastMoved: dayOf(lastMoved) };
      const quote = { value: String(quoteOn(planned, quoteDay)), day: dayOf(quoteDay) };
      const found = inHeldUnits(quote, dayOf(on), facts, held);
      const missing = planned.findIndex(isMixed);
      if (missing >= 0) {
        expect(found).toEqual({ missing: facts[missing] });
        missed += 1;
      } else {
        expect("price" in found && Number(found.price) * quantity).toBeCloseTo(worth, 0);
        priced += 1;
      }
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(priced, missed)).toBeGreaterThan(9);
});

test("without a holder a quote is read in the units of the day", () => {
  fc.assert(
    fc.property(worlds, ({ plans: planned, on, quoted }) => {
      const quoteDay = Math.min(quoted, on);
      const quote = { value: String(quoteOn(planned, quoteDay)), day: dayOf(quoteDay) };
      const facts = planned.map(({ at, ratio }) => ({ day: dayOf(at), ...ratio }));
      expect(Number(inUnitsOf(dayOf(on), quote, facts))).toBeCloseTo(quoteOn(planned, on), 9);
    }),
  );
});

/** Days one by one: whether two are at most a week apart. */
const isNear = (one: number, other: number): boolean => {
  for (let apart = -7; apart <= 7; apart += 1) if (one + apart === other) return true;
  return false;
};

test("each split of the instrument is booked, not the holder's, settled in cash or still to be booked", () => {
  const seen = { booked: 0, none: 0, cash: 0, open: 0, later: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom("101", "99", "110", "90", "200", "50")), { maxLength: 4 }),
      fc.array(fc.nat(60), { maxLength: 2 }),
      fc.nat(60),
      fc.nat(60),
      fc.constantFrom("1", "9", "10", "11", "99", "100", "101", "9.5", "0.5"),
      (listed, booked, begins, on, quantity) => {
        const facts = listed.map(([at, into]) => ({ at, day: dayOf(at), from: "100", into }));
        const splits = booked.map((at) => ({ day: dayOf(at), from: "1", into: "2" }));
        const held: HeldUnits = { quantity, splits, heldSince: dayOf(begins), lastMoved: null };
        const kindOf = ({ at, into }: (typeof facts)[number]): keyof typeof seen => {
          if (at <= begins) return "none";
          if (booked.some((own) => isNear(own, at))) return "booked";
          // Hundredths of a unit that the split brings or takes.
          const brings = Math.abs(Number(quantity) * (Number(into) - 100));
          if (quantity.includes(".") || brings >= 100) return "open";
          return at <= on ? "cash" : "later";
        };
        const of = (kind: keyof typeof seen) => facts.filter((fact) => kindOf(fact) === kind);
        for (const fact of facts) seen[kindOf(fact)] += 1;
        expect(settledInCash(facts, held, dayOf(on))).toEqual(
          of("cash").map(({ day }) => ({ day, from: quantity, into: quantity })),
        );
        expect(unbookedSplits(facts, held)).toEqual(of("open"));
      },
    ),
    { numRuns: 500 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(9);
});

test("bookings become one split a day with the product of their ratios, and displace marks of the week around", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...ratios, { from: "7", into: "7" })), { maxLength: 8 }),
      (bookings) => {
        let splits: readonly Split[] = [];
        let model: { at: number; ratio: number; count: number; mark: boolean }[] = [];
        for (const [at, ratio] of bookings) {
          splits = withSplit(splits, { day: dayOf(at), ...ratio });
          model = model.filter((each) => !(each.mark && isNear(each.at, at)));
          const same = model.find((each) => each.at === at);
          if (same) {
            same.ratio *= ratioOf(ratio);
            same.count += 1;
            same.mark = Math.abs(same.ratio - 1) < 1e-9;
          } else model.push({ at, ratio: ratioOf(ratio), count: 1, mark: ratioOf(ratio) === 1 });
        }
        expect(splits.map(({ day }) => day)).toEqual(model.map(({ at }) => dayOf(at)));
        expect(splits.map((split) => split.bookings ?? 1)).toEqual(model.map(({ count }) => count));
        for (const [index, { ratio }] of model.entries())
          expect(splits[index] && ratioOf(splits[index])).toBeCloseTo(ratio, 9);
      },
    ),
  );
});

test("a booking belongs to the split of its day, else to a near one that no other booking has", () => {
  const few = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(few, fc.array(few, { maxLength: 3 }), (booked, known) => {
      const all = booked.map((at) => ({ day: dayOf(at), from: "1", into: "2" }));
      const facts = known.map(([at = 0, ...also]) => ({
        day: dayOf(at),
        from: "1",
        into: "2",
        alsoOn: also.map(dayOf),
      }));
      for (const [index, at] of booked.entries()) {
        const own = all[index];
        const exact = known.findIndex((each) => each.includes(at));
        const near = known.findIndex(
          (each) => each.some((day) => isNear(day, at)) && !each.some((day) => booked.includes(day)),
        );
        const expected = facts[exact >= 0 ? exact : near];
        if (own) expect(factOf(own, facts, all)).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test("being near is mutual, and a split is near itself", () => {
  const booked = fc.record({ day: fc.nat(80), also: fc.array(fc.nat(80), { maxLength: 2 }) });
  fc.assert(
    fc.property(booked, booked, (one, other) => {
      const [first, second] = [one, other].map(({ day, also }) => ({ day: dayOf(day), alsoOn: also.map(dayOf) }));
      if (!first || !second) return;
      const expected = [one.day, ...one.also].some((day) =>
        [other.day, ...other.also].some((each) => isNear(day, each)),
      );
      expect(isSameSplit(first, second)).toBe(expected);
      expect(isSameSplit(second, first)).toBe(expected);
      expect(isSameSplit(first, first)).toBe(true);
    }),
  );
});

test("only a split that changes no unit is a mark", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }), fc.nat(3), (from, into, zeros) => {
      const text = (value: number): string => (zeros > 0 ? `${value}.${"0".repeat(zeros)}` : String(value));
      expect(isMarker({ day: dayOf(0), from: String(from), into: text(into) })).toBe(from === into);
      expect(isMarker({ day: dayOf(0), from: text(from), into: String(from) })).toBe(true);
      expect(new Decimal(text(into)).eq(into)).toBe(true);
    }),
  );
});
