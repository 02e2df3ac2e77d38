/** SQL of documents: the newest version in lists, all of them in the history, and the bin. */
import type { StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing, wordsLike } from "../../database/search.queries.ts";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { HolderRow } from "../../kernel/holder-row.ts";
import { type Told, tell } from "../../kernel/told.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { type StoredSettings, storedSettings } from "../settings/settings.ts";

export interface DocumentRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  type: string;
  title: string;
  valid_until: string | null;
  created_by: number;
  by_admin: boolean;
  /** When its first version was added. */
  added_at: Date;
  changed_at: Date;
  deleted_at: Date | null;
  /** Number of the newest version, and thus of all. */
  number: number;
  version_by_admin: boolean;
  opened_at: Date | null;
  file_id: number;
  file_name: string;
  size: number;
  media_type: string;
  file_state: StoredFile["state"];
  /** The firm accepted it as the answer to a request. */
  is_used: boolean;
  has_thumbnail: boolean;
}

const columns = sql`document.id, document.holder_type, document.holder_id, document.type, document.title,
  to_char(document.valid_until, 'YYYY-MM-DD') as valid_until, document.created_by, document.by_admin,
  document.changed_at, document.deleted_at, newest.number, newest.by_admin as version_by_admin, newest.opened_at,
  file.id as file_id, file.name as file_name, file.size, file.media_type, file.state as file_state,
  (select created_at from document_version where document_id = document.id and number = 1) as added_at,
  exists (
    select 1 from document_request where document_id = document.id and state = 'accepted'
  ) as is_used,
  exists (
    select 1 from document_thumbnail thumbnail
    where thumbnail.document_id = document.id and thumbnail.number = newest.number and sha256 is not null
  ) as has_thumbnail`;
const withNewest = sql`document
  cross join lateral (
    select number, by_admin, opened_at, file_id from document_version
    where document_id = document.id order by number desc limit 1
  ) newest
  join stored_file file on file.id = newest.file_id`;

const ofHolder = ({ holderType, holderId }: Holder): RawBuilder<SqlBool> =>
  sql`document.holder_type = ${holderType} and document.holder_id = ${holderId}`;

interface Filter {
  type: string | undefined;
  search: string | undefined;
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
  bin: boolean;
  before: { value: string; id: number } | undefined;
  limit: number;
}

/** The newest version contains every word, one that begins with it, or another form of it. */
const hasWords = (search: string): RawBuilder<SqlBool> => sql`exists (
  select 1 from document_text
  where document_text.document_id = document.id and document_text.number = newest.number and words @@ ${wordsLike(search)}
)`;

/** The columns of a document that are moments. */
export const documentMoments = ["added_at", "changed_at", "deleted_at", "opened_at"] as const;

