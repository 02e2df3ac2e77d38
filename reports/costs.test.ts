/** Costs and charges: the worked example, what is missing, and laws. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averageValue, type CostFacts, type CostLine, costReport, instrumentCost, type ReturnStep } from "./costs.ts";

const line = (part: CostLine["part"], amount: string | null, rest: Partial<CostLine> = {}): CostLine => ({
  part,
  kind: "ongoing",
  basis: part === "instruments" ? { instrumentId: 1 } : { entryId: 1 },
  day: null,
  amount,
  fromThirdParties: "0",
  ...rest,
});
const facts = (rest: Partial<CostFacts> = {}): CostFacts => ({
  from: "2026-01-01",
  to: "2026-12-31",
  values: [
    { days: 181, value: "102000" },
    { days: 184, value: "126480" },
  ],
  steps: [
    { to: "2026-06-30", opening: "100000", closing: "104000", costs: "900.00" },
    { to: "2026-12-31", opening: "124000", closing: "128960", costs: "1091.50" },
  ],
  lines: [
    line("service", "1200.00", { fromThirdParties: "65.00" }),
    line("service", "245.50", { kind: "transactions" }),
    line("instruments", "546.00"),
  ],
  ...rest,
});

describe("worked example", () => {
  test("to the last digit", () => {
    expect(costReport(facts())).toMatchObject({
      base: "dailyAverage",
      averageValue: "114340.60",
      service: { amount: "1445.50" },
      instruments: { amount: "546.00" },
      total: { amount: "1991.50", percent: "1.7417" },
      thirdParties: { amount: "65.00", percent: "0.0568" },
      taxes: { amount: "0.00" },
      returns: { after: "8.1600", before: "10.0194", effect: "1.8594" },
      gaps: [],
    });
  });
  test("the effect over time, and the kinds of Annex II", () => {
    const { effects, kinds } = costReport(facts());
    expect(effects).toEqual([
      { to: "2026-06-30", costs: "900.00", before: "4.9000", after: "4.0000", effect: "0.9000" },
      { to: "2026-12-31", costs: "1091.50", before: "10.0194", after: "8.1600", effect: "1.8594" },
    ]);
    expect(kinds).toEqual([
      { part: "service", kind: "ongoing", amount: "1200.00", percent: "1.0495" },
      { part: "service", kind: "transactions", amount: "245.50", percent: "0.2147" },
      { part: "instruments", kind: "ongoing", amount: "546.00", percent: "0.4775" },
    ]);
  });
  test("taxes stand apart, refunds are less, what third parties paid is not added", () => {
    const lines = [...facts().lines, line("taxes", "300", { kind: "transactions" }), line("service", "-45.50")];
    expect(costReport(facts({ lines }))).toMatchObject({
      total: { amount: "1946.00" },
      taxes: { amount: "300.00" },
      thirdParties: { amount: "65.00" },
    });
  });
});

describe("an instrument's own cost", () => {
  test("0.2 % a year of what was held on average", () => {
    const held = [
      { days: 100, value: "10000" },
      { days: 265, value: "0" },
    ];
    expect(instrumentCost("0.2", held, 365)?.toFixed(4)).toBe("5.4795");
    expect(instrumentCost("0.2", [{ days: 366, value: "10000" }], 366)?.toFixed()).toBe("20");
    expect(instrumentCost("0.2", [{ days: 1, value: null }], 365)).toBeNull();
  });
});

describe("what is missing", () => {
  test("an amount: its total is unknown, others are not", () => {
    const report = costReport(
      facts({ lines: [...facts().lines, line("instruments", null, { basis: { instrumentId: 7 } })] }),
    );
    expect(report).toMatchObject({
      service: { amount: "1445.50", percent: "1.2642" },
      instruments: { amount: null, percent: null },
      total: { amount: null, percent: null },
      gaps: [{ code: "amountMissing", part: "instruments", basis: { instrumentId: 7 } }],
    });
  });
  test("a price: no average and no percentage, amounts all the same", () => {
    const report = costReport(
      facts({
        values: [
          { days: 364, value: "100" },
          { days: 1, value: null },
        ],
      }),
    );
    expect(report).toMatchObject({
      averageValue: null,
      total: { amount: "1991.50", percent: null },
      gaps: [{ code: "valueMissing", days: 1 }],
    });
  });
  test("a step: from then on the return is unknown", () => {
    const steps: ReturnStep[] = [...facts().steps, { to: "2027-01-01", opening: "1", closing: null, costs: "0" }];
    const report = costReport(facts({ steps }));
    expect(report.returns).toEqual({ before: null, after: null, effect: null });
    expect(report.effects[1]?.after).toBe("8.1600");
    expect(report.gaps).toEqual([{ code: "returnMissing", to: "2027-01-01" }]);
  });
  test("nothing held: no percentage", () => {
    const report = costReport(
      facts({
        values: [{ days: 365, value: "0" }],
        steps: [{ to: "2026-12-31", opening: "0", closing: "0", costs: "0" }],
        lines: [],
      }),
    );
    expect(report).toMatchObject({
      total: { amount: "0.00", percent: null },
      returns: { before: "0.0000", after: "0.0000" },
      gaps: [{ code: "nothingHeld" }],
    });
    expect(averageValue([])).toBeNull();
  });
  test("a client who left: days without anything count in the average", () => {
    const values = [
      { days: 100, value: "365" },
      { days: 265, value: "0" },
    ];
    expect(costReport(facts({ values })).averageValue).toBe("100.00");
  });
});

describe("laws", () => {
  const anyStep = fc.record({ growth: fc.integer({ min: -90, max: 200 }), costs: fc.integer({ min: 0, max: 500 }) });
  test("costs never raise the return, and without any both are the same", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), fc.boolean(), (rows, isFree) => {
        let value = new Decimal(10_000);
        const steps = rows.map(({ growth, costs }, index): ReturnStep => {
          const opening = value;
          value = value
            .times(100 + growth)
            .div(100)
            .toDecimalPlaces(2);
          if (value.lte(0)) value = new Decimal(1);
          return {
            to: addDays("2026-01-01", index),
            opening: opening.toFixed(),
            closing: value.toFixed(),
            costs: isFree ? "0" : String(costs),
          };
        });
        const { effects, returns } = costReport(facts({ steps }));
        for (const { effect } of effects) expect(new Decimal(effect ?? -1).gte(0)).toBe(true);
        if (isFree) expect(returns.before).toBe(returns.after);
      }),
    );
  });
  test("parts add up to the total", () => {
    const amount = fc.integer({ min: -10_000, max: 100_000 }).map((cents) => new Decimal(cents).div(100).toFixed());
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("service" as const, "instruments" as const), amount)), (rows) => {
        const report = costReport(facts({ lines: rows.map(([part, of]) => line(part, of)) }));
        const sum = new Decimal(report.service.amount ?? 0).plus(report.instruments.amount ?? 0);
        expect(report.total.amount).toBe(sum.toFixed(2));
        const kinds = report.kinds.reduce((whole, { amount: of }) => whole.plus(of ?? 0), new Decimal(0));
        expect(kinds.toFixed(2)).toBe(report.total.amount);
      }),
    );
  });
});
