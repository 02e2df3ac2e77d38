/** The part of a chain that shows to a stranger when a subject's entries were written, and in which order. */
import type { Db } from "../kernel/transaction.ts";
import { contentOf, listEntries, listPlaces, type StoredEntry } from "./audit.queries.ts";
import { type Content, genesisHash } from "./chain.ts";

/** Plain data; hashes and salts in hexadecimal digits. */
export interface AuditTrail {
  chain: number;
  /** Position and hash of the entry before the first; 0 and the chain's own hash at its beginning. */
  before: { position: number; hash: string };
  /** Content hashes of all entries from the first to the last one of the subject, of others as well, in order. */
  links: string[];
  /** The subject's entries; `erased` instead of content where retention has removed it. */
  entries: TrailEntry[];
}
export type TrailEntry = { position: number; hash: string } & ({ salt: string; content: Content } | { erased: string });

export interface TrailScope {
  subject: { type: string; id: number | string };
  /** Only actions whose names begin so, such as `contract.`. */
  actions?: string;
  /** Only entries that recorded these fields afterwards, where the subject has others too. */
  about?: Readonly<Record<string, number | string>>;
  /** Entries after this moment are left out. */
  until: Date;
}

const batch = 2000;

/**
 * The entries with the hashes of those between them, which belong to others and of which nothing but the hash is given;
 * null if there is no entry. The salt makes it impossible to guess content from its hash.
 */
export async function readTrail(db: Db, scope: TrailScope): Promise<AuditTrail | null> {
  const places = await listPlaces(db, scope);
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return null;
  const own = new Set(places.map(({ position }) => position));
  const { chain } = first;
  const before = first.position - 1;
  const trail: AuditTrail = {
    chain,
    before: { position: before, hash: await hashAt(db, chain, before) },
    links: [],
    entries: [],
  };
  for (let position = before; position < last.position; ) {
    const rows = await listEntries(db, chain, position, Math.min(batch, last.position - position));
    for (const row of rows) {
      trail.links.push(row.content_hash.toString("hex"));
      if (own.has(row.position)) trail.entries.push(entryOf(row));
    }
    const reached = rows.at(-1);
    if (!reached) throw new Error(`audit chain ${chain} ends at ${position}`);
    position = reached.position;
  }
  return trail;
}

async function hashAt(db: Db, chain: number, position: number): Promise<string> {
  if (position === 0) return genesisHash(chain).toString("hex");
  const [row] = await listEntries(db, chain, position - 1, 1);
  if (row?.position !== position) throw new Error(`entry ${position} of audit chain ${chain} is missing`);
  return row.hash.toString("hex");
}

function entryOf(row: StoredEntry): TrailEntry {
  const { position, salt, erased_at } = row;
  const hash = row.hash.toString("hex");
  if (erased_at || !salt) return { position, hash, erased: (erased_at ?? row.at).toISOString() };
  return { position, hash, salt: salt.toString("hex"), content: contentOf(row) };
}
