/** The audit log's SQL. */
import { sql } from "kysely";
import type { Db, Trx } from "../kernel/transaction.ts";
import type { Plain } from "./canonical.ts";
import type { Content } from "./chain.ts";
import type { TrailScope } from "./trail.ts";

export interface Head {
  position: number;
  hash: Buffer;
}
export interface NewRow {
  chain: number;
  position: number;
  content: Content;
  salt: Buffer;
  contentHash: Buffer;
  hash: Buffer;
}

/**
 * Heads of these chains, locked in numerical order to avoid deadlocks; and the time by the database's clock, so that
 * nodes with different clocks never write into the past of a chain.
 */
export async function lockHeads(trx: Trx, chains: number[]): Promise<Map<number, Head & { at: Date }>> {
  const { rows } = await sql<Head & { chain: number; at: Date }>`
    select chain, position, hash, clock_timestamp() as at
    from audit_head where chain = any(${chains}::smallint[]) order by chain for update
  `.execute(trx);
  return new Map(rows.map(({ chain, position, hash, at }) => [chain, { position, hash, at }]));
}

const json = (value: Plain): string => JSON.stringify(value);

/**
 * Whether the same person or key has an entry with the same action, subject and fields within the last hour. The hour is found by
 * the index, so its start must not change during the statement.
 */
export const isRecordedWithinHour = async (trx: Trx, { actor, action, subject, after }: Content): Promise<boolean> =>
  (await trx
    .selectFrom("audit_entry")
    .select(sql`1`.as("recorded"))
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("at", ">", sql<Date>`statement_timestamp() - interval '1 hour'`)
    .where("action", "=", action)
    .where(sql`actor -> 'userId'`, "=", sql`${json(actor)}::jsonb -> 'userId'`)
    .where(sql<boolean>`actor -> 'keyId' is not distinct from ${json(actor)}::jsonb -> 'keyId'`)
    .where("after", "=", json(after))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function insertEntries(trx: Trx, rows: NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 1000) {
    await trx
      .insertInto("audit_entry")
      .values(
        rows.slice(from, from + 1000).map(({ chain, position, content, salt, contentHash, hash }) => ({
          chain,
          position,
          at: content.at,
          actor: json(content.actor),
          action: content.action,
          subject_type: content.subject.type,
          subject_id: content.subject.id,
          before: json(content.before),
          after: json(content.after),
          address: content.address,
          request_id: content.requestId,
          salt,
          content_hash: contentHash,
          hash,
        })),
      )
      .execute();
  }
}

export async function advanceHead(trx: Trx, chain: number, head: Head): Promise<void> {
  await trx
    .updateTable("audit_head")
    .set({ position: head.position, hash: head.hash })
    .where("chain", "=", chain)
    .execute();
}

export async function listHeads(db: Db): Promise<(Head & { chain: number })[]> {
  return await db.selectFrom("audit_head").select(["chain", "position", "hash"]).orderBy("chain").execute();
}

export interface StoredEntry {
  chain: number;
  position: number;
  at: Date;
  actor: Plain;
  action: string;
  subject_type: string;
  subject_id: string;
  before: Plain;
  after: Plain;
  address: string | null;
  request_id: string | null;
  salt: Buffer | null;
  content_hash: Buffer;
  hash: Buffer;
  erased_at: Date | null;
}

/** The next entries of a chain, in order. */
export async function listEntries(db: Db, chain: number, after: number, limit: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select chain, position, at, actor, action, subject_type, subject_id, before, after, address, request_id, salt,
           content_hash, hash, erased_at
    from audit_entry where chain = ${chain} and position > ${after} order by position limit ${limit}
  `.execute(db);
  return rows;
}

/** The content of an entry as it was hashed. */
export const contentOf = (entry: StoredEntry): Content => ({
  at: entry.at.toISOString(),
  actor: entry.actor,
  action: entry.action,
  subject: { type: entry.subject_type, id: entry.subject_id },
  before: entry.before,
  after: entry.after,
  address: entry.address,
  requestId: entry.request_id,
});

/** Where a subject's entries are, in order; all of a subject are in one chain. */
export async function listPlaces(
  db: Db,
  { subject, actions = "", about, until }: TrailScope,
): Promise<{ chain: number; position: number }[]> {
  const { rows } = await sql<{ chain: number; position: number }>`
    select chain, position from audit_entry
    where subject_type = ${subject.type} and subject_id = ${String(subject.id)} and at <= ${until}
      and starts_with(action, ${actions}) and (${about === undefined} or after @> ${json(about ?? {})}::jsonb)
    order by position
  `.execute(db);
  return rows;
}
