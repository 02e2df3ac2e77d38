/** SQL of benchmarks as staff make and list them. */
import type { BenchmarkContent } from "@portico/api/benchmarks.ts";
import type { BenchmarkClass } from "@portico/api/rules/benchmarks.ts";
import { type RawBuilder, sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { Names } from "../portfolios/benchmarks/definitions.ts";

/** What lists show beside the definition. */
export interface StandingRecord {
  id: number;
  from: string | null;
  to: string | null;
  assigned: number;
  ended: boolean;
  saved_at: Date;
}

/** The ends of a series, or of an instrument's prices. */
const endOf = (order: RawBuilder<unknown>) => sql`case benchmark.kind
  when 'series' then (select day from benchmark_value where benchmark_id = benchmark.id order by day ${order} limit 1)
  when 'instrument' then (select day from price where instrument_id = benchmark.instrument_id order by day ${order} limit 1)
  end::text`;
const standing = sql`benchmark.id, ${endOf(sql`asc`)} as "from", ${endOf(sql`desc`)} as "to",
  (select count(*)::int from benchmark_assignment assignment
    where assignment.benchmark_id = benchmark.id and assignment.ended_at is null) as assigned,
  benchmark.ended_at is not null as ended, benchmark.saved_at`;

/** Every benchmark by its English name, those that ended last. */
export async function listStandings(db: Db): Promise<StandingRecord[]> {
  const { rows } = await sql<StandingRecord>`
    select ${standing} from benchmark
    order by benchmark.ended_at is not null, lower(benchmark.name ->> 'en'), benchmark.id limit 1000`.execute(db);
  return rows;
}

export async function findStanding(db: Db, id: number): Promise<StandingRecord | undefined> {
  const { rows } = await sql<StandingRecord>`select ${standing} from benchmark where benchmark.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a benchmark until the transaction ends; undefined if there is none. */
export async function lockBenchmark(
  trx: Trx,
  id: number,
): Promise<{ id: number; kind: BenchmarkContent["kind"]; name: Names; currency: string; ended: boolean } | undefined> {
  const { rows } = await sql<{
    id: number;
    kind: BenchmarkContent["kind"];
    name: Names;
    currency: string;
    ended: boolean;
  }>`
    select id, kind, name, currency, ended_at is not null as ended from benchmark where id = ${id} for no key update`.execute(
    trx,
  );
  return rows[0];
}

/** The kinds of benchmarks, which stay as they are until the transaction ends; locked in id order. */
export async function lockParts(
  trx: Trx,
  ids: readonly number[],
): Promise<Map<number, { kind: BenchmarkContent["kind"]; ended: boolean }>> {
  const { rows } = await sql<{ id: number; kind: BenchmarkContent["kind"]; ended: boolean }>`
    select id, kind, ended_at is not null as ended from benchmark where id = any(${[...ids]}::bigint[])
    order by id for no key update`.execute(trx);
  return new Map(rows.map(({ id, ...part }) => [id, part]));
}

/** The columns of a benchmark. */
const valuesOf = (content: BenchmarkContent, currency: string) => ({
  name: JSON.stringify(content.name),
  currency,
  return_kind: content.kind === "blend" ? null : content.return_kind,
  rebalancing: content.kind === "blend" ? content.rebalancing : null,
  base_day: content.kind === "blend" ? content.base_day : null,
});

/** Undefined if it is not written, so that it stays. */
const assetClassOf = (content: BenchmarkContent): BenchmarkClass | null | undefined =>
  content.kind === "blend" ? undefined : content.asset_class;

export async function insertBenchmark(
  trx: Trx,
  content: BenchmarkContent,
  { currency, userId }: { currency: string; userId: number },
): Promise<number> {
  const { name, return_kind: returnKind, rebalancing, base_day: baseDay } = valuesOf(content, currency);
  const instrumentId = content.kind === "instrument" ? content.instrument_id : null;
  const { id } = oneRow(
    await sql<{ id: number }>`
    insert into benchmark (kind, name, currency, return_kind, asset_class, instrument_id, rebalancing, base_day, created_by,
      saved_by)
    values (${content.kind}, ${name}::jsonb, ${currency}, ${returnKind}, ${assetClassOf(content) ?? null}, ${instrumentId}, ${rebalancing}, ${baseDay}::date,
      ${userId}, ${userId})
    returning id`.execute(trx),
  );
  return id;
}

/** False if it was saved since. */
export async function updateBenchmark(
  trx: Trx,
  id: number,
  content: BenchmarkContent,
  { currency, userId, since }: { currency: string; userId: number; since: string },
): Promise<boolean> {
  const { name, return_kind: returnKind, rebalancing, base_day: baseDay } = valuesOf(content, currency);
  const assetClass = assetClassOf(content);
  const { numAffectedRows } = await sql`
    update benchmark set name = ${name}::jsonb, currency = ${currency}, return_kind = ${returnKind},
      rebalancing = ${rebalancing}, base_day = ${baseDay}::date,
      asset_class = ${assetClass === undefined ? sql`asset_class` : assetClass}, saved_at = now(), saved_by = ${userId}
    where id = ${id} and saved_at = ${since}::timestamptz`.execute(trx);
  return numAffectedRows === 1n;
}

export async function replaceParts(
  trx: Trx,
  id: number,
  parts: readonly { benchmark_id: number; percent: string }[],
): Promise<void> {
  await sql`delete from benchmark_part where benchmark_id = ${id}`.execute(trx);
  await sql`
    insert into benchmark_part (benchmark_id, part_id, place, percent)
    select ${id}, part.id, part.place, part.percent
    from unnest(${parts.map((part) => part.benchmark_id)}::bigint[], ${parts.map(({ percent }) => percent)}::numeric[])
      with ordinality as part (id, percent, place)`.execute(trx);
}

/** Ends a benchmark or offers it again; false if it is so already. */
export async function setEnded(trx: Trx, id: number, ended: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update benchmark set ended_at = ${ended ? sql`now()` : sql`null`}
    where id = ${id} and (ended_at is not null) <> ${ended}`.execute(trx);
  return numAffectedRows === 1n;
}

/** The blends that consist of a benchmark; those that did not end first. */
export async function listBlends(db: Db, id: number): Promise<{ id: number; name: Names; ended: boolean }[]> {
  const { rows } = await sql<{ id: number; name: Names; ended: boolean }>`
    select benchmark.id, benchmark.name, benchmark.ended_at is not null as ended
    from benchmark_part join benchmark on benchmark.id = benchmark_part.benchmark_id
    where benchmark_part.part_id = ${id} order by benchmark.ended_at is not null, benchmark.id`.execute(db);
  return rows;
}

/** Which of the parts of a blend ended. */
export async function listEndedParts(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select part.id from benchmark_part join benchmark part on part.id = benchmark_part.part_id
    where benchmark_part.benchmark_id = ${id} and part.ended_at is not null`.execute(db);
  return rows.map((row) => row.id);
}

/** What only the form of a benchmark shows. */
export async function findWritten(
  db: Db,
  id: number,
): Promise<{ base_day: string | null; asset_class: BenchmarkClass | null }> {
  const { rows } = await sql<{ base_day: string | null; asset_class: BenchmarkClass | null }>`
    select base_day::text as base_day, asset_class from benchmark where id = ${id}`.execute(db);
  return rows[0] ?? { base_day: null, asset_class: null };
}
