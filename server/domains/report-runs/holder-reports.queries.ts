/** SQL of what became of a holder's reports. */
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { isShown } from "../reports/publication.ts";

export interface HolderReportRecord {
  id: number;
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
  known_at: Date;
  data_hash: Buffer;
  gaps: number;
  run_id: number | null;
  made_at: Date;
  published_at: Date | null;
  published_by: string | null;
  told_at: Date | null;
  undelivered: boolean;
  opened_at: Date | null;
  replaces: number | null;
  replaced_by: number | null;
}

const selected = sql`
  select report.id, report.kind, report.period_from::text as "from", report.period_to::text as "to", report.language,
    report.known_at, report.data_hash, coalesce(json_array_length((report.data::json) -> 'gaps'), 0) as gaps,
    coalesce(publication.run_id,
      (select max(run_id) from report_addressee where report_addressee.report_id = report.id)) as run_id,
    report.made_at, coalesce(publication.published_at, case when not report.awaits_publication then report.made_at end)
      as published_at,
    publisher.name as published_by,
    (select min(told_at) from report_telling where report_telling.report_id = report.id) as told_at,
    exists (select from report_telling where report_telling.report_id = report.id)
      and not exists (select from report_telling where report_telling.report_id = report.id and undelivered_at is null)
      as undelivered,
    (select min(opened_at) from report_opening where report_opening.report_id = report.id) as opened_at,
    report.replaces,
    (select min(later.id) from report later where later.replaces = report.id and ${isShown("later")}) as replaced_by
  from report
  left join report_publication publication on publication.report_id = report.id
  left join app_user publisher on publisher.id = coalesce(publication.published_by,
    case when not report.awaits_publication then report.asked_by end)`;
const ofHolder = ({ holderType, holderId }: Holder) =>
  sql`report.holder_type = ${holderType} and report.holder_id = ${holderId} and report.state = 'made'`;

/** Newest first; `before` is the last id of the previous page. */
export async function listOfHolder(
  db: Db,
  holder: Holder,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<HolderReportRecord[]> {
  const { rows } = await sql<HolderReportRecord>`
    ${selected} where ${ofHolder(holder)} and report.id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by report.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findOfHolder(db: Db, holder: Holder, id: number): Promise<HolderReportRecord | undefined> {
  const { rows } = await sql<HolderReportRecord>`${selected} where ${ofHolder(holder)} and report.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export interface OpeningRecord {
  name: string;
  form: "page" | "pdf" | "xlsx" | "csv";
  opened_at: Date;
}
export async function listOpenings(db: Db, reportId: number): Promise<OpeningRecord[]> {
  const { rows } = await sql<OpeningRecord>`
    select app_user.name, report_opening.form, report_opening.opened_at
    from report_opening join app_user on app_user.id = report_opening.user_id
    where report_id = ${reportId} order by report_opening.id limit 1000`.execute(db);
  return rows;
}
