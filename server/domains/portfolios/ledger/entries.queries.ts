/** SQL of ledger entries: written in bulk, read in booking order. */
import type { Holder } from "@portico/api/shapes.ts";
import type { DeliveredLot, EntryKind } from "@portico/ledger/entry.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { BookedEntry, NumberedEntry, Settlement } from "./entries.ts";

/** Selects a row if the entry is undone; with a limit it stays a lookup per row, however old the statistics are. */
export const undoing = (holder: Holder, entry = "entry"): RawBuilder<number> => sql`(
  select 1 from ledger_undone where ${ofHolder(holder)} and entry_id = ${sql.ref(entry)}.id limit 1)`;

/** Ascending ids for new entries, which no other transaction gets. */
export async function reserveEntryIds(trx: Trx, count: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(nextval('ledger_entry_id')) as ids from generate_series(1, ${count})`.execute(trx);
  return rows[0]?.ids ?? [];
}

interface KnownEntry {
  externalId: string;
  fingerprint: string;
  id: number;
  day: string;
}

/** A transfer out of a holder. */
export interface TransferOut {
  holder: Holder;
  id: number;
  day: string;
}

/** Transfers of other holders that took as many units of an instrument out, at most some days before or after. */
export async function findTransfersOut(
  db: Db,
  { instrumentId, quantity, day, nearDays }: { instrumentId: number; quantity: string; day: string; nearDays: number },
  except: Holder,
): Promise<TransferOut[]> {
  const { rows } = await sql<{ holder_type: Holder["holderType"]; holder_id: number; id: number; day: string }>`
    select entry.holder_type, entry.holder_id, entry.id, entry.day
    from position join ledger_entry as entry using (holder_type, holder_id)
    where position.instrument_id = ${instrumentId} and entry.instrument_id = ${instrumentId}
      and entry.kind = 'transferOut' and entry.quantity = -${quantity}::numeric
      and entry.day between ${day}::date - ${nearDays}::int and ${day}::date + ${nearDays}::int
      and (holder_type, holder_id) <> (${except.holderType}, ${except.holderId})
      and not exists (
        select from ledger_undone as undone
        where undone.holder_type = entry.holder_type and undone.holder_id = entry.holder_id and undone.entry_id = entry.id)
    order by entry.day, entry.id limit 5`.execute(db);
  return rows.map(({ holder_type, holder_id, ...row }) => ({
    holder: { holderType: holder_type, holderId: holder_id },
    ...row,
  }));
}

/** Which of the external ids the holder's ledger already contains. */
export async function findKnownEntries(db: Db, holder: Holder, externalIds: readonly string[]): Promise<KnownEntry[]> {
  if (externalIds.length === 0) return [];
  const { rows } = await sql<KnownEntry>`
    select external_id as "externalId", fingerprint, id, day from ledger_entry
    where ${ofHolder(holder)} and external_id = any(${externalIds}::text[])`.execute(db);
  return rows;
}

/** Cash moved by the entries with these external ids. */
export async function findEntriesByExternalId(
  db: Db,
  holder: Holder,
  externalIds: readonly string[],
): Promise<{ externalId: string; currency: string; amount: string }[]> {
  if (externalIds.length === 0) return [];
  const { rows } = await sql<{ externalId: string; currency: string; amount: string }>`
    select external_id as "externalId", currency, amount from ledger_entry
    where ${ofHolder(holder)} and external_id = any(${externalIds}::text[])`.execute(db);
  return rows;
}

export interface BookedReversal {
  id: number;
  reverses: number;
}

/** All reversals of the holder. */
export async function listReversals(db: Db, holder: Holder): Promise<BookedReversal[]> {
  const { rows } = await sql<BookedReversal>`
    select id, reverses from ledger_entry where ${ofHolder(holder)} and reverses is not null`.execute(db);
  return rows;
}

/** The earliest day of some entries; reads all of the holder's. */
export async function findEarliestDay(db: Db, holder: Holder, ids: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from ledger_entry where ${ofHolder(holder)} and id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Stores which entries are undone, after new reversals. */
export async function saveUndone(trx: Trx, holder: Holder, undone: ReadonlyMap<number, number>): Promise<void> {
  await sql`delete from ledger_undone where ${ofHolder(holder)}`.execute(trx);
  await sql`
    insert into ledger_undone (holder_type, holder_id, entry_id, reversal_id)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${[...undone.keys()]}::bigint[], ${[...undone.values()]}::bigint[]) as new`.execute(trx);
}

/**
 * Of each trade that was reversed, all entries: of its id, and of ids that continue it. `reversal` is the fingerprint of
 * what reverses the entry.
 */
export async function listBookings(
  db: Db,
  holder: Holder,
  trades: readonly string[],
): Promise<{ trade: string; externalId: string; fingerprint: string; reversal: string | null }[]> {
  const { rows } = await sql<{ trade: string; externalId: string; fingerprint: string; reversal: string | null }>`
    with reversals as (
      select entry_id as reverses, fingerprint from ledger_undone
      join ledger_entry using (holder_type, holder_id)
      where ${ofHolder(holder)} and ledger_entry.id = reversal_id and ledger_entry.reverses is not null
    ),
    reversed as (
      select external_id as trade from ledger_entry join reversals on reversals.reverses = id
      where ${ofHolder(holder)} and external_id = any(${trades}::text[])
    ),
    own as (
      select id, external_id, fingerprint from ledger_entry where ${ofHolder(holder)} and kind <> 'reversal'
    )
    select trade, external_id as "externalId", own.fingerprint, reversals.fingerprint as reversal
    from own
    join reversed on trade = concat_ws(
      ':', split_part(external_id, ':', 1), split_part(external_id, ':', 2), split_part(external_id, ':', 3)
    )
    left join reversals on reversals.reverses = own.id
    order by own.id`.execute(db);
  return rows;
}

/** An entry with all that identifies it, and the fingerprint of what reverses it. */
export interface FoundEntry {
  externalId: string;
  kind: EntryKind;
  day: string;
  instrument: number | null;
  quantity: string | null;
  currency: string;
  amount: string;
  counterInstrument: number | null;
  counterQuantity: string | null;
  description: string | null;
  reversal: string | null;
}

/** The entries of these ids, and up to a day those of some kinds, in the order in which they were booked. */
export async function listFoundEntries(
  db: Db,
  holder: Holder,
  { externalIds, kinds, until }: { externalIds: readonly string[]; kinds: readonly EntryKind[]; until: string },
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry>`
    select entry.external_id as "externalId", entry.kind, entry.day, entry.instrument_id as instrument,
      entry.quantity::text as quantity, entry.currency, entry.amount::text as amount,
      entry.counter_instrument_id as "counterInstrument", entry.counter_quantity::text as "counterQuantity",
      entry.description, (
        select reversal.fingerprint from ledger_undone as undone
        join ledger_entry as reversal on reversal.holder_type = undone.holder_type
          and reversal.holder_id = undone.holder_id and reversal.id = undone.reversal_id
        where undone.holder_type = entry.holder_type and undone.holder_id = entry.holder_id
          and undone.entry_id = entry.id limit 1) as reversal
    from ledger_entry as entry
    where ${ofHolder(holder)}
      and (entry.external_id = any(${externalIds}::text[]) or (entry.kind = any(${kinds}::text[]) and entry.day <= ${until}::date))
    order by entry.id`.execute(db);
  return rows;
}

/** Rows per statement: enough that the number of statements does not matter, few enough that one is a few megabytes. */
const rowsPerInsert = 20_000;

/** A column as an array; a column without values is sent empty, and unnest fills it with null. */
function column<T>(rows: readonly NumberedEntry[], value: (row: NumberedEntry) => T | undefined): (T | null)[] {
  const values = rows.map((row) => value(row) ?? null);
  return values.some((item) => item !== null) ? values : [];
}

/** Appends entries. */
export async function insertEntries(
  trx: Trx,
  holder: Holder,
  entries: readonly NumberedEntry[],
  importId: number | null,
): Promise<void> {
  await insertDeliveries(trx, holder, entries);
  await insertDeliveredLots(trx, holder, entries);
  await insertSettlements(trx, holder, entries);
  for (let from = 0; from < entries.length; from += rowsPerInsert) {
    const rows = entries.slice(from, from + rowsPerInsert);
    await sql`
      insert into ledger_entry (
        holder_type, holder_id, import_id, day, booked_at, timed, id, kind, instrument_id, quantity, price, currency, amount,
        fee, tax, accrued_interest, cost, counter_currency, counter_amount, counter_instrument_id, counter_quantity, reverses,
        order_id, external_id, fingerprint, description, custodian)
      select ${holder.holderType}, ${holder.holderId}, ${importId}, day,
        booked_at, timed, id, kind, instrument_id, quantity, price,
        currency, amount, fee, tax, accrued_interest, cost, counter_currency, counter_amount, counter_instrument_id,
        counter_quantity, reverses, order_id, external_id, fingerprint, description, custodian
      from unnest(
        ${column(rows, (row) => row.day)}::date[], ${column(rows, (row) => row.bookedAt)}::timestamptz[],
        ${rows.map((row) => row.time !== undefined)}::boolean[],
        ${column(rows, (row) => row.id)}::bigint[], ${column(rows, (row) => row.kind)}::text[],
        ${column(rows, (row) => row.instrumentId)}::bigint[], ${column(rows, (row) => row.quantity)}::numeric[],
        ${column(rows, (row) => row.price)}::numeric[], ${column(rows, (row) => row.currency)}::text[],
        ${column(rows, (row) => row.amount)}::numeric[], ${column(rows, (row) => row.fee)}::numeric[],
        ${column(rows, (row) => row.tax)}::numeric[],
        ${column(rows, (row) => row.accruedInterest)}::numeric[], ${column(rows, (row) => row.cost)}::numeric[],
        ${column(rows, (row) => row.counter?.currency)}::text[], ${column(rows, (row) => row.counter?.amount)}::numeric[],
        ${column(rows, (row) => row.counter?.instrumentId)}::bigint[],
        ${column(rows, (row) => row.counter?.quantity)}::numeric[], ${column(rows, (row) => row.reverses)}::bigint[],
        ${column(rows, (row) => row.orderId)}::text[], ${column(rows, (row) => row.externalId)}::text[],
        ${column(rows, (row) => row.fingerprint)}::text[], ${column(rows, (row) => row.description)}::text[],
        ${column(rows, (row) => row.custodian)}::text[]
      ) as new (day, booked_at, timed, id, kind, instrument_id, quantity, price, currency, amount, fee, tax, accrued_interest, cost,
                counter_currency, counter_amount, counter_instrument_id, counter_quantity, reverses, order_id, external_id,
                fingerprint, description, custodian)`.execute(trx);
  }
}

/** Stores what is known of transfers besides their entries. */
async function insertDeliveries(trx: Trx, holder: Holder, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.filter(({ acquiredOn, value }) => acquiredOn !== undefined || value !== undefined);
  if (rows.length === 0) return;
  await sql`
    insert into ledger_delivery (holder_type, holder_id, entry_id, acquired_on, value)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ acquiredOn }) => acquiredOn ?? null)}::date[],
      ${rows.map(({ value }) => value ?? null)}::numeric[]) as new`.execute(trx);
}

async function insertDeliveredLots(trx: Trx, holder: Holder, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.flatMap(({ id, lots = [] }) => lots.map((lot, place) => ({ ...lot, id, no: place + 1 })));
  if (rows.length === 0) return;
  await sql`
    insert into ledger_delivery_lot (holder_type, holder_id, entry_id, no, acquired_on, quantity, cost)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ no }) => no)}::int[],
      ${rows.map(({ acquired }) => acquired)}::date[], ${rows.map(({ quantity }) => quantity)}::numeric[],
      ${rows.map(({ cost }) => cost)}::numeric[]) as new`.execute(trx);
}

/** Stores what is known of trades besides their entries. */
async function insertSettlements(trx: Trx, holder: Holder, entries: readonly NumberedEntry[]): Promise<void> {
  const rows = entries.filter(({ settledOn, venue }) => settledOn !== undefined || venue !== undefined);
  if (rows.length === 0) return;
  await sql`
    insert into ledger_settlement (holder_type, holder_id, entry_id, settled_on, venue)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ settledOn }) => settledOn ?? null)}::date[],
      ${rows.map(({ venue }) => venue ?? null)}::text[]) as new`.execute(trx);
}

/** Settlement day and venue of a holder's entries, as far as their rows stated them; of those up to `lastEntryId`. */
export async function findSettlements(
  db: Db,
  holder: Holder,
  lastEntryId: number,
): Promise<({ entryId: number } & Settlement)[]> {
  const { rows } = await sql<{ entryId: number; settledOn: string | null; venue: string | null }>`
    select entry_id as "entryId", settled_on::text as "settledOn", venue from ledger_settlement
    where holder_type = ${holder.holderType} and holder_id = ${holder.holderId} and entry_id <= ${lastEntryId}
    order by entry_id`.execute(db);
  return rows.map(({ entryId, settledOn, venue }) => ({
    entryId,
    ...(settledOn !== null && { settledOn }),
    ...(venue !== null && { venue }),
  }));
}

/** The custodian of every account of a Flex statement. */
export const ofFlex = "Interactive Brokers";

/** What a source says of an entry that changes no position; null if it does not. */
export interface EntrySource {
  entryId: number;
  /** With which it lies. */
  custodian: string | null;
  /** Of income and tax alone. */
  description: string | null;
}

/** Of the holder's entries up to `lastEntryId` those of which something is said. */
export async function findSources(db: Db, holder: Holder, lastEntryId: number): Promise<EntrySource[]> {
  const { rows } = await sql<EntrySource>`
    select * from (
      select booked.id as "entryId", coalesce(booked.custodian, case import.format when 'ibFlex' then ${ofFlex} end) as custodian,
        case when booked.kind in ('dividend', 'interest', 'tax') then booked.description end as description
      from ledger_entry as booked left join import on import.id = booked.import_id
      where booked.holder_type = ${holder.holderType} and booked.holder_id = ${holder.holderId} and booked.id <= ${lastEntryId}
    ) as said where custodian is not null or description is not null order by "entryId"`.execute(db);
  return rows;
}

/** What `mathsColumns` selects: an entry's fields as one text, since a driver takes longest over many columns. */
export interface EntryRecord {
  line: string;
}

/** Entries without a time of their own have the first moment of their day, as their neighbours. */
let lastInstant = { ms: "", text: "" };
function instantOf(ms: string): string {
  if (lastInstant.ms !== ms) lastInstant = { ms, text: new Date(Number(ms)).toISOString() };
  return lastInstant.text;
}

function toLot(text: string): DeliveredLot {
  const [quantity = "", cost = "", acquired = ""] = text.split(",");
  return { acquired: acquired || null, quantity, cost };
}

export function toEntry({ line }: EntryRecord): BookedEntry {
  const fields = line.split("\t") as [string, string, string, string, string, string, string, ...string[]];
  const [id, kind, day, currency, amount, bookedMs, timed] = fields;
  const bookedAt = instantOf(bookedMs);
  const entry: BookedEntry = { id: Number(id), kind: kind as EntryKind, day, bookedAt, currency, amount };
  if (timed === "true") entry.time = bookedAt;
  if (fields.length === 7) return entry;
  const [
    instrumentId,
    quantity,
    price,
    fee,
    tax,
    accruedInterest,
    cost,
    reverses,
    acquiredOn,
    value,
    lots,
    ...counter
  ] = fields.slice(7);
  if (instrumentId) entry.instrumentId = Number(instrumentId);
  if (quantity) entry.quantity = quantity;
  if (price) entry.price = price;
  if (fee) entry.fee = fee;
  if (tax) entry.tax = tax;
  if (accruedInterest) entry.accruedInterest = accruedInterest;
  if (cost) entry.cost = cost;
  if (reverses) entry.reverses = Number(reverses);
  if (acquiredOn) entry.acquiredOn = acquiredOn;
  if (value) entry.value = value;
  if (lots) entry.lots = lots.split(";").map(toLot);
  const [counterCurrency, counterAmount, counterInstrument, counterQuantity] = counter;
  if (counterCurrency || counterAmount || counterInstrument) {
    entry.counter = {
      ...(counterCurrency && { currency: counterCurrency }),
      ...(counterAmount && { amount: counterAmount }),
      ...(counterInstrument && { instrumentId: Number(counterInstrument) }),
      ...(counterQuantity && { quantity: counterQuantity }),
    };
  }
  return entry;
}

/** A column of what is known of a transfer besides its entry, looked up for transfers alone. */
const ofDelivery = (column: "acquired_on" | "value"): RawBuilder<string | null> => sql`
  case when kind in ('transferIn', 'transferOut') then (
    select delivery.${sql.raw(column)} from ledger_delivery as delivery (of_type, of_holder, of_entry, acquired_on, value)
    where of_type = holder_type and of_holder = holder_id and of_entry = id) end`;

/** The lots of a delivery, as `toLot` reads them. */
const lotsOfDelivery: RawBuilder<string | null> = sql`
  case when kind = 'transferIn' then (
    select string_agg(concat_ws(',', lot.quantity, lot.cost, lot.acquired_on), ';' order by lot.no)
    from ledger_delivery_lot as lot (of_type, of_holder, of_entry, no, acquired_on, quantity, cost)
    where of_type = holder_type and of_holder = holder_id and of_entry = id) end`;

/** Texts beside each other with tabs between them; nothing for null. Many times as fast as an array of texts. */
const tabbed = (columns: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql`concat(${sql.join(columns, sql`, E'\t', `)})`;

const instant = sql`(date_part('epoch', booked_at) * 1000)::bigint`;
/** What every entry has. */
const common = [sql`id`, sql`kind`, sql`day`, sql`currency`, sql`amount`, instant, sql`timed::text`];
const ofTrade = [sql`instrument_id`, sql`quantity`, sql`price`, sql`fee`, sql`tax`];
const seldom = [
  sql`accrued_interest`,
  sql`cost`,
  sql`reverses`,
  ofDelivery("acquired_on"),
  ofDelivery("value"),
  lotsOfDelivery,
  sql`counter_currency`,
  sql`counter_amount`,
  sql`counter_instrument_id`,
  sql`counter_quantity`,
];
const hasSeldom = sql`(coalesce(accrued_interest, cost, counter_amount, counter_quantity) is not null
  or coalesce(reverses, counter_instrument_id) is not null or counter_currency is not null
  or kind in ('transferIn', 'transferOut'))`;

/** Fields used in calculations: all others are in the key's index, so the table itself is not read. */
const mathsLine = sql`${tabbed([...common, ...ofTrade])}
  || case when ${hasSeldom} then E'\t' || ${tabbed(seldom)} else '' end`;
export const mathsColumns = sql`${mathsLine} as line`;

/** The same, but of other positions' entries only the cash that they move in one currency, as a payment would. */
const linesTouching = (instrumentIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when instrument_id is null or instrument_id = any(${instrumentIds}) or counter_instrument_id is not null
      or counter_currency is not null or kind in ('reversal', 'openingBalance')
    then ${mathsLine}
    else ${tabbed([sql`id`, sql`'deposit'`, ...common.slice(2)])}
  end as line`;

