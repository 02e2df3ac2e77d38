/** The state of a holder's ledger at the end of a day, as it was known at a time. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { EntryKey } from "../performance/history.queries.ts";
import { loadMaths } from "./calculation-data.ts";
import { findCheckpointBefore } from "./checkpoints.queries.ts";
import { listEntries, listReversals } from "./entries.queries.ts";
import { findFormerCheckpoint, listFormerKnowledge } from "./former-checkpoints.queries.ts";
import { findHead } from "./holdings.queries.ts";
import { findFirstChangedDay, type Knowledge } from "./knowledge.queries.ts";
import { rangeOf, replay } from "./replay.ts";

type Account = Holder & { baseCurrency: string };

type StoredState = EntryKey & { state: LedgerState };

/** Ids of entries that reversals undo, of those known up to the id of an entry; of all if undefined. */
type UndoneAt = (lastEntryId?: number) => ReadonlySet<number>;

/** Entries that are undone by one knowledge and stand by another. */
const differing = (one: ReadonlySet<number>, other: ReadonlySet<number>): number[] =>
  [...one, ...other].filter((id) => one.has(id) !== other.has(id));

const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one);

interface Asked {
  day: string;
  knowledge: Knowledge;
  undoneAt: UndoneAt;
}

/** A checkpoint is of what is known now: the last one before everything that is known otherwise than it was, and of the day at most. */
async function findValidCheckpoint(
  db: Db,
  { baseCurrency, ...holder }: Account,
  { day, knowledge, undoneAt }: Asked,
): Promise<{ found: StoredState | undefined; isNearest: boolean }> {
  const head = await findHead(db, holder);
  if (!head || head.replay || head.state.feesInCost !== knowledge.feesInCost || baseCurrency !== knowledge.baseCurrency)
    return { found: undefined, isNearest: false };
  const undone = differing(undoneAt(knowledge.lastEntryId), undoneAt());
  const changed = await findFirstChangedDay(db, { baseCurrency, ...holder }, knowledge, { undone, until: day });
  const next = addDays(day, 1);
  const before = earlier(next, changed);
  return { found: await findCheckpointBefore(db, holder, before), isNearest: before === next };
}

/** How many changes of the ledger are looked at for a checkpoint that they replaced. */
const formerLookedAt = 8;

/** A replaced checkpoint that knew the same, of a day after that of `best`; otherwise `best`. */
async function findFormer(
  db: Db,
  { baseCurrency, ...holder }: Account,
  { day, knowledge, undoneAt }: Asked,
  best: StoredState | undefined,
): Promise<StoredState | undefined> {
  const { lastEntryId } = knowledge;
  let found = best;
  const limits = { after: best?.day, until: day, lastEntryId, limit: formerLookedAt };
  for (const former of await listFormerKnowledge(db, holder, limits)) {
    const currency = former.baseCurrency ?? baseCurrency;
    if (former.feesInCost !== knowledge.feesInCost || currency !== knowledge.baseCurrency) continue;
    const undone = differing(undoneAt(lastEntryId), undoneAt(former.lastEntryId));
    const asked = { undone, until: day, former };
    const changed = await findFirstChangedDay(db, { baseCurrency: currency, ...holder }, knowledge, asked);
    const own = await findFormerCheckpoint(db, holder, former, earlier(addDays(day, 1), changed));
    if (own && (!found || own.day > found.day)) found = own;
  }
  return found;
}

/**
 * Replays the entries up to the day that were known, from the last checkpoint that knew the same, a replaced one too. An entry counts unless a
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
  const undoneAt: UndoneAt = (last = Infinity) => new Set(undoneBy(reversals.filter(({ id }) => id <= last)).keys());
  const undone = undoneAt(lastEntryId);
  const account = { baseCurrency, ...holder };
  const asked = { day, knowledge, undoneAt };
  const { found, isNearest } = await findValidCheckpoint(db, account, asked);
  const checkpoint = isNearest ? found : await findFormer(db, account, asked, found);
  const booked = await listEntries(db, holder, { after: checkpoint, until: day, lastId: lastEntryId });
  const entries = booked.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
  const { options } = await loadMaths(db, holder, entries, { ...rangeOf(entries), known: knowledge });
  const start = checkpoint && { ...startState(), ...checkpoint.state };
  const { after } = await replay({ before: startState(), replayed: true, start, entries, options });
  return after;
}
