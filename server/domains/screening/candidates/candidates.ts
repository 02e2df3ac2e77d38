/** Entries that somebody may be: listed, looked at and decided by people. Nothing is decided by itself, and no client learns of it. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { candidateMoves } from "@portico/api/rules/screening.ts";
import type { Candidate, screening as calls } from "@portico/api/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { pageOf, pageStart } from "../../../kernel/cursor.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getUserNames } from "../../holders/holders.ts";
import { findHolderRow, listRuns } from "../runs/runs.queries.ts";
import { findSource } from "../runs/source.ts";
import { openFacts } from "../subjects/facts.ts";
import { canAct, refusalToAct } from "./candidates.policy.ts";
import {
  type CandidateRow,
  countOpen,
  findCandidate,
  insertDecision,
  listDecided,
  listDecisions,
  listEarlier,
  listOfHolder,
  listOpen,
  moveCandidate,
  readOpenCount,
} from "./candidates.queries.ts";
import { presentAll, presentListed, presentMatch, readFacts } from "./presented.ts";

const holderOf = ({ holder_type: holderType, holder_id: holderId }: CandidateRow): Holder => ({ holderType, holderId });

export async function listCandidates(
  context: Context,
  { show, assigned, ...query }: Parsed<typeof calls.listCandidates>["query"],
): Promise<Answer<typeof calls.listCandidates>> {
  const paging = { ...query, order: show };
  const list = show === "open" ? listOpen : listDecided;
  const [found, count] = await Promise.all([
    list(context.db, { ...pageStart(paging), assigned }),
    countOpen(context.db),
  ]);
  const { rows, nextCursor } = pageOf(found, paging, ({ score, id }) => [score, id]);
  return { candidates: await presentAll(context, rows), nextCursor, count };
}

async function requireCandidate(db: Db, id: number): Promise<CandidateRow> {
  const row = await findCandidate(db, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

const decidableOf = (row: CandidateRow) => ({ holder: holderOf(row), state: row.state, proposedBy: row.proposed_by });

export async function getCandidate(context: Context, id: number): Promise<Candidate> {
  const { db } = context;
  const row = await requireCandidate(db, id);
  const [match, subject, history, earlier, people] = await Promise.all([
    presentMatch(context, row),
    readFacts(context, row),
    listDecisions(db, id),
    listEarlier(db, row),
    getUserNames(db, row.proposed_by === null ? [] : [row.proposed_by]),
  ]);
  const { proposed_by: proposer } = row;
  return {
    ...presentListed(row, match),
    subject: { ...subject, names: [...subject.names], births: [...subject.births], countries: [...subject.countries] },
    entry: row.entry,
    match,
    list: {
      id: row.list_id,
      name: row.list_name,
      version: row.list_version,
      listedAt: row.listed_at?.toISOString() ?? null,
    },
    threshold: Number(row.threshold),
    proposedBy: proposer === null ? null : { id: proposer, name: people.get(proposer) ?? "" },
    history: history.map(({ action, at, ...rest }) => ({
      ...rest,
      action: action as Candidate["history"][number]["action"],
      at: at.toISOString(),
    })),
    earlier: earlier.map(({ changed_at, reason, ...rest }) => ({
      ...rest,
      changedAt: changed_at.toISOString(),
      reason: reason ?? "",
    })),
    can: canAct(requireViewer(context), decidableOf(row)),
  };
}

/**
 * Decides a candidate. `stateConflict` if it is not in the state that was read or has no such move; `fourEyes` for who would
 * confirm their own decision, or decide about themselves.
 */
export async function decide(
  context: Context,
  id: number,
  { action, state, reason }: Parsed<typeof calls.decide>["body"],
): Promise<Answer<typeof calls.decide>> {
  const viewer = requireViewer(context);
  const { to } = candidateMoves[action];
  await transact(context, async (tx) => {
    const row = await requireCandidate(tx, id);
    if (row.state !== state) throw new Refusal("stateConflict");
    enforce(refusalToAct(viewer, decidableOf(row), action));
    const proposedBy = to === "proposed" ? viewer.userId : null;
    if (!(await moveCandidate(tx, id, { from: state, to, proposedBy }))) throw new Refusal("stateConflict");
    await insertDecision(tx, holderOf(row), { candidateId: id, action, reason, by: viewer.userId });
    tx.audit("screening.decided", id, {
      before: { state },
      after: { state: to, action, reason, entry: row.entry.id, list: row.list_name, score: Number(row.score) },
    });
    tx.emit("screening:candidates", {});
  });
  return { state: to };
}

/** Runs that an answer shows. */
const shownRuns = 50;
const shownCandidates = 200;

/** How it stands with a client's screening. */
export async function getOfHolder(context: Context, holder: Holder): Promise<Answer<typeof calls.ofHolder>> {
  const { db } = context;
  await getHolder(db, holder);
  const [source, row, candidates, runs, open] = await Promise.all([
    findSource(db),
    findHolderRow(db, holder),
    listOfHolder(db, holder, shownCandidates),
    listRuns(db, holder, shownRuns),
    readOpenCount(db, holder),
  ]);
  const isDue = source !== undefined && (row === undefined || row.due_since !== null || row.list_id !== source.list.id);
  const settled = candidates.some(({ state }) => state === "true") ? "true" : "clear";
  const looked = open > 0 ? "open" : settled;
  const state = isDue && open === 0 ? "due" : looked;
  return {
    state: source ? state : "off",
    screenedAt: row?.screened_at?.toISOString() ?? null,
    list: source?.list.name ?? null,
    candidates: await presentAll(context, candidates),
    runs: await Promise.all(
      runs.map(async ({ facts, threshold, best, at, ...run }) => ({
        ...run,
        name: (await openFacts(context, holder, facts)).names[0] ?? "",
        threshold: Number(threshold),
        best: best === null ? null : Number(best),
        at: at.toISOString(),
      })),
    ),
  };
}
