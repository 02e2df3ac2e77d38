/** SQL of the prices and rates in a previewed file. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** A price, or a rate in units per euro, to be stored. */
export interface QuoteRow {
  line: number;
  /** Of a price. */
  instrumentId: number | null;
  /** Of the rate, or in which the price is quoted. */
  currency: string;
  day: string;
  value: string;
  source: string;
  before: { value: string; day: string } | null;
  marks: string[];
}

/** Replaces the preview's rows, including acceptances. */
export async function replaceQuotes(trx: Trx, importId: number, rows: readonly QuoteRow[]): Promise<void> {
  await sql`delete from import_quote where import_id = ${importId}`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    insert into import_quote (import_id, place, line, instrument_id, currency, day, value, source, before_value, before_day, marks)
    select ${importId}, place, line, instrument_id, currency, day, value, source, before_value, before_day,
      string_to_array(marks, ' ')
    from unnest(${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.instrumentId)}::bigint[],
                ${rows.map((row) => row.currency)}::text[], ${rows.map((row) => row.day)}::date[],
                ${rows.map((row) => row.value)}::numeric[], ${rows.map((row) => row.source)}::text[],
                ${rows.map((row) => row.before?.value ?? null)}::numeric[],
                ${rows.map((row) => row.before?.day ?? null)}::date[], ${rows.map((row) => row.marks.join(" "))}::text[])
      with ordinality as new (line, instrument_id, currency, day, value, source, before_value, before_day, marks, place)
  `.execute(trx);
}

export interface ShownQuote extends QuoteRow {
  place: number;
  name: string | null;
  ticker: string | null;
  isin: string | null;
  acceptedBy: number | null;
}

/** A page of the rows in file order, after a position; optionally only marked ones. */
export async function findQuotes(
  db: Db,
  importId: number,
  { after, marked, limit }: { after: number; marked: boolean; limit: number },
): Promise<ShownQuote[]> {
  const { rows } = await sql<Omit<ShownQuote, "before"> & { beforeValue: string | null; beforeDay: string | null }>`
    select quote.place, quote.line, quote.instrument_id as "instrumentId", quote.currency, quote.day::text as day,
      quote.value::text as value, quote.source, quote.before_value::text as "beforeValue", quote.before_day::text as "beforeDay",
      quote.marks, quote.accepted_by as "acceptedBy", instrument.name, instrument.ticker, instrument.isin
    from import_quote quote left join instrument on instrument.id = quote.instrument_id
    where quote.import_id = ${importId} and quote.place > ${after} ${marked ? sql`and quote.marks <> '{}'` : sql``}
    order by quote.place limit ${limit}`.execute(db);
  return rows.map(({ beforeValue, beforeDay, ...row }) => ({
    ...row,
    before: beforeValue === null || beforeDay === null ? null : { value: beforeValue, day: beforeDay },
  }));
}

export interface QuoteCounts {
  marked: number;
  /** Marked and not accepted yet. */
  open: number;
  /** Of those, marked only `weekend`. */
  openWeekend: number;
}

export async function countQuotes(db: Db, importId: number): Promise<QuoteCounts> {
  const { rows } = await sql<QuoteCounts>`
    select count(*)::int as marked, count(*) filter (where accepted_by is null)::int as open,
      count(*) filter (where accepted_by is null and marks = '{weekend}')::int as "openWeekend"
    from import_quote where import_id = ${importId} and marks <> '{}'`.execute(db);
  return rows[0] ?? { marked: 0, open: 0, openWeekend: 0 };
}

/** Accepts rows: the given ones, or all marked only `weekend`. Returns how many were not accepted before. */
export async function acceptQuotes(
  trx: Trx,
  importId: number,
  { places, by }: { places: readonly number[] | "weekend"; by: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_quote set accepted_by = ${by}, accepted_at = now()
    where import_id = ${importId} and marks <> '{}' and accepted_by is null
      and ${places === "weekend" ? sql`marks = '{weekend}'` : sql`place = any(${[...places]}::int[])`}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
