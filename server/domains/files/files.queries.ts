/** SQL of files: their holder, and whether they may be sent. */
import type { Holder } from "@portico/api/shapes.ts";
import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "../../database/schema.generated.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

const ofHolder =
  ({ holderType, holderId }: Holder) =>
  (eb: ExpressionBuilder<DB, "stored_file">) =>
    eb.and({ holder_type: holderType, holder_id: holderId });

const columns = [
  "id",
  "sha256",
  "size",
  "media_type",
  "name",
  "state",
  "uploaded_by",
  "kept_at",
  "holder_type",
  "holder_id",
  "withdrawn_at",
] as const;

const copied = [
  "holder_type",
  "holder_id",
  "sha256",
  "size",
  "media_type",
  "name",
  "state",
  "checked_at",
  "uploaded_by",
  "by_admin",
] as const;

interface NewFile {
  holder: Holder;
  sha256: Buffer;
  size: number;
  mediaType: string;
  name: string;
  /** False while it waits for its check. */
  clean: boolean;
  uploadedBy: number;
  byAdmin: boolean;
}

export const insertFile = (trx: Trx, { holder, sha256, size, mediaType, name, clean, uploadedBy, byAdmin }: NewFile) =>
  trx
    .insertInto("stored_file")
    .values({
      holder_type: holder.holderType,
      holder_id: holder.holderId,
      sha256,
      size,
      media_type: mediaType,
      name,
      state: clean ? "clean" : "quarantined",
      checked_at: clean ? sql<Date>`now()` : null,
      uploaded_by: uploadedBy,
      by_admin: byAdmin,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Whether it is a version of a document that is not in the bin. */
export async function isOfDocument(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from document_version join document on document.id = document_version.document_id
    where document_version.file_id = ${id} and document.deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** A second row of the same content, kept from the start. */
export const copyFile = (trx: Trx, holder: Holder, id: number): Promise<{ id: number }> =>
  trx
    .insertInto("stored_file")
    .columns([...copied, "kept_at"])
    .expression((eb) =>
      eb
        .selectFrom("stored_file")
        .select([...copied, sql<Date>`now()`.as("kept_at")])
        .where(ofHolder(holder))
        .where("id", "=", id),
    )
    .returning("id")
    .executeTakeFirstOrThrow();

export const findFile = (db: Db, holder: Holder, id: number) =>
  db.selectFrom("stored_file").select(columns).where(ofHolder(holder)).where("id", "=", id).executeTakeFirst();

export const findFiles = (db: Db, holder: Holder, ids: readonly number[]) =>
  db.selectFrom("stored_file").select(columns).where(ofHolder(holder)).where("id", "in", ids).execute();

/** Files that no submission refers to. */
export const countLoose = async (db: Db, holder: Holder): Promise<number> => {
  const { count } = await db
    .selectFrom("stored_file")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where(ofHolder(holder))
    .where("kept_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const markStored = (trx: Trx, holder: Holder, ids: readonly number[]) =>
  trx
    .updateTable("stored_file")
    .set({ kept_at: sql`now()` })
    .where(ofHolder(holder))
    .where("id", "in", ids)
    .where("kept_at", "is", null)
    .execute();

/** Deletes the row of a file unless it was kept meanwhile; undefined then. */
export const deleteLoose = (trx: Trx, id: number) =>
  trx
    .deleteFrom("stored_file")
    .where("id", "=", id)
    .where("kept_at", "is", null)
    .returning(["sha256"])
    .executeTakeFirst();

/** Deletes the rows of all files of a holder that no submission refers to. */
export const deleteAllLoose = (trx: Trx, holder: Holder) =>
  trx.deleteFrom("stored_file").where(ofHolder(holder)).where("kept_at", "is", null).execute();

/**
 * Nothing has referred to the file for 30 days. None of a holder with an open form, since only its encrypted answers say
 * which files it has, and none of a holder under legal hold.
 */
const isAbandoned = sql<SqlBool>`
  kept_at is null and created_at < now() - interval '30 days'
  and not exists (
    select from form_draft draft
    where draft.holder_type = stored_file.holder_type and draft.holder_id = stored_file.holder_id
  )
  and not exists (select from app_user where stored_file.holder_type = 'user' and id = stored_file.holder_id and held)
  and not exists (select from company where stored_file.holder_type = 'company' and id = stored_file.holder_id and held)`;

/** Abandoned files after the given one. */
export const listAbandoned = (db: Db, after: number) =>
  db
    .selectFrom("stored_file")
    .select(columns)
    .where(isAbandoned)
    .where("id", ">", after)
    .orderBy("id")
    .limit(50)
    .execute();

/** Deletes the row of a file unless it is not abandoned any more; undefined then. */
export const deleteAbandoned = (trx: Trx, id: number) =>
  trx.deleteFrom("stored_file").where("id", "=", id).where(isAbandoned).returning(["sha256"]).executeTakeFirst();

/** The files waiting longest for their check, after the given one. */
export const listQuarantined = (db: Db, after: number) =>
  db
    .selectFrom("stored_file")
    .select(columns)
    .where("state", "=", "quarantined")
    .where("id", ">", after)
    .orderBy("id")
    .limit(50)
    .execute();

/** Whether the file still waits for its check. */
export const isQuarantined = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom("stored_file").select("state").where("id", "=", id).executeTakeFirst())?.state === "quarantined";

/** Stores a check's result; undefined if another check was first. */
export const settleCheck = (trx: Trx, id: number, refusedBecause: string | null) =>
  trx
    .updateTable("stored_file")
    .set({
      state: refusedBecause === null ? "clean" : "refused",
      refused_because: refusedBecause,
      checked_at: sql`now()`,
    })
    .where("id", "=", id)
    .where("state", "=", "quarantined")
    .returning(["id"])
    .executeTakeFirst();

/**
 * True while a row that may be sent, now or after its check, refers to the content: a holder's file, or a logo; or an
 * upload that is not used yet, or a fragment of one; or a ZIP with documents for many, or a file of one; or an archive of a
 * person's data; or a file of an export; or a document's thumbnail; or a picture of public content; or a document of a fund.
 */
export const isContentUsed = async (db: Db, sha256: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("stored_file")
    .select(sql`1`.as("used"))
    .where("sha256", "=", sha256)
    .where("state", "!=", "refused")
    .unionAll(db.selectFrom("brand_logo").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(
      db.selectFrom("upload").select(sql`1`.as("used")).where("sha256", "=", sha256).where("state", "=", "finished"),
    )
    .unionAll(db.selectFrom("upload_fragment").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("document_batch").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("document_batch_entry").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("content_picture").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("document_thumbnail").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("fund_document").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("data_archive").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("data_export_file").select(sql`1`.as("used")).where("sha256", "=", sha256))
    .unionAll(db.selectFrom("screening_list").select(sql`1`.as("used")).where("original_sha256", "=", sha256))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** A content that rows need, and how many files of holders have it. */
export interface NeededContent {
  sha256: Buffer;
  files: number;
}

/** Contents that rows need, after the given one. */
export async function listNeeded(db: Db, after: Buffer, limit: number): Promise<NeededContent[]> {
  const { rows } = await sql<NeededContent>`
    select sha256, count(*) filter (where is_file)::int as files from (
      (select sha256, true as is_file from stored_file where state <> 'refused' and sha256 > ${after}
        order by sha256 limit ${limit})
      union all (select sha256, false from brand_logo where sha256 > ${after} order by sha256 limit ${limit})
      union all (select sha256, false from content_picture where sha256 > ${after} order by sha256 limit ${limit})
      union all (select sha256, false from document_thumbnail where sha256 > ${after} order by sha256 limit ${limit})
      union all (select sha256, false from fund_document where sha256 > ${after} order by sha256 limit ${limit})
      union all (select sha256, false from data_archive where sha256 > ${after} order by sha256 limit ${limit})
      union all (select sha256, false from data_export_file where sha256 > ${after} order by sha256 limit ${limit})
      union all (select original_sha256, false from screening_list where original_sha256 > ${after}
        order by original_sha256 limit ${limit})
    ) needed group by sha256 order by sha256 limit ${limit}`.execute(db);
  return rows;
}

/** False while a backup is being made (backup/dump.ts): it reads the contents after the rows. */
export async function mayRemoveContents(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext('backup'), 0) as may`.execute(trx);
  return rows[0]?.may ?? false;
}

/** Serialises uploads and removals of the same content. */
export const lockContent = (trx: Trx, sha256: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtext('stored_file'), hashtext(${sha256.toString("hex")}))`.execute(trx);

/** Only staff may open the file from now on. */
export const markWithdrawn = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable("stored_file")
    .set({ withdrawn_at: sql`now()` })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();
};
