/**
 * `node bench/lots.ts`, also a row of `npm run bench`: what each sale cost by lots and on average, over 100,000 entries, against
 * average cost alone.
 */
import type { Entry } from "@portico/ledger/entry.ts";
import { Replayer, type ReplayOptions } from "@portico/ledger/replay.ts";
import { realisedSales } from "@portico/ledger/sales.ts";
import { atMost, median, type Row } from "./measures.ts";

const instruments = 20;
const dayOf = (index: number, count: number): string =>
  new Date(Date.UTC(2016, 0, 4) + Math.floor((index / count) * 3_600) * 86_400_000).toISOString().slice(0, 10);

const options: ReplayOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: () => "USD",
  rate: (_, day) => ({ rate: `0.9${day.slice(8)}`, day, source: "bench" }),
  price: () => undefined,
  feesInCost: true,
};

/** Three purchases, then a sale of two thirds of them; dividends, and every year a split and a return of capital. */
function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, index): Entry => {
    const round = Math.floor(index / instruments);
    const shared = { id: index + 1, day: dayOf(index, count), currency: "USD", instrumentId: index % instruments };
    const isYearly = round % Math.floor(count / instruments / 10) === 7;
    if (isYearly && index % 2 === 0) return { ...shared, kind: "returnOfCapital", amount: "1.5" };
    if (round % 5 === 3) return { ...shared, kind: "sell", quantity: "-4", amount: "41.37", fee: "1" };
    if (round % 5 === 4) return { ...shared, kind: "dividend", amount: "3.5" };
    return { ...shared, kind: "buy", quantity: "2", amount: "-21.11", fee: "1" };
  });
}

const range = { from: "2016-01-01", to: "2099-12-31" };
const byAverage = (ledger: readonly Entry[]): void => {
  const replayer = new Replayer(options);
  for (const entry of ledger) replayer.apply(entry);
};

/** Milliseconds of both in turn, as medians. */
function measured(count: number): { ours: number; base: number } {
  const ledger = entries(count);
  const timed = (run: () => unknown): number => {
    const before = performance.now();
    run();
    return performance.now() - before;
  };
  const rounds = Array.from({ length: 9 }, () => ({
    base: timed(() => byAverage(ledger)),
    ours: timed(() => realisedSales(options, ledger, range)),
  })).slice(2);
  return { ours: median(rounds.map(({ ours }) => ours)), base: median(rounds.map(({ base }) => base)) };
}

export const measureLots = (): Row => ({
  what: "cost of each sale by lots and on average over 100,000 entries / average cost alone, ms",
  ...measured(100_000),
  ...atMost(1.5),
});

if (process.argv[1] === import.meta.filename)
  for (const count of [10_000, 100_000]) {
    const { ours, base } = measured(count);
    console.log(
      `${count} entries: ${ours.toFixed(0)} ms, average cost alone ${base.toFixed(0)} ms, ratio ${(ours / base).toFixed(2)}`,
    );
  }
