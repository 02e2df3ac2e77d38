/** SQL of central banks' rates: appended, never changed; of a day the one that became known last counts. */
import type { CentralBank } from "@portico/api/rules/central-banks.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A rate as the bank publishes it: its own currency for so many units. */
export interface BankRate {
  currency: string;
  day: string;
  /** Exact decimal. */
  rate: string;
  units: number;
  /** Number of the bank's table. */
  table: string;
}

/** Two additions at once wait for each other, so that each sees what the other stored. */
export const lockBank = (trx: Trx, bank: CentralBank): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`central bank ${bank}`}, 0))`.execute(trx);

/** Stores rates that become known together; the id of the batch. */
export async function insertBatch(
  trx: Trx,
  { bank, source, uploadId }: { bank: CentralBank; source: "file" | "service" | "demo"; uploadId: number | null },
  rates: readonly BankRate[],
): Promise<number> {
  const { id } = oneRow(
    await sql<{ id: number }>`
      insert into central_bank_batch (bank, source, upload_id) values (${bank}, ${source}, ${uploadId}) returning id`.execute(
      trx,
    ),
  );
  await sql`
    insert into central_bank_rate (batch_id, bank, currency, day, rate, units, table_no)
    select ${id}, ${bank}, fresh.* from unnest(
      ${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::date[],
      ${rates.map(({ rate }) => rate)}::numeric[], ${rates.map(({ units }) => units)}::int[],
      ${rates.map(({ table }) => table)}::text[]) as fresh`.execute(trx);
  return id;
}

/** The rates of the days from..to that count, by currency and day; with a time, those that were known then. */
export async function listRates(
  db: Db,
  {
    bank,
    currencies,
    from,
    to,
    knownAt,
  }: { bank: CentralBank; currencies?: readonly string[]; from: string; to: string; knownAt?: string },
): Promise<BankRate[]> {
  const { rows } = await sql<BankRate>`
    select distinct on (stored.currency, stored.day) stored.currency, stored.day::text as day,
      trim_scale(stored.rate)::text as rate, stored.units, stored.table_no as "table"
    from central_bank_rate as stored
    ${knownAt === undefined ? sql`` : sql`join central_bank_batch as batch on batch.id = stored.batch_id and batch.known_at <= ${knownAt}::timestamptz`}
    where stored.bank = ${bank} and stored.day between ${from}::date and ${to}::date
      ${currencies === undefined ? sql`` : sql`and stored.currency = any(${currencies}::text[])`}
    order by stored.currency, stored.day, stored.id desc`.execute(db);
  return rows;
}

/** The days of which the bank's table is held, in order, each with the number of currencies. */
export async function listHeldDays(db: Db, bank: CentralBank): Promise<{ day: string; currencies: number }[]> {
  const { rows } = await sql<{ day: string; currencies: number }>`
    select day::text as day, count(distinct currency)::int as currencies from central_bank_rate
    where bank = ${bank} group by day order by day`.execute(db);
  return rows;
}

/** When the bank's service brought something last. */
export async function findLastFetch(db: Db, bank: CentralBank): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(known_at) as at from central_bank_batch where bank = ${bank} and source = 'service'`.execute(db);
  return rows[0]?.at ?? null;
}
