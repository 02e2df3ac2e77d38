/** SQL of candidates and what was decided of them. */
import { type CandidateState, openCandidateStates, type SubjectRole } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { isOfColleague } from "../../holders/assigned.ts";
import { holderName } from "../../holders/holders.ts";
import type { ListEntry } from "../lists/entries.ts";

const waiting = sql.raw(`('${openCandidateStates.join("', '")}')`);

export interface NewCandidate {
  runId: number;
  subjectId: number;
  listId: number;
  entry: ListEntry;
  entryHash: Buffer;
  score: number;
  matched: Buffer;
  state: CandidateState;
}

export async function insertCandidate(trx: Trx, { holderType, holderId }: Holder, one: NewCandidate): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into screening_candidate (holder_type, holder_id, run_id, subject_id, list_id, entry_id, entry, entry_hash, score,
      matched, state)
    values (${holderType}, ${holderId}, ${one.runId}, ${one.subjectId}, ${one.listId}, ${one.entry.id},
      ${JSON.stringify(one.entry)}::jsonb, ${one.entryHash}, ${one.score}, ${one.matched}, ${one.state})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export interface NewDecision {
  candidateId: number;
  action: string;
  reason: string;
  by: number | null;
}

export const insertDecision = (trx: Trx, { holderType, holderId }: Holder, one: NewDecision): Promise<unknown> =>
  sql`
    insert into screening_decision (holder_type, holder_id, candidate_id, action, reason, by)
    values (${holderType}, ${holderId}, ${one.candidateId}, ${one.action}, ${one.reason}, ${one.by})`.execute(trx);

/** The last decision about the holder's same person and the same entry, if it was *false*. */
export async function findFalse(
  db: Db,
  { holderType, holderId }: Holder,
  { digest, entryHash }: { digest: Buffer; entryHash: Buffer },
): Promise<{ reason: string } | undefined> {
  const { rows } = await sql<{ state: CandidateState; reason: string }>`
    select candidate.state, decision.reason
    from screening_candidate as candidate
      join screening_subject as subject on subject.id = candidate.subject_id
      join lateral (
        select reason from screening_decision where candidate_id = candidate.id order by id desc limit 1
      ) as decision on true
    where candidate.holder_type = ${holderType} and candidate.holder_id = ${holderId} and subject.digest = ${digest}
      and candidate.entry_hash = ${entryHash} and candidate.state <> 'over'
    order by candidate.id desc limit 1`.execute(db);
  return rows[0]?.state === "false" ? rows[0] : undefined;
}

interface Ended {
  id: number;
  holder: Holder;
}

async function endWhere(trx: Trx, which: RawBuilder<unknown>): Promise<Ended[]> {
  const { rows } = await sql<{ id: number; holder_type: Holder["holderType"]; holder_id: number }>`
    update screening_candidate set state = 'over', proposed_by = null, changed_at = now()
    where ${which} returning id, holder_type, holder_id`.execute(trx);
  return rows.map(({ id, holder_type: holderType, holder_id: holderId }) => ({ id, holder: { holderType, holderId } }));
}

/** Those of the subjects that wait, which are over now; not what somebody proposed as true. */
export const endOpen = (trx: Trx, subjectIds: readonly number[]): Promise<Ended[]> =>
  endWhere(trx, sql`subject_id = any(${[...subjectIds]}::bigint[]) and state in ('open', 'info')`);

/** What was proposed as true of the same entry for the holder, in the role of the subject, before this candidate. */
export const endProposed = (
  trx: Trx,
  { holderType, holderId }: Holder,
  { id, entryId, subjectId }: { id: number; entryId: string; subjectId: number },
): Promise<Ended[]> =>
  endWhere(
    trx,
    sql`holder_type = ${holderType} and holder_id = ${holderId} and entry_id = ${entryId} and state = 'proposed' and id < ${id}
      and subject_id in (
        select other.id from screening_subject as other join screening_subject as own on own.role = other.role
        where own.id = ${subjectId} and other.holder_type = ${holderType} and other.holder_id = ${holderId})`,
  );

export interface CandidateRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string | null;
  role: SubjectRole;
  facts: Buffer;
  state: CandidateState;
  score: string;
  entry: ListEntry;
  matched: Buffer;
  list_id: number;
  list_name: string;
  list_version: string | null;
  listed_at: Date | null;
  threshold: string;
  proposed_by: number | null;
  found_at: Date;
  changed_at: Date;
}