/** Instruments and currencies that an entry moves. */
export interface Touched {
  instrumentIds: ReadonlySet<number>;
  currencies: ReadonlySet<string>;
}

/**
 * The holder's entries in booking order, reversed ones and reversals too; those after a key, up to a day, and up to the id that
 * was given last. If something is given that they
 * touch, those that do; an entry of another position may be a deposit of the same cash.
 */
export async function listEntries(
  db: Db,
  holder: Holder,
  {
    after,
    touching,
    until,
    lastId,
  }: {
    after?: Pick<BookedEntry, "day" | "bookedAt" | "id"> | undefined;
    touching?: Touched | undefined;
    until?: string;
    lastId?: number;
  } = {},
): Promise<BookedEntry[]> {
  const ids = sql`${[...(touching?.instrumentIds ?? [])]}::bigint[]`;
  const currencies = sql`${[...(touching?.currencies ?? [])]}::text[]`;
  const { rows } = await sql<EntryRecord>`
    select ${touching ? linesTouching(ids) : mathsColumns} from ledger_entry
    where ${ofHolder(holder)}
      ${after ? sql`and (day, booked_at, id) > (${after.day}::date, ${after.bookedAt}::timestamptz, ${after.id}::bigint)` : sql``}
      ${until === undefined ? sql`` : sql`and day <= ${until}::date`}
      ${lastId === undefined ? sql`` : sql`and id <= ${lastId}::bigint`}
      ${
        touching
          ? sql`and (instrument_id = any(${ids}) or counter_instrument_id = any(${ids})
            or currency = any(${currencies}) or counter_currency = any(${currencies}))`
          : sql``
      }
    order by day, booked_at, id`.execute(db);
  return rows.map(toEntry);
}

