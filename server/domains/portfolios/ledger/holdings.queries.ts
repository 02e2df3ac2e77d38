/** SQL of the ledger state kept by the writer: its head, positions and cash balances. */
import type { Holder } from "@portico/api/shapes.ts";
import type { CashState, PositionState } from "@portico/ledger/holding.ts";
import { sameSplitDays } from "@portico/ledger/splits.ts";
import type { LedgerState } from "@portico/ledger/state.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** The state of the holder besides positions and cash; empty for a ledger without entries. */
export interface HeadState extends Partial<Omit<LedgerState, "positions" | "cash">> {
  /** The fee rule used for positions and cash. */
  feesInCost?: boolean;
}

/** The row that represents a holder's ledger. */
export interface LedgerHead {
  version: number;
  entries: number;
  firstDay: string | null;
  /** Key of the newest entry; null in an empty ledger. */
  lastDay: string | null;
  lastBookedAt: Date | null;
  lastId: number | null;
  state: HeadState;
  /** Positions and cash are outdated because of a late price or rate. */
  replay: boolean;
  recomputeFrom: string | null;
  computedUntil: string | null;
}

const headColumns = sql`version, entries, first_day as "firstDay", last_day as "lastDay", last_booked_at as "lastBookedAt",
  last_id as "lastId", state, replay, recompute_from as "recomputeFrom", computed_until as "computedUntil"`;

export async function findHead(db: Db, holder: Holder): Promise<LedgerHead | undefined> {
  const { rows } = await sql<LedgerHead>`select ${headColumns} from ledger_head where ${ofHolder(holder)}`.execute(db);
  return rows[0];
}

/** Everyone who has a ledger, a page at a time. */
export async function* listLedgers(db: Db): AsyncGenerator<Holder> {
  let after: Holder = { holderType: "company", holderId: 0 };
  for (;;) {
    const { rows } = await sql<Holder>`
      select holder_type as "holderType", holder_id as "holderId" from ledger_head
      where (holder_type, holder_id) > (${after.holderType}, ${after.holderId})
      order by holder_type, holder_id limit 1000`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}

/** The head, created if missing, locked until the transaction ends: writers to one holder are serialised. */
export async function lockHead(trx: Trx, holder: Holder): Promise<LedgerHead> {
  await sql`
    insert into ledger_head (holder_type, holder_id) values (${holder.holderType}, ${holder.holderId})
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<LedgerHead>`
    select ${headColumns} from ledger_head where ${ofHolder(holder)} for update`.execute(trx);
  const [head] = rows;
  if (!head) throw new Error("a ledger's head vanished while it was locked");
  return head;
}

/** Updates the head for new entries and marks the earliest day to be recalculated; null if no day changed. */
export async function advanceHead(
  trx: Trx,
  holder: Holder,
  { booked, from, state }: { booked: number; from: string | null; state: HeadState },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update ledger_head set
      version = version + 1, entries = entries + ${booked}, replay = false, state = ${JSON.stringify(state)}::jsonb,
      first_day = least(first_day, ${from}::date), recompute_from = least(recompute_from, ${from}::date),
      (last_day, last_booked_at, last_id) = (
        select day, booked_at, id from ledger_entry where ${ofHolder(holder)}
        order by day desc, booked_at desc, id desc limit 1)
    where ${ofHolder(holder)} returning version`.execute(trx);
  return rows[0]?.version ?? 0;
}

export interface StoredPosition {
  instrumentId: number;
  quantity: string;
  state: PositionState;
}
export interface StoredCash {
  currency: string;
  amount: string;
  state: CashState;
}

/** All positions of the holder, including sold ones; or those of some instruments. */
export async function listPositions(
  db: Db,
  holder: Holder,
  instrumentIds?: readonly number[],
): Promise<StoredPosition[]> {
  const { rows } = await sql<StoredPosition>`
    select instrument_id as "instrumentId", quantity, state from position
    where ${ofHolder(holder)} ${instrumentIds ? sql`and instrument_id = any(${instrumentIds}::bigint[])` : sql``}
    order by instrument_id`.execute(db);
  return rows;
}

export async function listCash(db: Db, holder: Holder, currencies?: readonly string[]): Promise<StoredCash[]> {
  const { rows } = await sql<StoredCash>`
    select currency, amount, state from cash_balance
    where ${ofHolder(holder)} ${currencies ? sql`and currency = any(${currencies}::text[])` : sql``}
    order by currency`.execute(db);
  return rows;
}

/** True if another holder's ledger has a split of the instrument on one of the days, or within a week of it. */
export async function isSplitBooked(
  db: Db,
  { instrumentId, days, except }: { instrumentId: number; days: readonly string[]; except: Holder },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from position cross join lateral jsonb_to_recordset(state->'splits') as split (day date, "from" text, "into" text)
      where instrument_id = ${instrumentId} and not (${ofHolder(except)}) and split."from" <> split."into"
        and exists (select from unnest(${days}::date[]) as booked (day) where abs(split.day - booked.day) <= ${sameSplitDays})
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Deletes positions and cash, before those of a replay are written. */
export async function deleteHoldings(trx: Trx, holder: Holder): Promise<void> {
  await sql`delete from position where ${ofHolder(holder)}`.execute(trx);
  await sql`delete from cash_balance where ${ofHolder(holder)}`.execute(trx);
}

export async function savePositions(trx: Trx, holder: Holder, positions: readonly StoredPosition[]): Promise<void> {
  if (positions.length === 0) return;
  await sql`
    insert into position (holder_type, holder_id, instrument_id, quantity, state)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${positions.map((position) => position.instrumentId)}::bigint[], ${positions.map((position) => position.quantity)}::numeric[],
      ${positions.map((position) => JSON.stringify(position.state))}::jsonb[]) as new
    on conflict (holder_type, holder_id, instrument_id) do update set quantity = excluded.quantity, state = excluded.state`.execute(
    trx,
  );
}

export async function saveCash(trx: Trx, holder: Holder, cash: readonly StoredCash[]): Promise<void> {
  if (cash.length === 0) return;
  await sql`
    insert into cash_balance (holder_type, holder_id, currency, amount, state)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${cash.map((balance) => balance.currency)}::text[], ${cash.map((balance) => balance.amount)}::numeric[],
      ${cash.map((balance) => JSON.stringify(balance.state))}::jsonb[]) as new
    on conflict (holder_type, holder_id, currency) do update set amount = excluded.amount, state = excluded.state`.execute(
    trx,
  );
}

export async function upsertCustodianLink(db: Db, holder: Holder, baseUrl: string): Promise<void> {
  await sql`
    insert into custodian_link (holder_type, holder_id, base_url)
    values (${holder.holderType}, ${holder.holderId}, ${baseUrl})
    on conflict (holder_type, holder_id) do update set base_url = excluded.base_url`.execute(db);
}

/** Whether a custodian states the holder's accounts. */
export async function isReconciled(db: Db, holder: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation_statement where ${ofHolder(holder)} and replaced_at is null limit 1`.execute(db);
  return rows.length > 0;
}
