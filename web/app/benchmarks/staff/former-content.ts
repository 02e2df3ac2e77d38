/** A benchmark as a change of its history recorded it, to be taken into the form as a draft. */
import type { BenchmarkContent } from "@portico/api/benchmarks.ts";

export type FormerContent = BenchmarkContent | undefined;

/** What was written; undefined for a change that recorded none, such as its end. */
export function contentOfChange(after: unknown): FormerContent {
  const recorded = after as Partial<BenchmarkContent> | null | undefined;
  return recorded?.kind !== undefined && recorded.name !== undefined ? (recorded as BenchmarkContent) : undefined;
}
