/** SQL of what waits for the firm: of each kind, by the colleague in charge. */
import type { WorkKind } from "@portico/api/rules/work-kinds.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

interface WorkRecord {
  kind: WorkKind;
  person: number | null;
  name: string | null;
  count: number;
  oldest: Date;
}

/** Forms that wait, without those of disabled holders, as in their list. */
const forms = (kind: "people" | "companies", form: string, table: "app_user" | "company") => sql`
  select ${kind}::text as kind, holder.assigned_to as person, entry.submitted_at as since
  from form_waiting as entry join ${sql.table(table)} as holder on holder.id = entry.holder_id
  where entry.form_type = ${form} and holder.state in ('pendingKYC', 'pendingReKYC')`;

/** Each kind reads the partial index of what waits, and no more rows than wait. */
export async function countWork(db: Db, now: Date): Promise<WorkRecord[]> {
  const { rows } = await sql<WorkRecord>`
    with work as (
      select 'tickets' as kind, assigned_to as person, waiting_since as since from ticket where waiting_since is not null
      union all select 'ticketsLate', assigned_to, next_due_at from ticket where next_due_at < ${now}
      union all ${forms("people", "KYC", "app_user")}
      union all ${forms("companies", "companyKYC", "company")}
      union all
      select 'contracts', coalesce(person.assigned_to, firm.assigned_to), contract.state_changed_at
      from contract
        left join app_user as person on contract.holder_type = 'user' and person.id = contract.holder_id
        left join company as firm on contract.holder_type = 'company' and firm.id = contract.holder_id
      where contract.state = 'awaitingAdmin'
    ), counted as (
      select kind, person, count(*)::int as count, min(since) as oldest from work group by kind, person
    )
    select counted.kind, counted.person, app_user.name, counted.count, counted.oldest
    from counted left join app_user on app_user.id = counted.person
    order by app_user.name nulls last, counted.person, counted.kind`.execute(db);
  return rows;
}