/** Newest first, from `before` on; the days of `from` and `to` are those of the time zone. As text, unless it has the hash `known`. */
export function tellDocuments(
  db: Db,
  holder: Holder,
  { type, search, from, to, timeZone, bin, before, limit }: Filter,
  known: string,
): Promise<Told> {
  const conditions = [
    ofHolder(holder),
    sql<SqlBool>`(document.deleted_at is not null) = ${bin}`,
    ...(type === undefined ? [] : [sql<SqlBool>`document.type = ${type}`]),
    ...(search === undefined
      ? []
      : [sql<SqlBool>`(document.search_text like ${containing(search)} or ${hasWords(search)})`]),
    ...(from === undefined
      ? []
      : [sql<SqlBool>`document.changed_at >= ${from}::date::timestamp at time zone ${timeZone}`]),
    ...(to === undefined
      ? []
      : [sql<SqlBool>`document.changed_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
    ...(before
      ? [sql<SqlBool>`(document.changed_at, document.id) < (${before.value}::timestamptz, ${before.id})`]
      : []),
  ];
  const select = sql`
    select ${columns} from ${withNewest}
    where ${sql.join(conditions, sql` and `)}
    order by document.changed_at desc, document.id desc
    limit ${limit}`;
  return tell(db, select, known);
}

/** What the list of a holder's documents begins with. */
export interface DocumentsRow {
  settings: StoredSettings;
  /** How many documents of the firm the holder has not opened, at most a hundred. */
  unread: number;
}

export const listSettings = ["documentTypes", "portalRules"] as const;

export const documentsRow: HolderRow<DocumentsRow> = {
  select: (holderType, holderId) => `
    select ${storedSettings(listSettings)} as settings, (
      select count(*)::int from (
        select 1 from document
        where holder_type = ${holderType} and holder_id = ${holderId} and deleted_at is null and unread and (
          -- Each file by its key: a join would read them all where statistics are missing.
          select file.state from document_version newest join stored_file file on file.id = newest.file_id
          where newest.document_id = document.id order by newest.number desc limit 1
        ) = 'clean'
        limit 100
      ) unread
    ) as unread`,
};

export async function findDocument(db: Db, id: number, holder?: Holder): Promise<DocumentRecord | undefined> {
  const { rows } = await sql<DocumentRecord>`
    select ${columns} from ${withNewest}
    where document.id = ${id} ${holder ? sql`and ${ofHolder(holder)}` : sql``}`.execute(db);
  return rows[0];
}

/** Those of the holder's documents that exist, in the order of the ids. */
export async function findDocuments(
  db: Db,
  holder: Holder,
  ids: readonly number[],
): Promise<(DocumentRecord & { sha256: Buffer })[]> {
  const { rows } = await sql<DocumentRecord & { sha256: Buffer }>`
    select ${columns}, file.sha256 from ${withNewest}
    where document.id = any(${ids}::bigint[]) and ${ofHolder(holder)}
    order by array_position(${ids}::bigint[], document.id)`.execute(db);
  return rows;
}

/** Locks the document until the transaction ends, so that two versions do not take one number. */
export const lockDocument = (trx: Trx, id: number) =>
  trx.selectFrom("document").select("deleted_at").where("id", "=", id).forUpdate().executeTakeFirst();

/** The holder's document whose newest version has this content, and which is not in the bin; of several that one, if named. */
export async function findSameContent(
  db: Db,
  holder: Holder,
  type: string,
  sha256: Buffer,
  only?: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select document.id from ${withNewest}
    where ${ofHolder(holder)} and document.type = ${type} and document.deleted_at is null and file.sha256 = ${sha256}
      and file.state != 'refused' ${only === undefined ? sql`` : sql`and document.id = ${only}`}
    order by document.id limit 1`.execute(db);
  return rows[0]?.id;
}

interface NewDocument {
  type: string;
  title: string;
  validUntil: string | undefined;
  createdBy: number;
  byAdmin: boolean;
}

export const insertDocument = async (
  trx: Trx,
  { holderType, holderId }: Holder,
  { type, title, validUntil, createdBy, byAdmin }: NewDocument,
): Promise<number> =>
  (
    await trx
      .insertInto("document")
      .values({
        holder_type: holderType,
        holder_id: holderId,
        type,
        title,
        valid_until: validUntil ?? null,
        created_by: createdBy,
        by_admin: byAdmin,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

export const insertVersion = (
  trx: Trx,
  holder: Holder,
  version: { document_id: number; number: number; file_id: number; added_by: number; by_admin: boolean },
) =>
  trx
    .insertInto("document_version")
    .values({ ...ownedBy(holder), ...version })
    .execute();

export const touchDocument = (trx: Trx, id: number) =>
  trx.updateTable("document").set({ changed_at: sql`now()` }).where("id", "=", id).execute();

export const setDescription = (
  trx: Trx,
  id: number,
  { title, validUntil }: { title: string; validUntil: string | null },
) => trx.updateTable("document").set({ title, valid_until: validUntil }).where("id", "=", id).execute();

export interface VersionRecord {
  number: number;
  by_admin: boolean;
  created_at: Date;
  opened_at: Date | null;
  added_by: string;
  file_id: number;
  file_name: string;
  size: number;
  media_type: string;
  file_state: StoredFile["state"];
  sha256: Buffer;
}

/** Every version, the newest first. */
export const listVersions = (db: Db, documentId: number): Promise<VersionRecord[]> =>
  db
    .selectFrom("document_version")
    .innerJoin("stored_file", "stored_file.id", "document_version.file_id")
    .innerJoin("app_user", "app_user.id", "document_version.added_by")
    .select([
      "document_version.number",
      "document_version.by_admin",
      "document_version.created_at",
      "document_version.opened_at",
      "app_user.name as added_by",
      "stored_file.id as file_id",
      "stored_file.name as file_name",
      "stored_file.size",
      "stored_file.media_type",
      sql<StoredFile["state"]>`stored_file.state`.as("file_state"),
      "stored_file.sha256",
    ])
    .where("document_version.document_id", "=", documentId)
    .orderBy("document_version.number", "desc")
    .execute();

/** Records the first opening of the newest version; undefined if it was opened before. */
export async function openNewest(trx: Trx, documentId: number): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update document_version set opened_at = now()
    where document_id = ${documentId} and opened_at is null
      and number = (select max(number) from document_version where document_id = ${documentId})
    returning number`.execute(trx);
  return rows[0]?.number;
}

/** Into the bin, or out of it (`by` null); false if it is there already. Its files follow. */
export async function moveToBin(trx: Trx, id: number, by: number | null): Promise<boolean> {
  const moment = by === null ? null : sql<Date>`now()`;
  const moved = await trx
    .updateTable("document")
    .set({ deleted_at: moment, deleted_by: by })
    .where("id", "=", id)
    .where("deleted_at", by === null ? "is not" : "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!moved) return false;
  await trx
    .updateTable("stored_file")
    .set({ withdrawn_at: moment })
    .where("id", "in", (eb) => eb.selectFrom("document_version").select("file_id").where("document_id", "=", id))
    .execute();
  return true;
}
