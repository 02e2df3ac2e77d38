/** SQL of flags of positions: lent, pledged, transferred. */
import type { FlagKind } from "@portico/api/rules/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { knownBy } from "./mandates.queries.ts";

export interface StoredFlag {
  id: number;
  instrumentId: number | null;
  currency: string | null;
  kind: FlagKind;
  quantity: string | null;
  from: string;
  to: string | null;
  note: string | null;
}

export interface FlagRecord extends StoredFlag {
  name: string | null;
  isin: string | null;
  recordedAt: Date;
  recordedBy: number | null;
}

const columns = sql`flag.id, flag.instrument_id as "instrumentId", flag.currency, flag.kind,
  trim_scale(flag.quantity)::text as quantity, flag.from_day::text as "from", flag.to_day::text as "to", flag.note`;

/** Those that no later one replaces, as far as was known at a time (ISO 8601; without one, now), by their first day. */
export async function listFlags(
  db: Db,
  holder: Holder,
  { knownAt }: { knownAt?: string | undefined } = {},
): Promise<FlagRecord[]> {
  const { rows } = await sql<FlagRecord>`
    select ${columns}, instrument.name, instrument.isin, flag.recorded_at as "recordedAt", flag.recorded_by as "recordedBy"
    from position_flag flag left join instrument on instrument.id = flag.instrument_id
    where flag.holder_type = ${holder.holderType} and flag.holder_id = ${holder.holderId}
      and not flag.withdrawn and ${knownBy("flag.known_at", knownAt)}
      and not exists (
        select from position_flag later
        where later.holder_type = flag.holder_type and later.holder_id = flag.holder_id and later.replaces = flag.id
          and ${knownBy("later.known_at", knownAt)})
    order by flag.from_day, flag.id`.execute(db);
  return rows;
}

export interface NewFlag extends Omit<StoredFlag, "id"> {
  replaces: number | null;
  withdrawn?: boolean;
  reason: string | null;
  recordedBy: number | null;
}

export async function insertFlag(trx: Trx, holder: Holder, one: NewFlag): Promise<number> {
  const { id } = await trx
    .insertInto("position_flag")
    .values({
      ...ownedBy(holder),
      instrument_id: one.instrumentId,
      currency: one.currency,
      kind: one.kind,
      quantity: one.quantity,
      from_day: one.from,
      to_day: one.to,
      note: one.note,
      replaces: one.replaces,
      withdrawn: one.withdrawn ?? false,
      reason: one.reason,
      recorded_by: one.recordedBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether the flag of the holder was taken back. */
export async function isWithdrawn(db: Db, holder: Holder, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from position_flag where ${ofHolder(holder)} and replaces = ${id} and withdrawn`.execute(db);
  return rows.length > 0;
}

/** What the holder holds now: units by instrument, and cash by currency. */
export async function findHeld(
  db: Db,
  holder: Holder,
): Promise<{ units: Map<number, string>; cash: Map<string, string> }> {
  const { rows: units } = await sql<{ id: number; quantity: string }>`
    select instrument_id as id, trim_scale(quantity)::text as quantity from position where ${ofHolder(holder)}`.execute(
    db,
  );
  const { rows: cash } = await sql<{ currency: string; amount: string }>`
    select currency, trim_scale(amount)::text as amount from cash_balance where ${ofHolder(holder)}`.execute(db);
  return {
    units: new Map(units.map(({ id, quantity }) => [id, quantity])),
    cash: new Map(cash.map(({ currency, amount }) => [currency, amount])),
  };
}

export async function findInstrumentName(
  db: Db,
  id: number,
): Promise<{ name: string; isin: string | null } | undefined> {
  const { rows } = await sql<{ name: string; isin: string | null }>`
    select name, isin from instrument where id = ${id}`.execute(db);
  return rows[0];
}
