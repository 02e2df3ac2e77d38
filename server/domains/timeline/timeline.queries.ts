/** SQL that reads holders' audit entries, newest first, by the index of subjects. All entries of a subject are in one chain. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

export interface Page {
  /** Time and position of the last row of the previous page. */
  after: { value: string; id: number } | undefined;
  limit: number;
}

interface Entry {
  position: number;
  at: Date;
  action: string;
  actor: unknown;
  before: unknown;
  after: unknown;
  subject_type: string;
  subject_id: string;
}

/** One page per holder in index order, merged, so that a frequently viewed client costs no more. */
async function ofSubjects(
  db: Db,
  holders: readonly Holder[],
  { after, limit }: Page,
  which: RawBuilder<SqlBool>,
  withRequests = false,
): Promise<Entry[]> {
  const beyond = after ? sql`and (at, position) < (${after.value}::timestamptz, ${after.id}::bigint)` : sql``;
  // Entries whose content retention removed are not shown.
  const pageOf = (subject: RawBuilder<SqlBool>) => sql`
    (select position, at, action, actor, before, after, subject_type, subject_id from audit_entry
     where ${subject} and erased_at is null and ${which} ${beyond}
     order by at desc, position desc limit ${limit})`;
  const pages = holders.flatMap(({ holderType, holderId }) => [
    pageOf(sql`subject_type = ${holderType} and subject_id = ${String(holderId)}`),
    ...(withRequests
      ? [
          pageOf(sql`subject_type = 'transactionRequest' and subject_id = any(array(
            select id::text from transaction_request where holder_type = ${holderType} and holder_id = ${holderId}))`),
        ]
      : []),
  ]);
  const { rows } = await sql<Entry>`
    select * from (${sql.join(pages, sql` union all `)}) as entry
    order by at desc, position desc limit ${limit}`.execute(db);
  return rows;
}

/** What happened to the holder, and to their orders and payments: changes, not accesses. */
export const readTimeline = (db: Db, holder: Holder, page: Page): Promise<Entry[]> =>
  ofSubjects(
    db,
    [holder],
    page,
    sql<SqlBool>`action not in ('holder.accessedByStaff', 'holder.accessedByDelegate')`,
    true,
  );

/** Access of staff and delegates to any of them. */
export const readAccesses = (db: Db, holders: readonly Holder[], page: Page): Promise<Entry[]> =>
  ofSubjects(
    db,
    holders,
    page,
    sql<SqlBool>`action in ('holder.accessedByStaff', 'holder.accessedByDelegate', 'holder.viewedAs')`,
  );
