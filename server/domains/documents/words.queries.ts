/** SQL of the words of documents. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const insertUnread = (trx: Trx, document_id: number, number: number) =>
  trx.insertInto("document_text").values({ document_id, number }).execute();

/** Versions that were not read yet and may be. */
export const listUnread = (db: Db, limit: number) =>
  db
    .selectFrom("document_text")
    .innerJoin("document_version", (join) =>
      join
        .onRef("document_version.document_id", "=", "document_text.document_id")
        .onRef("document_version.number", "=", "document_text.number"),
    )
    .innerJoin("stored_file", "stored_file.id", "document_version.file_id")
    .select(["document_text.document_id", "document_text.number", "stored_file.sha256"])
    .where("document_text.read_at", "is", null)
    .where("stored_file.state", "=", "clean")
    .orderBy("document_text.document_id")
    .orderBy("document_text.number")
    .limit(limit)
    .execute();

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
