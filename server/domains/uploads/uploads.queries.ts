/** SQL of uploads: their owner, their fragments, and the room that files of a holder take. */
import type { FieldCode } from "@portico/api/errors.ts";
import { uploadHours } from "@portico/api/rules/uploads.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadAnswer, UploadPurpose } from "@portico/api/uploads.ts";
import { sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface UploadRecord {
  id: number;
  name: string;
  purpose: UploadPurpose;
  size: number;
  received: number;
  state: UploadAnswer["state"];
  refused_because: FieldCode | null;
  declared_sha256: Buffer | null;
  sha256: Buffer | null;
  media_type: string | null;
  clean: boolean | null;
  expires_at: Date;
}

const columns = sql`id, name, purpose, size, received, state, refused_because, declared_sha256, sha256, media_type, clean,
  changed_at + make_interval(hours => ${uploadHours}) as expires_at`;

/** Whose upload it is: the user who created it, for the holder. */
export interface Owned {
  id: number;
  holder: Holder;
  userId: number;
}

const owned = ({ id, holder: { holderType, holderId }, userId }: Owned) =>
  sql`id = ${id} and holder_type = ${holderType} and holder_id = ${holderId} and created_by = ${userId}`;

export async function findUpload(db: Db, upload: Owned): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`select ${columns} from upload where ${owned(upload)}`.execute(db);
  return rows[0];
}

interface NewUpload {
  name: string;
  size: number;
  userId: number;
  sha256: Buffer | null;
  purpose: UploadPurpose;
  key: string | null;
}

/** Begins an upload; undefined if the user has begun one with the key. */
export async function insertUpload(
  trx: Trx,
  { holderType, holderId }: Holder,
  { name, size, userId, sha256, purpose, key }: NewUpload,
): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`
    insert into upload (holder_type, holder_id, created_by, name, size, declared_sha256, purpose, client_key)
    values (${holderType}, ${holderId}, ${userId}, ${name}, ${size}, ${sha256}, ${purpose}, ${key})
    on conflict (created_by, client_key) where client_key is not null do nothing
    returning ${columns}`.execute(trx);
  return rows[0];
}

/** The upload that the user began for the holder with the key. */
export async function findByKey(
  db: Db,
  { holderType, holderId }: Holder,
  { userId, key }: { userId: number; key: string },
): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`
    select ${columns} from upload
    where created_by = ${userId} and client_key = ${key} and holder_type = ${holderType}
      and holder_id = ${holderId}`.execute(db);
  return rows[0];
}

/** The number of a user's uploads for the holder that are neither used nor refused. */
export async function countUnused(db: Db, { holderType, holderId }: Holder, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upload
    where holder_type = ${holderType} and holder_id = ${holderId} and state in ('open', 'finished')
      and created_by = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Serialises what takes room of the holder, so that two files at once cannot both take the last of it. */
export const lockRoom = (trx: Trx, { holderType, holderId }: Holder) =>
  sql`select pg_advisory_xact_lock(hashtext('room'), hashtext(${`${holderType} ${holderId}`}))`.execute(trx);

/** Bytes of the holder's files, and of the uploads that may become some. */
export async function sumForHolder(db: Db, { holderType, holderId }: Holder): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(size), 0) from stored_file
        where holder_type = ${holderType} and holder_id = ${holderId} and state <> 'refused')
      + (select coalesce(sum(size), 0) from upload
        where holder_type = ${holderType} and holder_id = ${holderId} and state in ('open', 'finished'))
    )::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** The same for many holders at once, in their order. */
