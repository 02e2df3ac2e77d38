/** SQL of the charts: the figures by hour and day, and what is not yet added to them. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

export interface FigureRow {
  value: string;
  country_code: string;
  sign_ins: number;
  failures: number;
  suspicious: number;
}

const sums = sql`sum(sign_ins)::int as sign_ins, sum(failures)::int as failures, sum(suspicious)::int as suspicious`;
const counted = sql`sign_ins, failures, suspicious`;

interface Period {
  /** Instants: from the first on, before the second. */
  from: string;
  before: string;
}

/** By day in the time zone, the days without any left out. An hour belongs to the day in which it begins. */
export async function figuresByDay(
  db: Db,
  { from, before, timeZone }: Period & { timeZone: string },
): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select to_char(day, 'YYYY-MM-DD') as value, '' as country_code, sign_ins, failures, suspicious from (
      select (hour at time zone ${timeZone})::date as day, ${sums}
      from (
        select starts_at as hour, ${counted} from sign_in_total
        where dimension = 'all' and grain = 'hour' and starts_at >= ${from}::timestamptz
          and starts_at < ${before}::timestamptz
        union all
        select hour, ${counted} from sign_in_change
        where hour >= ${from}::timestamptz and hour < ${before}::timestamptz
      ) as hours group by 1
    ) as days order by day`.execute(db);
  return rows;
}

type Dimension = "country" | "city" | "os" | "browser";
/** The place or device of an hour's row, as in the totals. */
const partsOf: Record<Dimension, { country: RawBuilder<unknown>; value: RawBuilder<unknown> }> = {
  country: { country: sql`country_code`, value: sql`''` },
  city: { country: sql`country_code`, value: sql`city` },
  os: { country: sql`''`, value: sql`os` },
  browser: { country: sql`''`, value: sql`browser_name` },
};

/**
 * By place or device, the most frequent first: whole months and days in UTC from the totals, and only the hours at both
 * ends one by one.
 */
export async function figuresByDimension(db: Db, dimension: Dimension, { from, before }: Period): Promise<FigureRow[]> {
  const { country, value } = partsOf[dimension];
  const totals = (grain: "day" | "month") => sql`select country_code, value, ${counted} from sign_in_total
      where dimension = ${sql.lit(dimension)} and grain = ${sql.lit(grain)} and`;
  const { rows } = await sql<FigureRow>`
    with days as (
      select date_trunc('day', ${from}::timestamptz - interval '1 microsecond', 'UTC') + interval '1 day' as first,
        date_trunc('day', ${before}::timestamptz, 'UTC') as last
    ), months as (
      select date_trunc('month', (first - interval '1 microsecond') at time zone 'UTC') + interval '1 month' as first,
        date_trunc('month', last at time zone 'UTC') as last from days
    ), bounds as (
      select days.first as days_from, days.last as days_before,
        -- Without a whole month, all days are before it.
        case when months.first < months.last then months.first at time zone 'UTC' else days.last end as months_from,
        case when months.first < months.last then months.last at time zone 'UTC' else days.last end as months_before
      from days, months
    ), parts as (
      ${totals("month")} starts_at >= (select months_from from bounds) and starts_at < (select months_before from bounds)
      union all
      ${totals("day")} starts_at >= (select days_from from bounds) and starts_at < (select months_from from bounds)
      union all
      ${totals("day")} starts_at >= (select months_before from bounds) and starts_at < (select days_before from bounds)
      union all
      select ${country}, ${value}, ${counted} from sign_in_hour
      where hour >= ${from}::timestamptz and hour < (select least(days_from, ${before}::timestamptz) from bounds)
      union all
      select ${country}, ${value}, ${counted} from sign_in_hour
      where hour >= (select greatest(days_from, days_before) from bounds) and hour < ${before}::timestamptz
      union all
      select ${country}, ${value}, ${counted} from sign_in_change
      where hour >= ${from}::timestamptz and hour < ${before}::timestamptz
    )
    select value, country_code, ${sums} from parts group by 1, 2
    having sum(sign_ins) <> 0 or sum(failures) <> 0
    order by sum(sign_ins) desc, sum(failures) desc, 1, 2`.execute(db);
  return rows;
}

/** Adds what changed to the figures; returns the number of changes. */
export async function foldChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_sign_in_changes() as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Makes and drops the tables of months (migration 0045). */
export async function keepMonths(db: Db, ahead: number): Promise<{ made: number; moved: number; dropped: number }> {
  const { rows } = await sql<{ made: number; moved: number; dropped: number }>`
    select made, moved, dropped from keep_sign_in_months(${ahead}::int)`.execute(db);
  return rows[0] ?? { made: 0, moved: 0, dropped: 0 };
}
