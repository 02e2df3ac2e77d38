/**
 * Entries of corporate actions that the portal applied itself, beside those of custodians' files: so that neither books what the other
 * booked. Ids of the former begin with `action:`, the action's id, and how often it was applied.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";

const ofActions = "action:%";

export interface SourcedEntry {
  externalId: string;
  day: string;
  kind: string;
  currency: string;
  amount: string;
  tax: string | null;
  instrumentId: number;
  quantity: string | null;
  counterQuantity: string | null;
  fileName: string | null;
}

const columns = sql`entry.external_id as "externalId", entry.day::text as day, entry.kind, entry.currency,
  trim_scale(entry.amount)::text as amount, trim_scale(entry.tax)::text as tax, entry.instrument_id as "instrumentId",
  trim_scale(entry.quantity)::text as quantity, trim_scale(entry.counter_quantity)::text as "counterQuantity"`;
const inForce = (holder: Holder) => sql`${ofHolder(holder)} and entry.kind <> 'reversal'
  and not exists (select from ledger_undone undone where undone.holder_type = entry.holder_type
    and undone.holder_id = entry.holder_id and undone.entry_id = entry.id)`;

/** Entries in force about an instrument that no action of the portal booked, with the file that they are from. */
export async function listEntriesAbout(
  db: Db,
  holder: Holder,
  { instrumentId, kinds, from, to }: { instrumentId: number; kinds: readonly string[]; from: string; to: string },
): Promise<SourcedEntry[]> {
  const { rows } = await sql<SourcedEntry>`
    select ${columns}, (select file_name from import where import.id = entry.import_id) as "fileName"
    from ledger_entry entry
    where ${inForce(holder)} and entry.instrument_id = ${instrumentId} and entry.kind = any(${[...kinds]}::text[])
      and entry.day between ${from}::date and ${to}::date and entry.external_id not like ${ofActions}
    order by entry.day, entry.id`.execute(db);
  return rows;
}

/** Entries in force that actions of the portal booked about some instruments, within some days. */
export async function listActionEntries(
  db: Db,
  holder: Holder,
  { instrumentIds, from, to }: { instrumentIds: readonly number[]; from: string; to: string },
): Promise<SourcedEntry[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<SourcedEntry>`
    select ${columns}, null as "fileName" from ledger_entry entry
    where ${inForce(holder)} and entry.instrument_id = any(${[...instrumentIds]}::bigint[])
      and entry.day between ${from}::date and ${to}::date and entry.external_id like ${ofActions}
    order by entry.day, entry.id`.execute(db);
  return rows;
}

/** The entries in force that an action booked for a holder, the last first: the order in which they are reversed. */
export async function listOfAction(
  db: Db,
  holder: Holder,
  idStart: string,
): Promise<{ id: number; externalId: string; day: string; currency: string }[]> {
  const { rows } = await sql<{ id: number; externalId: string; day: string; currency: string }>`
    select entry.id, entry.external_id as "externalId", entry.day::text as day, entry.currency from ledger_entry entry
    where ${inForce(holder)} and starts_with(entry.external_id, ${idStart}) order by entry.id desc`.execute(db);
  return rows;
}
