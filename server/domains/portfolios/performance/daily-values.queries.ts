/** SQL of daily values: what the job writes, and the days of a range. */
import type { Gap } from "@portico/api/portfolios.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { MovedOver } from "@portico/ledger/bridge.ts";
import type { DailyResults, HeldState } from "@portico/ledger/daily.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { ChangedPortfolio } from "../change-events.ts";
import { keepOutdatedCheckpoints } from "../ledger/former-checkpoints.queries.ts";
import { splitDays } from "../ledger/knowledge.queries.ts";

/** One day in the contract currency: its closing value and its changes. */
export interface DailyValue {
  day: string;
  value: string;
  deposits: string;
  inflow: string;
  price: string;
  fx: string;
  income: string;
  fees: string;
  tax: string;
  netDeposits: string;
  complete: boolean;
  /** Part of `deposits` that nobody paid; null if what was paid is unknown, or the row is from a build that did not tell. */
  entered: string | null;
  /** Whether something held had a price of the day (daily.ts); null in a row of a build that did not tell. */
  priced: boolean | null;
  gaps: Gap[];
}

/** The fields of a day needed for returns and the chart. */
export type ClosedDay = Pick<
  DailyValue,
  "day" | "value" | "deposits" | "inflow" | "entered" | "netDeposits" | "complete" | "priced" | "gaps"
>;

/** Consecutive days, and the sum of their changes. */
export interface DaysOfRange {
  days: ClosedDay[];
  moved: MovedOver;
}

/** The effect of exchange rates over days, and what of it is of each currency and of exchanges dealt at another rate. */
export interface CurrencyEffect {
  fx: string;
  fxOf: Record<string, string>;
  exchanged: string;
}

/** What each holding earned over a month; of another version if an earlier build calculated it otherwise. */
export interface MonthResults extends DailyResults {
  version: number;
}
/** Raised if the calculation changes; the job then makes the months of the version before again. */
export const resultsVersion = 1;

/**
 * The holdings at a month's end, and the effect of exchange rates and each holding's results over its days; without them in
 * rows of a build that did not tell, which replaces them whole.
 */
export type MonthEnd = HeldState & {
  currencyEffect?: CurrencyEffect;
  results?: MonthResults;
  /** At the end of a year: the results of its months, joined. */
  year?: MonthResults;
};

/** A day to be stored, with the holdings at its end if it is the last of a month. */
export type NewDailyValue = DailyValue & { held: MonthEnd | null };

/** The last day before `day` with stored holdings, and its net deposits: where a calculation can continue. */
export async function findHeldBefore(
  db: Db,
  holder: Holder,
  day: string,
): Promise<{ held: HeldState; netDeposits: string } | undefined> {
  const { rows } = await sql<{ held: HeldState; netDeposits: string }>`
    select held - 'results' - 'year' as held, net_deposits as "netDeposits" from daily_value
    where ${ofHolder(holder)} and day < ${day}::date and held is not null order by day desc limit 1`.execute(db);
  return rows[0];
}

/** Months' ends of a range, in order, with the effect of exchange rates over the month if it is stored. */
export async function listMonthEffects(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; effect: CurrencyEffect | null }[]> {
  const { rows } = await sql<{ day: string; effect: CurrencyEffect | null }>`
    select day, held->'currencyEffect' as effect from daily_value
    where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date and held is not null
    order by day`.execute(db);
  return rows;
}

/** Months' ends of a range, in order, with what each holding earned over the month if it is stored. */
export async function listMonthResults(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; results: MonthResults | null }[]> {
  const { rows } = await sql<{ day: string; results: MonthResults | null }>`
    select day, held->'results' as results from daily_value
    where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date and held is not null
    order by day`.execute(db);
  return rows.map(({ day, results }) => ({ day, results: results?.version === resultsVersion ? results : null }));
}

/**
 * The same, with one row in place of those of a year if its results are stored, it is whole in the range and it ends before the
 * first day that must be made again, `stale`. `begin` is then its first day.
 */
