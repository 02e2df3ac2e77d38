/** SQL of checkpoints, and of the entries between them. */
import type { Holder } from "@portico/api/shapes.ts";
import type { LedgerState } from "@portico/ledger/state.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { type EntryKey, lastKey } from "../performance/history.queries.ts";
import type { Selection } from "../proof/figures.ts";
import { type EntryRecord, mathsColumns, toEntry } from "./entries.queries.ts";
import type { BookedEntry } from "./entries.ts";

/** A position in booking order, after every `checkpointEvery`-th standing entry. */
export interface Mark extends EntryKey {
  no: number;
  /** Number of entries so far that concern the requested figure. */
  count: number;
}

export interface Checkpoint extends EntryKey {
  no: number;
  state: LedgerState;
  counts: Record<string, number>;
}

const keyColumns = sql`no, day, booked_at as "bookedAt", id`;
interface KeyRow {
  no: number;
  day: string;
  bookedAt: Date;
  id: number;
}
const toKey = <Row extends KeyRow>(row: Row) => ({ ...row, bookedAt: row.bookedAt.toISOString() });

/**
 * The newest checkpoints before a key (or of all), newest first, with the number of entries up to each that concern the
 * figure.
 */
export async function listMarks(
  db: Db,
  holder: Holder,
  { figure, before, limit }: { figure: string; before: EntryKey | undefined; limit: number | null },
): Promise<Mark[]> {
  const { rows } = await sql<KeyRow & { count: number }>`
    select ${keyColumns}, coalesce((counts->>${figure})::int, 0) as count from ledger_checkpoint
    where ${ofHolder(holder)}
      ${before ? sql`and (day, booked_at, id) < (${before.day}::date, ${before.bookedAt}::timestamptz, ${before.id}::bigint)` : sql``}
    order by no desc limit ${limit}`.execute(db);
  return rows.map(toKey);
}

/** Checkpoints by number. */
export async function findStates(
  db: Db,
  holder: Holder,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, LedgerState>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ no: number; state: LedgerState }>`
    select no, state from ledger_checkpoint where ${ofHolder(holder)} and no = any(${numbers}::int[])`.execute(db);
  return new Map(rows.map(({ no, state }) => [no, state]));
}

export async function findLastCheckpoint(db: Db, holder: Holder): Promise<Checkpoint | undefined> {
  const { rows } = await sql<KeyRow & { state: LedgerState; counts: Record<string, number> }>`
    select ${keyColumns}, state, counts from ledger_checkpoint
    where ${ofHolder(holder)} order by no desc limit 1`.execute(db);
  return rows.map(toKey)[0];
}

/** The last checkpoint of a day before the given one: it contains nothing of that day. */
export async function findCheckpointBefore(
  db: Db,
  holder: Holder,
  day: string,
): Promise<(EntryKey & { state: LedgerState }) | undefined> {
  const { rows } = await sql<KeyRow & { state: LedgerState }>`
    select ${keyColumns}, state from ledger_checkpoint
    where ${ofHolder(holder)} and day < ${day}::date order by no desc limit 1`.execute(db);
  return rows.map(toKey)[0];
}

export async function insertCheckpoints(
  trx: Trx,
  holder: Holder,
  checkpoints: readonly Omit<Checkpoint, "state" | "counts">[],
  texts: readonly { state: string; counts: string }[],
): Promise<void> {
  await sql`
    insert into ledger_checkpoint (holder_type, holder_id, no, day, booked_at, id, state, counts)
    select ${holder.holderType}, ${holder.holderId}, new.* from unnest(
      ${checkpoints.map(({ no }) => no)}::int[], ${checkpoints.map(({ day }) => day)}::date[],
      ${checkpoints.map(({ bookedAt }) => bookedAt)}::timestamptz[], ${checkpoints.map(({ id }) => id)}::bigint[],
      ${texts.map(({ state }) => state)}::json[], ${texts.map(({ counts }) => counts)}::jsonb[]) as new`.execute(trx);
}

/** Deletes the checkpoints from a day on: earlier ones contain nothing of that day. */
export async function deleteCheckpoints(trx: Trx, holder: Holder, from: string): Promise<void> {
  await sql`delete from ledger_checkpoint where ${ofHolder(holder)} and day >= ${from}::date`.execute(trx);
}

/** An interval of the ledger: after one key, up to and including another. */
export interface Stretch {
  /** Number of the checkpoint at its start; 0 at the start of the ledger. */
  no: number;
  after: EntryKey | undefined;
  to: EntryKey | undefined;
}

const firstKey: EntryKey = { day: "0001-01-01", bookedAt: "0001-01-01T00:00:00.000Z", id: 0 };

/** The selection as an SQL condition; `concerns` is the same in JavaScript (portfolios/proof/figures.ts). */
function selected({ key, kinds, fields, unattached }: Selection): RawBuilder<boolean> {
  const columns = { fee: sql`fee`, tax: sql`tax`, accruedInterest: sql`accrued_interest` };
  const kind = [
    sql<boolean>`entry.kind = any(${kinds ?? []}::text[])`,
    ...fields.map((field) => sql<boolean>`entry.${columns[field]} is not null`),
  ];
  const instrumentId = key !== undefined && /^\d+$/.test(key) ? key : null;
  const about =
    key === undefined
      ? sql<boolean>`true`
      : instrumentId === null
        ? sql<boolean>`(entry.currency = ${key} or entry.counter_currency = ${key})`
        : sql<boolean>`(entry.instrument_id = ${instrumentId}::bigint or entry.counter_instrument_id = ${instrumentId}::bigint)`;
  return sql<boolean>`${about}
    ${kinds === null ? sql`` : sql`and (${sql.join(kind, sql` or `)})`}
    ${unattached ? sql`and entry.instrument_id is null` : sql``}`;
}

/** Standing entries of the intervals that match the selection (all without one), in booking order, by interval number. */
export async function listStretches(
  db: Db,
  holder: Holder,
  stretches: readonly Stretch[],
  { selection, limit = null }: { selection?: Selection; limit?: number | null } = {},
): Promise<ReadonlyMap<number, BookedEntry[]>> {
  const after = stretches.map((stretch) => stretch.after ?? firstKey);
  const to = stretches.map((stretch) => stretch.to ?? lastKey);
  const { rows } = await sql<EntryRecord & { no: number }>`
    select stretch.no, found.line
    from unnest(
      ${stretches.map(({ no }) => no)}::int[], ${after.map(({ day }) => day)}::date[],
      ${after.map(({ bookedAt }) => bookedAt)}::timestamptz[], ${after.map(({ id }) => id)}::bigint[],
      ${to.map(({ day }) => day)}::date[], ${to.map(({ bookedAt }) => bookedAt)}::timestamptz[],
      ${to.map(({ id }) => id)}::bigint[]
    ) as stretch (no, after_day, after_at, after_id, to_day, to_at, to_id)
    cross join lateral (
      select day, booked_at, id, ${mathsColumns} from ledger_entry as entry
      where ${ofHolder(holder)} and kind <> 'reversal'
        and (day, booked_at, id) > (stretch.after_day, stretch.after_at, stretch.after_id)
        and (day, booked_at, id) <= (stretch.to_day, stretch.to_at, stretch.to_id)
        and not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id)
        ${selection ? sql`and ${selected(selection)}` : sql``}
      order by day, booked_at, id limit ${limit}
    ) as found
    order by found.day, found.booked_at, found.id`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ no }) => no)].map(([no, records]) => [no, records.map((record) => toEntry(record))]),
  );
}
