/** A benchmark by class or by currency over a period: weights at its start, and returns in the portfolio's currency. */
import type { AttributedBy } from "@portico/api/portfolio-attribution.ts";
import { unclassified } from "@portico/api/rules/benchmarks.ts";
import { type BenchmarkPart, joinedPart } from "@portico/ledger/attributed-period.ts";
import type { PartRecord } from "../benchmarks/definitions.queries.ts";
import type { BenchmarkIndex } from "../benchmarks/value-index.ts";
import { openingDay, type Period } from "./periods.ts";

const keyOf = ({ assetClass, currency }: PartRecord, by: AttributedBy): string =>
  by === "currency" ? currency : (assetClass ?? unclassified);

/** Undefined if a part has no value at one of the period's ends. */
export function benchmarkPartsOf(
  { parts, weightsOn }: BenchmarkIndex,
  period: Period,
  by: AttributedBy,
): Map<string, BenchmarkPart> | undefined {
  const opening = openingDay(period);
  const weights = weightsOn(opening);
  if (!weights) return undefined;
  const found: (BenchmarkPart & { key: string })[] = [];
  for (const [place, { record, worthOn }] of parts.entries()) {
    const [weight, before, after] = [weights[place], worthOn(opening), worthOn(period.to)];
    if (!weight || !before || !after) return undefined;
    found.push({ key: keyOf(record, by), weight, return: after.div(before).minus(1) });
  }
  return new Map([...Map.groupBy(found, ({ key }) => key)].map(([key, same]) => [key, joinedPart(same)]));
}