/** Entries by id. */
export async function findEntries(db: Db, holder: Holder, ids: readonly number[]): Promise<BookedEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntryRecord>`
    select ${mathsColumns} from ledger_entry where ${ofHolder(holder)} and id = any(${ids}::bigint[])`.execute(db);
  return rows.map(toEntry);
}

/** Entries of a range of days that are not reversed, in booking order; those about some instruments, if they are named. */
export async function listActiveEntries(
  db: Db,
  holder: Holder,
  { from, to, instrumentIds }: { from: string; to: string; instrumentIds?: readonly number[] },
): Promise<BookedEntry[]> {
  const isAbout = instrumentIds
    ? sql`and (instrument_id = any(${instrumentIds}::bigint[]) or counter_instrument_id = any(${instrumentIds}::bigint[]))`
    : sql``;
  const { rows } = await sql<EntryRecord>`
    select ${mathsColumns} from ledger_entry as entry
    where ${ofHolder(holder)} and day >= ${from}::date and day <= ${to}::date and kind <> 'reversal' ${isAbout}
      and not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id)
    order by day, booked_at, id`.execute(db);
  return rows.map(toEntry);
}

/** How many entries the holder's ledger has, reversed ones and reversals included. */
export async function countEntries(db: Db, holder: Holder): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ledger_entry where ${ofHolder(holder)}`.execute(db);
  return rows[0]?.count ?? 0;
}
