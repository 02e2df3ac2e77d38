/** What pages show of a definition's history. */
import type { DefinitionHistory } from "@portico/api/funds.ts";
import { madeUpSeries } from "@portico/scenarios/testing/made-up-series.ts";
import { expect, test } from "vitest";
import { fewerPoints, type HistoryFigures, historyFigures } from "./history-figures.ts";

const name = { bg: "а", en: "a", pl: "a" };
const series = madeUpSeries({ seed: 4, from: "2014-01-01", days: 4000 });
const navsOf = (values: readonly (number | null)[]) => values.map((value) => (value === null ? null : String(value)));
const known = series.map(({ value }) => value);

const history: DefinitionHistory = {
  currency: "EUR",
  rebalancing: "yearly",
  fees: { entry: "1", yearly: "1.2", exit: "0" },
  fault: null,
  days: series.map(({ day }) => day),
  versions: [{ since: "2014-01-01", rebalancing: "yearly", percents: ["60", "40"] }],
  history: [
    { fund_id: 1, instrument_id: null, label: name, percent: "60", currency: "EUR", navs: navsOf(known) },
    { fund_id: 2, instrument_id: null, label: name, percent: "40", currency: "USD", navs: navsOf(known) },
  ],
  benchmark: { label: name, currency: "EUR", navs: navsOf(known) },
  gaps: [],
  sources: ["made up"],
  demo: false,
};

function figuresOf(of: DefinitionHistory): HistoryFigures {
  const figures = historyFigures(of);
  if ("fault" in figures) throw new Error(figures.fault);
  return figures;
}

test("two parts that move alike move as each, against a benchmark that does so too", () => {
  const { points, past, benchmarkPast, converted, simulatedUntil } = figuresOf(history);
  expect(points[0]).toMatchObject({ day: "2014-01-01", value: 100, benchmark: 100, fall: 0 });
  const last = points.at(-1);
  expect(last?.day).toBe(series.at(-1)?.day);
  expect(last?.value).toBeCloseTo(((known.at(-1) ?? 0) / (known[0] ?? 1)) * 100, 6);
  expect(last?.benchmark).toBeCloseTo(last?.value ?? 0, 6);
  expect(past.periods).toHaveLength(5);
  for (const [index, { before, to }] of past.periods.entries()) {
    expect(benchmarkPast?.periods[index]?.to).toBe(to);
    expect(benchmarkPast?.periods[index]?.before).toBeCloseTo(before ?? 0, 9);
  }
  expect([converted, simulatedUntil]).toEqual([["USD"], undefined]);
});

test("a chart has a few hundred points, the worst day among them, and shows gaps as gaps", () => {
  const withGap = known.map((value, index) => (index > 1000 && index < 1040 ? null : value));
  const navs = navsOf(withGap);
  const {
    points,
    actualWorst: worst,
    months,
  } = figuresOf({
    ...history,
    history: history.history.map((line) => ({ ...line, navs })),
  });
  expect(points.length).toBeLessThan(450);
  expect(points.some(({ day }) => day === worst?.to)).toBe(true);
  expect(points.some(({ value }) => value === null)).toBe(true);
  expect(months.gaps).toHaveLength(1);
  // A single unknown value between known ones is not skipped.
  const few = Array.from({ length: 2000 }, (_, index) => ({
    day: String(index).padStart(4, "0"),
    value: index === 777 ? null : index + 1,
    benchmark: null,
    fall: 0,
  }));
  expect(fewerPoints(few, undefined).filter(({ value }) => value === null)).toHaveLength(1);
});

test("what was before the first publication is shown as simulated, and reaches no other figure", () => {
  const versions = [{ since: "2020-03-01", rebalancing: "yearly" as const, percents: ["60", "40"] }];
  const { points, simulatedUntil, months, past, benchmarkPast, since, actualWorst } = figuresOf({
    ...history,
    versions,
  });
  expect([points[0]?.day, simulatedUntil]).toEqual(["2014-01-01", "2020-03-01"]);
  expect([months.firstDay, months.days[0]]).toEqual(["2020-03-02", "2020-03-02"]);
  expect(past.periods.length).toBe(Math.floor(past.months / 12));
  expect(past.total?.from.slice(0, 4)).toBe("2020");
  // The benchmark over the same periods.
  expect(benchmarkPast?.periods.map(({ from, to }) => [from, to])).toEqual(
    past.periods.map(({ from, to }) => [from, to]),
  );
  const of = (day: string | undefined) => known[series.findIndex((point) => point.day === day)] ?? Number.NaN;
  expect([since?.from, since?.to]).toEqual(["2020-03-02", series.at(-1)?.day]);
  expect(since?.before).toBeCloseTo(of(since?.to) / of(since?.from) - 1, 9);
  expect(since && since.after < since.before).toBe(true);
  expect(actualWorst && actualWorst.from >= "2020-03-01").toBe(true);
});

test("a fund that changed its weights grew with each of them in its time", () => {
  const flat = navsOf(known.map(() => 50));
  const [first] = history.history;
  if (!first) throw new Error("no line");
  const turn = series[2000]?.day ?? "";
  const { points, simulatedUntil } = figuresOf({
    ...history,
    versions: [
      { since: "2014-01-01", rebalancing: "none", percents: ["0", "100"] },
      { since: turn, rebalancing: "none", percents: ["100", "0"] },
    ],
    history: [first, { ...first, fund_id: 3, percent: "0", navs: flat }],
  });
  expect(points.filter(({ day }) => day <= turn).every(({ value }) => value === 100)).toBe(true);
  expect(points.at(-1)?.value).toBeCloseTo(((known.at(-1) ?? 0) / (known[2000] ?? 1)) * 100, 6);
  expect(simulatedUntil).toBeUndefined();
});

test("a history with a fault or without values says so", () => {
  expect(historyFigures({ ...history, fault: "rateMissing" })).toEqual({ fault: "rateMissing" });
  expect(historyFigures({ ...history, days: [], history: [] })).toEqual({ fault: "noValues" });
});

test("without a benchmark there is nothing to compare with", () => {
  const { benchmark, benchmarkPast, points } = figuresOf({ ...history, benchmark: null });
  expect([benchmark, benchmarkPast, points.at(-1)?.benchmark]).toEqual([null, null, null]);
});
