/** Splits as holders book them: each drops its own fractions, and all of them tell of one fact. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import { agree, inHeldUnits, type Split, settledInCash, splitOf, withSplit } from "./splits.ts";

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
