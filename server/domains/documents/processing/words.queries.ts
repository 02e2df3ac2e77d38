/** SQL of the words of documents. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export const insertUnread = (trx: Trx, holder: Holder, { id, number }: { id: number; number: number }) =>
  trx
    .insertInto("document_text")
    .values({ ...ownedBy(holder), document_id: id, number })
    .execute();

export interface UnreadVersion {
  document_id: number;
  number: number;
  sha256: Buffer;
}

/** Versions after the given one that were not read yet and may be. */
export async function listUnread(db: Db, after: UnreadVersion | undefined, limit: number): Promise<UnreadVersion[]> {
  const { rows } = await sql<UnreadVersion>`
    select unread.document_id, unread.number, file.sha256 from document_text unread
      join document_version version on version.document_id = unread.document_id and version.number = unread.number
      join stored_file file on file.id = version.file_id
    where unread.read_at is null and file.state = 'clean'
      ${after ? sql`and (unread.document_id, unread.number) > (${after.document_id}::bigint, ${after.number}::int)` : sql``}
    order by unread.document_id, unread.number limit ${limit}`.execute(db);
  return rows;
}

/** Stores what was read, folded as search folds what is searched for. */
export const storeWords = (
  db: Db,
  { document_id, number }: { document_id: number; number: number },
  { pages, text }: { pages: number | null; text: string },
) =>
  db
    .updateTable("document_text")
    .set({
      pages,
      // PostgreSQL's text cannot hold this sign.
      words: sql<string>`search_words_and_stems(${text.replaceAll("\u0000", " ")})`,
      read_at: sql<Date>`now()`,
    })
    .where("document_id", "=", document_id)
    .where("number", "=", number)
    .where("read_at", "is", null)
    .execute();