export async function listStoredResults(
  db: Db,
  holder: Holder,
  { from, to, firstDay, stale }: { from: string; to: string; firstDay: string | null; stale: string | null },
): Promise<{ day: string; begin?: string; results: MonthResults | null }[]> {
  // The ledger's first year begins with its first day.
  const wholeFrom = from === firstDay ? `${from.slice(0, 4)}-01-01` : from;
  const { rows } = await sql<{ day: string; begin: string | null; results: MonthResults | null }>`
    with month_end as (
      select day, date_trunc('year', day)::date as begin, held from daily_value
      where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date and held is not null
    ), year_end as materialized (
      select day, begin, held->'year' as results from month_end
      where extract(month from day) = 12 and begin >= ${wholeFrom}::date and day < coalesce(${stale}::date, 'infinity')
        and (held->'year'->>'version')::int = ${resultsVersion}
    )
    select day, begin, results from year_end
    union all
    select day, null, held->'results' from month_end
    where not exists (select from year_end where year_end.begin = month_end.begin)
    order by day`.execute(db);
  return rows.map(({ day, begin, results }) => ({
    day,
    ...(begin !== null && { begin }),
    results: results?.version === resultsVersion ? results : null,
  }));
}

/** Stores the results of the year that ends on the day beside those of its last month. */
export async function saveYearResults(trx: Trx, holder: Holder, day: string, results: MonthResults): Promise<void> {
  await sql`
    update daily_value set held = jsonb_set(held, '{year}', ${JSON.stringify(results)}::jsonb)
    where ${ofHolder(holder)} and day = ${day}::date and held is not null`.execute(trx);
}

const hasSums = sql`(priced is not null and held ? 'currencyEffect'
  and coalesce((held->'results'->>'version')::int, 0) = ${resultsVersion})`;

/**
 * The newest months' ends that a build stored which did not tell the effect of exchange rates, the holdings' results or the days
 * with a price, the last first. They are completed from the newest on, so none is left once the ledger's first month tells them.
 */
