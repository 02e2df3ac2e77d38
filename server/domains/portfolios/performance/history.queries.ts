/** SQL of the history: transactions by entry, and orders with their executions grouped. Newest first, paged by key. */

import type { RequestRow } from "@portico/api/payments/requests.ts";
import { type SearchedWord, searchedWords } from "@portico/api/rules/entry-search.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { undoing } from "../ledger/entries.queries.ts";

/** Key of an entry: its position in booking order. */
export interface EntryKey {
  day: string;
  bookedAt: string;
  id: number;
}

interface PageOf {
  from: string;
  to: string;
  after: EntryKey | undefined;
  limit: number;
}

/** Later than any key: the start of the first page. */
export const lastKey: EntryKey = {
  day: "9999-12-31",
  bookedAt: "9999-12-31T00:00:00.000Z",
  id: Number.MAX_SAFE_INTEGER,
};

export interface TransactionRecord {
  id: number;
  day: string;
  booked_at: Date;
  kind: EntryKind;
  instrument_id: number | null;
  name: string | null;
  ticker: string | null;
  isin: string | null;
  country: string | null;
  currency: string;
  quantity: string | null;
  price: string | null;
  amount: string;
  fee: string | null;
  tax: string | null;
  accrued_interest: string | null;
  counter_currency: string | null;
  counter_amount: string | null;
  counter_name: string | null;
  counter_quantity: string | null;
  description: string | null;
  reverses: number | null;
  reversed_by: number | null;
}

