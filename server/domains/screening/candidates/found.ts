/** Stores what a run found, and ends what it asks anew. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { hashEntry, type ListEntry } from "../lists/entries.ts";
import type { ListRecord } from "../lists/lists.queries.ts";
import { endOpen, endProposed, findFalse, insertCandidate, insertDecision } from "./candidates.queries.ts";

export interface FoundCandidate {
  entry: ListEntry;
  score: number;
  /** Encrypted. */
  matched: Buffer;
}

interface Of {
  holder: Holder;
  runId: number;
  subjectId: number;
  digest: Buffer;
  list: Pick<ListRecord, "id">;
  /** Whether an earlier *false* about the same person and entry holds on. */
  keeps: boolean;
}

/** Returns how many wait for a decision. */
export async function storeCandidates(tx: Tx, of: Of, found: readonly FoundCandidate[]): Promise<number> {
  let open = 0;
  for (const { entry, score, matched } of found) {
    const entryHash = hashEntry(entry);
    const before = of.keeps ? await findFalse(tx, of.holder, { digest: of.digest, entryHash }) : undefined;
    const state = before ? "false" : "open";
    const id = await insertCandidate(tx, of.holder, {
      ...of,
      listId: of.list.id,
      entry,
      entryHash,
      score,
      matched,
      state,
    });
    if (before)
      await insertDecision(tx, of.holder, { candidateId: id, action: "carry", reason: before.reason, by: null });
    else open += 1;
    for (const ended of await endProposed(tx, of.holder, { id, entryId: entry.id, subjectId: of.subjectId }))
      await noteOver(tx, ended);
  }
  return open;
}

const noteOver = (tx: Tx, { id, holder }: { id: number; holder: Holder }): Promise<unknown> =>
  insertDecision(tx, holder, { candidateId: id, action: "over", reason: "", by: null });

/**
 * What waits about these people waits no more: they are asked about anew, or named no longer. What one person proposed as true
 * waits for the second, unless the same entry is asked about anew.
 */
export async function askAnew(tx: Tx, subjectIds: readonly number[]): Promise<void> {
  for (const ended of await endOpen(tx, subjectIds)) await noteOver(tx, ended);
}
