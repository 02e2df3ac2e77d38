/**
 * Benchmarks as they are made up now, kept for later: names, parts and weights have no knowledge time. Of the values of a series those up to
 * an id count, since they get their ids under the lock of the benchmark.
 */
import type { Db } from "../../../kernel/transaction.ts";
import { type DefinitionRecord, findLastValueIds } from "./definitions.queries.ts";

export interface KnownBenchmark {
  definition: DefinitionRecord;
  /** The last id of a value of each series that it consists of; 0 without any. */
  lastValues: Record<string, number>;
}

const seriesOf = ({ id, kind, parts }: DefinitionRecord): number[] =>
  kind === "series" ? [id] : parts.flatMap((part) => (part.kind === "series" ? part.id : []));

/** Each with the last values that are known now. */
export async function withKnownValues(db: Db, definitions: readonly DefinitionRecord[]): Promise<KnownBenchmark[]> {
  const lastOf = await findLastValueIds(db, [...new Set(definitions.flatMap(seriesOf))]);
  return definitions.map((definition) => ({
    definition,
    lastValues: Object.fromEntries(seriesOf(definition).map((id) => [String(id), lastOf.get(id) ?? 0])),
  }));
}
