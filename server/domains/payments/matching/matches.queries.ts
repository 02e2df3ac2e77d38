/** SQL of which ledger entries deposits and withdrawals turned out to be. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { RequestState } from "../requests/requests.queries.ts";

/** A deposit or withdrawal as booked. */
export interface PaymentEntry {
  id: number;
  day: string;
  kind: "deposit" | "withdrawal";
  currency: string;
  /** Signed. */
  amount: string;
  description: string | null;
}

const entryColumns = sql`entry.id, entry.day, entry.kind, entry.currency, entry.amount::text as amount, entry.description`;
/** Neither reversed nor matched already. */
const isFree = (holder: Holder) => sql`
  not exists (select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id)
  and not exists (
    select from entry_match where ${ofHolder(holder)} and entry_match.entry_id = entry.id and undone_at is null
  )`;

/** Free payments of the holder of a kind and currency since a day, the newest first. */
export async function listFreeEntries(
  db: Db,
  holder: Holder,
  { kind, currency, from, limit }: { kind: PaymentEntry["kind"]; currency: string; from: string; limit: number },
): Promise<PaymentEntry[]> {
  const { rows } = await sql<PaymentEntry>`
    select ${entryColumns} from ledger_entry as entry
    where ${ofHolder(holder)} and kind in ('deposit', 'withdrawal') and kind = ${kind} and currency = ${currency}
      and day >= ${from}::date and ${isFree(holder)}
    order by day desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Free payments of the holder of a kind since a day, in any currency, and whether staff have dealt with each. */
export async function listUnmatchedEntries(
  db: Db,
  holder: Holder,
  { kind, from, limit }: { kind: PaymentEntry["kind"]; from: string; limit: number },
): Promise<(PaymentEntry & { isCleared: boolean })[]> {
  const { rows } = await sql<PaymentEntry & { isCleared: boolean }>`
    select ${entryColumns}, exists (
      select from payment_review as review
      where ${ofHolder(holder)} and review.entry_id = entry.id and cleared_at is not null
    ) as "isCleared"
    from ledger_entry as entry
    where ${ofHolder(holder)} and kind in ('deposit', 'withdrawal') and kind = ${kind}
      and day >= ${from}::date and ${isFree(holder)}
    order by day desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export interface FeeEntry {
  id: number;
  day: string;
  currency: string;
  /** Signed. */
  amount: string;
  description: string | null;
}

const isFreeFee = (holder: Holder) => sql`
  kind = 'fee' and not exists (
    select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id
  ) and not exists (select from cash_reservation where ${ofHolder(holder)} and fee_entry_id = entry.id)`;

/** Entries of fees since a day that are neither reversed nor known as a withdrawal's, the newest first. */
export async function listFeeEntries(
  db: Db,
  holder: Holder,
  { currency, from, limit }: { currency: string; from: string; limit: number },
): Promise<FeeEntry[]> {
  const { rows } = await sql<FeeEntry>`
    select entry.id, entry.day, entry.currency, entry.amount::text as amount, entry.description
    from ledger_entry as entry
    where ${ofHolder(holder)} and currency = ${currency} and day >= ${from}::date and ${isFreeFee(holder)}
    order by day desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** One entry of a fee of the holder, and whether it is a withdrawal's; undefined if it is something else or reversed. */
export async function findFeeEntry(
  db: Db,
  holder: Holder,
  id: number,
): Promise<(FeeEntry & { taken: boolean }) | undefined> {
  const { rows } = await sql<FeeEntry & { taken: boolean }>`
    select entry.id, entry.day, entry.currency, entry.amount::text as amount, entry.description,
      exists (select from cash_reservation where ${ofHolder(holder)} and fee_entry_id = entry.id) as taken
    from ledger_entry as entry
    where ${ofHolder(holder)} and id = ${id} and kind = 'fee'
      and not exists (select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id)`.execute(
    db,
  );
  return rows[0];
}

/** Entries of fees of this amount, on a day or later, that are neither reversed nor known as a withdrawal's. */
export async function listFreeFees(
  db: Db,
  holder: Holder,
  { currency, fee, from }: { currency: string; fee: string; from: string },
): Promise<{ id: number; description: string | null }[]> {
  const { rows } = await sql<{ id: number; description: string | null }>`
    select entry.id, entry.description from ledger_entry as entry
    where ${ofHolder(holder)} and kind = 'fee' and currency = ${currency} and amount = -${fee}::numeric
      and day >= ${from}::date and ${isFree(holder)} and not exists (
        select from cash_reservation where ${ofHolder(holder)} and fee_entry_id = entry.id
      )
    order by day, id`.execute(db);
  return rows;
}

/** Whether a request has the entry. */
export async function isEntryMatched(db: Db, holder: Holder, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from entry_match where ${ofHolder(holder)} and entry_id = ${id} and undone_at is null`.execute(db);
  return rows.length > 0;
}

/** One free payment of the holder; undefined if it is something else, reversed or matched. */
export async function findFreeEntry(db: Db, holder: Holder, id: number): Promise<PaymentEntry | undefined> {
  const { rows } = await sql<PaymentEntry>`
    select ${entryColumns} from ledger_entry as entry
    where ${ofHolder(holder)} and kind in ('deposit', 'withdrawal') and id = ${id} and ${isFree(holder)}`.execute(db);
  return rows[0];
}

export interface MatchRecord extends PaymentEntry {
  matchId: number;
  requestId: number;
  how: "reference" | "staff";
  /** How much of the amount asked for it covers; null in a match from before that was stored: all of it. */
  applied: string | null;
  /** Why staff matched what differs. */
  reason: string | null;
  /** The state that the request left. */
  leftState: RequestState;
  matchedAt: Date;
  matchedBy: number | null;
}

/** Stores a match; false if another request has the entry. */
export async function insertMatch(
  trx: Trx,
  holder: Holder,
  match: {
    requestId: number;
    entry: Pick<PaymentEntry, "id" | "day">;
    leftState: RequestState;
    how: "reference" | "staff";
    matchedBy: number | null;
    applied: string;
    reason: string | null;
  },
): Promise<boolean> {
  // Builds before `left_state` return an undone match to `request_state`.
  const { numAffectedRows } = await sql`
    insert into entry_match (request_id, holder_type, holder_id, entry_id, entry_day, request_state, left_state, how,
      matched_by, applied, reason)
    values (${match.requestId}, ${holder.holderType}, ${holder.holderId}, ${match.entry.id}, ${match.entry.day},
            ${match.leftState === "open" ? "open" : "paying"}, ${match.leftState}, ${match.how}, ${match.matchedBy},
            ${match.applied}, ${match.reason})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends the match of a request with an entry; false if there is none. */
export async function endMatch(
  trx: Trx,
  { requestId, entryId, undoneBy }: { requestId: number; entryId: number; undoneBy: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update entry_match set undone_at = now(), undone_by = ${undoneBy}
    where request_id = ${requestId} and entry_id = ${entryId} and undone_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Pairs of the holder's requests and entries of which staff undid the match. */
export async function listUndoneByStaff(db: Db, holder: Holder): Promise<{ requestId: number; entryId: number }[]> {
  const { rows } = await sql<{ requestId: number; entryId: number }>`
    select distinct request_id as "requestId", entry_id as "entryId" from entry_match
    where ${ofHolder(holder)} and undone_by is not null`.execute(db);
  return rows;
}

/** The matches of requests, with their entries, the oldest first. */
export async function listMatches(
  db: Db,
  requestIds: readonly number[],
): Promise<ReadonlyMap<number, readonly MatchRecord[]>> {
  if (requestIds.length === 0) return new Map();
  const { rows } = await sql<MatchRecord>`
    select entry_match.id as "matchId", request_id as "requestId", how, applied::text, reason,
      coalesce(left_state, request_state) as "leftState", matched_at as "matchedAt", matched_by as "matchedBy",
      ${entryColumns}
    from entry_match
    cross join lateral (
      select id, day, kind, currency, amount, description from ledger_entry
      where ledger_entry.holder_type = entry_match.holder_type and ledger_entry.holder_id = entry_match.holder_id
        and kind in ('deposit', 'withdrawal') and day = entry_match.entry_day and ledger_entry.id = entry_match.entry_id
    ) as entry
    where request_id = any(${requestIds}::bigint[]) and undone_at is null
    order by entry_match.id`.execute(db);
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

/** Requests of the holder whose matched entry was reversed since, each with the entry. */
export async function listReversedMatches(db: Db, holder: Holder): Promise<{ requestId: number; entryId: number }[]> {
  const { rows } = await sql<{ requestId: number; entryId: number }>`
    select request_id as "requestId", entry_id as "entryId" from entry_match
    where ${ofHolder(holder)} and undone_at is null
      and exists (
        select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry_match.entry_id
      )`.execute(db);
  return rows;
}

/** Paid withdrawals of the holder whose fee's entry was reversed since. */
export async function listReversedFees(db: Db, holder: Holder): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select request_id as id from cash_reservation
    where ${ofHolder(holder)} and fee_entry_id is not null
      and exists (
        select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = fee_entry_id
      )`.execute(db);
  return rows.map(({ id }) => id);
}
