/** SQL of contracts for which something is due: a seal, their end, a reminder. */
import { closedStates } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Approved contracts whose seal is overdue. */
export async function listUnsealed(
  db: Db,
  { olderThanMinutes, limit }: { olderThanMinutes: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from contract where state = 'approved' and sealed_file_id is null
      and state_changed_at < now() - make_interval(mins => ${olderThanMinutes}::int)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Unfinished contracts that expired before `today`, or whose holder was rejected or disabled. */
export async function listToEnd(
  db: Db,
  { today, after, limit }: { today: string; after: number; limit: number },
): Promise<{ id: number; expired: boolean }[]> {
  const { rows } = await sql<{ id: number; expired: boolean }>`
    select id, expires_on < ${today}::date as expired from contract
    where state in ('awaitingAdmin', 'awaitingClient') and id > ${after} and (
      expires_on < ${today}::date
      or case holder_type
        when 'user' then exists (select 1 from app_user where id = holder_id and app_user.state = any(${closedStates}))
        else exists (select 1 from company where id = holder_id and company.state = any(${closedStates})) end
    ) order by id limit ${limit}`.execute(db);
  return rows;
}

/** Contracts that await their holder, with a reminder for one of the days until they expire. */
export async function listToRemind(
  db: Db,
  { today, after, limit }: { today: string; after: number; limit: number },
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from contract
    where state = 'awaitingClient' and id > ${after} and expires_on >= ${today}::date
      and expires_on - ${today}::date = any(reminder_days) and reminded_on is distinct from ${today}::date
      and day < ${today}::date
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Records the day of the reminder; false if the holder was reminded on it, or the contract awaits them no longer. */
export async function noteReminded(trx: Trx, id: number, today: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set reminded_on = ${today}::date
    where id = ${id} and state = 'awaitingClient' and reminded_on is distinct from ${today}::date`.execute(trx);
  return numAffectedRows === 1n;
}
