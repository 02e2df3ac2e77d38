/** SQL of what waits for the firm: of each kind, by the colleague in charge. */
import type { LateReason } from "@portico/api/rules/tickets.ts";
import type { WorkKind } from "@portico/api/rules/work-kinds.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";
import { lateReasonOf } from "../tickets/queues/late-reasons.ts";

/** What the reader sees of proposals: all, those that they may decide, or none. */
export type SeenProposals = "all" | { actions: readonly string[]; notOf: number } | "none";

export interface WorkReader {
  now: Date;
  /** Tickets that are due until then are about to be late. */
  soonUntil: Date;
  proposals: SeenProposals;
}

/** Forms that wait, without those of disabled holders, as in their list. */
const forms = (kind: "people" | "companies", form: string, table: "app_user" | "company") => sql`
  select ${kind}::text as kind, holder.assigned_to as person, entry.submitted_at as since, entry.holder_type, entry.holder_id,
    entry.revision_id as item
  from form_waiting as entry join ${sql.table(table)} as holder on holder.id = entry.holder_id
  where entry.form_type = ${form} and holder.state in ('pendingKYC', 'pendingReKYC')`;

/** Rows about clients, with the colleague in charge of each client. */
const ofClients = (
  kind: WorkKind,
  table: string,
  { since, item = "id", where }: Record<"since" | "where", string> & { item?: string },
) => sql`
  select ${kind}::text as kind, coalesce(person.assigned_to, firm.assigned_to) as person, ${sql.ref(`entry.${since}`)} as since,
    entry.holder_type, entry.holder_id, ${sql.ref(`entry.${item}`)} as item
  from ${sql.table(table)} as entry
    left join app_user as person on entry.holder_type = 'user' and person.id = entry.holder_id
    left join company as firm on entry.holder_type = 'company' and firm.id = entry.holder_id
  where ${sql.raw(where)}`;

/** The office's alone, as proposals are. */
const screeningFor = (seen: SeenProposals): RawBuilder<unknown> =>
  seen === "none"
    ? sql``
    : sql`union all ${ofClients("screening", "screening_candidate", {
        since: "found_at",
        where: "entry.state in ('open', 'info', 'proposed')",
      })}`;

function proposalsFor(seen: SeenProposals): RawBuilder<unknown> {
  if (seen === "none") return sql``;
  const all = ofClients("proposals", "proposal", { since: "proposed_at", where: "entry.state = 'open'" });
  return seen === "all"
    ? sql`union all ${all}`
    : sql`union all ${all} and entry.proposed_by <> ${seen.notOf} and entry.action = any(${[...seen.actions]}::text[])`;
}

/** Each kind reads the partial index of what waits, and no more rows than wait. */
const work = ({ now, soonUntil, proposals }: WorkReader) => sql`
  select case when next_due_at < ${now} then 'ticketsLate' when next_due_at <= ${soonUntil} then 'ticketsSoon' else 'tickets' end as kind,
    assigned_to as person, case when next_due_at <= ${soonUntil} then next_due_at else waiting_since end as since,
    holder_type, holder_id, id as item
  from ticket where waiting_since is not null
  union all
  select 'conversations', assigned_to, waiting_since, holder_type, holder_id, id from chat where waiting_since is not null
  union all ${forms("people", "KYC", "app_user")}
  union all ${forms("companies", "companyKYC", "company")}
  union all ${ofClients("contracts", "contract", { since: "state_changed_at", where: "entry.state = 'awaitingAdmin'" })}
  union all ${ofClients("requests", "transaction_request", { since: "created_at", where: "entry.state = 'open'" })}
  union all ${ofClients("payments", "payment_review", {
    since: "found_at",
    item: "entry_id",
    where: `entry.cleared_at is null and not entry.matched and not exists (
      select from ledger_undone as undoing where undoing.holder_type = entry.holder_type
        and undoing.holder_id = entry.holder_id and undoing.entry_id = entry.entry_id)`,
  })}
  union all ${ofClients("accounts", "bank_account", { since: "changed_at", where: "entry.state = 'new' and entry.removed_at is null" })}
  ${screeningFor(proposals)} ${proposalsFor(proposals)}`;

interface WorkRecord {
  kind: WorkKind;
  person: number | null;
  name: string | null;
  count: number;
  oldest: Date;
}

export async function countWork(db: Db, reader: WorkReader): Promise<WorkRecord[]> {
  const { rows } = await sql<WorkRecord>`
    with work as (${work(reader)}), counted as (
      select kind, person, count(*)::int as count, min(since) as oldest from work group by kind, person
    )
    select counted.kind, counted.person, app_user.name, counted.count, counted.oldest
    from counted left join app_user on app_user.id = counted.person
    order by app_user.name nulls last, counted.person, counted.kind`.execute(db);
  return rows;
}

export interface FirstRecord {
  kind: WorkKind;
  person: number | null;
  item: number;
  /** Of a form. */
  revision: number | null;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string | null;
  since: Date;
  title: string | null;
  sum: string | null;
  currency: string | null;
}

/** The oldest few of each kind that are the reader's, or nobody's. */
export async function findFirst(
  db: Db,
  reader: WorkReader,
  { userId, most }: { userId: number; most: number },
): Promise<FirstRecord[]> {
  const { rows } = await sql<FirstRecord>`
    with work as (${work(reader)}), placed as (
      select *, row_number() over (partition by kind, person order by since, item) as place
      from work where person is null or person = ${userId}
    ), first as materialized (select * from placed where place <= ${most})
    select first.kind, first.person, first.item, first.holder_type, first.holder_id, first.since,
      ${sql.raw(holderName("first.holder_type", "first.holder_id"))} as holder_name,
      (select revision from form_revision where first.kind in ('people', 'companies') and id = first.item) as revision,
      case when first.kind like 'tickets%' then (select title from ticket where id = first.item)
        when first.kind = 'contracts' then (select contract_name from contract where id = first.item)
        when first.kind = 'screening' then (select entry -> 'names' ->> 0 from screening_candidate where id = first.item)
        when first.kind = 'accounts' then (select name from bank_account where id = first.item)
        when first.kind = 'requests' then coalesce(request.transaction_info ->> 'instrumentName', request.transaction_info ->> 'instrumentTicker')
      end as title,
      coalesce(request.transaction_info ->> 'sum', entry.amount::text) as sum,
      coalesce(request.transaction_info ->> 'currency', entry.currency) as currency
    from first
      left join transaction_request as request on first.kind = 'requests' and request.id = first.item
      left join payment_review as review on first.kind = 'payments' and review.entry_id = first.item
      left join ledger_entry as entry on entry.holder_type = review.holder_type and entry.holder_id = review.holder_id
        and entry.day = review.entry_day and entry.id = review.entry_id
    order by first.kind, first.person nulls last, first.place`.execute(db);
  return rows;
}

export interface LateRecord {
  person: number | null;
  name: string | null;
  why: LateReason;
  count: number;
}

/** Tickets of which a promise has passed, by colleague and reason. */
export async function countLate(db: Db, now: Date): Promise<LateRecord[]> {
  const { rows } = await sql<LateRecord>`
    with late as (
      select assigned_to as person, ${lateReasonOf(now)} as why from ticket where next_due_at < ${now}
      union all
      select assigned_to, 'client' from ticket
      where waiting_since is null and state in ('open', 'assigned') and resolution_due_at < ${now}
    )
    select person, app_user.name, why, count(*)::int as count
    from late left join app_user on app_user.id = person
    group by person, app_user.name, why order by app_user.name nulls last, person, why`.execute(db);
  return rows;
}
