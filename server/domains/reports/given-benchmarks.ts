/**
 * Agreed benchmarks as they were made up when a report was asked for: names, parts and weights have no knowledge time. Of the values of a
 * series those up to an id count: its values get their ids under the lock of the benchmark.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { listStanding } from "../mandates/mandates.ts";
import { type DefinitionRecord, readDefinitions } from "../portfolios/benchmarks/definitions.ts";

export interface GivenBenchmark {
  definition: DefinitionRecord;
  /** The last id of a value of each series that it consists of; 0 without any. */
  lastValues: Record<string, number>;
}

const seriesOf = ({ id, kind, parts }: DefinitionRecord): number[] =>
  kind === "series" ? [id] : parts.flatMap((part) => (part.kind === "series" ? part.id : []));

/** Of every mandate of the holder that counts. */
export async function readGivenBenchmarks(db: Db, holder: Holder): Promise<GivenBenchmark[]> {
  const agreed = (await listStanding(db, holder)).flatMap(({ benchmark }) => benchmark ?? []);
  const definitions = await readDefinitions(db, [...new Set(agreed)]);
  const ids = [...new Set(definitions.flatMap(seriesOf))];
  const { rows } = await sql<{ id: number; last: number }>`
    select series.id, coalesce((select max(value.id) from benchmark_value value where value.benchmark_id = series.id), 0) as last
    from unnest(${ids}::bigint[]) as series (id)`.execute(db);
  const lastOf = new Map(rows.map(({ id, last }) => [id, last]));
  return definitions.map((definition) => ({
    definition,
    lastValues: Object.fromEntries(seriesOf(definition).map((id) => [String(id), lastOf.get(id) ?? 0])),
  }));
}
