/** SQL that reads the audit log of holders, newest first, by the index of subjects. All entries of a subject lie in one chain. */
import type { Holder } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import type { Db } from "../../database/transaction.ts";

export interface Page {
  /** Moment and position of the last row of the page before. */
  after: { value: string; id: number } | undefined;
  limit: number;
}

const ofSubjects = (db: Db, holders: readonly Holder[], { after, limit }: Page) =>
  db
    .selectFrom("audit_entry")
    .select(["position", "at", "action", "actor", "before", "after", "subject_type", "subject_id"])
    .where((eb) =>
      eb.or(
        holders.map(({ holderType, holderId }) =>
          eb.and([eb("subject_type", "=", holderType), eb("subject_id", "=", String(holderId))]),
        ),
      ),
    )
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
  ofSubjects(db, [holder], page).where(sql<SqlBool>`action <> 'holder.accessedByStaff'`).execute();

/** Who of the staff looked at any of them. */
export const readAccesses = (db: Db, holders: readonly Holder[], page: Page) =>
  ofSubjects(db, holders, page).where(sql<SqlBool>`action in ('holder.accessedByStaff', 'holder.viewedAs')`).execute();
