/** SQL of held instruments and currencies that lack a price, a rate or a fact. */
import type { InstrumentCheck } from "@portico/api/rules/data-checks.ts";
import { fixedRates } from "@portico/ledger/fixed-rates.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import type { AssetClass } from "../market-data/market-data.queries.ts";

export interface MarketDays {
  today: string;
  /** Older quotes are too old. */
  oldest: string;
}

const isHeld = sql`exists (select from position where position.instrument_id = instrument.id and position.quantity <> 0)`;

/** Cheap conditions first: whether it is held is asked of those alone that lack something. */
function lacks(check: InstrumentCheck, { today, oldest }: MarketDays) {
  if (check === "isins") return sql`instrument.isin is null`;
  // What a colleague took out is known to be missing.
  if (check === "facts")
    return sql`(instrument.country is null and instrument.country_source is null
      or instrument.sector is null and instrument.sector_source is null)`;
  return sql`not exists (select from price where price.instrument_id = instrument.id
    and price.day between ${oldest}::date and ${today}::date)`;
}

export interface InstrumentGapRow {
  id: number;
  name: string;
  ticker: string;
  isin: string | null;
  currency: string;
  asset_class: AssetClass;
  quoted: string | null;
  sort: string;
}

/** By name. */
export async function findInstrumentGaps(
  db: Db,
  check: InstrumentCheck,
  days: MarketDays,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<InstrumentGapRow[]> {
  const { rows } = await sql<InstrumentGapRow>`
    select id, name, ticker, isin, currency, asset_class, lower(name) as sort,
      (select to_char(price.day, 'YYYY-MM-DD') from price where price.instrument_id = instrument.id
        and price.day <= ${days.today}::date order by price.day desc, price.id desc limit 1) as quoted
    from instrument where ${lacks(check, days)} and ${isHeld}
      ${after ? sql`and (lower(name), id) > (${after.value}, ${after.id})` : sql``}
    order by lower(name), id limit ${limit}`.execute(db);
  return rows;
}

export async function countInstrumentGaps(db: Db, check: InstrumentCheck, days: MarketDays): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from instrument where ${lacks(check, days)} and ${isHeld}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Currencies of cash and of held instruments without a rate that is young enough; those of fixed rates need none. The
 * currencies are found one by one in the index: there are few, and many balances.
 */
export async function findRateGaps(
  db: Db,
  { today, oldest }: MarketDays,
): Promise<{ currency: string; quoted: string | null }[]> {
  const fixed = fixedRates.filter(({ from }) => from <= today).map(({ currency }) => currency);
  const { rows } = await sql<{ currency: string; quoted: string | null }>`
    with recursive balance (currency) as (
      (select currency from cash_balance order by currency limit 1)
      union all
      select (select currency from cash_balance where currency > balance.currency order by currency limit 1)
      from balance where balance.currency is not null
    ), held as (
      select currency from balance
      where exists (select from cash_balance where cash_balance.currency = balance.currency and amount <> 0)
      union
      select currency from (select distinct currency from instrument) as quoted
      where exists (select from instrument where instrument.currency = quoted.currency and ${isHeld})
    )
    select held.currency, to_char(last.day, 'YYYY-MM-DD') as quoted
    from held left join lateral (
      select day from fx_rate where fx_rate.currency = held.currency and day <= ${today}::date order by day desc limit 1
    ) as last on true
    where held.currency <> all(${fixed}::text[]) and (last.day is null or last.day < ${oldest}::date)
    order by held.currency`.execute(db);
  return rows;
}
