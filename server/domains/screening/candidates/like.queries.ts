/** SQL of candidates that are like another one: of the same entry of the list, or of the same person of ours. */
import { type CandidateState, type candidateLikeness, openCandidateStates } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { holderName } from "../../holders/holders.ts";

/** A candidate, and in what others are like it. */
export interface Like {
  like: number;
  by: (typeof candidateLikeness)[number];
}

export interface LikeRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  /** Of the client. */
  name: string;
  state: CandidateState;
  proposed_by: number | null;
  entry_id: string;
  list_name: string;
  score: string;
  is_like: boolean;
}

/** Of one version of a list the same entry; or the same names, birth dates and countries, by their keyed hash. */
const isLike = ({ by }: Like) =>
  by === "entry"
    ? sql`candidate.list_id = model.list_id and candidate.entry_id = model.entry_id`
    : sql`subject.digest = of_model.digest`;

/** Those that wait for a decision and are like it, itself first and then the likeliest. */
export async function listLike(db: Db, like: Like, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select candidate.id
    from screening_candidate as model
      join screening_subject as of_model on of_model.id = model.subject_id
      join screening_candidate as candidate on candidate.state in (${sql.join([...openCandidateStates])})
      join screening_subject as subject on subject.id = candidate.subject_id
    where model.id = ${like.like} and ${isLike(like)}
    order by candidate.id = model.id desc, candidate.score desc, candidate.id limit ${limit}`.execute(db);
  return rows;
}

/** The given ones, and whether each is like it. */
export async function readLike(db: Db, ids: readonly number[], like: Like): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select candidate.id, candidate.holder_type, candidate.holder_id,
      coalesce(${sql.raw(holderName("candidate.holder_type", "candidate.holder_id"))}, '') as name,
      candidate.state, candidate.proposed_by, candidate.entry_id, list.name as list_name, candidate.score,
      coalesce(${isLike(like)}, false) as is_like
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join screening_candidate as candidate on candidate.id = wanted.id
      join screening_subject as subject on subject.id = candidate.subject_id
      join screening_list as list on list.id = candidate.list_id
      left join screening_candidate as model on model.id = ${like.like}
      left join screening_subject as of_model on of_model.id = model.subject_id
    order by wanted.place`.execute(db);
  return rows;
}

export const lockCandidate = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from screening_candidate where id = ${id} for update`.execute(trx);
