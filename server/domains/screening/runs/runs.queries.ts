/** SQL of runs: who was compared with what, and what was found. */
import type { SubjectRole } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface SubjectRow {
  id: number;
  role: SubjectRole;
  digest: Buffer;
}

export async function listSubjects(db: Db, holder: Holder): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select id, role, digest from screening_subject where ${ofHolder(holder)} and ended_at is null`.execute(db);
  return rows;
}

export async function insertSubject(
  trx: Trx,
  { holderType, holderId }: Holder,
  { role, digest, facts }: { role: SubjectRole; digest: Buffer; facts: Buffer },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into screening_subject (holder_type, holder_id, role, digest, facts)
    values (${holderType}, ${holderId}, ${role}, ${digest}, ${facts}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** They are no longer named, or otherwise. */
export const endSubjects = (trx: Trx, ids: readonly number[]): Promise<unknown> =>
  sql`update screening_subject set ended_at = now() where id = any(${[...ids]}::bigint[]) and ended_at is null`.execute(
    trx,
  );

/** Those of the subjects that were compared with the version by these rules. */
export async function listCovered(
  db: Db,
  ids: readonly number[],
  { listId, rules }: { listId: number; rules: string },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ subject_id: number }>`
    select subject_id from screening_run
    where subject_id = any(${[...ids]}::bigint[]) and list_id = ${listId} and rules = ${rules}`.execute(db);
  return new Set(rows.map(({ subject_id }) => subject_id));
}

export interface NewRun {
  subjectId: number;
  listId: number;
  rules: string;
  threshold: number;
  reason: string;
  found: number;
  best: number | null;
}

export async function insertRun(trx: Trx, { holderType, holderId }: Holder, run: NewRun): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into screening_run (holder_type, holder_id, subject_id, list_id, rules, threshold, reason, found, best)
    values (${holderType}, ${holderId}, ${run.subjectId}, ${run.listId}, ${run.rules}, ${run.threshold}, ${run.reason},
      ${run.found}, ${run.best}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export interface RunRow {
  id: number;
  role: SubjectRole;
  facts: Buffer;
  list: string;
  threshold: string;
  found: number;
  best: string | null;
  at: Date;
}

/** The holder's newest. */
export async function listRuns(db: Db, holder: Holder, limit: number): Promise<RunRow[]> {
  const { holderType, holderId } = holder;
  const { rows } = await sql<RunRow>`
    select run.id, subject.role, subject.facts, list.name as list, run.threshold, run.found, run.best, run.at
    from screening_run as run
      join screening_subject as subject on subject.id = run.subject_id
      join screening_list as list on list.id = run.list_id
    where run.holder_type = ${holderType} and run.holder_id = ${holderId}
    order by run.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface HolderRow {
  due_since: Date | null;
  list_id: number | null;
  rules: string | null;
  screened_at: Date | null;
}

export async function findHolderRow(db: Db, holder: Holder): Promise<HolderRow | undefined> {
  const { rows } = await sql<HolderRow>`
    select due_since, list_id, rules, screened_at from screening_holder where ${ofHolder(holder)}`.execute(db);
  return rows[0];
}

export const insertRound = (
  trx: Trx,
  round: { listId: number; rules: string; holders: number; unchanged: number },
): Promise<unknown> =>
  sql`
    insert into screening_round (list_id, rules, holders, unchanged)
    values (${round.listId}, ${round.rules}, ${round.holders}, ${round.unchanged})`.execute(trx);
