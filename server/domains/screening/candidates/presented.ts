/** What answers say of candidates. */
import type { Candidate, ListedCandidate } from "@portico/api/screening.ts";
import type { Context } from "../../../kernel/context.ts";
import { openFacts, openMatch } from "../subjects/facts.ts";
import type { CandidateRow } from "./candidates.queries.ts";

/** What a run keeps of a match: of our own rules, or what a service said. */
type StoredMatch = Omit<Candidate["match"], "features" | "nameScore"> &
  Partial<Pick<Candidate["match"], "features" | "nameScore">>;

const holderOf = ({ holder_type, holder_id }: CandidateRow) => ({ holderType: holder_type, holderId: holder_id });

export async function presentMatch(context: Context, row: CandidateRow): Promise<Candidate["match"]> {
  const { ourName, theirName, words, birth, country, nameScore, features } = (await openMatch(
    context,
    holderOf(row),
    row.matched,
  )) as StoredMatch;
  return { ourName, theirName, words, birth, country, nameScore: nameScore ?? null, features: features ?? [] };
}

export function presentListed(row: CandidateRow, { ourName, theirName }: Candidate["match"]): ListedCandidate {
  return {
    id: row.id,
    holder: { holder_type: row.holder_type, holder_id: row.holder_id, name: row.holder_name ?? "" },
    role: row.role,
    state: row.state,
    score: Number(row.score),
    name: ourName,
    entryName: row.entry.names[0] ?? theirName,
    topics: row.entry.topics,
    foundAt: row.found_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export const presentAll = (context: Context, rows: readonly CandidateRow[]): Promise<ListedCandidate[]> =>
  Promise.all(rows.map(async (row) => presentListed(row, await presentMatch(context, row))));

export const readFacts = (context: Context, row: CandidateRow) => openFacts(context, holderOf(row), row.facts);
