/** SQL of holdings: stored positions and cash with the newest prices and rates, in one query. */
import type { AssetClass } from "@portico/api/portfolios.ts";
import type { Sector } from "@portico/api/rules/instruments.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { CashState, PositionState } from "@portico/ledger/holding.ts";
import type { Split } from "@portico/ledger/splits.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Quoted } from "../../market-data/quotes.queries.ts";
import type { HeadState } from "../ledger/holdings.queries.ts";

interface StoredPosition {
  instrumentId: number;
  name: string;
  ticker: string;
  isin: string | null;
  assetClass: Exclude<AssetClass, "cash">;
  country: string | null;
  sector: Sector | null;
  currency: string;
  state: PositionState;
  /** The latest in each of its currencies, the newest first. */
  prices: (Quoted & { currency: string })[];
  /** The instrument's splits, whoever booked them. */
  splits: Split[];
}

export interface StoredHoldings {
  version: number;
  state: HeadState;
  /** Positions and cash are outdated because of a late price or rate. */
  replay: boolean;
  positions: StoredPosition[];
  cash: { currency: string; state: CashState }[];
  rates: (Quoted & { currency: string })[];
  /** Excluded from the portfolio; without positions that a statement listed as closed. */
  excluded: { name: string; quantity: string | null; day: string | null }[];
}

/**
 * Holdings with prices and rates up to `day`. Reads one row per holding and one index entry per price and rate, never
 * ledger entries, so its time does not depend on the history. Undefined for a holder about whom
 * nothing was booked or excluded.
 */
export async function findOwned(
  db: Db,
  holder: Holder,
  { day, baseCurrency }: { day: string; baseCurrency: string },
): Promise<StoredHoldings | undefined> {
  const { rows } = await sql<StoredHoldings>`
    with held as materialized (
      select position.instrument_id, position.quantity, position.state, instrument.name, instrument.ticker, instrument.isin,
        instrument.asset_class, instrument.country, instrument.sector, instrument.currency
      from position join instrument on instrument.id = position.instrument_id
      where ${ofHolder(holder)}
    ), balance as materialized (
      select currency, amount, state from cash_balance where ${ofHolder(holder)}
    ), quote as materialized (
      select distinct wanted.id as instrument_id, latest.*
      from (select instrument_id as id from held where quantity <> 0) as wanted cross join lateral (
        (select id, value, currency, day, source from price
         where price.instrument_id = wanted.id and price.day <= ${day}::date
         order by price.day desc, price.id desc limit 1)
        union all
        -- One in each of its currencies, if it is quoted in several: the latest may be in one without a rate.
        (select latest.id, latest.value, latest.currency, latest.day, latest.source
         from instrument cross join unnest(array_append(instrument.also_quoted, instrument.currency)) as quoted (currency)
         cross join lateral (
           select id, value, currency, day, source from price
           where price.instrument_id = wanted.id and price.currency = quoted.currency and price.day <= ${day}::date
           order by price.day desc, price.id desc limit 1) as latest
         where instrument.id = wanted.id and instrument.also_quoted <> '{}')
      ) as latest
    ), currency_of as (
      select currency from held union select currency from quote
      union select currency from balance union select ${baseCurrency}::text
    )
    select head.version, head.state, head.replay,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'instrumentId', held.instrument_id, 'name', held.name, 'ticker', held.ticker, 'isin', held.isin,
          'assetClass', held.asset_class, 'country', held.country, 'sector', held.sector,
          'currency', held.currency, 'state', held.state,
          'prices', coalesce((select jsonb_agg(jsonb_build_object('id', quote.id, 'value', quote.value::text,
              'currency', quote.currency, 'day', quote.day, 'source', quote.source) order by quote.day desc, quote.id desc)
            from quote where quote.instrument_id = held.instrument_id), '[]'),
          'splits', coalesce((select jsonb_agg(jsonb_build_object('day', split.day, 'from', split.from_units::text,
              'into', split.into_units::text, 'bookings', split.bookings, 'alsoOn', split.also_on) order by split.day)
            from instrument_split as split where split.instrument_id = held.instrument_id), '[]'))
          order by lower(held.name), held.instrument_id), '[]')
        from held) as positions,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'state', state) order by currency), '[]')
        from balance) as cash,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', currency_of.currency, 'id', latest.id,
          'value', latest.per_euro::text, 'day', latest.day, 'source', latest.source)), '[]')
        from currency_of cross join lateral (
          select id, per_euro, day, source from fx_rate
          where fx_rate.currency = currency_of.currency and fx_rate.day <= ${day}::date
          order by fx_rate.day desc, fx_rate.id desc limit 1) as latest) as rates,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity::text, 'day', stated_on)
          order by lower(name), key), '[]')
        from excluded_instrument where ${ofHolder(holder)} and quantity is distinct from 0) as excluded
    from ledger_head as head where ${ofHolder(holder)}`.execute(db);
  return rows[0];
}
