/** SQL of the shares of persons in companies. Rows are never changed: one that corrects another takes its place. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface ShareRecord {
  id: number;
  user_id: number;
  owner_name: string;
  percent: string;
  from: string;
  until: string | null;
  corrects: number | null;
  removed: boolean;
  form_revision: number | null;
  form_owner: string | null;
  form_name: string | null;
  confirmed_at: Date;
  confirmed_by: string;
  /** Of the row that took its place; null if it counts. */
  replaced_at: Date | null;
  replaced_by: string | null;
}

/** All rows of a company, those of removed shares included, by first day. */
export async function listShareRecords(db: Db, companyId: number): Promise<ShareRecord[]> {
  const { rows } = await sql<ShareRecord>`
    select share.id, share.user_id, owner.name as owner_name, trim_scale(share.percent)::text as percent,
      share.valid_from as from, share.valid_until as until, share.corrects, share.removed,
      share.form_revision, share.form_owner, share.form_name,
      share.confirmed_at, staff.name as confirmed_by, later.confirmed_at as replaced_at, replacer.name as replaced_by
    from ownership_share as share
    join app_user as owner on owner.id = share.user_id
    join app_user as staff on staff.id = share.confirmed_by
    left join ownership_share as later on later.corrects = share.id
    left join app_user as replacer on replacer.id = later.confirmed_by
    where share.company_id = ${companyId} order by share.valid_from, share.id`.execute(db);
  return rows;
}

export interface NewShare {
  companyId: number;
  userId: number;
  percent: string;
  from: string;
  until: string | null;
  corrects: number | null;
  removed?: boolean;
  stated: { revision: number; owner: string; name: string } | null;
  by: number;
}

export async function insertShare(trx: Trx, share: NewShare): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ownership_share (company_id, user_id, percent, valid_from, valid_until, corrects, removed,
      form_revision, form_owner, form_name, confirmed_by)
    values (${share.companyId}, ${share.userId}, ${share.percent}, ${share.from}, ${share.until}, ${share.corrects},
      ${share.removed ?? false}, ${share.stated?.revision ?? null}, ${share.stated?.owner ?? null},
      ${share.stated?.name ?? null}, ${share.by})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** The shares that a person has held over any of the days, of companies that are clients now. */
export async function listSharesOver(
  db: Db,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<{ companyId: number; percent: string; from: string; until: string | null }[]> {
  const { rows } = await sql<{ companyId: number; percent: string; from: string; until: string | null }>`
    select share.company_id as "companyId", trim_scale(share.percent)::text as percent,
      share.valid_from as from, share.valid_until as until
    from ownership_share as share join company on company.id = share.company_id
    where share.user_id = ${userId} and not share.removed and company.state in ('postKYC', 'pendingReKYC')
      and share.valid_from <= ${to}::date and (share.valid_until is null or share.valid_until >= ${from}::date)
      and not exists (select from ownership_share as later where later.corrects = share.id)
    order by share.company_id, share.valid_from`.execute(db);
  return rows;
}
