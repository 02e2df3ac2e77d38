/** SQL of the entries of pooled accounts, and of what they became in clients' ledgers. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import { oneRow } from "../../../kernel/one-row.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** An entry as the bank states it. */
export interface BankFact {
  account: string;
  bank: string;
  name: string;
  /** The payment of a batch, from 1; 0 is the entry itself. */
  part: number;
  bookedOn: string;
  valueOn: string | null;
  currency: string;
  amount: string;
  bankReference: string | null;
  ownReference: string | null;
  counterparty: string | null;
  counterpartyAccount: string | null;
  text: string;
  code: string | null;
  isReversal: boolean;
  returnReason: string | null;
}

export type BankEntryState = "open" | "booked" | "own";

export interface BankEntryRow extends BankFact {
  id: number;
  state: BankEntryState;
  ownBy: number | null;
  ownAt: Date | null;
  ownReason: string | null;
}

const columns = sql`entry.id, entry.account, entry.bank, entry.name, entry.part, entry.booked_on as "bookedOn",
  entry.value_on as "valueOn", entry.currency, trim_scale(entry.amount)::text as amount,
  entry.bank_reference as "bankReference", entry.own_reference as "ownReference", entry.counterparty,
  entry.counterparty_account as "counterpartyAccount", entry.text, entry.code, entry.is_reversal as "isReversal",
  entry.return_reason as "returnReason", entry.state, entry.own_by as "ownBy", entry.own_at as "ownAt",
  entry.own_reason as "ownReason"`;

/** Those of the names that an account has already, whether as an entry or as the payments of a batch. */
export async function findKnownNames(db: Db, account: string, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from bank_entry where account = ${account} and name = any(${names}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Stores entries; returns their ids in the order given. An entry that is known is not stored, and has none. */
export async function insertBankEntries(
  trx: Trx,
  facts: readonly (BankFact & { state: BankEntryState })[],
  importId: number,
): Promise<Map<string, number>> {
  if (facts.length === 0) return new Map();
  const { rows } = await sql<{ id: number; account: string; name: string; part: number }>`
    insert into bank_entry (account, bank, name, part, booked_on, value_on, currency, amount, bank_reference, own_reference,
      counterparty, counterparty_account, text, code, is_reversal, return_reason, state, import_id)
    select one.account, one.bank, one.name, one.part, one."bookedOn", one."valueOn", one.currency, one.amount,
      one."bankReference", one."ownReference", one.counterparty, one."counterpartyAccount", one.text, one.code,
      one."isReversal", one."returnReason", one.state, ${importId}
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as one (account text, bank text, name text, part int,
      "bookedOn" date, "valueOn" date, currency text, amount numeric, "bankReference" text, "ownReference" text,
      counterparty text, "counterpartyAccount" text, text text, code text, "isReversal" boolean, "returnReason" text,
      state text)
    order by one."bookedOn", one.account, one.name, one.part
    on conflict (account, name, part) do nothing returning id, account, name, part`.execute(trx);
  return new Map(rows.map(({ id, ...fact }) => [keyOfFact(fact), id]));
}

export const keyOfFact = ({ account, name, part }: Pick<BankFact, "account" | "name" | "part">): string =>
  JSON.stringify([account, name, part]);

export interface NewBooking {
  entryId: number;
  externalId: string;
  requestId: number | null;
  isReturn: boolean;
  how: "reference" | "staff";
  by: number | null;
  reason: string | null;
}

export async function insertBooking(trx: Trx, holder: Holder, booking: NewBooking): Promise<void> {
  const { entryId, externalId, requestId, isReturn, how, by, reason } = booking;
  await sql`
    insert into bank_booking (holder_type, holder_id, entry_id, external_id, request_id, is_return, how, booked_by, reason)
    values (${holder.holderType}, ${holder.holderId}, ${entryId}, ${externalId}, ${requestId}::bigint, ${isReturn},
      ${how}, ${by}::bigint, ${reason})`.execute(trx);
}

export async function lockBankEntry(trx: Trx, id: number): Promise<BankEntryRow | undefined> {
  const { rows } = await sql<BankEntryRow>`
    select ${columns} from bank_entry as entry where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Moves an entry on from a state; false if it is in another. */
export async function moveBankEntry(
  trx: Trx,
  id: number,
  { from, to, own = null }: { from: BankEntryState; to: BankEntryState; own?: { by: number; reason: string } | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_entry set state = ${to}, own_by = ${own?.by ?? null}::bigint, own_reason = ${own?.reason ?? null},
      own_at = ${own ? sql`now()` : null}
    where id = ${id} and state = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

export interface BookingRow extends Holder {
  id: number;
  entryId: number;
  externalId: string;
  requestId: number | null;
  how: "reference" | "staff";
  bookedBy: number | null;
  bookedAt: Date;
  reason: string | null;
}

const bookingColumns = sql`id, holder_type as "holderType", holder_id as "holderId", entry_id as "entryId",
  external_id as "externalId", request_id as "requestId", how, booked_by as "bookedBy", booked_at as "bookedAt", reason`;

/** What the entries are booked as today. */
export async function listBookings(db: Db, entryIds: readonly number[]): Promise<Map<number, BookingRow>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await sql<BookingRow>`
    select ${bookingColumns} from bank_booking where entry_id = any(${entryIds}::bigint[]) and undone_at is null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.entryId, row]));
}

