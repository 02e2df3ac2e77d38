/** SQL of what instruments cost by themselves. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** Percent, as decimal strings (`OwnCost` in api/report-own-costs.ts). */
export interface Percentages {
  ongoing: string;
  transactions: string;
  incidental: string;
  oneOff: string;
  thirdParties: string;
}
/** What is stated from a day on. */
export interface StatedCost extends Percentages {
  instrumentId: number;
  from: string;
}
export interface CostRecord extends StatedCost {
  id: number;
  withdrawn: boolean;
  fileName: string | null;
  recordedAt: Date;
  recordedBy: number;
}

const percentages = sql`trim_scale(ongoing)::text as ongoing, trim_scale(transactions)::text as transactions,
  trim_scale(incidental)::text as incidental, trim_scale(one_off)::text as "oneOff", trim_scale(third_parties)::text as "thirdParties"`;

/** Of a day what was stated last comes first. Rows of one transaction are in the order of their ids. */
const lastFirst = sql`instrument_id, valid_from, known_at desc nulls first, id desc`;

/** Everything that was ever stated of an instrument, the newest day first, of a day what was stated last first. */
export async function listCosts(db: Db, instrumentId: number): Promise<CostRecord[]> {
  const { rows } = await sql<CostRecord>`
    select id, instrument_id as "instrumentId", valid_from::text as "from", ${percentages}, withdrawn, file_name as "fileName",
      recorded_at as "recordedAt", recorded_by as "recordedBy"
    from instrument_cost where instrument_id = ${instrumentId}
    order by valid_from desc, known_at desc nulls first, id desc`.execute(db);
  return rows;
}

/** What counts of instruments now, with its id, by instrument and day; withdrawn ones are left out. */
export async function findCounting(db: Db, instrumentIds: readonly number[]): Promise<(StatedCost & { id: number })[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<StatedCost & { id: number }>`
    select * from (
      select distinct on (instrument_id, valid_from) id, instrument_id as "instrumentId", valid_from::text as "from",
        ${percentages}, withdrawn
      from instrument_cost where instrument_id = any(${instrumentIds}::bigint[]) order by ${lastFirst}
    ) as last where not withdrawn order by "instrumentId", "from"`.execute(db);
  return rows.map(({ id, instrumentId, from, ongoing, transactions, incidental, oneOff, thirdParties }) => ({
    id,
    instrumentId,
    from,
    ongoing,
    transactions,
    incidental,
    oneOff,
    thirdParties,
  }));
}

/** What counted of instruments as it was known at a time (ISO 8601), by instrument and day. */
export async function findCostsKnown(db: Db, instrumentIds: readonly number[], at: string): Promise<StatedCost[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<StatedCost & { withdrawn: boolean }>`
    select distinct on (instrument_id, valid_from) instrument_id as "instrumentId", valid_from::text as "from",
      ${percentages}, withdrawn
    from instrument_cost
    where instrument_id = any(${instrumentIds}::bigint[]) and known_at <= ${at}::timestamptz
    order by ${lastFirst}`.execute(db);
  return rows.flatMap(({ withdrawn, ...stated }) => (withdrawn ? [] : [stated]));
}

/** Keeps others from stating costs of these instruments until the transaction ends; those that there are, by id. */
export async function lockInstruments(
  trx: Trx,
  ids: readonly number[],
): Promise<{ id: number; name: string; isin: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; isin: string | null }>`
    select id, name, isin from instrument where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);
  return rows;
}

export async function findByIsins(
  db: Db,
  isins: readonly string[],
): Promise<{ id: number; name: string; isin: string }[]> {
  if (isins.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string; isin: string }>`
    select id, name, isin from instrument where isin = any(${isins}::text[]) order by id`.execute(db);
  return rows;
}

export async function findInstrument(
  db: Db,
  id: number,
): Promise<{ id: number; name: string; isin: string | null } | undefined> {
  const { rows } = await sql<{ id: number; name: string; isin: string | null }>`
    select id, name, isin from instrument where id = ${id}`.execute(db);
  return rows[0];
}

interface Stating {
  withdrawn?: boolean;
  fileName?: string | undefined;
  userId: number;
}

export async function insertCosts(
  trx: Trx,
  rows: readonly StatedCost[],
  { withdrawn = false, fileName, userId }: Stating,
): Promise<void> {
  if (rows.length === 0) return;
  const column = (field: keyof StatedCost): unknown[] => rows.map((row) => row[field]);
  await sql`
    insert into instrument_cost (instrument_id, valid_from, ongoing, transactions, incidental, one_off, third_parties,
      withdrawn, file_name, recorded_by)
    select id, day, ongoing, transactions, incidental, one_off, third_parties, ${withdrawn}, ${fileName ?? null}, ${userId}
    from unnest(${column("instrumentId")}::bigint[], ${column("from")}::date[], ${column("ongoing")}::numeric[],
      ${column("transactions")}::numeric[], ${column("incidental")}::numeric[], ${column("oneOff")}::numeric[],
      ${column("thirdParties")}::numeric[]) as row (id, day, ongoing, transactions, incidental, one_off, third_parties)`.execute(
    trx,
  );
}
