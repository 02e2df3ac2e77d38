/** SQL of entries that no request explains: deposits, payments and fees, until a person has dealt with each. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { isOfColleague } from "../../holders/assigned.ts";

export interface ReviewRecord extends Holder {
  entryId: number;
  day: string;
  kind: "deposit" | "withdrawal" | "fee";
  currency: string;
  /** Signed. */
  amount: string;
  description: string | null;
  foundAt: Date;
  clearedAt: Date | null;
  clearedBy: number | null;
  reason: string | null;
}

/** An entry booked this many days after its day, or more, is history that was taken over, unless it names a request. */
export const historyDays = 60;

export interface NewPayment {
  id: number;
  day: string;
  description: string | null;
  isHistory: boolean;
}

/** Deposits and withdrawals booked lately that no request has and that are not on the list. */
export async function listUnexplained(db: Db, holder: Holder): Promise<NewPayment[]> {
  const { rows } = await sql<NewPayment>`
    select entry.id, entry.day, entry.description, entry.day < recorded_at::date - ${historyDays}::int as "isHistory"
    from ledger_entry as entry
    where ${ofHolder(holder)} and kind in ('deposit', 'withdrawal')
      and recorded_at > now() - make_interval(days => ${historyDays}::int)
      and not exists (select from payment_review where ${ofHolder(holder)} and entry_id = entry.id)
      and not exists (select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id)
      and not exists (
        select from entry_match where ${ofHolder(holder)} and entry_match.entry_id = entry.id and undone_at is null
      )
    order by entry.id`.execute(db);
  return rows;
}

/** Entries of fees, since a withdrawal was paid whose fee is not booked, of its amount and currency, that are not on the list. */
export async function listUnexplainedFees(
  db: Db,
  holder: Holder,
  { currency, fee, from }: { currency: string; fee: string; from: string },
): Promise<{ id: number; day: string }[]> {
  const { rows } = await sql<{ id: number; day: string }>`
    select entry.id, entry.day from ledger_entry as entry
    where ${ofHolder(holder)} and kind = 'fee' and currency = ${currency} and amount = -${fee}::numeric
      and day >= ${from}::date and day <= ${from}::date + ${historyDays}::int
      and not exists (select from payment_review where ${ofHolder(holder)} and entry_id = entry.id)
      and not exists (select from cash_reservation where ${ofHolder(holder)} and fee_entry_id = entry.id)
      and not exists (select from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id)
    order by entry.id`.execute(db);
  return rows;
}

/** How many were not on the list yet. */
export async function insertReviews(
  trx: Trx,
  holder: Holder,
  entries: readonly { id: number; day: string }[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into payment_review (holder_type, holder_id, entry_id, entry_day)
    select ${holder.holderType}, ${holder.holderId}, id, day
    from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ day }) => day)}::date[]) as entry (id, day)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** A request has the entry, or no longer has it; nothing if it is not on the list. */
export async function markMatched(trx: Trx, holder: Holder, entryId: number, matched: boolean): Promise<void> {
  await sql`
    update payment_review set matched = ${matched} where ${ofHolder(holder)} and entry_id = ${entryId}`.execute(trx);
}

/** Entries that are gone from the list for good: a reversal took them back. */
const stands = sql`not exists (
  select from ledger_undone as undoing
  where undoing.holder_type = review.holder_type and undoing.holder_id = review.holder_id
    and undoing.entry_id = review.entry_id
)`;

/** The list: what is open, the oldest first, or what was dealt with, the newest first. */
export async function listReviewRecords(
  db: Db,
  page: {
    isCleared: boolean;
    /** Who is in charge of the client; 0: nobody. */
    assigned: number | undefined;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<ReviewRecord[]> {
  const { isCleared, assigned, after, limit } = page;
  const key = isCleared ? sql`cleared_at` : sql`found_at`;
  const beyond = isCleared ? sql`<` : sql`>`;
  const order = isCleared ? sql`desc` : sql`asc`;
  const { rows } = await sql<ReviewRecord>`
    select review.holder_type as "holderType", review.holder_id as "holderId", review.entry_id as "entryId",
      entry.day, entry.kind, entry.currency, entry.amount::text as amount, entry.description, found_at as "foundAt",
      cleared_at as "clearedAt", cleared_by as "clearedBy", reason
    from payment_review as review
    join ledger_entry as entry on entry.holder_type = review.holder_type and entry.holder_id = review.holder_id
      and entry.day = review.entry_day and entry.id = review.entry_id
    where ${isCleared ? sql`cleared_at is not null` : sql`cleared_at is null and not matched and ${stands}`}
      ${assigned === undefined ? sql`` : sql`and ${isOfColleague("review", assigned)}`}
      ${after ? sql`and (${key}, review.entry_id) ${beyond} (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by ${key} ${order}, review.entry_id ${order} limit ${limit}`.execute(db);
  return rows;
}

/** What is open, counted up to a cap. */
export async function countReviews(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from payment_review as review where cleared_at is null and not matched and ${stands} limit ${most}
    ) as open`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One row, locked; undefined if the entry is not on the list. */
export async function lockReview(
  trx: Trx,
  entryId: number,
): Promise<(Holder & { matched: boolean; clearedAt: Date | null }) | undefined> {
  const { rows } = await sql<Holder & { matched: boolean; clearedAt: Date | null }>`
    select holder_type as "holderType", holder_id as "holderId", matched, cleared_at as "clearedAt"
    from payment_review where entry_id = ${entryId} for update`.execute(trx);
  return rows[0];
}

/** Somebody dealt with it; null opens it again. */
export async function saveCleared(
  trx: Trx,
  holder: Holder,
  entryId: number,
  cleared: { by: number; reason: string } | null,
): Promise<void> {
  await sql`
    update payment_review set cleared_at = ${cleared ? sql`now()` : null}, cleared_by = ${cleared?.by ?? null}::bigint,
      reason = ${cleared?.reason ?? null}
    where ${ofHolder(holder)} and entry_id = ${entryId}`.execute(trx);
}