export async function listIncompleteMonths(db: Db, holder: Holder, limit: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from daily_value
    where ${ofHolder(holder)} and held is not null and not ${hasSums} and not (
      select ${hasSums} from daily_value
      where ${ofHolder(holder)} and held is not null order by day limit 1)
    order by day desc limit ${limit}`.execute(db);
  return rows.map(({ day }) => day);
}

/** How many instruments the holder ever had, and up to `limit` how many entries the days have. */
export async function countToWalk(
  db: Db,
  holder: Holder,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<{ holdings: number; entries: number }> {
  const { rows } = await sql<{ holdings: number; entries: number }>`
    select
      (select count(*)::int from position where ${ofHolder(holder)}) as holdings,
      (select count(*)::int from (
        select from ledger_entry where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date limit ${limit}
      ) as entry) as entries`.execute(db);
  return rows[0] ?? { holdings: 0, entries: 0 };
}

/** Stores days, replacing existing ones. */
export async function saveDailyValues(trx: Trx, holder: Holder, values: readonly NewDailyValue[]): Promise<void> {
  if (values.length === 0) return;
  const of = (pick: (value: NewDailyValue) => string) => values.map(pick);
  // Not updated: what a row holds that this build does not know would stay in it (0164-priced-days.sql).
  await sql`delete from daily_value where ${ofHolder(holder)} and day = any(${of((one) => one.day)}::date[])`.execute(
    trx,
  );
  await sql`
    insert into daily_value (holder_type, holder_id, day, value, deposits, inflow, price, fx, income, fees, tax,
      net_deposits, complete, entered, priced, gaps, held)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${of((one) => one.day)}::date[], ${of((one) => one.value)}::numeric[], ${of((one) => one.deposits)}::numeric[],
      ${of((one) => one.inflow)}::numeric[],
      ${of((one) => one.price)}::numeric[], ${of((one) => one.fx)}::numeric[], ${of((one) => one.income)}::numeric[],
      ${of((one) => one.fees)}::numeric[], ${of((one) => one.tax)}::numeric[], ${of((one) => one.netDeposits)}::numeric[],
      ${values.map((one) => one.complete)}::boolean[], ${values.map((one) => one.entered)}::numeric[],
      ${values.map((one) => one.priced)}::boolean[],
      ${of((one) => JSON.stringify(one.gaps))}::jsonb[],
      ${values.map((one) => one.held && JSON.stringify(one.held))}::jsonb[]) as new`.execute(trx);
}

/** The sums of a range's days, without the days. */
export interface SumsOfRange {
  moved: MovedOver;
  /** False if a day lacks a price or rate. */
  complete: boolean;
  /** The days with gaps. */
  doubtful: { day: string; gaps: Gap[]; entered: string | null }[];
}

export async function readSums(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
): Promise<SumsOfRange> {
  const { rows } = await sql<MovedOver & Omit<SumsOfRange, "moved">>`
    select coalesce(sum(deposits), 0) as deposits, coalesce(sum(price), 0) as price, coalesce(sum(fx), 0) as fx,
      coalesce(sum(income), 0) as income, coalesce(sum(fees), 0) as fees, coalesce(sum(tax), 0) as tax,
      case when coalesce(bool_and(entered is not null), true) then coalesce(sum(entered), 0) end as entered,
      coalesce(bool_and(complete), true) as complete,
      coalesce(jsonb_agg(jsonb_build_object('day', day, 'gaps', gaps, 'entered', entered::text) order by day)
        filter (where gaps <> '[]'), '[]') as doubtful
    from daily_value
    where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date`.execute(db);
  const { complete, doubtful, ...moved } = rows[0] as (typeof rows)[number];
  return { moved, complete, doubtful };
}

/**
 * Every day from..to, in order, with exact sums of the changes. The days are sent as one text, one line each: reading
 * thousands of rows took longer than the whole calculation.
 */
export async function readDays(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
): Promise<DaysOfRange> {
  const { rows } = await sql<MovedOver & { lines: string; gaps: Record<string, Gap[]> }>`
    select
      coalesce(string_agg(concat_ws(' ', day, value, deposits, inflow, net_deposits, complete,
        coalesce(entered::text, '-'), coalesce(priced::text, '-')), E'\n' order by day), '') as lines,
      coalesce(jsonb_object_agg(day, gaps) filter (where gaps <> '[]'), '{}') as gaps,
      coalesce(sum(deposits), 0) as deposits, coalesce(sum(price), 0) as price, coalesce(sum(fx), 0) as fx,
      coalesce(sum(income), 0) as income, coalesce(sum(fees), 0) as fees, coalesce(sum(tax), 0) as tax,
      case when coalesce(bool_and(entered is not null), true) then coalesce(sum(entered), 0) end as entered
    from daily_value
    where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date`.execute(db);
  const { lines, gaps, ...moved } = rows[0] as (typeof rows)[number];
  return { days: lines === "" ? [] : lines.split("\n").map((line) => dayOfLine(line, gaps)), moved };
}

function dayOfLine(line: string, gapsOf: Record<string, Gap[]>): ClosedDay {
  const [day, value, deposits, inflow, netDeposits, complete, entered, priced] = line.split(" ") as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    day,
    value,
    deposits,
    inflow,
    netDeposits,
    complete: complete === "t",
    entered: entered === "-" ? null : entered,
    priced: priced === "-" ? null : priced === "true",
    gaps: gapsOf[day] ?? [],
  };
}

/** The last day before `day` that has a value. */
export async function findDailyValueBefore(db: Db, holder: Holder, day: string): Promise<ClosedDay | undefined> {
  const { rows } = await sql<ClosedDay>`
    select day, value, deposits, inflow, net_deposits as "netDeposits", complete, entered, priced, gaps
    from daily_value where ${ofHolder(holder)} and day < ${day}::date order by day desc limit 1`.execute(db);
  return rows[0];
}

/** Stores how far values are calculated; `from` is the first day to recalculate, null if none. */
export async function markComputed(
  trx: Trx,
  holder: Holder,
  { from, until }: { from: string | null; until: string | null },
): Promise<void> {
  await sql`
    update ledger_head set recompute_from = ${from}::date, computed_until = ${until}::date
    where ${ofHolder(holder)}`.execute(trx);
}

/**
 * Holders whose values must be recalculated, or lack days up to `today`, or whose positions and cash used another fee
 * rule than the firm's; in key order after a holder.
 */
export async function listHoldersToCompute(
  db: Db,
  { today, feesInCost, after, limit }: { today: string; feesInCost: boolean; after: Holder | undefined; limit: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select holder_type as "holderType", holder_id as "holderId" from ledger_head
    where entries > 0 and (recompute_from is not null or computed_until is null or computed_until < ${today}::date
        or state->'feesInCost' is distinct from to_jsonb(${feesInCost}::boolean))
      ${after ? sql`and (holder_type, holder_id) > (${after.holderType}, ${after.holderId}::bigint)` : sql``}
    order by holder_type, holder_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Marks the holders affected by a new price or rate, from the earliest day of each: those who ever held the instrument,
 * or anything in the currency. A rate on or before the day of an entry changes its cost, and a price changes the value
 * of delivered units, so those holders are also marked for a replay; so does a split before units were traded. Raises the version of each, which invalidates
 * cached answers. Returns who was marked.
 */
export async function markAffected(
  trx: Trx,
  {
    prices,
    rates,
    splits = false,
  }: {
    prices: ReadonlyMap<number, string>;
    rates: ReadonlyMap<string, string>;
    /** The changes are splits of the instruments. */
    splits?: boolean;
  },
): Promise<ChangedPortfolio[]> {
  const { rows } = await sql<ChangedPortfolio & { outdatedFrom: string | null }>`
    with changed_price as (
      select * from unnest(${[...prices.keys()]}::bigint[], ${[...prices.values()]}::date[]) as p (instrument_id, day)
    ), changed_rate as (
      select * from unnest(${[...rates.keys()]}::text[], ${[...rates.values()]}::date[]) as r (currency, day)
    ), affected as (
      select holder_type, holder_id, changed_price.day,
        coalesce((position.state->>${splits ? "lastMoved" : "lastDelivery"})::date >= changed_price.day, false) as replay
      from changed_price join position using (instrument_id)
      union all
      select holder_type, holder_id, changed_rate.day, true
      from changed_rate join cash_balance on cash_balance.currency = changed_rate.currency
      union all
      select holder_type, holder_id, changed_rate.day, true
      from changed_rate join instrument on instrument.currency = changed_rate.currency
      join position on position.instrument_id = instrument.id
      union all
      select holder_type, holder_id, changed_rate.day, position.state->>'lastDelivery' is not null
      from changed_rate join instrument on changed_rate.currency = any(instrument.also_quoted)
      join position on position.instrument_id = instrument.id
      union all
      select account.holder_type, account.holder_id, changed_rate.day, true
      from changed_rate join holder_account as account on account.base_currency = changed_rate.currency
    ), earliest as (
      select holder_type, holder_id, min(day) as day, min(day) filter (where replay) as replay_day
      from affected group by holder_type, holder_id
    ), locked as (
      select head.holder_type, head.holder_id, earliest.day, earliest.replay_day, head.replay as had_to_replay
      from ledger_head as head join earliest using (holder_type, holder_id)
      where head.entries > 0
      order by head.holder_type, head.holder_id for update of head
    )
    update ledger_head as head set
      version = head.version + 1,
      recompute_from = least(head.recompute_from, greatest(locked.day, head.first_day)),
      replay = head.replay or coalesce(locked.replay_day <= head.last_day, false)
    from locked where head.holder_type = locked.holder_type and head.holder_id = locked.holder_id
    returning head.holder_type as "holderType", head.holder_id as "holderId", head.version::text as version,
      case when head.replay and not locked.had_to_replay then locked.replay_day end as "outdatedFrom"`.execute(trx);
  // A booking belongs to a split some weeks before or after it.
  const daysBefore = splits ? splitDays : 0;
  await keepOutdatedCheckpoints(
    trx,
    rows.flatMap(({ outdatedFrom, holderType, holderId }) =>
      outdatedFrom === null ? [] : [{ holderType, holderId, from: addDays(outdatedFrom, -daysBefore) }],
    ),
  );
  return rows.map(({ outdatedFrom: _outdatedFrom, ...changed }) => changed);
}

/** Raises the version of everyone who ever held one of the instruments. Returns the holders. */
export async function markRenamed(trx: Trx, instrumentIds: readonly number[]): Promise<ChangedPortfolio[]> {
  const { rows } = await sql<ChangedPortfolio>`
    with locked as (
      select head.holder_type, head.holder_id from ledger_head as head
      where exists (
        select from position
        where position.holder_type = head.holder_type and position.holder_id = head.holder_id
          and position.instrument_id = any(${instrumentIds}::bigint[])
      )
      order by head.holder_type, head.holder_id for update of head
    )
    update ledger_head as head set version = head.version + 1
    from locked where head.holder_type = locked.holder_type and head.holder_id = locked.holder_id
    returning head.holder_type as "holderType", head.holder_id as "holderId", head.version::text as version`.execute(
    trx,
  );
  return rows;
}

/** Updates the planner's statistics if many entries were added since the last update. */
export const followLedgerGrowth = (db: Db): Promise<unknown> => sql`select follow_ledger_growth()`.execute(db);
