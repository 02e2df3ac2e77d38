/** The calculator against a slow one that shares no code with it: exact decimals, each payment grown on its own. */
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { costsOver, type FeeRates } from "./fees.ts";
import { type DayValue, monthlySeries } from "./series.ts";
import { madeUpSeries, randomNumbers } from "./testing/made-up-series.ts";
import { historicalRange, type Plan } from "./windows.ts";

const Exact = Decimal.clone({ precision: 40 });

const daysOf = (year: number, month: number): string[] =>
  Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, index) =>
    [year, String(month).padStart(2, "0"), String(index + 1).padStart(2, "0")].join("-"),
  );

/** For each calendar month from the first to the last: the values it begins and ends with, looked for day by day. */
function monthsOf(series: readonly DayValue[]) {
  const actual = series.filter((point) => !point.isSimulated && point.value !== null);
  const byDay = new Map(actual.map(({ day, value }) => [day, value as number]));
  const [first, last] = [actual[0], actual.at(-1)];
  if (!first || !last) return [];
  const back = (day: string, count: number): string =>
    new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
  const atEnd = (days: readonly string[]): number | undefined => {
    for (let count = 0; count <= 10; count++) {
      const value = byDay.get(back(days.at(-1) as string, count));
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const months: { begin: number | undefined; end: number | undefined }[] = [];
  let before: number | undefined;
  for (let year = Number(first.day.slice(0, 4)); year <= Number(last.day.slice(0, 4)); year++)
    for (let month = 1; month <= 12; month++) {
      const days = daysOf(year, month);
      if ((days.at(-1) as string) < first.day || (days[0] as string) > last.day) continue;
      const isFirst = days.includes(first.day);
      const isUnfinished =
        days.includes(last.day) && days.some((day) => day > last.day && new Date(day).getUTCDay() % 6 !== 0);
      const begin = isFirst ? (Number(first.day.slice(8)) <= 5 ? (first.value ?? undefined) : undefined) : before;
      const end = isUnfinished ? undefined : atEnd(days);
      months.push({ begin, end });
      before = end;
    }
  return months;
}

function slowResults(series: readonly DayValue[], { now, monthly, months: length }: Plan, fees: FeeRates): Decimal[] {
  const months = monthsOf(series);
  const share = (percent: number) => new Exact(1).minus(new Exact(percent).div(100));
  const results: Decimal[] = [];
  for (let start = 0; start + length <= months.length; start++) {
    const own = months.slice(start, start + length);
    const end = own.at(-1)?.end;
    const isKnown = own.every(({ begin }, index) => begin !== undefined || (index > 0 && monthly === 0));
    if (end === undefined || !isKnown) continue;
    let sum = new Exact(0);
    for (const [index, { begin }] of own.entries()) {
      if (index > 0 && monthly === 0) continue;
      const payment = new Exact(index === 0 ? now : 0).plus(monthly).times(share(fees.entry));
      const kept = new Exact(1).minus(new Exact(fees.yearly).div(1200)).pow(length - index);
      sum = sum.plus(
        payment
          .times(end)
          .div(begin as number)
          .times(kept),
      );
    }
    results.push(sum.times(share(fees.exit)));
  }
  return results.sort((a, b) => a.comparedTo(b));
}

describe("against a slow calculator", () => {
  test("the range of 1,000 made-up series is the same to the cent", () => {
    let ranges = 0;
    let withGaps = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const random = randomNumbers(seed * 7919);
      const series = madeUpSeries({
        seed,
        from: `20${String(Math.floor(random() * 20)).padStart(2, "0")}-0${1 + Math.floor(random() * 9)}-0${1 + Math.floor(random() * 9)}`,
        days: 30 + Math.floor(random() * 1300),
        missing: random() * 0.3,
        stretches: random() < 0.4 ? 0.003 : 0,
        simulated: random() < 0.3 ? Math.floor(random() * 400) : 0,
      });
      const plan = {
        now: Math.floor(random() * 100_000),
        monthly: random() < 0.5 ? 0 : Math.floor(random() * 2000),
        months: 1 + Math.floor(random() * 30),
      };
      const fees = { entry: random() * 5, yearly: random() * 3, exit: random() * 2 };
      const slow = slowResults(series, plan, fees);
      const range = historicalRange(monthlySeries(series), plan, fees);
      if (range.outcome === "tooShort") {
        expect(slow, `seed ${seed}`).toEqual([]);
        continue;
      }
      ranges++;
      if (range.leftOut > 0) withGaps++;
      expect(range.windows, `seed ${seed}`).toBe(slow.length);
      const close = (value: number, exact: Decimal | undefined) =>
        expect(
          new Exact(value)
            .minus(exact ?? Number.NaN)
            .abs()
            .toNumber(),
          `seed ${seed}`,
        ).toBeLessThan(0.001);
      close(range.worst.value, slow[0]);
      close(range.median.value, slow[Math.floor((slow.length - 1) / 2)]);
      close(range.best.value, slow.at(-1));
    }
    expect(ranges).toBeGreaterThan(500);
    expect(withGaps).toBeGreaterThan(50);
  });

  test("fees in the currency are right to the cent, for any amount up to a thousand million", () => {
    const random = randomNumbers(32);
    for (let round = 0; round < 2000; round++) {
      const amount = Math.floor(random() * 10 ** (3 + Math.floor(random() * 9))) / 100;
      const months = 1 + Math.floor(random() * 360);
      const fees = {
        entry: Math.floor(random() * 500) / 100,
        yearly: Math.floor(random() * 300) / 100,
        exit: Math.floor(random() * 200) / 100,
      };
      const entry = new Exact(amount).times(fees.entry).div(100);
      const invested = new Exact(amount).minus(entry);
      const left = invested.times(new Exact(1).minus(new Exact(fees.yearly).div(1200)).pow(months));
      const exact = { entry, yearly: invested.minus(left), exit: left.times(fees.exit).div(100) };
      const costs = costsOver(amount, months, fees);
      for (const kind of ["entry", "yearly", "exit"] as const)
        expect(Math.abs(costs[kind] - exact[kind].toNumber()), `${kind} of ${amount}`).toBeLessThanOrEqual(
          0.005 + amount * 1e-13,
        );
      expect(costs.total).toBeCloseTo(costs.entry + costs.yearly + costs.exit, 6);
    }
  });
});
