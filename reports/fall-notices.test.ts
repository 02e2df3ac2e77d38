/** Notices of falls: the worked check, ESMA's example, flows, days without business, and laws. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClosedDay, fallNotices, type InstrumentDay, instrumentFalls } from "./fall-notices.ts";

type Flows = Partial<Omit<ClosedDay, "day" | "value">>;
const still = {
  isBusinessDay: true,
  deposits: "0",
  withdrawals: "0",
  purchases: "0",
  deliveredIn: "0",
  deliveredOut: "0",
};
/** Days from 1 July 2026 on, each with its value. */
const days = (...rows: (string | null | [string | null, Flows])[]): ClosedDay[] =>
  rows.map((row, index) => {
    const [value, flows] = Array.isArray(row) ? row : [row, {}];
    return { ...still, ...flows, day: addDays("2026-07-01", index), value };
  });
const told = (start: string, ...rows: Parameters<typeof days>): [string, number][] =>
  fallNotices(start, days(...rows)).notices.map(({ due, threshold }) => [due.slice(5), threshold]);

describe("thresholds", () => {
  test("the worked check: 90,000 yes, 89,999.99 no, 79,000 20 %, 69,999 30 %", () => {
    expect(told("100000", "95000", "90000", "92000", "89999.99", "79000", "69999")).toEqual([
      ["07-02", 10],
      ["07-05", 20],
      ["07-06", 30],
    ]);
  });
  test("straight to 78,000: one notice of 20 %", () => {
    expect(fallNotices("100000", days("78000")).notices).toEqual([
      { threshold: 20, reached: "2026-07-01", due: "2026-07-01", base: "100000", value: "78000", fall: "22" },
    ]);
  });
  test("always of the beginning: 90,000, 80,000, 70,000; the next period 63,000 (ESMA 1807)", () => {
    expect(told("100000", "90000", "81000", "80000", "70001", "70000").map(([, threshold]) => threshold)).toEqual([
      10, 20, 30,
    ]);
    expect(told("70000", "63001", "63000")).toEqual([["07-02", 10]]);
  });
  test("nine tenths exactly is enough, a hundredth of a cent above it is not", () => {
    expect(told("99999.99", "89999.991", "89999.9911")).toEqual([["07-01", 10]]);
    expect(told("99999.99", "89999.9911")).toEqual([]);
  });
  test("after a recovery the same threshold is not told again", () => {
    expect(told("100", "89", "120", "85", "80")).toEqual([
      ["07-01", 10],
      ["07-04", 20],
    ]);
  });
  test("all is lost, and more", () => {
    expect(told("100", "0", "-10")).toEqual([
      ["07-01", 100],
      ["07-02", 110],
    ]);
  });
  test("a period that is continued knows what was told", () => {
    expect(fallNotices("100", days("85", "79"), 10).notices.map(({ threshold }) => threshold)).toEqual([20]);
  });
});

describe("days", () => {
  const off = { isBusinessDay: false };
  test("a fall on a day without business is due at the next close, also if it has recovered", () => {
    const { notices } = fallNotices("100", days("95", ["90", off], ["92", off], "96"));
    expect(notices).toMatchObject([{ threshold: 10, reached: "2026-07-02", due: "2026-07-04", value: "90" }]);
  });
  test("several before one close are one notice, the deepest", () => {
    const { notices } = fallNotices("100", days(["90", off], ["80", off], "70"));
    expect(notices).toMatchObject([{ threshold: 30, reached: "2026-07-03", due: "2026-07-03" }]);
  });
  test("without a business day yet it waits", () => {
    const falls = fallNotices("100", days("95", ["88", off]));
    expect(falls).toMatchObject({ notices: [], pending: { threshold: 10, reached: "2026-07-02" } });
  });
  test("a day without a value is named and decides nothing; what was due before it stays due", () => {
    const falls = fallNotices("100", days(["89", off], null, "79"));
    expect(falls.unknown).toEqual(["2026-07-02"]);
    expect(falls.notices.map(({ due, threshold }) => [due, threshold])).toEqual([
      ["2026-07-02", 10],
      ["2026-07-03", 20],
    ]);
  });
});

describe("flows", () => {
  test("cash that was added and not invested hides no fall", () => {
    expect(told("100000", ["110000", { deposits: "20000" }])).toEqual([["07-01", 10]]);
    expect(told("100000", ["110001", { deposits: "20000" }])).toEqual([]);
  });
  test("invested, it raises the base", () => {
    const rows = [["120000", { deposits: "20000", purchases: "20000" }] as [string, Flows]];
    expect(told("100000", ...rows, "108001")).toEqual([]);
    expect(told("100000", ...rows, "108000")).toEqual([["07-02", 10]]);
    // A part of it: the base is 105,000, the value compared 94,500.
    expect(
      fallNotices("100000", days(["120000", { deposits: "20000", purchases: "5000" }], "109500")).notices,
    ).toMatchObject([{ base: "105000", value: "94500" }]);
  });
  test("purchases from cash that was there before raise nothing", () => {
    expect(told("100000", ["90000", { purchases: "50000" }])).toEqual([["07-01", 10]]);
  });
  test("securities delivered in raise the base", () => {
    expect(told("100000", ["150000", { deliveredIn: "50000" }], "135001")).toEqual([]);
    expect(told("100000", ["150000", { deliveredIn: "50000" }], "135000")).toEqual([["07-02", 10]]);
  });
  test("taking money out is no fall; afterwards falls count by what is left", () => {
    expect(told("100000", "95000", ["45000", { withdrawals: "50000" }])).toEqual([]);
    // 100,000 × 45 ÷ 95 is the new base.
    expect(told("100000", "95000", ["45000", { withdrawals: "50000" }], "42632", "42631")).toEqual([["07-04", 10]]);
  });
  test("a withdrawal takes added cash first", () => {
    const { notices } = fallNotices("100", days(["120", { deposits: "20" }], ["105", { withdrawals: "15" }], "95"));
    expect(notices).toMatchObject([{ base: "100", value: "90" }]);
  });
  test("everything is taken out: nothing is left to fall", () => {
    expect(told("100", ["0", { withdrawals: "100" }], "0")).toEqual([]);
    expect(told("100", null, ["0", { deliveredOut: "100" }])).toEqual([]);
  });
});

