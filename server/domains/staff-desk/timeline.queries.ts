/** SQL that reads the audit log of one holder, newest first, by the index of subjects. All entries of a subject lie in one chain. */
import type { Holder } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import type { Db } from "../../database/transaction.ts";

export interface Page {
  /** Moment and position of the last row of the page before. */
  after: { value: string; id: number } | undefined;
  limit: number;
}

const ofSubject = (db: Db, { holderType, holderId }: Holder, { after, limit }: Page) =>
  db
    .selectFrom("audit_entry")
    .select(["position", "at", "action", "actor", "before", "after"])
    .where("subject_type", "=", holderType)
    .where("subject_id", "=", String(holderId))
    // What retention took the content out of tells nothing any more.
    .where("erased_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(at, position) < (${after?.value}::timestamptz, ${after?.id})`),
    )
    .orderBy("at", "desc")
    .orderBy("position", "desc")
    .limit(limit);

/** What happened to the holder: changes, not looks. */
export const readTimeline = (db: Db, holder: Holder, page: Page) =>
  ofSubject(db, holder, page).where(sql<SqlBool>`action <> 'holder.accessedByStaff'`).execute();

/** Who of the staff looked. */
export const readAccesses = (db: Db, holder: Holder, page: Page) =>
  ofSubject(db, holder, page).where(sql<SqlBool>`action in ('holder.accessedByStaff', 'holder.viewedAs')`).execute();
