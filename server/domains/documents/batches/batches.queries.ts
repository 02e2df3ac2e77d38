/** SQL of documents for many: the ZIPs and their files. */
import type { FieldCode } from "@portico/api/errors.ts";
import {
  type ArchiveFault,
  type BatchState,
  batchHours,
  type RecipientFault,
} from "@portico/api/rules/document-batches.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface BatchRecord {
  id: number;
  type: string;
  title: string;
  valid_until: string | null;
  file_name: string;
  size: number;
  /** Of the ZIP, until it is unpacked. */
  sha256: Buffer | null;
  state: BatchState;
  refused_because: ArchiveFault | null;
  total: number;
  checked: number;
  excluded: number;
  created_at: Date;
  created_by_id: number;
  created_by: string;
  expires_at: Date;
}

const select = (where: RawBuilder<unknown>) => sql<BatchRecord>`
  select document_batch.id, type, title, to_char(valid_until, 'YYYY-MM-DD') as valid_until, file_name, size, sha256,
    document_batch.state, refused_because, counts.total, counts.checked, counts.excluded, document_batch.created_at,
    document_batch.created_by as created_by_id, app_user.name as created_by,
    changed_at + make_interval(hours => ${batchHours}) as expires_at
  from document_batch
  join app_user on app_user.id = document_batch.created_by
  cross join lateral (
    select count(*)::int as total, count(read_at)::int as checked, count(*) filter (where excluded)::int as excluded
    from document_batch_entry where batch_id = document_batch.id
  ) counts
  where ${where}
  order by document_batch.id desc limit 50`;

export const listBatches = async (db: Db): Promise<BatchRecord[]> => (await select(sql`true`).execute(db)).rows;

export const findBatch = async (db: Db, id: number): Promise<BatchRecord | undefined> =>
  (await select(sql`document_batch.id = ${id}`).execute(db)).rows[0];

export const findBatchByUpload = async (db: Db, uploadId: number): Promise<BatchRecord | undefined> =>
  (await select(sql`upload_id = ${uploadId}`).execute(db)).rows[0];

/** Locks the batch until the transaction ends. */
export const lockBatch = (trx: Trx, id: number) =>
  trx.selectFrom("document_batch").select("state").where("id", "=", id).forUpdate().executeTakeFirst();

interface NewBatch {
  uploadId: number;
  type: string;
  title: string;
  validUntil: string | undefined;
  fileName: string;
  size: number;
  sha256: Buffer;
  createdBy: number;
}

