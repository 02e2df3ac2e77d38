/** SQL of holder states: every change is one conditional update on the state it leaves. */
import { type HolderState, isClosed } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

const tableOf = ({ holderType }: Holder) => sql.table(holderType === "user" ? "app_user" : "company");

/**
 * The holder's state, and the one before it was disabled; locked until the transaction ends. Undefined without such a
 * holder.
 */
export const lockState = async (
  trx: Trx,
  holder: Holder,
): Promise<{ state: HolderState; before: HolderState | null } | undefined> => {
  const { rows } = await sql<{ state: HolderState; before: HolderState | null }>`
    select state, state_before_disabled as before from ${tableOf(holder)}
    where id = ${holder.holderId} for update`.execute(trx);
  return rows[0];
};

/** The state that a disabled holder returns to; null if not disabled. */
export const findStateBefore = async (db: Db, holder: Holder): Promise<HolderState | null> => {
  const { rows } = await sql<{ before: HolderState | null }>`
    select state_before_disabled as before from ${tableOf(holder)} where id = ${holder.holderId}`.execute(db);
  return rows[0]?.before ?? null;
};

/**
 * When the relationship ended, after the change: retention counts from the first day, also for a rejected holder
 * disabled later.
 */
const endedAt = (to: HolderState | "before") => {
  if (to !== "before" && isClosed(to)) return sql`coalesce(holder.ended_at, now())`;
  return to === "before" ? sql`case known.state_before_disabled when 'rejected' then holder.ended_at end` : sql`null`;
};

/**
 * Changes the state if the holder is in one of the states that the transition leaves; returns the states before and
 * after, or undefined if not, or if retention emptied the row. `before` is the state before `disabled`. A returning
 * holder is a client again, whose new records get their own retention period.
 */
export const updateState = async (
  trx: Trx,
  holder: Holder,
  { from, to }: { from: readonly HolderState[]; to: HolderState | "before" },
): Promise<{ before: HolderState; after: HolderState } | undefined> => {
  const { rows } = await sql<{ before: HolderState; after: HolderState }>`
    with known as (
      select id, state, state_before_disabled from ${tableOf(holder)} where id = ${holder.holderId} for update
    )
    update ${tableOf(holder)} as holder set
      state = ${to === "before" ? sql`known.state_before_disabled` : sql.val(to)},
      state_before_disabled = ${to === "disabled" ? sql`known.state` : sql`null`},
      reviewed_on = ${to === "postKYC" ? sql`firm_today()` : sql`holder.reviewed_on`},
      ended_at = ${endedAt(to)},
      records_erased_at = case when (${endedAt(to)}) is not null then holder.records_erased_at end
    from known where holder.id = known.id and known.state = any(${[...from]}) and holder.erased_at is null
    returning known.state as before, holder.state as after`.execute(trx);
  return rows[0];
};
