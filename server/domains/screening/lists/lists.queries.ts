/** SQL of versions of lists. */
import type { listFormats, listStates } from "@portico/api/rules/screening.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface ListRecord {
  id: number;
  source: "file" | "service";
  state: (typeof listStates)[number];
  name: string;
  format: (typeof listFormats)[number] | null;
  version: string | null;
  sha256: Buffer | null;
  listed_at: Date | null;
  entries: number;
  names: number;
  doubled: number;
  refused: number;
  preview: unknown;
  /** Of the packed file as uploaded; null where none is kept. */
  original_sha256: Buffer | null;
  /** Bytes of the file itself. */
  original_size: number | null;
  created_at: Date;
  created_by: number | null;
  taken_at: Date | null;
  taken_by: number | null;
}

const columns = sql`id, source, state, name, format, version, sha256, listed_at, entries, names, doubled, refused, preview,
  original_sha256, original_size, created_at, created_by, taken_at, taken_by`;

interface NewList extends Partial<Pick<ListRecord, "format" | "version" | "sha256" | "listed_at" | "preview">> {
  source: ListRecord["source"];
  state: ListRecord["state"];
  name: string;
  entries?: number;
  names?: number;
  doubled?: number;
  refused?: number;
  content?: Buffer | null;
  created_by: number | null;
}

export async function insertList(trx: Trx, list: NewList): Promise<ListRecord> {
  const { rows } = await sql<ListRecord>`
    insert into screening_list (source, state, name, format, version, sha256, listed_at, entries, names, doubled, refused,
      preview, content, created_by, taken_at)
    values (${list.source}, ${list.state}, ${list.name}, ${list.format ?? null}, ${list.version ?? null},
      ${list.sha256 ?? null}, ${list.listed_at ?? null}, ${list.entries ?? 0}, ${list.names ?? 0}, ${list.doubled ?? 0},
      ${list.refused ?? 0}, ${JSON.stringify(list.preview ?? {})}::jsonb, ${list.content ?? null}, ${list.created_by},
      ${list.state === "active" ? sql`now()` : null})
    returning ${columns}`.execute(trx);
  return rows[0] as ListRecord;
}

export async function findList(db: Db, id: number): Promise<ListRecord | undefined> {
  const { rows } = await sql<ListRecord>`select ${columns} from screening_list where id = ${id}`.execute(db);
  return rows[0];
}

export async function listLists(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListRecord[]> {
  const { rows } = await sql<ListRecord>`
    select ${columns} from screening_list ${before === undefined ? sql`` : sql`where id < ${before}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** The version that counts; undefined before one was taken. */
export async function findActiveList(db: Db, source: ListRecord["source"]): Promise<ListRecord | undefined> {
  const { rows } = await sql<ListRecord>`
    select ${columns} from screening_list where source = ${source} and state = 'active'`.execute(db);
  return rows[0];
}

/** Null for a list that has none. */
export async function findContent(db: Db, id: number): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer | null }>`select content from screening_list where id = ${id}`.execute(
    db,
  );
  return rows[0]?.content ?? null;
}

export const noteOriginal = (
  trx: Trx,
  id: number,
  { content, size }: { content: Buffer; size: number },
): Promise<unknown> =>
  sql`update screening_list set original_sha256 = ${content}, original_size = ${size} where id = ${id}`.execute(trx);

/** Forgets files that are kept no longer, and returns their contents; versions and their hashes stay. */
export async function forgetOldOriginals(
  trx: Trx,
  { keptYears, untakenDays }: { keptYears: number; untakenDays: number },
): Promise<Buffer[]> {
  const { rows } = await sql<{ original_sha256: Buffer }>`
    with old as (
      select id, original_sha256 from screening_list
      where original_sha256 is not null and (
        ended_at < now() - make_interval(years => ${keptYears}::int)
        or (state = 'previewed' and created_at < now() - make_interval(days => ${untakenDays}::int)))
      for update)
    update screening_list set original_sha256 = null from old where screening_list.id = old.id
    returning old.original_sha256`.execute(trx);
  return rows.map(({ original_sha256 }) => original_sha256);
}

/** Two lists are never taken at once. */
export const lockLists = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('screening_list'))`.execute(trx);

/** The version that counted ends; its id. */
export async function endActive(trx: Trx, source: ListRecord["source"]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update screening_list set state = 'former', ended_at = now() where source = ${source} and state = 'active'
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Undefined if it waits no more. */
export async function takePreviewed(trx: Trx, id: number, by: number): Promise<ListRecord | undefined> {
  const { rows } = await sql<ListRecord>`
    update screening_list set state = 'active', taken_at = now(), taken_by = ${by}
    where id = ${id} and state = 'previewed' returning ${columns}`.execute(trx);
  return rows[0];
}

/** Neither its entries nor its file are kept: `original` is the file's content. Undefined if it waits no more. */
export async function discardPreviewed(
  trx: Trx,
  id: number,
): Promise<{ name: string; original: Buffer | null } | undefined> {
  const { rows } = await sql<{ name: string; original: Buffer | null }>`
    with waiting as (
      select id, original_sha256 from screening_list where id = ${id} and state = 'previewed' for update)
    update screening_list set state = 'discarded', content = null, original_sha256 = null, ended_at = now()
    from waiting where screening_list.id = waiting.id
    returning screening_list.name, waiting.original_sha256 as original`.execute(trx);
  return rows[0];
}
