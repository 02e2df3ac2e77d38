/** SQL of statements of assets that clients open, and of who opened one in a quarter. */

import { lower } from "@portico/api/rules/search-folded.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { contains, every } from "../../../database/list-page.queries.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { isShown } from "../publication.ts";

/** The last statement of this one day that was made within so many minutes, or is being made; not one that waits for its publication. */
export async function findFresh(
  db: Db,
  { holderType, holderId }: Holder,
  { day, language, minutes }: { day: string; language: Language; minutes: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(same_as, id) as id from report
    where holder_type = ${holderType} and holder_id = ${holderId} and kind = 'assets' and period_from = ${day}::date
      and period_to = ${day}::date and language = ${language} and state <> 'failed' and ${isShown("report")}
      and known_at > now() - make_interval(mins => ${minutes}::int)
    order by known_at desc, id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Notes the first opening of the quarter if the report is a statement of assets at the end of the day before. */
export const insertStatementOpening = (
  trx: Trx,
  { reportId, userId, today }: { reportId: number; userId: number; today: string },
): Promise<unknown> =>
  sql`insert into statement_opening (quarter, holder_type, holder_id, report_id, user_id)
    select date_trunc('quarter', ${today}::timestamp)::date, holder_type, holder_id, id, ${userId} from report
    where id = ${reportId} and kind = 'assets' and period_to = ${today}::date - 1
    on conflict do nothing`.execute(trx);

export interface OpeningRow {
  holder_type: string;
  holder_id: number;
  name: string;
  client_number: string;
  opened_at: Date | null;
  opened_by: string | null;
  report_id: number | null;
}

interface Which {
  /** The quarter's first day. */
  quarter: string;
  opened?: "yes" | "no" | undefined;
}

/** Clients with a number in the quarter; who is none any more only with an opening. */
const clients = ({ quarter, opened }: Which): RawBuilder<unknown> => sql`
  from holder_account account
  left join app_user person on account.holder_type = 'user' and person.id = account.holder_id
  left join company on account.holder_type = 'company' and company.id = account.holder_id
  ${sql.raw(opened === "yes" ? "join" : "left join")} statement_opening opening on opening.quarter = ${quarter}::date
    and opening.holder_type = account.holder_type and opening.holder_id = account.holder_id
  where account.client_number is not null and account.created_at < ${quarter}::date + interval '3 months'
    and (opening.holder_id is not null or coalesce(person.state, company.state) not in ('rejected', 'disabled'))
    ${opened === "no" ? sql`and opening.holder_id is null` : sql``}`;

/** By name or client number. */
const found = (search: string): RawBuilder<SqlBool> => sql<SqlBool>`(account.holder_type, account.holder_id) in (
  select 'user', id from app_user where ${contains(sql<string>`search_text`, search)}
  union all select 'company', id from company where ${contains(sql<string>`search_text`, search)}
  union all select holder_type, holder_id from holder_account
    where lower(client_number) like ${`%${lower(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`})`;

interface OpeningsPage extends Which {
  search: string;
  after: string | undefined;
  limit: number;
}

/** By client number, from after `after`. */
export function openingsQuery({ search, after, limit, ...which }: OpeningsPage): RawBuilder<OpeningRow> {
  const conditions = [
    ...(search === "" ? [] : [found(search)]),
    ...(after === undefined ? [] : [sql<SqlBool>`account.client_number > ${after}`]),
  ];
  return sql<OpeningRow>`
    select account.holder_type, account.holder_id, account.client_number, opening.opened_at, opening.report_id,
      coalesce(person.name, nullif(company.name, ''), company.draft_name, '') as name,
      (select name from app_user where id = opening.user_id) as opened_by
    ${clients(which)} and ${every(conditions)}
    order by account.client_number limit ${limit}`;
}
export const listOpenings = async (db: Db, page: OpeningsPage): Promise<OpeningRow[]> =>
  (await openingsQuery(page).execute(db)).rows;

export async function countOpenings(db: Db, quarter: string): Promise<{ opened: number; notOpened: number }> {
  const { rows } = await sql<{ opened: number; all: number }>`
    select count(opening.holder_id)::int as opened, count(*)::int as all ${clients({ quarter })}`.execute(db);
  const { opened = 0, all = 0 } = rows[0] ?? {};
  return { opened, notOpened: all - opened };
}
