/** SQL of the staff list of submissions. */

import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import type { DecisionKind } from "./review.queries.ts";

/** The queue is counted further than other lists, because it is shown as work to be done. */
const queueCountCap = 5_000;

export interface ListFilter {
  type: FormType;
  show: "waiting" | "all";
  /** A member of staff; 0 for holders without an assigned colleague. */
  assigned?: number | undefined;
}

interface ListedForm {
  id: number;
  revision: number;
  holder_id: number;
  holder_name: string;
  state: HolderState;
  submitted_at: Date;
  decision: DecisionKind | null;
  decided_at: Date | null;
  assigned_to: number | null;
  assigned_name: string | null;
}

const holderTable = (type: FormType) => sql.table(type === "KYC" ? "app_user" : "company");
const holderTypeOf = (type: FormType) => (type === "KYC" ? "user" : "company");

/** True to read the holders of one colleague, rather than a page of all in sort order. */
const isOfColleague = ({ assigned }: ListFilter): boolean => assigned !== undefined && assigned > 0;

const withColleague = ({ assigned }: ListFilter) =>
  assigned === undefined
    ? sql``
    : assigned === 0
      ? sql`and holder.assigned_to is null`
      : sql`and holder.assigned_to = ${assigned}`;

/**
 * Waiting entries whose holders are not disabled. `offset 0` makes PostgreSQL follow the queue's order, so that a page
 * costs its own rows, not the whole queue.
 */
const waiting = (filter: ListFilter) => sql`
  select entry.revision_id as id, entry.holder_id, entry.submitted_at, holder.name as holder_name, holder.state,
    holder.assigned_to
  from form_waiting as entry ${
    isOfColleague(filter)
      ? sql`join ${holderTable(filter.type)} as holder on holder.id = entry.holder_id`
      : sql`cross join lateral (
          select name, state, assigned_to from ${holderTable(filter.type)} where id = entry.holder_id offset 0
        ) as holder`
  }
  where entry.form_type = ${filter.type} and holder.state in ('pendingKYC', 'pendingReKYC') ${withColleague(filter)}`;

/** The newest revision of everyone, with no later one; for a colleague's clients, that of each. */
const all = (filter: ListFilter) =>
  isOfColleague(filter)
    ? sql`
  select entry.id, holder.id as holder_id, entry.submitted_at, holder.name as holder_name, holder.state,
    holder.assigned_to
  from ${holderTable(filter.type)} as holder cross join lateral (
    select id, submitted_at from form_revision
    where holder_type = ${holderTypeOf(filter.type)} and holder_id = holder.id and form_type = ${filter.type}
    order by revision desc limit 1
  ) as entry
  where true ${withColleague(filter)}`
    : sql`
  select entry.id, entry.holder_id, entry.submitted_at, holder.name as holder_name, holder.state, holder.assigned_to
  from form_revision as entry join ${holderTable(filter.type)} as holder on holder.id = entry.holder_id
  where entry.form_type = ${filter.type} and not exists (
    select from form_revision as later
    where later.holder_type = ${holderTypeOf(filter.type)} and later.holder_id = entry.holder_id
      and later.form_type = ${filter.type} and later.revision = entry.revision + 1
  ) ${withColleague(filter)}`;

/** One page: the queue oldest first, all others newest first. */
export async function listForms(
  db: Db,
  filter: ListFilter,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<ListedForm[]> {
  const isQueue = filter.show === "waiting";
  const key = isQueue ? sql`entry.submitted_at, entry.revision_id` : sql`entry.submitted_at, entry.id`;
  const order = isQueue ? sql`entry.submitted_at, entry.revision_id` : sql`entry.submitted_at desc, entry.id desc`;
  const { rows } = await sql<ListedForm>`
    with page as materialized (
      ${isQueue ? waiting(filter) : all(filter)}
      ${after ? sql`and (${key}) ${isQueue ? sql`>` : sql`<`} (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
      order by ${order} limit ${limit}
    )
    select page.*, revision.revision, decision.decision, decision.decided_at, colleague.name as assigned_name
    from page join form_revision as revision on revision.id = page.id
      left join form_decision as decision on decision.revision_id = page.id
      left join app_user as colleague on colleague.id = page.assigned_to
    order by page.submitted_at ${isQueue ? sql`` : sql`desc`}, page.id ${isQueue ? sql`` : sql`desc`}`.execute(db);
  return rows;
}

/**
 * The queue without entries whose holder was disabled meanwhile. A waiting state ends with a decision, which deletes
 * the entry, or by disabling.
 */
const countQueue = (type: FormType, cap: number) => sql<{ count: number }>`
  select (
    (select count(*) from (select from form_waiting where form_type = ${type} limit ${cap}) as entry)
    - (select count(*) from form_waiting as entry join ${holderTable(type)} as holder on holder.id = entry.holder_id
       where entry.form_type = ${type} and holder.state = 'disabled'
         and holder.state_before_disabled in ('pendingKYC', 'pendingReKYC'))
  )::int as count`;

/** Counts up to a cap. Every form has exactly one first revision. */
export async function countForms(db: Db, filter: ListFilter): Promise<number> {
  if (filter.show === "waiting" && filter.assigned === undefined) {
    const { rows } = await countQueue(filter.type, queueCountCap).execute(db);
    return rows[0]?.count ?? 0;
  }
  const firsts = sql`
    select from form_revision as entry ${
      filter.assigned === undefined
        ? sql``
        : sql`join ${holderTable(filter.type)} as holder on holder.id = entry.holder_id`
    }
    where entry.form_type = ${filter.type} and entry.holder_type = ${holderTypeOf(filter.type)} and entry.revision = 1
      ${withColleague(filter)}`;
  const counted = filter.show === "waiting" ? waiting(filter) : firsts;
  // Without an assigned colleague, each holder is read to be counted.
  const cap = filter.assigned === 0 ? searchCountCap : countCap;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${counted} limit ${cap}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}
