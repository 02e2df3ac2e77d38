/** SQL of the stored days on which the return of a month depends. */
import type { Gap } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { MonthRow } from "@portico/ledger/monthly-returns.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";

export type MonthDay = MonthRow & { gaps: Gap[] };

/**
 * The days up to one, in order, without those that change no return of a month: on which nothing was paid, neither on the next,
 * that end no month, and whose values and that of the day before are known and above zero. Of twelve years a tenth is left.
 */
export async function listMonthDays(db: Db, holder: Holder, to: string): Promise<MonthDay[]> {
  const { rows } = await sql<MonthDay>`
    select day, value, deposits, inflow, complete, case when complete then '[]' else gaps end as gaps from (
      select day, value, deposits, inflow, complete, gaps, lag(value) over in_order as before,
        lead(day) over in_order as next, lead(deposits <> 0 or inflow <> 0) over in_order as is_next_paid
      from daily_value where ${ofHolder(holder)} and day <= ${to}::date window in_order as (order by day)
    ) as each
    where not complete or deposits <> 0 or inflow <> 0 or is_next_paid or value <= 0 or before is null or before <= 0
      or next is null or extract(day from next) = 1
    order by day`.execute(db);
  return rows;
}
