/** The benchmarks that a portfolio is compared with, and what readers have to know of them. */
import type { OfferedBenchmark } from "@portico/api/benchmarks.ts";
import { benchmarkOfSetting } from "@portico/api/rules/benchmarks.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findByIsin } from "../../market-data/market-data.ts";
import { getSetting } from "../../settings/settings.ts";
import { type DefinitionRecord, findDefinitions, findLastValueId } from "./definitions.queries.ts";

export type { Names } from "./definitions.queries.ts";

/** The instrument of the firm's setting as a benchmark; undefined without one. */
async function findOfSetting(db: Db): Promise<DefinitionRecord | undefined> {
  const { benchmarkIsin } = await getSetting(db, "portalRules");
  const instrument = benchmarkIsin === null ? undefined : await findByIsin(db, benchmarkIsin);
  if (!instrument) return undefined;
  const { id: instrumentId, name, currency, assetClass } = instrument;
  return {
    id: benchmarkOfSetting,
    kind: "instrument",
    name: { bg: name, en: name, pl: name },
    currency,
    returnKind: "price",
    instrumentId,
    assetClass,
    rebalancing: null,
    baseDay: null,
    parts: [],
  };
}

/** The definitions of benchmarks in the given order; `benchmarkOfSetting` is the firm's setting. Unknown ones are left out. */
export async function readDefinitions(db: Db, ids: readonly number[]): Promise<DefinitionRecord[]> {
  const stored = await findDefinitions(
    db,
    ids.filter((id) => id !== benchmarkOfSetting),
  );
  const ofSetting = ids.includes(benchmarkOfSetting) ? await findOfSetting(db) : undefined;
  const known = new Map([...stored, ...(ofSetting ? [ofSetting] : [])].map((one) => [one.id, one]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A benchmark as it was defined, with the last value of its series that was known. */
export interface KnownBenchmark {
  definition: DefinitionRecord;
  lastValueId: number;
}

/** A benchmark as it is now; undefined for an unknown id. */
export async function readBenchmarkNow(db: Db, id: number): Promise<KnownBenchmark | undefined> {
  const [definition] = await readDefinitions(db, [id]);
  if (!definition) return undefined;
  const parts = definition.kind === "blend" ? definition.parts : [definition];
  const series = parts.flatMap((part) => (part.kind === "series" ? [part.id] : []));
  return { definition, lastValueId: series.length === 0 ? 0 : await findLastValueId(db, series) };
}

/** Whether income is in the benchmark: of a blend, in all parts, in none, or in some. */
function returnKindOf({ returnKind, parts }: DefinitionRecord): OfferedBenchmark["return_kind"] {
  if (returnKind !== null) return returnKind;
  const kinds = new Set(parts.map((part) => part.returnKind));
  const [only = "price"] = kinds;
  return kinds.size > 1 ? "mixed" : (only ?? "price");
}

export const describeDefinition = (definition: DefinitionRecord): OfferedBenchmark => ({
  id: definition.id,
  kind: definition.kind,
  name: definition.name,
  currency: definition.currency,
  return_kind: returnKindOf(definition),
  rebalancing: definition.rebalancing,
  parts: definition.parts.map(({ name, percent }) => ({ name, percent })),
});
