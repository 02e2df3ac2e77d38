/** SQL of the proof of a period: what each holder got, and who got nothing. */
import type { AddresseeState } from "@portico/api/rules/report-runs.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import { holderName } from "../../holders/holders.ts";
import { isShown } from "../../reports/publication.ts";

export interface ProofPeriod {
  from: string;
  to: string;
  kind: ReportKind | null;
}

interface Someone {
  name: string;
  at: string;
}

export interface ProvedRecord {
  id: number;
  name: string;
  client_number: string | null;
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
  data_hash: Buffer;
  known_at: Date;
  made_at: Date;
  published_at: Date;
  published_by: string | null;
  run_id: number | null;
  told: (Someone & { undelivered: string | null })[];
  opened: (Someone & { form: string })[];
  replaces: number | null;
  replaced_by: number | null;
}

const nameOf = (table: string) =>
  sql<string>`coalesce(${sql.raw(holderName(`${table}.holder_type`, `${table}.holder_id`))}, '')`;
const within = (table: string, { from, to, kind }: ProofPeriod) => sql`
  ${sql.ref(`${table}.period_from`)} >= ${from}::date and ${sql.ref(`${table}.period_to`)} between ${from}::date and ${to}::date
  ${kind === null ? sql`` : sql`and ${sql.ref(`${table}.kind`)} = ${kind}`}`;

/** Reports of periods within this one that their holders can read, by id after `after`. */
export async function listProved(
  db: Db,
  period: ProofPeriod,
  { after, limit }: { after: number; limit: number },
): Promise<ProvedRecord[]> {
  const { rows } = await sql<ProvedRecord>`
    select report.id, ${nameOf("report")} as name, account.client_number, report.kind, report.period_from::text as "from",
      report.period_to::text as "to", report.language, report.data_hash, report.known_at, report.made_at,
      coalesce(publication.published_at, report.made_at) as published_at, publisher.name as published_by,
      publication.run_id,
      coalesce((select json_agg(json_build_object('name', person.name, 'at', telling.told_at, 'undelivered', telling.undelivered_reason)
          order by telling.id)
        from report_telling telling join app_user person on person.id = telling.user_id
        where telling.report_id = report.id), '[]') as told,
      coalesce((select json_agg(json_build_object('name', name, 'at', at, 'form', form) order by at) from (
          select person.name, min(opening.opened_at) as at, opening.form
          from report_opening opening join app_user person on person.id = opening.user_id
          where opening.report_id = report.id group by person.id, opening.form) looks), '[]') as opened,
      report.replaces,
      (select min(later.id) from report later where later.replaces = report.id and ${isShown("later")}) as replaced_by
    from report
    left join holder_account account on account.holder_type = report.holder_type and account.holder_id = report.holder_id
    left join report_publication publication on publication.report_id = report.id
    left join app_user publisher on publisher.id = coalesce(publication.published_by,
      case when not report.awaits_publication then report.asked_by end)
    where report.state = 'made' and ${within("report", period)} and ${isShown("report")} and report.id > ${after}
    order by report.id limit ${limit}`.execute(db);
  return rows;
}

export interface UnprovedRecord {
  id: number;
  name: string;
  client_number: string | null;
  kind: ReportKind;
  from: string;
  to: string;
  run_id: number;
  state: AddresseeState;
  reason: string | null;
  changed_at: Date;
}

/** Whom a run was to reach and who can read no report of the period: the last time, by the addressee's id after `after`. */
export async function listUnproved(
  db: Db,
  period: ProofPeriod,
  { after, limit }: { after: number; limit: number },
): Promise<UnprovedRecord[]> {
  const { rows } = await sql<UnprovedRecord>`
    select addressee.id, ${nameOf("addressee")} as name, account.client_number, addressee.kind,
      addressee.period_from::text as "from", addressee.period_to::text as "to", addressee.run_id, addressee.state,
      addressee.reason, addressee.changed_at
    from report_addressee addressee
    left join holder_account account
      on account.holder_type = addressee.holder_type and account.holder_id = addressee.holder_id
    where ${within("addressee", period)} and addressee.id > ${after}
      and not exists (select from report_addressee later where later.holder_type = addressee.holder_type
        and later.holder_id = addressee.holder_id and later.kind = addressee.kind
        and later.period_from = addressee.period_from and later.period_to = addressee.period_to and later.id > addressee.id)
      and not exists (select from report where report.holder_type = addressee.holder_type
        and report.holder_id = addressee.holder_id and report.kind = addressee.kind
        and report.period_from = addressee.period_from and report.period_to = addressee.period_to
        and report.state = 'made' and ${isShown("report")})
    order by addressee.id limit ${limit}`.execute(db);
  return rows;
}
