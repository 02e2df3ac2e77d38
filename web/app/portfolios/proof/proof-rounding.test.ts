/** The terms of a proof add up as shown. */
import type { Proof } from "@portico/api/portfolios.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findRounding as roundingIn } from "./proof-rounding.ts";

const roundingOf = (proof: Proof, decimals = 2) => roundingIn(proof, decimals);

const proofOf = (figure: Proof["figure"], result: string | null, terms: [string, string][]): Proof => ({
  figure,
  formula: figure,
  result,
  currency: "EUR",
  moreTerms: 0,
  nextCursor: null,
  gaps: [],
  terms: terms.map(([label, value]) => ({
    label,
    value,
    about: null,
    currency: "EUR",
    entryId: null,
    day: null,
    price: null,
    rate: null,
    rateBefore: null,
  })),
});

test("what rounded parts lack of the rounded sum is told", () => {
  const thirds: [string, string][] = Array.from({ length: 3 }, () => ["buy", "3.335"]);
  expect(roundingOf(proofOf("totalInvested", "10.005", thirds))).toBe("-0.01");
  expect(
    roundingOf(
      proofOf("income", "0.012", [
        ["dividend", "0.004"],
        ["dividend", "0.004"],
        ["interest", "0.004"],
      ]),
    ),
  ).toBe("0.01");
});

test("a currency without decimals is rounded to whole units", () => {
  expect(
    roundingOf(
      proofOf("income", "1.2", [
        ["dividend", "0.6"],
        ["dividend", "0.6"],
      ]),
      0,
    ),
  ).toBe("-1");
});

test("a difference takes its second term off", () => {
  const terms: [string, string][] = [
    ["currentValue", "100.004"],
    ["totalInvested", "50.006"],
  ];
  expect(roundingOf(proofOf("returnVal", "49.998", terms))).toBe("0.01");
  expect(
    roundingOf(
      proofOf(
        "returnVal",
        "-49.998",
        terms.toReversed().map(([label], index) => [label, terms[index]?.[1] ?? ""]),
      ),
    ),
  ).toBe("-0.01");
});

test("sums that agree, products, returns and what is unavailable have none", () => {
  expect(
    roundingOf(
      proofOf("fees", "2.5", [
        ["fee", "1.25"],
        ["fee", "1.25"],
      ]),
    ),
  ).toBeUndefined();
  expect(
    roundingOf(
      proofOf("currentValue", "10.5", [
        ["shares", "3"],
        ["price", "3.5"],
      ]),
    ),
  ).toBeUndefined();
  expect(roundingOf(proofOf("timeWeightedReturn", "1.5", [["period", "1.015"]]))).toBeUndefined();
  expect(roundingOf(proofOf("income", null, []))).toBeUndefined();
});

test("with it, any column adds up to the cent", () => {
  const most = 10n ** 16n;
  const cents = fc.bigInt({ min: -most, max: most });
  const exact = (units: bigint): string => {
    const digits = String(units < 0n ? -units : units).padStart(6, "0");
    return `${units < 0n ? "-" : ""}${digits.slice(0, -5)}.${digits.slice(-5)}`;
  };
  const shownCents = (text: string): bigint =>
    BigInt(
      new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false })
        .format(text as Intl.StringNumericLiteral)
        .replace(".", ""),
    );
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), (parts) => {
      const result = exact(parts.reduce((sum, part) => sum + part, 0n));
      const proof = proofOf(
        "income",
        result,
        parts.map((part) => ["dividend", exact(part)]),
      );
      const column = parts.reduce(
        (sum, part) => sum + shownCents(exact(part)),
        shownCents(roundingOf(proof) ?? "0.00"),
      );
      expect(column).toBe(shownCents(result));
    }),
  );
});
