/** SQL of what the public pages need besides their versions. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { ContentKey } from "./versions/versions.queries.ts";

/** The published text of a page in one language with its picture, in one query: what a visitor waits for. */
export async function findPublicText(db: Db, { kind, subject }: ContentKey, language: string) {
  const { rows } = await sql<{
    id: number;
    version: number;
    text: { title: string; description: string; body: string };
    published_at: Date;
    picture: Buffer | null;
  }>`
    select content.id, content.version, content.data->'texts'->${language} as text, content.published_at,
      picture.sha256 as picture
    from content_version content
    left join content_picture picture on picture.kind = content.kind and picture.subject = content.subject
      and picture.version = content.version and picture.language = ${language}
    where content.kind = ${kind} and content.subject = ${subject} and content.state = 'published'`.execute(db);
  return rows[0];
}

/** Titles of everything published of a kind. */
export async function listPublicTitles(db: Db, kind: string) {
  const { rows } = await sql<{ subject: string; bg: string; en: string; pl: string; published_at: Date }>`
    select subject, data->'texts'->'bg'->>'title' as bg, data->'texts'->'en'->>'title' as en,
      data->'texts'->'pl'->>'title' as pl, published_at
    from content_version where kind = ${kind} and state = 'published'`.execute(db);
  return rows;
}

/** Size of a picture, if anything published has been drawn as it; one of a page that went offline is not shown. */
export async function findPublicPicture(db: Db, sha256: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`
    select picture.size from content_picture picture
    where picture.sha256 = ${sha256} and exists (
      select from content_version content
      where content.kind = picture.kind and content.subject = picture.subject and content.state = 'published')
    limit 1`.execute(db);
  return rows[0]?.size;
}

/** The pictures of one version, by language. */
export async function listPictureRows(db: Db, { kind, subject, version }: ContentKey & { version: number }) {
  return db
    .selectFrom("content_picture")
    .select(["language", "sha256"])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("version", "=", version)
    .execute();
}

export const insertPicture = (
  trx: Trx,
  { kind, subject }: ContentKey,
  picture: { version: number; language: string; sha256: Buffer; size: number },
) =>
  trx
    .insertInto("content_picture")
    .values({ kind, subject, ...picture })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject", "version", "language"])
        .doUpdateSet({ sha256: picture.sha256, size: picture.size, drawn_at: sql`now()` }),
    )
    .execute();

/**
 * Changes with everything that the public pages show: published versions, their pictures, and the settings on them. Versions
 * are never deleted and what was published stays so, so that counting them is enough.
 */
export async function findStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ',
      (select count(*) from content_version where published_at is not null),
      (select count(*) from content_version where ended_at is not null),
      (select max(drawn_at)::text from content_picture),
      (select string_agg(updated_at::text, ',' order by name) from setting
        where name in ('brand', 'feeTable', 'treasury', 'firmDocuments', 'portalRules', 'registration'))) as stamp`.execute(
    db,
  );
  return rows[0]?.stamp ?? "";
}
