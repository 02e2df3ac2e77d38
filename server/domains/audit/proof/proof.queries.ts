/** SQL that reads what proves entries of the audit log. */
import { sql } from "kysely";
import type { StoredEntry } from "../../../audit/audit.queries.ts";
import { anchorAction, anchorChain } from "../../../audit/chain.ts";
import type { Db } from "../../../kernel/transaction.ts";

interface Place {
  chain: number;
  position: number;
}

/** The entries whole, with the first anchor that saw each; null if none was written since. By chain and position. */
export async function readAnchored(
  db: Db,
  places: readonly Place[],
): Promise<(StoredEntry & { anchor: { position: number; hash: string; at: string } | null })[]> {
  const { rows } = await sql<StoredEntry & { anchor: { position: number; hash: string; at: string } | null }>`
    select entry.chain, entry.position, entry.at, entry.actor, entry.action, entry.subject_type, entry.subject_id,
      entry.before, entry.after, entry.address, entry.request_id, entry.salt, entry.content_hash, entry.hash, entry.erased_at,
      (select json_build_object('position', (head ->> 'position')::bigint, 'hash', head ->> 'hash',
         'at', to_char(anchor.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from audit_entry anchor cross join lateral jsonb_array_elements(anchor.after -> 'heads') head
       where anchor.action = ${anchorAction} and anchor.chain = ${anchorChain} and anchor.at >= entry.at
         and (head ->> 'chain')::int = entry.chain and (head ->> 'position')::bigint >= entry.position
       order by anchor.at limit 1) as anchor
    from unnest(${places.map(({ chain }) => chain)}::smallint[], ${places.map(({ position }) => position)}::bigint[])
        as wanted(chain, position)
      join audit_entry entry on entry.chain = wanted.chain and entry.position = wanted.position
    order by entry.chain, entry.position`.execute(db);
  return rows;
}

/** Content hashes of a part of a chain, in order, after one position and up to another. */
export async function listLinks(db: Db, { chain, after, upTo }: { chain: number; after: number; upTo: number }) {
  const { rows } = await sql<{ content_hash: Buffer }>`
    select content_hash from audit_entry
    where chain = ${chain} and position > ${after} and position <= ${upTo} order by position`.execute(db);
  return rows.map(({ content_hash: hash }) => hash.toString("hex"));
}

export async function findHash(db: Db, { chain, position }: Place): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from audit_entry where chain = ${chain} and position = ${position}`.execute(db);
  return rows[0]?.hash;
}
