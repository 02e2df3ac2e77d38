/** SQL of units that came to a holder from outside: transfers in and opening balances. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type EntryRecord, mathsColumns, toEntry } from "./entries.queries.ts";
import type { BookedEntry } from "./entries.ts";

/** Units that came, as they are booked. */
export interface Arrival extends BookedEntry {
  externalId: string;
  fingerprint: string;
  custodian: string | null;
  /** Not reversed. */
  inForce: boolean;
}

/** Arrivals of these instruments, reversed ones too, in the order of their days. */
export async function listArrivals(db: Db, holder: Holder, instrumentIds: readonly number[]): Promise<Arrival[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<EntryRecord & Pick<Arrival, "externalId" | "fingerprint" | "custodian" | "inForce">>`
    select ${mathsColumns}, external_id as "externalId", fingerprint, custodian,
      not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id) as "inForce"
    from ledger_entry as entry
    where ${ofHolder(holder)} and kind in ('transferIn', 'openingBalance') and instrument_id = any(${instrumentIds}::bigint[])
    order by day, booked_at, id`.execute(db);
  return rows.map(({ line, ...row }) => ({ ...toEntry({ line }), ...row }));
}
