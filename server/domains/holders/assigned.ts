/** SQL of whose clients records are about: the colleague in charge of the holder. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Rows of the table that are about clients of the colleague, or (0) of nobody. A colleague has few clients: what is about
 * them is looked up. Those of nobody are many: the list is read in its order until the page is full.
 */
export function isOfColleague(table: string, to: number): RawBuilder<SqlBool> {
  const [type, id] = [sql.ref(`${table}.holder_type`), sql.ref(`${table}.holder_id`)];
  return to === 0
    ? sql`case ${type} when 'user' then (select assigned_to from app_user where id = ${id})
        else (select assigned_to from company where id = ${id}) end is null`
    : sql`(${type}, ${id}) in (
        select 'user', id from app_user where assigned_to = ${to}
        union all select 'company', id from company where assigned_to = ${to}
      )`;
}