export async function sumForHolders(db: Db, holders: readonly Holder[]): Promise<number[]> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(size), 0) from stored_file
        where holder_type = wanted.type and holder_id = wanted.id and state <> 'refused')
      + (select coalesce(sum(size), 0) from upload
        where holder_type = wanted.type and holder_id = wanted.id and state in ('open', 'finished'))
    )::bigint as bytes
    from unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
      with ordinality as wanted (type, id, place)
    order by place`.execute(db);
  return rows.map(({ bytes }) => bytes);
}

/** Adds a stored fragment at the end of what is there; false if its place is not there or the upload is closed. */
export async function addFragment(
  trx: Trx,
  holder: Holder,
  { id, start, size, sha256 }: { id: number; start: number; size: number; sha256: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    update upload set received = received + ${size}, changed_at = now()
    where id = ${id} and state = 'open' and received = ${start} and received + ${size} <= size
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  await trx
    .insertInto("upload_fragment")
    .values({ ...ownedBy(holder), upload_id: id, start, size, sha256 })
    .execute();
  return true;
}

export const listFragments = (db: Db, id: number) =>
  db
    .selectFrom("upload_fragment")
    .select(["start", "size", "sha256"])
    .where("upload_id", "=", id)
    .orderBy("start")
    .execute();

/** Deletes the rows of its fragments; their contents. */
export const deleteFragments = (trx: Trx, id: number) =>
  trx.deleteFrom("upload_fragment").where("upload_id", "=", id).returning("sha256").execute();

/** Begins the check of a complete upload; false while another check of it runs. */
export async function beginCheck(db: Db, id: number, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update upload set checking_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'open' and received = size and (checking_until is null or checking_until < now())
    returning id`.execute(db);
  return rows.length > 0;
}

/** Gives up a check that could not be carried out, so that it can be repeated at once. */
export const endCheck = (db: Db, id: number) =>
  db.updateTable("upload").set({ checking_until: null }).where("id", "=", id).where("state", "=", "open").execute();

type Outcome = { refused: FieldCode } | { sha256: Buffer; size: number; mediaType: string; clean: boolean };

/** Stores the result of the check; false if the upload was given up meanwhile. */
export async function settleUpload(trx: Trx, id: number, outcome: Outcome): Promise<boolean> {
  const change =
    "refused" in outcome
      ? sql`state = 'refused', refused_because = ${outcome.refused}`
      : sql`state = 'finished', sha256 = ${outcome.sha256}, size = ${outcome.size}, received = ${outcome.size},
          media_type = ${outcome.mediaType}, clean = ${outcome.clean}`;
  const { rows } = await sql`
    update upload set ${change}, checking_until = null, changed_at = now()
    where id = ${id} and state = 'open' returning id`.execute(trx);
  return rows.length > 0;
}

/** Uses up a finished upload; false if it is not finished, or used already. */
export async function markUsed(trx: Trx, upload: Owned): Promise<boolean> {
  const { rows } = await sql`
    update upload set state = 'used' where ${owned(upload)} and state = 'finished' returning id`.execute(trx);
  return rows.length > 0;
}

/** Deletes an upload that nobody used; its content, or undefined if it was used meanwhile. */
export async function deleteUnused(trx: Trx, id: number): Promise<{ sha256: Buffer | null } | undefined> {
  const { rows } = await sql<{ sha256: Buffer | null }>`
    delete from upload where id = ${id} and state <> 'used' returning sha256`.execute(trx);
  return rows[0];
}

/** Uploads after the given one without a fragment for a day. */
export async function listAbandoned(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from upload where changed_at < now() - make_interval(hours => ${uploadHours}) and id > ${after}
      and (checking_until is null or checking_until < now())
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks one of those; its content, or undefined if a fragment came meanwhile. */
export async function lockAbandoned(trx: Trx, id: number): Promise<{ sha256: Buffer | null } | undefined> {
  const { rows } = await sql<{ sha256: Buffer | null }>`
    select sha256 from upload where id = ${id} and changed_at < now() - make_interval(hours => ${uploadHours})
    for update`.execute(trx);
  return rows[0];
}

export const deleteUpload = (trx: Trx, id: number) => trx.deleteFrom("upload").where("id", "=", id).execute();