const selectCandidates = sql`
  select candidate.id, candidate.holder_type, candidate.holder_id,
    ${sql.raw(holderName("candidate.holder_type", "candidate.holder_id"))} as holder_name,
    subject.role, subject.facts, candidate.state, candidate.score, candidate.entry, candidate.matched, candidate.list_id,
    list.name as list_name, list.version as list_version, list.listed_at, run.threshold, candidate.proposed_by,
    candidate.found_at, candidate.changed_at
  from screening_candidate as candidate
    join screening_subject as subject on subject.id = candidate.subject_id
    join screening_run as run on run.id = candidate.run_id
    join screening_list as list on list.id = candidate.list_id`;

interface Page {
  after: { value: string; id: number } | undefined;
  limit: number;
  /** About clients of the colleague, or (0) of nobody. */
  assigned?: number | undefined;
}

const ofColleague = (assigned: number | undefined) =>
  assigned === undefined ? sql`` : sql`and ${isOfColleague("candidate", assigned)}`;

/** Those that wait, the likeliest first. */
export async function listOpen(db: Db, { after, limit, assigned }: Page): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${selectCandidates} where candidate.state in ${waiting} ${ofColleague(assigned)}
      ${after ? sql`and (candidate.score, -candidate.id) < (${after.value}::numeric, ${-after.id}::bigint)` : sql``}
    order by candidate.score desc, candidate.id limit ${limit}`.execute(db);
  return rows;
}

/** Those that were decided or are over, the newest first. */
export async function listDecided(db: Db, { after, limit, assigned }: Page): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${selectCandidates} where candidate.state not in ${waiting} ${ofColleague(assigned)}
      ${after ? sql`and candidate.id < ${after.id}` : sql``}
    order by candidate.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findCandidate(db: Db, id: number): Promise<CandidateRow | undefined> {
  const { rows } = await sql<CandidateRow>`${selectCandidates} where candidate.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * The holder's, those that wait first; not those that are over, nor *false* about somebody who is named no longer. What was decided
 * as true stays until a person opens it again, whoever is named now, unless the same entry was asked about anew.
 */
export async function listOfHolder(db: Db, { holderType, holderId }: Holder, limit: number): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${selectCandidates}
    where candidate.holder_type = ${holderType} and candidate.holder_id = ${holderId} and candidate.state <> 'over'
      and (subject.ended_at is null or candidate.state in ('proposed', 'true'))
      and not (candidate.state = 'true' and exists (
        select from screening_candidate as later join screening_subject as theirs on theirs.id = later.subject_id
        where later.holder_type = candidate.holder_type and later.holder_id = candidate.holder_id
          and later.entry_id = candidate.entry_id and later.id > candidate.id and theirs.role = subject.role
          and later.state <> 'over'))
    order by candidate.state in ${waiting} desc, candidate.id desc limit ${limit}`.execute(db);
  return rows;
}

export const countOpen = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from screening_candidate where state in ${waiting}`.execute(db);
  return rows[0]?.count ?? 0;
};

export const readOpenCount = async (db: Db, { holderType, holderId }: Holder): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from screening_candidate
    where holder_type = ${holderType} and holder_id = ${holderId} and state in ${waiting}`.execute(db);
  return rows[0]?.count ?? 0;
};

export interface DecisionRow {
  action: string;
  reason: string;
  by: string | null;
  at: Date;
}

export async function listDecisions(db: Db, candidateId: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select decision.action, decision.reason, app_user.name as by, decision.at
    from screening_decision as decision left join app_user on app_user.id = decision.by
    where decision.candidate_id = ${candidateId} order by decision.id`.execute(db);
  return rows;
}

export interface EarlierRow {
  id: number;
  state: CandidateState;
  list: string;
  changed_at: Date;
  reason: string | null;
}

/** What was decided of the entry for the holder before, the newest first. */
export async function listEarlier(db: Db, { id, holder_type, holder_id, entry }: CandidateRow): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select candidate.id, candidate.state, list.name as list, candidate.changed_at,
      (select reason from screening_decision where candidate_id = candidate.id and by is not null order by id desc limit 1)
        as reason
    from screening_candidate as candidate join screening_list as list on list.id = candidate.list_id
    where candidate.holder_type = ${holder_type} and candidate.holder_id = ${holder_id} and candidate.entry_id = ${entry.id}
      and candidate.id < ${id}
    order by candidate.id desc limit 20`.execute(db);
  return rows;
}

/** Moves it on from the state that was read; false if somebody was first. */
export async function moveCandidate(
  trx: Trx,
  id: number,
  move: { from: CandidateState; to: CandidateState; proposedBy: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update screening_candidate set state = ${move.to}, proposed_by = ${move.proposedBy}, changed_at = now()
    where id = ${id} and state = ${move.from}`.execute(trx);
  return numAffectedRows === 1n;
}
