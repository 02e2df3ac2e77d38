/** SQL of what is published of reports, and who was told. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Whether the holder's people may read the report of the alias. */
export const isShown = (alias: "report" | "later" | "other"): RawBuilder<SqlBool> => sql<SqlBool>`
  (not ${sql.ref(`${alias}.awaits_publication`)}
    or exists (select from report_publication where report_publication.report_id = ${sql.ref(`${alias}.id`)}))`;

interface Publication {
  reportId: number;
  holder: Holder;
  /** Null if the holder asked for it. */
  runId: number | null;
  publishedBy: number | null;
}

/** False if it was published before. */
export async function insertPublication(
  trx: Trx,
  { reportId, holder, runId, publishedBy }: Publication,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("report_publication")
    .values({ report_id: reportId, ...ownedBy(holder), run_id: runId, published_by: publishedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether the holder's people may read a later report of the same period that says otherwise, or the same in its language. */
export async function hasNewer(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from report join report other
      on other.holder_type = report.holder_type and other.holder_id = report.holder_id and other.kind = report.kind
      and other.period_from = report.period_from and other.period_to = report.period_to
    where report.id = ${id} and other.state = 'made' and (other.known_at, other.id) > (report.known_at, report.id)
      and (other.language = report.language or other.data_hash <> report.data_hash) and ${isShown("other")}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** False if it is known already, or the person was not told of the report. */
export async function markTellingUndelivered(
  trx: Trx,
  { report, user, reason }: { report: number; user: number; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_telling set undelivered_at = now(), undelivered_reason = ${reason}
    where report_id = ${report} and user_id = ${user} and undelivered_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Whether somebody was told of it whose mail did not come back. */
export async function isAnyoneReached(db: Db, reportId: number): Promise<boolean> {
  const { rows } = await sql`
    select from report_telling where report_id = ${reportId} and undelivered_at is null limit 1`.execute(db);
  return rows.length > 0;
}

interface TellingRecord {
  name: string;
  told_at: Date;
  undelivered_at: Date | null;
  undelivered_reason: string | null;
}
export async function listTellings(db: Db, reportId: number): Promise<TellingRecord[]> {
  const { rows } = await sql<TellingRecord>`
    select app_user.name, told_at, undelivered_at, undelivered_reason
    from report_telling join app_user on app_user.id = report_telling.user_id
    where report_id = ${reportId} order by report_telling.id`.execute(db);
  return rows;
}
