/** SQL of the versions of content. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export type ContentState = "draft" | "published" | "superseded" | "archived";

/** Whose versions: the kind of content, and what is described within it. */
export interface ContentKey {
  kind: string;
  subject: string;
}

export interface ContentVersion<Data = unknown> extends ContentKey {
  id: number;
  version: number;
  state: ContentState;
  /** Counts the saves of a draft. */
  edit: number;
  data: Data;
  restored_from: number | null;
  created_at: Date;
  created_by: string;
  changed_at: Date;
  changed_by: string;
  published_at: Date | null;
  published_by: string | null;
  ended_at: Date | null;
}

const columns = sql`content.id, content.kind, content.subject, content.version, content.state, content.edit, content.data,
  content.restored_from, content.created_at, creator.name as created_by, content.changed_at, changer.name as changed_by,
  content.published_at, publisher.name as published_by, content.ended_at`;
const withAuthors = sql`content_version content
  join app_user creator on creator.id = content.created_by
  join app_user changer on changer.id = content.changed_by
  left join app_user publisher on publisher.id = content.published_by`;

const selectVersions = async (db: Db, rest: RawBuilder<unknown>): Promise<ContentVersion[]> =>
  (await sql<ContentVersion>`select ${columns} from ${withAuthors} ${rest}`.execute(db)).rows;

/** Every version of one subject, the newest first. */
export const listVersionRows = (db: Db, { kind, subject }: ContentKey): Promise<ContentVersion[]> =>
  selectVersions(
    db,
    sql`where content.kind = ${kind} and content.subject = ${subject} order by content.version desc limit 1000`,
  );

/** Drafts and published versions of a kind, of all subjects. */
export const listOpenRows = (db: Db, kind: string): Promise<ContentVersion[]> =>
  selectVersions(
    db,
    sql`where content.kind = ${kind} and content.state in ('draft', 'published') order by content.subject, content.version`,
  );

/** Of each version that counts, what differs exactly if its texts in a language do; by subject, the oldest first. */
export const listTextMarks = async (
  db: Db,
  kind: string,
  subjects?: readonly string[],
): Promise<{ subject: string; bg: string; en: string; pl: string }[]> => {
  const mark = (language: string) =>
    sql`md5(jsonb_path_query_array(data, ${sql.lit(`$.**."${language}"`)}::jsonpath)::text)`;
  const { rows } = await sql<{ subject: string; bg: string; en: string; pl: string }>`
    select subject, ${mark("bg")} as bg, ${mark("en")} as en, ${mark("pl")} as pl from content_version
    where kind = ${kind} and (published_at is not null or state = 'draft')
      ${subjects ? sql`and subject = any(${subjects}::text[])` : sql``}
    order by subject, version`.execute(db);
  return rows;
};

/** The named fields of every version that was ever public, in the order of publishing. */
export const listEverPublishedRows = async (
  db: Db,
  { kind, subject }: ContentKey,
  fields: readonly string[],
): Promise<{ published_at: Date; data: unknown }[]> =>
  (
    await sql<{ published_at: Date; data: unknown }>`
      select published_at, (select jsonb_object_agg(field, data -> field) from unnest(${fields}::text[]) field) as data
      from content_version
      where kind = ${kind} and subject = ${subject} and published_at is not null
      order by published_at, version`.execute(db)
  ).rows;

export async function findVersionRow(
  db: Db,
  { kind, subject }: ContentKey,
  which: number | "draft" | "published",
): Promise<ContentVersion | undefined> {
  const chosen = typeof which === "number" ? sql`content.version = ${which}` : sql`content.state = ${sql.lit(which)}`;
  const [row] = await selectVersions(
    db,
    sql`where content.kind = ${kind} and content.subject = ${subject} and ${chosen}`,
  );
  return row;
}

/** Published versions of the given subjects, or of all of the kind. */
export const listPublishedRows = (db: Db, kind: string, subjects?: readonly string[]): Promise<ContentVersion[]> =>
  selectVersions(
    db,
    sql`where content.kind = ${kind} and content.state = 'published'
      ${subjects ? sql`and content.subject = any(${subjects}::text[])` : sql``} order by content.subject`,
  );

const changed = async (db: Trx, statement: RawBuilder<unknown>): Promise<boolean> =>
  (await statement.execute(db)).numAffectedRows === 1n;

/** Begins a draft with the next version; false if there is one already. */
export const insertDraftRow = (
  trx: Trx,
  { kind, subject }: ContentKey,
  { data, userId, restoredFrom }: { data: unknown; userId: number; restoredFrom?: number | undefined },
): Promise<boolean> =>
  changed(
    trx,
    sql`insert into content_version (kind, subject, version, data, created_at, created_by, changed_at, changed_by,
        restored_from)
      select ${kind}, ${subject}, coalesce(max(version), 0) + 1, ${JSON.stringify(data)}::jsonb, now(), ${userId}, now(),
        ${userId}, ${restoredFrom ?? null}::integer
      from content_version where kind = ${kind} and subject = ${subject}
      having not coalesce(bool_or(state = 'draft'), false)
      on conflict do nothing`,
  );

/** Saves the draft that was read; false if it was saved, published or set aside meanwhile. */
export const updateDraftRow = (
  trx: Trx,
  { kind, subject }: ContentKey,
  { data, userId, since }: { data: unknown; userId: number; since: number },
): Promise<boolean> =>
  changed(
    trx,
    sql`update content_version set data = ${JSON.stringify(data)}::jsonb, edit = edit + 1, changed_at = now(),
        changed_by = ${userId}
      where kind = ${kind} and subject = ${subject} and state = 'draft' and edit = ${since}`,
  );

/** Makes the draft public that was read; false if it changed meanwhile. */
export const publishRow = (
  trx: Trx,
  { kind, subject }: ContentKey,
  { version, since, userId }: { version: number; since: number; userId: number },
): Promise<boolean> =>
  changed(
    trx,
    sql`update content_version set state = 'published', published_at = now(), published_by = ${userId}
      where kind = ${kind} and subject = ${subject} and version = ${version} and state = 'draft' and edit = ${since}`,
  );

/** Ends the published version, if there is one, or only the given one. */
export const endPublishedRow = (
  trx: Trx,
  { kind, subject }: ContentKey,
  { state, version }: { state: "superseded" | "archived"; version?: number },
): Promise<boolean> =>
  changed(
    trx,
    sql`update content_version set state = ${state}, ended_at = now()
      where kind = ${kind} and subject = ${subject} and state = 'published'
        ${version === undefined ? sql`` : sql`and version = ${version}`}`,
  );

/** Sets the draft aside that was read; it stays among the versions. */
export const setDraftAside = (trx: Trx, { kind, subject }: ContentKey, since: number): Promise<boolean> =>
  changed(
    trx,
    sql`update content_version set state = 'archived', ended_at = now()
      where kind = ${kind} and subject = ${subject} and state = 'draft' and edit = ${since}`,
  );
