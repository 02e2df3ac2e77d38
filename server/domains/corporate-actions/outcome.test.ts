/** What each type of corporate action brings, to the cent: worked by hand, and laws over any units and terms. */
import type { ActionTerms } from "@portico/api/corporate-actions.ts";
import type { ActionType, OptionName } from "@portico/api/rules/corporate-actions.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookedAction, workOut } from "./outcome.ts";

const none: ActionTerms = {
  cash: null,
  ratio: null,
  target: null,
  price: null,
  fractions: "down",
  taxRate: null,
  costShare: null,
};
const actionOf = (type: ActionType, terms: Partial<ActionTerms>): BookedAction => ({
  id: 7,
  application: 1,
  type,
  instrumentId: 1,
  instrumentCurrency: "EUR",
  exDay: "2026-05-04",
  payDay: "2026-05-20",
  terms: { ...none, ...terms },
});
const holder = { holderType: "user", holderId: 3 } as const;
const work = (
  type: ActionType,
  terms: Partial<ActionTerms>,
  units: string,
  { option = null, cost = null }: { option?: OptionName | null; cost?: string | null } = {},
) =>
  workOut(actionOf(type, terms), {
    holder,
    units: new Decimal(units),
    option,
    cost: cost === null ? null : new Decimal(cost),
    custodian: null,
  });
const euro = (perUnit: string) => ({ perUnit, currency: "EUR" });

test("a dividend in cash: gross, tax and net are rounded to the cent, and booked on the day of payment", () => {
  // 37 × 0.235 = 8.695 → 8.70; 19 % of it = 1.653 → 1.65.
  const { outcome, entries } = work("cashDividend", { cash: euro("0.235"), taxRate: "19" }, "37");
  expect(outcome).toMatchObject({ currency: "EUR", gross: "8.7", tax: "1.65", net: "7.05", units: "0" });
  expect(entries).toMatchObject([
    { kind: "dividend", day: "2026-05-20", amount: "7.05", tax: "1.65", externalId: "action:7:1:user-3" },
  ]);
  const yen = work("cashDividend", { cash: { perUnit: "12.5", currency: "JPY" } }, "3");
  expect(yen.outcome, "no decimals in yen").toMatchObject({ gross: "38", net: "38" });
});

test("a split of 7 for 2 of 15 units: 52, and half a unit in cash, dropped or kept", () => {
  const terms = { ratio: { from: "2", into: "7" }, price: euro("9.31") };
  const cash = work("split", { ...terms, fractions: "cash" }, "15");
  expect(cash.outcome).toMatchObject({ units: "37", fraction: "0.5", gross: "4.66" });
  expect(cash.entries).toMatchObject([
    { kind: "split", quantity: "37", day: "2026-05-04" },
    { kind: "returnOfCapital", amount: "4.66", externalId: "action:7:1:user-3:2" },
  ]);
  expect(work("split", { ...terms, fractions: "down" }, "15").entries).toMatchObject([{ quantity: "37" }]);
  expect(work("split", { ...terms, fractions: "keep" }, "15").entries).toMatchObject([{ quantity: "37.5" }]);
});

test("a reverse split that leaves less than a unit leaves cash alone", () => {
  const terms = { ratio: { from: "25", into: "1" }, price: euro("50"), fractions: "cash" as const };
  expect(work("split", terms, "10").entries).toMatchObject([{ kind: "exchange", quantity: "-10", amount: "20" }]);
  expect(work("split", terms, "60").entries).toMatchObject([
    { kind: "split", quantity: "-58" },
    { kind: "returnOfCapital", amount: "20" },
  ]);
});

test("a dividend in units adds to those held, and below one unit brings nothing", () => {
  const terms = { ratio: { from: "10", into: "1" } };
  expect(work("stockDividend", terms, "105").entries).toMatchObject([{ kind: "split", quantity: "10" }]);
  expect(work("stockDividend", terms, "9")).toMatchObject({ entries: [], reason: "belowOneUnit" });
});

test("a choice dividend: cash by default; units are bought with it, and the rest is paid", () => {
  const terms = { cash: euro("0.5"), ratio: { from: "40", into: "1" }, taxRate: "10", fractions: "cash" as const };
  expect(work("choiceDividend", terms, "150", { option: "cash" }).entries).toMatchObject([
    { kind: "dividend", amount: "67.5", tax: "7.5" },
  ]);
  // 150 ÷ 40 = 3.75 units: 3 at 20 each = 60 of the 75.
  const shares = work("choiceDividend", terms, "150", { option: "shares" });
  expect(shares.outcome).toMatchObject({ units: "3", fraction: "0.75", gross: "75", tax: "7.5" });
  expect(shares.entries).toMatchObject([
    { kind: "dividend", amount: "67.5", tax: "7.5" },
    { kind: "buy", quantity: "3", price: "20", amount: "-60" },
  ]);
  // Where fractions are dropped, the dividend is what the units cost.
  expect(work("choiceDividend", { ...terms, fractions: "down" }, "150", { option: "shares" }).entries).toMatchObject([
    { kind: "dividend", amount: "54", tax: "6" },
    { kind: "buy", quantity: "3", amount: "-60" },
  ]);
});

