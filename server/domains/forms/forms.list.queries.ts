/** SQL of the staff's list of submissions. */
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db } from "../../database/transaction.ts";
import type { DecisionKind } from "./forms.review.queries.ts";

export interface ListFilter {
  type: FormType;
  show: "waiting" | "all";
  /** A member of staff; 0 for holders that nobody has. */
  assigned?: number | undefined;
}

export interface ListedForm {
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

const judged = ["pendingKYC", "pendingReKYC"];
const holderTable = (type: FormType) => sql.table(type === "KYC" ? "app_user" : "company");
const holderTypeOf = (type: FormType) => (type === "KYC" ? "user" : "company");

const withColleague = ({ assigned }: ListFilter) =>
  assigned === undefined
    ? sql``
    : assigned === 0
      ? sql`and holder.assigned_to is null`
      : sql`and holder.assigned_to = ${assigned}`;

/** The queue is a table of its own; of all others the newest revision is the one that none follows. */
const source = (filter: ListFilter) =>
  filter.show === "waiting"
    ? sql`form_waiting as entry
        join form_revision as revision on revision.id = entry.revision_id
        join ${holderTable(filter.type)} as holder on holder.id = entry.holder_id
      where entry.form_type = ${filter.type} and holder.state = any(${judged})`
    : sql`form_revision as revision
        join ${holderTable(filter.type)} as holder on holder.id = revision.holder_id
      where revision.form_type = ${filter.type} and not exists (
        select from form_revision as later
        where later.holder_type = ${holderTypeOf(filter.type)} and later.holder_id = revision.holder_id
          and later.form_type = ${filter.type} and later.revision = revision.revision + 1)`;

/** One page: the queue from the oldest on, all others newest first. */
export async function listForms(
  db: Db,
  filter: ListFilter,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<ListedForm[]> {
  const key =
    filter.show === "waiting" ? sql`entry.submitted_at, entry.revision_id` : sql`revision.submitted_at, revision.id`;
  const [beyond, order] =
    filter.show === "waiting"
      ? [sql`>`, sql`entry.submitted_at, entry.revision_id`]
      : [sql`<`, sql`revision.submitted_at desc, revision.id desc`];
  const { rows } = await sql<ListedForm>`
    with page as materialized (
      select revision.id, revision.revision, revision.holder_id, revision.submitted_at, holder.name as holder_name,
        holder.state, holder.assigned_to
      from ${source(filter)} ${withColleague(filter)}
        ${after ? sql`and (${key}) ${beyond} (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
      order by ${order} limit ${limit}
    )
    select page.*, decision.decision, decision.decided_at, colleague.name as assigned_name
    from page left join form_decision as decision on decision.revision_id = page.id
      left join app_user as colleague on colleague.id = page.assigned_to
    order by page.submitted_at ${filter.show === "waiting" ? sql`` : sql`desc`},
      page.id ${filter.show === "waiting" ? sql`` : sql`desc`}`.execute(db);
  return rows;
}

/** How many there are, counted to `cap` at the most. Every form has one first revision, whichever is its newest. */
export async function countForms(db: Db, filter: ListFilter, cap: number): Promise<number> {
  const counted =
    filter.show === "waiting"
      ? source(filter)
      : filter.assigned === undefined
        ? sql`form_revision as revision where revision.form_type = ${filter.type} and revision.revision = 1`
        : sql`form_revision as revision join ${holderTable(filter.type)} as holder on holder.id = revision.holder_id
            where revision.form_type = ${filter.type} and revision.revision = 1`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${counted} ${withColleague(filter)} limit ${cap}) as found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
