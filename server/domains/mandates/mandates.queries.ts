/** SQL of categories and mandates of clients. */
import type { ClientCategory, MandateService, StatementFrequency } from "@portico/api/rules/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface StoredMandate {
  id: number;
  from: string;
  category: ClientCategory;
  service: MandateService;
  leverage: boolean;
  benchmark: number | null;
  frequency: StatementFrequency | null;
  singleConfirmations: boolean;
}

const columns = sql`mandate.id, mandate.from_day::text as "from", mandate.category, mandate.service, mandate.leverage,
  mandate.benchmark_id as benchmark, mandate.frequency, mandate.single_confirmations as "singleConfirmations"`;

/** Rows that were known at a time (ISO 8601); without one, all. */
export const knownBy = (column: string, knownAt: string | undefined): RawBuilder<unknown> =>
  knownAt === undefined ? sql`true` : sql`${sql.ref(column)} <= ${knownAt}::timestamptz`;

/** What counts of each day up to `day`, the latest day first. */
export async function listStanding(
  db: Db,
  holder: Holder,
  { day, knownAt }: { day?: string; knownAt?: string | undefined } = {},
): Promise<StoredMandate[]> {
  const { rows } = await sql<StoredMandate>`
    select * from (
      select distinct on (mandate.from_day) ${columns}, mandate.withdrawn from mandate
      where ${ofHolder(holder)} and ${day === undefined ? sql`true` : sql`mandate.from_day <= ${day}::date`}
        and ${knownBy("mandate.known_at", knownAt)}
      order by mandate.from_day desc, mandate.id desc
    ) as latest where not withdrawn order by "from" desc`.execute(db);
  return rows.map(({ id, from, category, service, leverage, benchmark, frequency, singleConfirmations }) => ({
    id,
    from,
    category,
    service,
    leverage,
    benchmark,
    frequency,
    singleConfirmations,
  }));
}

export interface MandateHistory extends StoredMandate {
  withdrawn: boolean;
  reason: string | null;
  recordedAt: Date;
  recordedBy: number | null;
  counts: boolean;
}

/** All that was recorded, the latest day first. */
export async function listHistory(db: Db, holder: Holder): Promise<MandateHistory[]> {
  const { rows } = await sql<MandateHistory>`
    select ${columns}, mandate.withdrawn, mandate.reason, mandate.recorded_at as "recordedAt", mandate.recorded_by as "recordedBy",
      not mandate.withdrawn and mandate.id = max(mandate.id) over (partition by mandate.from_day) as counts
    from mandate where ${ofHolder(holder)} order by mandate.from_day desc, mandate.id desc limit 1000`.execute(db);
  return rows;
}

/** Keeps two changes of one holder's mandate or flags from being made at once, each unaware of the other. */
export const lockMandate = (trx: Trx, { holderType, holderId }: Holder): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mandate ${holderType}/${holderId}`}, 0))`.execute(trx);

export type NewMandate = Omit<StoredMandate, "id"> & {
  withdrawn?: boolean;
  reason: string | null;
  recordedBy: number | null;
};

export async function insertMandate(trx: Trx, holder: Holder, one: NewMandate): Promise<number> {
  const { id } = await trx
    .insertInto("mandate")
    .values({
      ...ownedBy(holder),
      from_day: one.from,
      category: one.category,
      service: one.service,
      leverage: one.leverage,
      benchmark_id: one.benchmark,
      frequency: one.frequency,
      single_confirmations: one.singleConfirmations,
      withdrawn: one.withdrawn ?? false,
      reason: one.reason,
      recorded_by: one.recordedBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface BenchmarkName {
  id: number;
  name: { bg: string; en: string; pl: string };
  ended: boolean;
}

/** By its English name. */
export async function listBenchmarkNames(db: Db): Promise<BenchmarkName[]> {
  const { rows } = await sql<BenchmarkName>`
    select id, name, ended_at is not null as ended from benchmark order by lower(name ->> 'en'), id limit 1000`.execute(
    db,
  );
  return rows;
}