test("rights: whoever subscribes pays for whole units; whoever does not gets no entry", () => {
  const terms = { ratio: { from: "7", into: "2" }, price: euro("3.15") };
  // 50 × 2 ÷ 7 = 14.28: 14 × 3.15 = 44.10.
  expect(work("rightsIssue", terms, "50", { option: "subscribe" }).entries).toMatchObject([
    { kind: "buy", quantity: "14", amount: "-44.1", price: "3.15" },
  ]);
  expect(work("rightsIssue", terms, "50", { option: "lapse" })).toMatchObject({
    entries: [],
    reason: "optionWithoutEntry",
  });
});

test("a spin-off takes its part of the cost, and sells parts of a unit", () => {
  const terms = {
    ratio: { from: "4", into: "1" },
    target: 2,
    costShare: "12.5",
    price: euro("8"),
    fractions: "cash" as const,
  };
  const { entries, outcome } = work("spinOff", terms, "90", { cost: "1000.01" });
  // 22.5 units; 12.5 % of 1,000.01 = 125.00125.
  expect(outcome).toMatchObject({ received: "22", fraction: "0.5", costMoved: "125", gross: "4" });
  expect(entries).toMatchObject([
    { kind: "exchange", instrumentId: 1, quantity: "0", cost: "125", counter: { instrumentId: 2, quantity: "22.5" } },
    { kind: "sell", instrumentId: 2, quantity: "-0.5", amount: "4" },
  ]);
});

test("a merger gives units and cash for the old ones; a tender, a redemption cash", () => {
  const merger = work("merger", { ratio: { from: "3", into: "2" }, target: 2, cash: euro("1.1") }, "10");
  expect(merger.entries).toMatchObject([
    { kind: "exchange", quantity: "-10", amount: "11", counter: { instrumentId: 2, quantity: "6" } },
  ]);
  expect(work("tenderOffer", { cash: euro("10") }, "10", { option: "tender" }).entries).toMatchObject([
    { kind: "exchange", quantity: "-10", amount: "100", day: "2026-05-20" },
  ]);
  expect(work("tenderOffer", { cash: euro("10") }, "10", { option: "keep" }).entries).toEqual([]);
  expect(work("redemption", { cash: euro("1000") }, "5").entries).toMatchObject([{ quantity: "-5", amount: "5000" }]);
  expect(work("returnOfCapital", { cash: euro("0.4") }, "5").entries).toMatchObject([
    { kind: "returnOfCapital", amount: "2" },
  ]);
});

const units = fc.integer({ min: 1, max: 1_000_000 });
const cents = fc.integer({ min: 1, max: 100_000 });

test("whatever is paid, gross less tax is net, each within half a cent, and the sum over holders is within as many", () => {
  fc.assert(
    fc.property(
      fc.array(units, { minLength: 1, maxLength: 20 }),
      cents,
      fc.integer({ min: 1, max: 99 }),
      (held, amount, tax) => {
        const perUnit = new Decimal(amount).div(1000);
        const terms = { cash: euro(perUnit.toFixed()), taxRate: String(tax) };
        const all = held.map((one) => work("cashDividend", terms, String(one)).outcome);
        let sum = new Decimal(0);
        for (const [place, { gross, tax: withheld, net }] of all.entries()) {
          expect(new Decimal(gross).minus(withheld).eq(net)).toBe(true);
          expect(
            perUnit
              .times(held[place] ?? 0)
              .minus(gross)
              .abs()
              .lte("0.005"),
          ).toBe(true);
          sum = sum.plus(gross);
        }
        const total = held.reduce((whole, one) => whole + one, 0);
        expect(perUnit.times(total).minus(sum).abs().lte(new Decimal("0.005").times(held.length))).toBe(true);
      },
    ),
  );
});

test("whatever the ratio, units and fraction add up to it, and no more than the fraction is lost", () => {
  const ratio = fc.record({ from: fc.integer({ min: 1, max: 50 }), into: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(units, ratio, fc.constantFrom("down", "keep", "cash"), (held, { from, into }, fractions) => {
      const terms = { ratio: { from: String(from), into: String(into) }, fractions, price: euro("1") } as const;
      const { outcome } = work("split", terms, String(held));
      const after = new Decimal(outcome.units).plus(held).plus(outcome.fraction);
      expect(after.minus(new Decimal(held).times(into).div(from)).abs().lte("1e-12")).toBe(true);
      expect(new Decimal(outcome.fraction).gte(0) && new Decimal(outcome.fraction).lt(1)).toBe(true);
    }),
  );
});
