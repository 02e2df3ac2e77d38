/** SQL of the thumbnails of documents. */

import type { StoredMediaType } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export const insertUndrawn = (trx: Trx, holder: Holder, { id, number }: { id: number; number: number }) =>
  trx
    .insertInto("document_thumbnail")
    .values({ ...ownedBy(holder), document_id: id, number })
    .execute();

export interface UndrawnVersion {
  document_id: number;
  number: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  sha256: Buffer;
  media_type: StoredMediaType;
}

/** Versions that were not drawn yet and may be, the newest first, from behind the given one. */
export async function listUndrawn(
  db: Db,
  after: Pick<UndrawnVersion, "document_id" | "number"> | undefined,
  limit: number,
): Promise<UndrawnVersion[]> {
  const { rows } = await sql<UndrawnVersion>`
    select thumbnail.document_id, thumbnail.number, file.holder_type, file.holder_id, file.sha256, file.media_type
    from document_thumbnail thumbnail
      join document_version version
        on version.document_id = thumbnail.document_id and version.number = thumbnail.number
      join stored_file file on file.id = version.file_id
    where thumbnail.drawn_at is null and file.state = 'clean'
      ${after ? sql`and (thumbnail.document_id, thumbnail.number) < (${after.document_id}::bigint, ${after.number}::int)` : sql``}
    order by thumbnail.document_id desc, thumbnail.number desc limit ${limit}`.execute(db);
  return rows;
}

/** Notes what was drawn, or that nothing could be; false if the version is gone or another run was first. */
export const settleDrawing = async (
  trx: Trx,
  { document_id, number }: UndrawnVersion,
  drawn: { sha256: Buffer; size: number } | null,
): Promise<boolean> =>
  (await trx
    .updateTable("document_thumbnail")
    .set({ drawn_at: sql`now()`, ...drawn })
    .where("document_id", "=", document_id)
    .where("number", "=", number)
    .where("drawn_at", "is", null)
    .returning("number")
    .executeTakeFirst()) !== undefined;

/** The thumbnail of a version of the holder's document, if it has one and its file may be opened. */
export const findThumbnail = (db: Db, { holderType, holderId }: Holder, document_id: number, number: number) =>
  db
    .selectFrom("document_thumbnail")
    .innerJoin("document", "document.id", "document_thumbnail.document_id")
    .innerJoin("document_version", (join) =>
      join
        .onRef("document_version.document_id", "=", "document_thumbnail.document_id")
        .onRef("document_version.number", "=", "document_thumbnail.number"),
    )
    .innerJoin("stored_file", "stored_file.id", "document_version.file_id")
    .select(["document_thumbnail.sha256", "document.deleted_at"])
    .where("document_thumbnail.document_id", "=", document_id)
    .where("document_thumbnail.number", "=", number)
    .where("document.holder_type", "=", holderType)
    .where("document.holder_id", "=", holderId)
    .where("stored_file.state", "=", "clean")
    .executeTakeFirst();