/** Entries of the range, newest first: the page is selected from the index before any join. */
export async function listTransactionRecords(
  db: Db,
  holder: Holder,
  { from, to, after = lastKey, limit, instrumentId, search }: PageOf & { instrumentId?: number; search?: string },
): Promise<TransactionRecord[]> {
  const { day, bookedAt, id } = after;
  const words = await namedWords(db, search);
  return readTransactions(
    db,
    holder,
    sql`day >= ${from}::date and day <= ${to}::date
      and (day, booked_at, id) < (${day}::date, ${bookedAt}::timestamptz, ${id}::bigint)
      ${instrumentId === undefined ? sql`` : sql`and ${isAbout(holder, instrumentId)}`}
      ${words.length > 0 ? sql`and ${hasWords(holder, words)}` : sql``}
      order by day desc, booked_at desc, id desc
      limit ${limit}`,
  );
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Instruments whose name, ticker or ISIN contains the text, which is in lower case. */
async function findNamed(db: Db, text: string): Promise<number[]> {
  const pattern = containing(text);
  const { rows } = await sql<{ id: number }>`
    select id from instrument
    where lower(name) like ${pattern} or lower(ticker) like ${pattern} or lower(isin) like ${pattern}`.execute(db);
  return rows.map(({ id }) => id);
}

type NamedWord = SearchedWord & { instruments: number[] };
const namedWords = (db: Db, search: string | undefined): Promise<NamedWord[]> =>
  Promise.all(
    searchedWords(search ?? "").map(async (word) => ({ ...word, instruments: await findNamed(db, word.text) })),
  );

/**
 * An entry of such an instrument, amount, quantity, currency or day, or with the word in its note. What the word cannot be is not
 * asked: a search that finds little looks at each entry.
 */
function hasWord({ text, amounts, instruments }: NamedWord): RawBuilder<unknown> {
  const conditions = [sql`description ilike ${containing(text)}`];
  if (instruments.length > 0)
    conditions.push(
      sql`instrument_id = any(${instruments}::bigint[]) or counter_instrument_id = any(${instruments}::bigint[])`,
    );
  if (amounts.length > 0)
    conditions.push(sql`abs(amount) = any(${amounts}::numeric[]) or abs(quantity) = any(${amounts}::numeric[])
      or abs(counter_amount) = any(${amounts}::numeric[])`);
  if (/^\p{L}{3}$/u.test(text)) conditions.push(sql`${text.toUpperCase()} in (currency, counter_currency)`);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) conditions.push(sql`day::text = ${text}`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** An entry with every word, or its reversal. */
function hasWords(holder: Holder, words: readonly NamedWord[]): RawBuilder<unknown> {
  const all = sql.join(words.map(hasWord), sql` and `);
  return sql`(${all} or reverses is not null
    and reverses in (select id from ledger_entry where ${ofHolder(holder)} and ${all}))`;
}

/** An entry about an instrument, or its reversal. */
const isAbout = (holder: Holder, instrumentId: number): RawBuilder<unknown> => {
  const names = sql`(instrument_id = ${instrumentId} or counter_instrument_id = ${instrumentId})`;
  return sql`(${names} or reverses is not null
    and reverses in (select id from ledger_entry where ${ofHolder(holder)} and ${names}))`;
};

/** Entries by their ids, in one pass over the holder's: for the few that reversals of a page take back. */
export const findTransactionRecords = (db: Db, holder: Holder, ids: readonly number[]): Promise<TransactionRecord[]> =>
  readTransactions(db, holder, sql`id = any(${ids}::bigint[])`);

async function readTransactions(db: Db, holder: Holder, which: RawBuilder<unknown>): Promise<TransactionRecord[]> {
  const { rows } = await sql<TransactionRecord>`
    select entry.*, instrument.name, instrument.ticker, instrument.isin, instrument.country,
      counter.name as counter_name,
      (select reversal_id from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id) as reversed_by
    from (
      select id, day, booked_at, kind, instrument_id, currency, quantity, price, amount, fee, tax,
        accrued_interest, counter_currency, counter_amount, counter_instrument_id, counter_quantity, description, reverses
      from ledger_entry
      where ${ofHolder(holder)} and ${which}
    ) as entry
    left join instrument on instrument.id = entry.instrument_id
    left join instrument as counter on counter.id = entry.counter_instrument_id
    order by entry.day desc, entry.booked_at desc, entry.id desc`.execute(db);
  return rows;
}

export interface OrderRecord {
  /** The custodian's order id; null for an execution without one. */
  order_id: string | null;
  /** Key of the newest execution: the order's position in the list. */
  id: number;
  day: string;
  booked_at: Date;
  kind: "buy" | "sell";
  name: string;
  ticker: string;
  currency: string;
  quantity: string;
  /** Cash moved without fee, tax and accrued interest, signed. */
  gross: string;
  /** Quantity times price of the executions; null if one of them has no price. */
  priced: string | null;
  amount: string;
  fee: string;
  executions: number;
}

/**
 * Orders whose newest execution is in the range. Reads executions, newest first, and takes each without a later one of
 * its order; only then are the executions of the few orders shown summed. Reversed ones do not count.
 */
export async function listOrderRecords(
  db: Db,
  holder: Holder,
  { from, to, after = lastKey, limit, search }: PageOf & { search?: string | undefined },
): Promise<OrderRecord[]> {
  const words = await namedWords(db, search);
  const all = sql.join(words.map(hasWord), sql` and `);
  const { day, bookedAt, id } = after;
  const isActive = (entry: string) => sql`${undoing(holder, entry)} is null`;
  const { rows } = await sql<OrderRecord>`
    select newest.order_id, newest.id, newest.day, newest.booked_at, newest.kind, instrument.name, instrument.ticker,
      newest.currency, total.*
    from (
      select id, day, booked_at, kind, instrument_id, currency, order_id
      from ledger_entry as newest
      where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date
        and (day, booked_at, id) < (${day}::date, ${bookedAt}::timestamptz, ${id}::bigint)
        and kind in ('buy', 'sell') and ${isActive("newest")}
        and (
          select 1 from ledger_entry as later
          where ${ofHolder(holder)} and later.order_id = newest.order_id
            and (later.day, later.booked_at, later.id) > (newest.day, newest.booked_at, newest.id)
            and later.kind = newest.kind and ${isActive("later")}
          limit 1) is null
        ${
          words.length > 0
            ? sql`and (${all} or order_id in (select order_id from ledger_entry
                where ${ofHolder(holder)} and kind in ('buy', 'sell') and ${all}))`
            : sql``
        }
      order by day desc, booked_at desc, id desc
      limit ${limit}
    ) as newest
    join instrument on instrument.id = newest.instrument_id
    cross join lateral (
      select sum(quantity) as quantity, sum(amount + coalesce(fee, 0) + coalesce(tax, 0) - coalesce(accrued_interest, 0)) as gross,
        case when bool_and(price is not null) then sum(quantity * price) end as priced,
        sum(amount) as amount, sum(coalesce(fee, 0)) as fee, count(*)::int as executions
      from (
        select id, kind, quantity, price, amount, fee, tax, accrued_interest from ledger_entry
        where ${ofHolder(holder)} and order_id = newest.order_id
        union all
        select id, kind, quantity, price, amount, fee, tax, accrued_interest from ledger_entry
        where ${ofHolder(holder)} and newest.order_id is null
          and day = newest.day and booked_at = newest.booked_at and id = newest.id
      ) as execution
      where kind = newest.kind and ${isActive("execution")}
    ) as total
    order by newest.day desc, newest.booked_at desc, newest.id desc`.execute(db);
  return rows;
}

/** A request of the portal, which the list of orders shows among what was executed. */
export interface RequestedOrder {
  id: number;
  type: RequestRow["type"];
  created_at: Date;
  state: RequestRow["state"];
  transaction_info: RequestRow["transactionInfo"];
}

/** A request for such an instrument, amount, quantity or currency, of such a day, or with the word in a note. */
const requestHasWord = ({ text, amounts, instruments }: NamedWord, timeZone: string): RawBuilder<unknown> => sql`(
    (transaction_info->>'instrumentId')::bigint = any(${instruments}::bigint[])
    or transaction_info->>'instrumentName' ilike ${containing(text)}
    or abs((transaction_info->>'sum')::numeric) = any(${amounts}::numeric[])
    or abs((transaction_info->>'quantity')::numeric) = any(${amounts}::numeric[])
    or abs((transaction_info->>'limitPrice')::numeric) = any(${amounts}::numeric[])
    or transaction_info->>'currency' = ${text.toUpperCase()}
    or (created_at at time zone ${timeZone})::date::text = ${text}
    or user_msg ilike ${containing(text)} or staff_message ilike ${containing(text)})`;

/** Requests of a holder made on the firm's days from..to, newest first, for the list of orders. */
export async function listRequestedOrders(
  db: Db,
  holder: Holder,
  page: {
    from: string;
    to: string;
    timeZone: string;
    before: { at: string; id: number } | undefined;
    limit: number;
    search?: string | undefined;
  },
): Promise<RequestedOrder[]> {
  const words = await namedWords(db, page.search);
  const { rows } = await sql<RequestedOrder>`
    select id, type, created_at, state, transaction_info from transaction_request
    where ${ofHolder(holder)}
      and created_at >= ${page.from}::date::timestamp at time zone ${page.timeZone}
      and created_at < (${page.to}::date + 1)::timestamp at time zone ${page.timeZone}
      ${
        words.length > 0
          ? sql`and ${sql.join(
              words.map((word) => requestHasWord(word, page.timeZone)),
              sql` and `,
            )}`
          : sql``
      }
      ${page.before ? sql`and (created_at, id) < (${page.before.at}::timestamptz, ${page.before.id}::bigint)` : sql``}
    order by created_at desc, id desc limit ${page.limit}`.execute(db);
  return rows;
}
