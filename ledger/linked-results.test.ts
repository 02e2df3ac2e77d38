import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DailyResults, HoldingResult } from "./daily-results.ts";
import { joinResults, linkResults } from "./linked-results.ts";

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => `${value}.000000000123`);
const holding: fc.Arbitrary<HoldingResult> = fc.record(
  {
    price: amount,
    fx: amount,
    income: amount,
    fees: amount,
    tax: amount,
    growth: fc.constantFrom(1.25, 0.5, 3, 0, null),
    linked: fc.constantFrom(0.25, -0.5, 0.125, null),
    late: fc.constantFrom(8, -4),
    invested: fc.constantFrom(16, 32),
    isClosed: fc.constant(true as const),
    isUnknown: fc.constant(true as const),
  },
  { requiredKeys: [] },
);
const span: fc.Arbitrary<DailyResults> = fc.record({
  holdings: fc.dictionary(fc.constantFrom("1", "2", "EUR"), holding),
  linked: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(0.5, -0.25, 0) }, fc.constant(null)),
});

/** Growth and parts of logarithms are stored with fifteen digits. */
function expectSame(found: number | null, expected: number | null): void {
  if (found === null || expected === null) expect(found).toBe(expected);
  else expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(expected)));
}

describe("joined spans", () => {
  test("link to the same as the spans themselves, wherever the join begins and ends", () => {
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 4 }),
        fc.array(span, { maxLength: 5 }),
        fc.array(span),
        (before, of, after) => {
          const joined = joinResults(of);
          fc.pre(joined !== undefined);
          const stored = JSON.parse(JSON.stringify(joined)) as DailyResults;
          const [found, expected] = [stored, undefined].map((one) =>
            linkResults([...before, ...(one ? [one] : of), ...after]),
          ) as [ReturnType<typeof linkResults>, ReturnType<typeof linkResults>];
          expect(new Set(found.holdings.keys())).toEqual(new Set(expected.holdings.keys()));
          for (const [key, result] of expected.holdings) {
            const { growth, linked, ...exact } = found.holdings.get(key) as typeof result;
            expect({ ...exact, growth: result.growth, linked: result.linked }).toEqual(result);
            expectSame(growth, result.growth);
            expectSame(linked, result.linked);
          }
          expectSame(found.linked, expected.linked);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("are not made of two that earned something after all was sold: each is measured by what was invested before", () => {
    const late = (value: number): DailyResults => ({ holdings: { 1: { late: value } }, linked: 0 });
    expect(joinResults([late(8), late(-4)])).toBeUndefined();
    const once = joinResults([late(8), { holdings: { 1: { growth: 1.5, invested: 32 } }, linked: 0 }, late(-4)]);
    expect(once).toEqual({ holdings: { 1: { late: 8, growth: 1.5 * (1 - 4 / 32), invested: 32 } }, linked: 0 });
  });
});