describe("leveraged instruments, each by itself", () => {
  const at = (value: string | null, rest: Partial<InstrumentDay> = {}): InstrumentDay => ({
    day: "2026-07-01",
    isBusinessDay: true,
    value,
    bought: "0",
    soldShare: "0",
    ...rest,
  });
  const thresholds = (initial: string, ...rows: InstrumentDay[]) =>
    instrumentFalls(initial, rows).notices.map(({ threshold }) => threshold);
  test("of the initial value", () => {
    expect(thresholds("1000", at("901"), at("900"), at("650"), at("700"))).toEqual([10, 30]);
  });
  test("a purchase raises it, a sale lowers it by the units", () => {
    expect(thresholds("1000", at("1901", { bought: "1000" }), at("1801"))).toEqual([]);
    expect(thresholds("1000", at("500", { soldShare: "0.5" }), at("451"), at("450"))).toEqual([10]);
  });
});

describe("laws", () => {
  const money = fc.integer({ min: 0, max: 200_000 }).map(String);
  const anyDay = fc.record({
    isBusinessDay: fc.boolean(),
    value: fc.option(money),
    deposits: money,
    withdrawals: money,
    purchases: money,
    deliveredIn: money,
    deliveredOut: money,
  });
  const anyDays = fc
    .array(anyDay, { maxLength: 20 })
    .map((rows): ClosedDay[] => rows.map((row, index) => ({ ...row, day: addDays("2026-07-01", index) })));

  test("never twice for a threshold, at most one a day, each on a business day", () => {
    fc.assert(
      fc.property(anyDays, (rows) => {
        const { notices } = fallNotices("100000", rows);
        const thresholds = notices.map(({ threshold }) => threshold);
        expect(thresholds).toEqual([...new Set(thresholds)].toSorted((a, b) => a - b));
        expect(new Set(notices.map(({ due }) => due)).size).toBe(notices.length);
        for (const { threshold, base, value, due, reached } of notices) {
          expect(threshold % 10).toBe(0);
          const limit = new Decimal(base).times(100 - threshold).div(100);
          expect(new Decimal(value).minus(limit).lt("1e-15")).toBe(true);
          expect(new Decimal(value).gt(limit.minus(new Decimal(base).div(10)))).toBe(true);
          expect(reached <= due).toBe(true);
          expect(rows.find(({ day }) => day === due)?.isBusinessDay).toBe(true);
        }
      }),
    );
  });

  test("a straight fall gives one notice, of the highest threshold", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (value) => {
        const { notices } = fallNotices("100000", days(String(value)));
        const threshold = Math.floor((100_000 - value) / 10_000) * 10;
        expect(notices.map((notice) => notice.threshold)).toEqual(threshold > 0 ? [threshold] : []);
      }),
    );
  });

  const path = fc.array(fc.integer({ min: 1, max: 130_000 }), { maxLength: 12 });
  const thresholdsOf = (rows: ClosedDay[]) =>
    fallNotices("100000", rows).notices.map(({ due, threshold }) => [due, threshold]);

  test("added cash that stays cash changes no notice", () => {
    fc.assert(
      fc.property(
        path,
        fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 12, maxLength: 12 }),
        (values, added) => {
          let sum = 0;
          const rows = values.map((value, index): [string, Flows] => {
            sum += added[index] ?? 0;
            return [String(value + sum), { deposits: String(added[index] ?? 0) }];
          });
          expect(thresholdsOf(days(...rows))).toEqual(thresholdsOf(days(...values.map(String))));
        },
      ),
    );
  });

  test("half taken out at the prices of the evening before changes no notice", () => {
    fc.assert(
      fc.property(path, fc.nat({ max: 11 }), (values, at) => {
        const rows = values.map((value, index): [string, Flows] => {
          if (index < at) return [String(value), {}];
          const before = index === 0 ? 100_000 : (values[index - 1] ?? 0);
          const withdrawn = index === at ? { withdrawals: new Decimal(before).div(2).toFixed() } : {};
          return [new Decimal(value).div(2).toFixed(), withdrawn];
        });
        expect(thresholdsOf(days(...rows))).toEqual(thresholdsOf(days(...values.map(String))));
      }),
    );
  });
});
