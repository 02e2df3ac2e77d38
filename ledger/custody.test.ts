/** A holding by custodian: the parts sum to it, and nothing is guessed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { divideByCustodian } from "./custody.ts";
import { Decimal } from "./decimal.ts";

const divided = (moved: Record<string, number>, held: number, isCash = false): Record<string, string> =>
  Object.fromEntries(
    divideByCustodian(
      Object.entries(moved).map(([name, units]) => ({
        custodian: name === "?" ? null : name,
        quantity: new Decimal(units),
      })),
      new Decimal(held),
      isCash,
    ).map(({ custodian, quantity }) => [custodian ?? "?", quantity.toFixed()]),
  );

test("units lie where their entries say, and what no entry says is a part of its own", () => {
  expect(divided({ A: 10, B: 5 }, 15)).toEqual({ A: "10", B: "5" });
  expect(divided({ A: 10, "?": 5 }, 15)).toEqual({ A: "10", "?": "5" });
  expect(divided({ "?": 5 }, 5)).toEqual({ "?": "5" });
  expect(divided({ A: 5, B: 0 }, 5)).toEqual({ A: "5" });
  expect(divided({}, 5), "of no entry").toEqual({ "?": "5" });
});

test("what an entry without a custodian took away can only have lain with the one who has units", () => {
  expect(divided({ A: 10, "?": -4 }, 6)).toEqual({ A: "6" });
});

test("of two who have units, each keeps what cannot have been taken from it", () => {
  expect(divided({ A: 10, B: 3, "?": -4 }, 9)).toEqual({ A: "6", "?": "3" });
});

test("what a custodian gave away beyond what came there came with entries that state none", () => {
  expect(divided({ A: -4, "?": 10 }, 6)).toEqual({ "?": "6" });
});

test("what moved between custodians without an entry makes the whole holding one that cannot be told", () => {
  expect(divided({ A: 10, B: -4 }, 6)).toEqual({ "?": "6" });
  expect(divided({ A: 10, B: -4, "?": 2 }, 8)).toEqual({ "?": "8" });
});

test("cash below zero at a custodian is a debt there, if every entry says where it is", () => {
  expect(divided({ A: 10, B: -4 }, 6, true)).toEqual({ A: "10", B: "-4" });
  expect(divided({ A: 10, B: -4, "?": 1 }, 7, true)).toEqual({ "?": "7" });
});

test("for all movements the parts sum to the holding, and no custodian has more than came there or less than nothing", () => {
  const units = fc.integer({ min: -50, max: 100 });
  fc.assert(
    fc.property(units, units, units, fc.boolean(), (a, b, unstated, isCash) => {
      const held = a + b + unstated;
      fc.pre(held >= 0);
      const parts = divided({ A: a, B: b, "?": unstated }, held, isCash);
      expect(Object.values(parts).reduce((sum, part) => sum + Number(part), 0)).toBe(held);
      expect(Object.values(parts)).not.toContain("0");
      if (isCash) return;
      for (const [name, came] of [
        ["A", a],
        ["B", b],
      ] as const) {
        expect(Number(parts[name] ?? 0)).toBeGreaterThanOrEqual(0);
        expect(Number(parts[name] ?? 0)).toBeLessThanOrEqual(Math.max(came, 0));
      }
      expect(Number(parts["?"] ?? 0)).toBeGreaterThanOrEqual(0);
    }),
  );
});