export const insertBatch = async (trx: Trx, batch: NewBatch): Promise<number> =>
  (
    await trx
      .insertInto("document_batch")
      .values({
        upload_id: batch.uploadId,
        type: batch.type,
        title: batch.title,
        valid_until: batch.validUntil ?? null,
        file_name: batch.fileName,
        size: batch.size,
        sha256: batch.sha256,
        created_by: batch.createdBy,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

export interface EntryRecord {
  number: number;
  name: string;
  size: number;
  sha256: Buffer | null;
  media_type: string | null;
  clean: boolean | null;
  fault: FieldCode | RecipientFault | null;
  read_at: Date | null;
  excluded: boolean;
  /** To whom it was added, by which number. */
  holder_type: Holder["holderType"] | null;
  holder_id: number | null;
  client_number: string | null;
}

const entryColumns = sql`number, name, size, sha256, media_type, clean, fault, read_at, excluded, holder_type, holder_id,
  client_number`;

export const listEntries = async (db: Db, batchId: number): Promise<EntryRecord[]> =>
  (
    await sql<EntryRecord>`
      select ${entryColumns} from document_batch_entry where batch_id = ${batchId} order by number`.execute(db)
  ).rows;

/** Stores the files of an unpacked ZIP, whose own content is not needed any more; false if another run was first. */
export async function insertEntries(
  trx: Trx,
  batchId: number,
  entries: readonly { name: string; size: number; sha256: Buffer | null; fault: FieldCode | RecipientFault | null }[],
): Promise<boolean> {
  const unpacked = await trx
    .updateTable("document_batch")
    .set({ sha256: null, changed_at: sql<Date>`now()` })
    .where("id", "=", batchId)
    .where("sha256", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (!unpacked) return false;
  await trx
    .insertInto("document_batch_entry")
    .values(
      entries.map(({ name, size, sha256, fault }, place) => ({
        batch_id: batchId,
        number: place + 1,
        name,
        size,
        sha256,
        fault,
        read_at: fault === null ? null : sql<Date>`now()`,
      })),
    )
    .execute();
  return true;
}

export const nextUnchecked = async (db: Db, batchId: number): Promise<EntryRecord | undefined> =>
  (
    await sql<EntryRecord>`
      select ${entryColumns} from document_batch_entry
      where batch_id = ${batchId} and read_at is null order by number limit 1`.execute(db)
  ).rows[0];

type Outcome = { fault: FieldCode } | { sha256: Buffer; size: number; media_type: string; clean: boolean };

/** Stores the result of the check of a file, unless another run was first; of one with a fault nothing is kept. */
export const settleEntry = (trx: Trx, batchId: number, number: number, outcome: Outcome) =>
  trx
    .updateTable("document_batch_entry")
    .set({ ...("fault" in outcome ? { ...outcome, sha256: null } : outcome), read_at: sql<Date>`now()` })
    .where("batch_id", "=", batchId)
    .where("number", "=", number)
    .where("read_at", "is", null)
    .execute();

/** From `reading` to what came of it; false if another run was first. */
export const endReading = async (
  trx: Trx,
  id: number,
  outcome: { state: "ready" } | { state: "refused"; refused_because: ArchiveFault },
): Promise<boolean> =>
  (await trx
    .updateTable("document_batch")
    .set({ ...outcome, sha256: null, changed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "=", "reading")
    // Another run that has unpacked it knows that it is good.
    .$if(outcome.state === "refused", (query) => query.where("sha256", "is not", null))
    .returning("id")
    .executeTakeFirst()) !== undefined;

export const setExcluded = async (trx: Trx, id: number, numbers: readonly number[], excluded: boolean) => {
  await trx
    .updateTable("document_batch_entry")
    .set({ excluded })
    .where("batch_id", "=", id)
    .where("number", "in", [...numbers])
    .execute();
  await trx.updateTable("document_batch").set({ changed_at: sql<Date>`now()` }).where("id", "=", id).execute();
};

/** Records to whom a file was added. */
export const setEntryAdded = (
  trx: Trx,
  id: number,
  number: number,
  { holderType, holderId, clientNumber }: Holder & { clientNumber: string },
) =>
  trx
    .updateTable("document_batch_entry")
    .set({ holder_type: holderType, holder_id: holderId, client_number: clientNumber })
    .where("batch_id", "=", id)
    .where("number", "=", number)
    .execute();

export const setAdded = (trx: Trx, id: number, by: number) =>
  trx
    .updateTable("document_batch")
    .set({ state: "added", settled_by: by, changed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();

/** Deletes a batch; the contents that it referred to. */
export async function deleteBatch(trx: Trx, id: number): Promise<Buffer[]> {
  const entries = await trx.deleteFrom("document_batch_entry").where("batch_id", "=", id).returning("sha256").execute();
  const batch = await trx.deleteFrom("document_batch").where("id", "=", id).returning("sha256").execute();
  return [...entries, ...batch].flatMap(({ sha256 }) => (sha256 ? [sha256] : []));
}

/** Locks a batch that nobody changed for a day; false if somebody changes it now, or has. */
export const lockOldBatch = async (trx: Trx, id: number): Promise<boolean> =>
  (
    await sql`
      select id from document_batch where id = ${id} and changed_at < now() - make_interval(hours => ${batchHours})
      for update skip locked`.execute(trx)
  ).rows.length === 1;

/** Batches that nobody changed for a day. */
export const listOldBatches = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (
    await sql<{ id: number }>`
      select id from document_batch where changed_at < now() - make_interval(hours => ${batchHours}) and id > ${after}
      order by id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id);

/** Of files for holders, in their order: whether the newest version of a document of the type has the content. */
export async function findContentsThere(
  db: Db,
  type: string,
  files: readonly { holder: Holder; sha256: Buffer }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from document
        join document_version version on version.document_id = document.id
        join stored_file file on file.id = version.file_id
      where document.holder_type = wanted.holder_type and document.holder_id = wanted.holder_id
        and document.type = ${type} and document.deleted_at is null and file.sha256 = decode(wanted.content, 'hex')
        and file.state <> 'refused'
        and version.number = (select max(number) from document_version where document_id = document.id)
    ) as there
    from unnest(${files.map(({ holder }) => holder.holderType)}::text[], ${files.map(({ holder }) => holder.holderId)}::bigint[],
      ${files.map(({ sha256 }) => sha256.toString("hex"))}::text[])
      with ordinality as wanted (holder_type, holder_id, content, place)
    order by place`.execute(db);
  return rows.map(({ there }) => there);
}
