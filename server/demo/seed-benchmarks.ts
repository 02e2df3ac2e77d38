/** Seeds what the demo's clients compare with: shares of the world for all, and others for three of them. */
import { monthEndBefore } from "@portico/ledger/benchmarks.ts";
import { assignBenchmark } from "../domains/benchmarks/assignments.ts";
import { createBenchmark } from "../domains/benchmarks/benchmarks.ts";
import { recordValues } from "../domains/benchmarks/series/external.ts";
import type { Seed } from "./seed.ts";

/** Months of the made-up series, and its growth in each. */
const months = 132;
const monthlyGrowth = 1.0035;

/** The closes of months before a day, the earliest first. */
function closesBefore(day: string): string[] {
  const closes: string[] = [];
  for (let close = monthEndBefore(day); closes.length < months; close = monthEndBefore(close)) closes.push(close);
  return closes.toReversed();
}

/** `instrumentIds` by ticker. */
export async function seedBenchmarks(seed: Seed, instrumentIds: ReadonlyMap<string, number>): Promise<void> {
  const admin = await seed.as("admin");
  // Funds count as what they hold.
  const instrument = async (
    ticker: string,
    asset_class: "equity" | "bond",
    name: { bg: string; en: string; pl: string },
  ) =>
    (
      await createBenchmark(admin, {
        kind: "instrument",
        name,
        instrument_id: instrumentIds.get(ticker) ?? 0,
        return_kind: "total",
        asset_class,
      })
    ).id;
  const shares = await instrument("VWCE", "equity", { bg: "Световни акции", en: "World shares", pl: "Akcje światowe" });
  const bonds = await instrument("EUNA", "bond", {
    bg: "Световни облигации",
    en: "World bonds",
    pl: "Obligacje światowe",
  });
  const prices = await createBenchmark(admin, {
    kind: "series",
    name: { bg: "Инфлация плюс 2 %", en: "Inflation plus 2%", pl: "Inflacja plus 2%" },
    currency: "EUR",
    return_kind: "total",
  });
  const values = closesBefore(seed.lastDay).map((day, place) => ({
    day,
    value: (100 * monthlyGrowth ** place).toFixed(4),
    source: "Demo",
  }));
  await recordValues(seed.context.trueTrx, prices.id, values);
  const blend = (rebalancing: "monthly" | "drift", name: { bg: string; en: string; pl: string }) =>
    createBenchmark(admin, {
      kind: "blend",
      name,
      currency: "EUR",
      rebalancing,
      base_day: null,
      parts: [
        { benchmark_id: shares, percent: "60" },
        { benchmark_id: bonds, percent: "40" },
      ],
    });
  const balanced = await blend("monthly", { bg: "60/40 всеки месец", en: "60/40 monthly", pl: "60/40 co miesiąc" });
  const drifting = await blend("drift", { bg: "60/40 без промяна", en: "60/40 held", pl: "60/40 bez zmian" });
  await assignBenchmark(admin, shares, { scope: "firm" });
  const offers = [
    ["ivan", balanced.id],
    ["ivan", prices.id],
    ["anna", drifting.id],
    ["james", bonds],
  ] as const;
  for (const [who, id] of offers)
    await assignBenchmark(admin, id, { scope: "holder", holder_type: "user", holder_id: seed.userId(who) });
}
