/** SQL of benchmarks as they are calculated: what each consists of, and the values of series. */
import type { BenchmarkClass, BenchmarkKind, blendRebalancings, returnKinds } from "@portico/api/rules/benchmarks.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import type { KnownMarket } from "../../market-data/knowledge.ts";

export interface Names {
  bg: string;
  en: string;
  pl: string;
}
type ReturnKind = (typeof returnKinds)[number];

/** An instrument or a series, as a part of a blend or by itself. */
export interface PartRecord {
  id: number;
  kind: BenchmarkKind;
  name: Names;
  currency: string;
  returnKind: ReturnKind | null;
  instrumentId: number | null;
  /** What it measures: as staff wrote, or else the instrument's; null for a series without one, and for a blend. */
  assetClass: BenchmarkClass | null;
  percent: string;
}

export interface DefinitionRecord extends Omit<PartRecord, "percent"> {
  rebalancing: (typeof blendRebalancings)[number] | null;
  baseDay: string | null;
  parts: PartRecord[];
}

const classOf = (benchmark: string) =>
  sql.raw(`coalesce(${benchmark}.asset_class,
    (select instrument.asset_class from instrument where instrument.id = ${benchmark}.instrument_id))`);

/** Benchmarks by id, ended ones too, in no order. */
export async function findDefinitions(db: Db, ids: readonly number[]): Promise<DefinitionRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DefinitionRecord>`
    select benchmark.id, benchmark.kind, benchmark.name, benchmark.currency, benchmark.return_kind as "returnKind",
      benchmark.instrument_id as "instrumentId", benchmark.rebalancing, benchmark.base_day::text as "baseDay",
      ${classOf("benchmark")} as "assetClass",
      coalesce((
        select json_agg(json_build_object('id', part.id, 'kind', part.kind, 'name', part.name, 'currency', part.currency,
            'returnKind', part.return_kind, 'instrumentId', part.instrument_id, 'assetClass', ${classOf("part")},
            'percent', trim_scale(benchmark_part.percent)::text) order by benchmark_part.place)
        from benchmark_part join benchmark part on part.id = benchmark_part.part_id
        where benchmark_part.benchmark_id = benchmark.id
      ), '[]') as parts
    from benchmark where benchmark.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** What was known at a time: of each series its values up to an id, and the prices of the market. */
export interface KnownValues {
  lastValues: Readonly<Record<string, number>>;
  market: KnownMarket;
}

export interface SeriesValue {
  seriesId: number;
  day: string;
  value: string;
}

/** The last value that each series has. Rows of a series get their ids under its lock, so all up to it are there. */
export async function findLastValueIds(db: Db, seriesIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; last: number }>`
    select benchmark_id as id, max(benchmark_value.id) as last from benchmark_value
    where benchmark_id = any(${[...seriesIds]}::bigint[]) group by benchmark_id`.execute(db);
  return new Map(rows.map(({ id, last }) => [id, last]));
}

/** Values of each series from the latest on or before `from` up to `to`, by day: of a day the one stored last, of those that were known. */
export async function findSeriesValues(
  db: Db,
  seriesIds: readonly number[],
  { from, to, known }: { from: string; to: string; known?: KnownValues | undefined },
): Promise<SeriesValue[]> {
  if (seriesIds.length === 0) return [];
  const { rows } = await sql<SeriesValue>`
    select distinct on (stored.benchmark_id, stored.day)
      stored.benchmark_id as "seriesId", stored.day::text as day, stored.value::text as value
    from unnest(${[...seriesIds]}::bigint[], ${lastIdsOf(seriesIds, known)}::bigint[]) as wanted (id, last)
    cross join lateral (
      select coalesce((select day from benchmark_value where benchmark_id = wanted.id and day <= ${from}::date
                         and id <= wanted.last
                       order by day desc limit 1), ${from}::date) as day
    ) as first
    join benchmark_value stored on stored.benchmark_id = wanted.id and stored.day >= first.day and stored.day <= ${to}::date
      and stored.id <= wanted.last
    order by stored.benchmark_id, stored.day, stored.id desc`.execute(db);
  return rows;
}

const lastIdsOf = (seriesIds: readonly number[], known: KnownValues | undefined): number[] =>
  seriesIds.map((id) => (known ? (known.lastValues[String(id)] ?? 0) : Number.MAX_SAFE_INTEGER));

/** The latest of the first days on which these instruments and series have a value; null if one of them has none. */
export async function findLatestFirstDay(
  db: Db,
  { instrumentIds, seriesIds }: { instrumentIds: readonly number[]; seriesIds: readonly number[] },
  known?: KnownValues,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    with first as (
      select (select day from price where instrument_id = wanted.id
              and price.id <= ${known?.market.lastPriceId ?? Number.MAX_SAFE_INTEGER} order by day limit 1) as day
      from unnest(${[...instrumentIds]}::bigint[]) as wanted (id)
      union all
      select (select day from benchmark_value where benchmark_id = wanted.id and benchmark_value.id <= wanted.last
              order by day limit 1)
      from unnest(${[...seriesIds]}::bigint[], ${lastIdsOf(seriesIds, known)}::bigint[]) as wanted (id, last)
    )
    select case when count(*) = count(day) then max(day)::text end as day from first`.execute(db);
  return rows[0]?.day ?? null;
}
