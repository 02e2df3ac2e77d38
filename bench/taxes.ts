/**
 * `node bench/taxes.ts`, also a row of `npm run bench`: the tax pack of Poland over 10,000 sales, from entries to canonical data, against
 * average cost alone over the same entries.
 */
import type { Entry } from "@portico/ledger/entry.ts";
import { Replayer, type ReplayOptions } from "@portico/ledger/replay.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { firstInFirstOut } from "@portico/reports/tax/fifo.ts";
import { taxEvents } from "@portico/reports/tax/ledger-events.ts";
import { pit38 } from "@portico/reports/tax/poland.ts";
import { taxPLData } from "@portico/reports/tax/poland-data.ts";
import { atMost, median, type Row } from "./measures.ts";

const instruments = 20;
const sales = 10_000;
const dayMs = 86_400_000;
const dayOf = (first: number, index: number, count: number): string => {
  const day = first + Math.floor((index / count) * 300) * dayMs;
  // On weekdays.
  const weekday = new Date(day).getUTCDay();
  const moved = day + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * dayMs;
  return new Date(moved).toISOString().slice(0, 10);
};

/** Two purchases in 2024 for each sale in 2025, which consumes parts of three. */
export function entries(): Entry[] {
  const shared = (index: number) => ({ id: index + 1, currency: "USD", instrumentId: index % instruments });
  const bought = Array.from({ length: 2 * sales }, (_, index): Entry => {
    const day = dayOf(Date.UTC(2024, 0, 4), index, 2 * sales);
    return { ...shared(index), kind: "buy", day, quantity: "3", amount: "-31.37", fee: "1" };
  });
  const sold = Array.from({ length: sales }, (_, index): Entry => {
    const day = dayOf(Date.UTC(2025, 0, 7), index, sales);
    return { ...shared(2 * sales + index), kind: "sell", day, quantity: "-5", amount: "61.73", fee: "1" };
  });
  return [...bought, ...sold];
}

const options: ReplayOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: () => "USD",
  rate: (_, day) => ({ rate: `0.9${day.slice(8)}`, day, source: "bench" }),
  price: () => undefined,
  feesInCost: true,
};
const byAverage = (ledger: readonly Entry[]): void => {
  const replayer = new Replayer(options);
  for (const entry of ledger) replayer.apply(entry);
};

const holder = { type: "user", name: "Bench", account: "B-1" } as const;

/** The canonical data of the pack; 10,000 sales without a gap. */
export function polishPack(ledger: readonly Entry[]): string {
  const events = taxEvents({
    entries: ledger,
    settlementOf: () => undefined,
    instrumentOf: (instrumentId) => ({
      instrumentId,
      name: `Instrument ${instrumentId}`,
      isin: null,
      country: "US",
      venue: "XNAS",
      assetClass: "equity",
      sector: null,
    }),
  });
  const form = pit38({
    year: 2025,
    sales: firstInFirstOut(events),
    incomes: [],
    quoteOf: (_currency, day) => ({ rate: `3.9${day.slice(8)}`, day, source: "NBP" }),
  });
  const data = taxPLData(form, {
    given: { firm: "Bench", timeZone: "Europe/Warsaw", holder },
    period: { from: "2025-01-01", to: "2025-12-31" },
    residences: ["PL"],
    corrections: [],
    names: { entry: () => undefined, instrument: () => undefined },
  });
  if (data.gaps.length > 0 || data.sales.length !== sales)
    throw new Error(`${data.sales.length} sales, ${data.gaps.length} gaps`);
  return canonicalJson(data);
}

/** Milliseconds of both in turn, as medians. */
function measured(): { ours: number; base: number } {
  const ledger = entries();
  const timed = (run: () => unknown): number => {
    const before = performance.now();
    run();
    return performance.now() - before;
  };
  const rounds = Array.from({ length: 7 }, () => ({
    base: timed(() => byAverage(ledger)),
    ours: timed(() => polishPack(ledger)),
  })).slice(2);
  return { ours: median(rounds.map(({ ours }) => ours)), base: median(rounds.map(({ base }) => base)) };
}

export const measureTaxPack = (): Row => ({
  what: "tax pack of Poland over 10,000 sales of 30,000 entries / average cost alone, ms",
  ...measured(),
  ...atMost(6),
});

if (process.argv[1] === import.meta.filename) {
  const { ours, base } = measured();
  console.log(
    `${sales} sales: ${ours.toFixed(0)} ms, average cost alone ${base.toFixed(0)} ms, ratio ${(ours / base).toFixed(2)}`,
  );
}
