/** The state of a holder's ledger at the end of a day, as it was known at a time. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { loadMaths } from "./calculation-data.ts";
import { findCheckpointBefore } from "./checkpoints.queries.ts";
import { listEntries, listReversals } from "./entries.queries.ts";
import { findHead } from "./holdings.queries.ts";
import { findFirstChangedDay, type Knowledge } from "./knowledge.queries.ts";
import { rangeOf, replay } from "./replay.ts";

type Account = Holder & { baseCurrency: string };

/** A checkpoint is of what is known now: the last one before everything that is known otherwise than it was, and of the day at most. */
async function findValidCheckpoint(
  db: Db,
  { baseCurrency, ...holder }: Account,
  { day, knowledge, undone }: { day: string; knowledge: Knowledge; undone: readonly number[] },
) {
  const head = await findHead(db, holder);
  if (!head || head.replay) return undefined;
  if (head.state.feesInCost !== knowledge.feesInCost || baseCurrency !== knowledge.baseCurrency) return undefined;
  const changed = await findFirstChangedDay(db, { baseCurrency, ...holder }, knowledge, { undone, until: day });
  const next = addDays(day, 1);
  return findCheckpointBefore(db, holder, changed !== null && changed < next ? changed : next);
}

/**
 * Replays the entries up to the day that were known, from the last checkpoint that knew the same. An entry counts unless a
 * reversal that was known undoes it, of whatever day. To be called in a transaction with one snapshot.
 */
export async function readKnownState(
  db: Db,
  { baseCurrency, holderType, holderId }: Account,
  { day, knowledge }: { day: string; knowledge: Knowledge },
): Promise<LedgerState> {
  const holder = { holderType, holderId };
  const { lastEntryId } = knowledge;
  const reversals = await listReversals(db, holder);
  const undone = undoneBy(reversals.filter(({ id }) => id <= lastEntryId));
  const undoneNow = undoneBy(reversals);
  const changed = [...undone.keys(), ...undoneNow.keys()].filter((id) => undone.has(id) !== undoneNow.has(id));
  const checkpoint = await findValidCheckpoint(db, { baseCurrency, ...holder }, { day, knowledge, undone: changed });
  const booked = await listEntries(db, holder, { after: checkpoint, until: day, lastId: lastEntryId });
  const entries = booked.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
  const { options } = await loadMaths(db, holder, entries, { ...rangeOf(entries), known: knowledge });
  const start = checkpoint && { ...startState(), ...checkpoint.state };
  const { after } = await replay({ before: startState(), replayed: true, start, entries, options });
  return after;
}
