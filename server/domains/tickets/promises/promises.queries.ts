/** SQL of the due times of tickets. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { ClockFacts, TicketClocks } from "./due-times.ts";

type ClockRow = ClockFacts & {
  waiting_since: Date | null;
  is_finished: boolean;
  first_answered_by: number | null;
  now: Date;
};

/** What the due times follow from; the row stays locked, so that the settings are read after whoever changed it. */
export async function lockClockFacts(trx: Trx, id: number): Promise<ClockRow | undefined> {
  const { rows } = await sql<ClockRow>`
    select topic, priority, by_staff and not asked_before as firm_wrote_first, turns, waiting_since, state in ('resolved', 'closed') as is_finished,
      first_answered_at, first_answered_by, finished_at, now()::timestamptz(3) as now
    from ticket where id = ${id} for update`.execute(trx);
  return rows[0];
}

export async function storeClocks(
  trx: Trx,
  id: number,
  facts: Pick<ClockRow, "turns" | "first_answered_at" | "first_answered_by" | "finished_at">,
  { first_answer_due_at, resolution_due_at, next_due_at, clocks }: TicketClocks,
  rules: string,
): Promise<void> {
  await sql`
    update ticket set turns = ${facts.turns.map((turn) => turn.toISOString())}::timestamptz[],
      first_answered_at = ${facts.first_answered_at}, first_answered_by = ${facts.first_answered_by},
      finished_at = ${facts.finished_at}, first_answer_due_at = ${first_answer_due_at},
      resolution_due_at = ${resolution_due_at}, next_due_at = ${next_due_at},
      clocks = ${JSON.stringify(clocks)}::jsonb, clock_rules = ${rules}
    where id = ${id}`.execute(trx);
}

/** Unfinished tickets whose due times were calculated by other rules, and tickets without any; from `after` on. */
export async function listOutdated(db: Db, rules: string, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select id from ticket where state in ('open', 'assigned') and id > ${after} and clock_rules <> ${rules}
        order by id limit ${limit})
      union all
      (select id from ticket where clock_rules is null and id > ${after} order by id limit ${limit})
    ) outdated order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
