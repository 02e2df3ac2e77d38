/** SQL of who is to be screened. Triggers make holders due (0245). */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface DueRow {
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  /** To the microsecond: what becomes due meanwhile stays due. */
  due_since: string;
  due_for: string;
}

/** Those who wait longest, urgent ones first; or the one holder, if they are due. */
export async function listDue(db: Db, limit: number, only?: Holder): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select due.holder_type, due.holder_id, due.due_since::text, due.due_for,
      coalesce(app_user.name, company.name, '') as name
    from screening_holder as due
      left join app_user on due.holder_type = 'user' and app_user.id = due.holder_id and app_user.erased_at is null
      left join company on due.holder_type = 'company' and company.id = due.holder_id and company.erased_at is null
    where due.due_since is not null
      ${only ? sql`and due.holder_type = ${only.holderType} and due.holder_id = ${only.holderId}` : sql``}
    order by due.urgent desc, due.due_since limit ${limit}`.execute(db);
  return rows;
}

export interface Screened {
  holder: Holder;
  dueSince: string;
}

/** Marks as looked at; returns the keys of those to whom nothing became due meanwhile. */
export async function settleDue(
  trx: Trx,
  screened: readonly Screened[],
  { listId, rules }: { listId: number; rules: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    update screening_holder as due
    set due_since = null, due_for = null, urgent = false, list_id = ${listId}, rules = ${rules}, screened_at = now()
    from unnest(${screened.map(({ holder }) => holder.holderType)}::text[], ${screened.map(({ holder }) => holder.holderId)}::bigint[],
      ${screened.map(({ dueSince }) => dueSince)}::timestamptz[]) as done (holder_type, holder_id, due_since)
    where due.holder_type = done.holder_type and due.holder_id = done.holder_id and due.due_since = done.due_since
    returning due.holder_type || '/' || due.holder_id as key`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

export const countDue = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from screening_holder where due_since is not null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Clients who are screened: people who are no staff, and companies with a name; not those whose relationship ended. */
const everybody = sql`
  select 'user' as holder_type, id as holder_id, exists (
    select from form_waiting where holder_type = 'user' and form_waiting.holder_id = app_user.id) as urgent
  from app_user where role = 'client' and erased_at is null and ended_at is null
  union all
  select 'company', id, exists (
    select from form_waiting where holder_type = 'company' and form_waiting.holder_id = company.id)
  from company where name <> '' and erased_at is null and ended_at is null`;

/** Everybody, such as for a new version of the list. */
export const makeAllDue = (trx: Trx, why: string): Promise<unknown> =>
  sql`
    insert into screening_holder (holder_type, holder_id, due_since, due_for, urgent)
    select holder_type, holder_id, clock_timestamp(), ${why}, urgent from (${everybody}) as everybody
    on conflict (holder_type, holder_id) do update
      set due_since = coalesce(screening_holder.due_since, excluded.due_since),
        due_for = coalesce(screening_holder.due_for, excluded.due_for),
        urgent = screening_holder.urgent or excluded.urgent`.execute(trx);

/** A company whose representative's right, or whose owner's share, began or ended by its date since it was looked at. */
const changedByDate = sql`
  (everybody.holder_type = 'company' and (
    exists (
      select from representation
      where company_id = everybody.holder_id and (
        (valid_from > known.screened_at::date and valid_from <= (select firm_today()))
        or (valid_to >= known.screened_at::date and valid_to < (select firm_today()))))
    or exists (
      select from ownership_share
      where company_id = everybody.holder_id and valid_until >= known.screened_at::date and valid_until < (select firm_today()))))`;

/**
 * Everybody who was not looked at against this version by these rules, or whose people changed by a date; returns how many there are,
 * and how many are due now.
 */
export async function makeMissingDue(
  trx: Trx,
  { listId, rules }: { listId: number; rules: string },
): Promise<{ holders: number; due: number }> {
  const { rows } = await sql<{ holders: number; due: number }>`
    with everybody as (${everybody}), missing as (
      insert into screening_holder (holder_type, holder_id, due_since, due_for, urgent)
      select everybody.holder_type, everybody.holder_id, clock_timestamp(), 'nightly', everybody.urgent
      from everybody left join screening_holder as known using (holder_type, holder_id)
      where known.due_since is null and (known.list_id is distinct from ${listId} or known.rules is distinct from ${rules}
        or ${changedByDate})
      on conflict (holder_type, holder_id) do update set due_since = excluded.due_since, due_for = excluded.due_for
      returning 1
    )
    select (select count(*)::int from everybody) as holders, (select count(*)::int from missing) as due`.execute(trx);
  return rows[0] ?? { holders: 0, due: 0 };
}

/** The holder, before everybody who waits. */
export const makeDue = (trx: Trx, { holderType, holderId }: Holder, why: string): Promise<unknown> =>
  sql`
    insert into screening_holder (holder_type, holder_id, due_since, due_for, urgent)
    values (${holderType}, ${holderId}, clock_timestamp(), ${why}, true)
    on conflict (holder_type, holder_id) do update
      set due_since = excluded.due_since, due_for = excluded.due_for, urgent = true`.execute(trx);