/** How often an entry was booked, so that each of its entries in a ledger has an id of its own. */
export async function countBookings(db: Db, entryId: number): Promise<number> {
  return oneRow(
    await sql<{ count: number }>`
      select count(*)::int as count from bank_booking where entry_id = ${entryId}`.execute(db),
  ).count;
}

export async function endBooking(
  trx: Trx,
  { holderType, holderId, id }: BookingRow,
  { by, reason }: { by: number; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_booking set undone_by = ${by}, undone_at = now(), undone_reason = ${reason}
    where ${ofHolder({ holderType, holderId })} and id = ${id} and undone_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** The list of a state: what is open, the oldest first; what was dealt with, the newest first. */
export async function listBankEntryRows(
  db: Db,
  page: { state: BankEntryState; after: { value: string; id: number } | undefined; limit: number },
): Promise<BankEntryRow[]> {
  const { state, after, limit } = page;
  const [beyond, order] = state === "open" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<BankEntryRow>`
    select ${columns} from bank_entry as entry
    where state = ${state}
      ${after ? sql`and (booked_on, id) ${beyond} (${after.value}::date, ${after.id}::bigint)` : sql``}
    order by booked_on ${order}, id ${order} limit ${limit}`.execute(db);
  return rows;
}

/** What is open, counted up to a cap. */
export async function countOpenEntries(db: Db, most: number): Promise<number> {
  return oneRow(
    await sql<{ count: number }>`
      select count(*)::int as count from (select from bank_entry where state = 'open' limit ${most}) as open`.execute(
      db,
    ),
  ).count;
}

export interface OpenReturn {
  id: number;
  requestId: number;
  /** Of the entry in the ledger that brought the money back. */
  ledgerEntryId: number;
  day: string;
  returnReason: string | null;
}

/** Payments of the holder that came back, and whose withdrawal has not ended for them. */
export async function listOpenReturns(db: Db, holder: Holder): Promise<OpenReturn[]> {
  const { rows } = await sql<OpenReturn>`
    select booking.id, booking.request_id as "requestId", entry.id as "ledgerEntryId", entry.day,
      bank_entry.return_reason as "returnReason"
    from bank_booking as booking
    join bank_entry on bank_entry.id = booking.entry_id
    join ledger_entry as entry on entry.holder_type = booking.holder_type and entry.holder_id = booking.holder_id
      and entry.external_id = booking.external_id
    where booking.holder_type = ${holder.holderType} and booking.holder_id = ${holder.holderId} and is_return
      and returned_at is null and undone_at is null and request_id is not null
    order by booking.id`.execute(db);
  return rows;
}

/** False if it was done before. */
export async function markReturned(trx: Trx, holder: Holder, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_booking set returned_at = now() where ${ofHolder(holder)} and id = ${id} and returned_at is null`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}
