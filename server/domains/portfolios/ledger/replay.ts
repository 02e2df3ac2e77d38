/**
 * Applies entries to the stored ledger state: to the end if they come last, otherwise from the checkpoint before the first
 * changed day.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Holder } from "@portico/api/shapes.ts";
import { activeEntries, undoneBy } from "@portico/ledger/entry-parts.ts";
import { Replayer, type ReplayOptions, type ReplayRefusal } from "@portico/ledger/replay.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { currentFeeRule, loadMaths } from "./calculation-data.ts";
import { findCheckpointBefore } from "./checkpoints.queries.ts";
import { findEntries, listEntries, listReversals, type Touched } from "./entries.queries.ts";
import { type BookedEntry, namedIn } from "./entries.ts";
import { type HeadState, type LedgerHead, listCash, listPositions } from "./holdings.queries.ts";
import { entriesFor, touchedBy, withTouched } from "./touched.ts";

/** State of the touched holdings before and after; of all if the ledger was replayed. */
export interface Applied {
  before: LedgerState;
  after: LedgerState;
  refusals: ReplayRefusal[];
  /** See `Replayer.withoutUnits`. */
  withoutUnits: readonly number[];
  /** See `Replayer.splitsOfNothing`. */
  splitsOfNothing: Replayer["splitsOfNothing"];
  currencyOf: (instrumentId: number) => string;
  /** `after` is the state of the whole ledger: anything missing is not held. */
  replayed: boolean;
}

/** Booking order: day, instant, id. */
export const inOrder = (a: BookedEntry, b: BookedEntry): number => {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  if (a.bookedAt !== b.bookedAt) return a.bookedAt < b.bookedAt ? -1 : 1;
  return a.id - b.id;
};

/**
 * True if the stored state cannot be continued and the job replays it: a rate was late (`replay`), or the fee rule
 * changed, which only the stored rule shows. Answers wait only for the first: by its own rule the stored state is
 * right.
 */
export const isOutdated = (head: LedgerHead, feesInCost: boolean): boolean =>
  head.replay || (head.entries > 0 && head.state.feesInCost !== feesInCost);

/** True if all entries come last in the ledger, and none of them reverses an earlier one. */
function areAppended(head: LedgerHead | undefined, entries: readonly BookedEntry[], feesInCost: boolean): boolean {
  if (!head?.lastDay || !head.lastBookedAt) return true;
  if (isOutdated(head, feesInCost)) return false;
  const [first] = entries;
  if (!first) return true;
  // An opening balance must come before all other entries of its holding, which is checked while they are replayed.
  if (entries.some(({ kind }) => kind === "reversal" || kind === "openingBalance")) return false;
  if (first.day !== head.lastDay) return first.day > head.lastDay;
  return first.bookedAt >= head.lastBookedAt.toISOString();
}

/** Stored rows in the ledger package's format. */
export function toLedgerState(
  positions: Awaited<ReturnType<typeof listPositions>>,
  cash: Awaited<ReturnType<typeof listCash>>,
  state: HeadState = {},
): LedgerState {
  return {
    ...startState(),
    ...state,
    positions: Object.fromEntries(positions.map((position) => [position.instrumentId, position.state])),
    cash: Object.fromEntries(cash.map((balance) => [balance.currency, balance.state])),
  };
}

async function storedState(
  db: Db,
  holder: Holder,
  head: LedgerHead | undefined,
  touched?: readonly BookedEntry[],
): Promise<LedgerState> {
  if (!head || head.entries === 0) return toLedgerState([], []);
  const named = touched && namedIn(touched);
  const positions = await listPositions(db, holder, named && [...named.instrumentIds]);
  const cash = await listCash(db, holder, named && [...named.currencies]);
  return toLedgerState(positions, cash, head.state);
}

/** All data for a replay, read from the database; the replay itself only calculates. */
export interface Prepared {
  before: LedgerState;
  /** The entries do not continue the stored state, but an earlier one: the result is the state of the whole ledger. */
  replayed: boolean;
  /** The state before the entries; that of an empty ledger if undefined. */
  start: LedgerState | undefined;
  /** Day of the first booked entry. */
  firstDay: string | null;
  entries: readonly BookedEntry[];
  options: ReplayOptions;
  /** What the entries are about, if everything else keeps its state; with the new ones among them. */
  about?: { touched: Touched; fresh: readonly BookedEntry[] };
}

/**
 * Reads the state to which new entries (in booking order) are applied. Entries that come last are applied to the stored
 * state of the holdings they touch. A backdated entry or a reversal changes averages in the middle: the ledger is
 * replayed from the last checkpoint before `from`, the first day that changes, if possible only for what they touch. After a late rate or with another fee rule
 * no checkpoint is valid, and the whole ledger is replayed.
 */
export async function prepareReplay(
  db: Db,
  holder: Holder,
  head: LedgerHead | undefined,
  { fresh, from }: { fresh: readonly BookedEntry[]; from: string | null },
): Promise<Prepared> {
  const feesInCost = await currentFeeRule(db);
  const appended = areAppended(head, fresh, feesInCost);
  const before = await storedState(db, holder, head, appended ? fresh : undefined);
  const firstDay = head?.firstDay ?? null;
  if (appended) {
    const { options } = await loadMaths(db, holder, fresh, { ...rangeOf(fresh), feesInCost });
    return { before, replayed: false, start: before, firstDay, entries: activeEntries(fresh), options };
  }
  const isValid = head !== undefined && from !== null && !isOutdated(head, feesInCost);
  const checkpoint = isValid ? await findCheckpointBefore(db, holder, from) : undefined;
  const start = checkpoint && { ...startState(), ...checkpoint.state };
  // Reversals may be of another day than what they undo.
  const reversals = [...(await listReversals(db, holder)), ...fresh.flatMap(reversalIn)];
  const undone = undoneBy(reversals);
  const standing = (booked: readonly BookedEntry[]): BookedEntry[] =>
    [...booked, ...fresh].filter(({ id, kind }) => kind !== "reversal" && !undone.has(id)).toSorted(inOrder);
  const touched = isValid ? await findTouched(db, holder, fresh) : undefined;
  const few =
    touched && entriesFor(touched, standing(await listEntries(db, holder, { after: checkpoint, touching: touched })));
  if (few) {
    const { options } = await loadMaths(db, holder, [...few, ...fresh], { ...rangeOf(few), feesInCost });
    return { before, replayed: true, start, firstDay, entries: few, options, about: { touched, fresh } };
  }
  const entries = standing(await listEntries(db, holder, { after: checkpoint }));
  // The preview also lists the instruments of entries that the same file reverses.
  const { options } = await loadMaths(db, holder, [...entries, ...fresh], { ...rangeOf(entries), feesInCost });
  return { before, replayed: true, start, firstDay, entries, options };
}

/** What new entries move, with those that they undo; undefined if more may change. */
async function findTouched(db: Db, holder: Holder, fresh: readonly BookedEntry[]): Promise<Touched | undefined> {
  const own = new Map(fresh.map((entry) => [entry.id, entry]));
  const targets = fresh.flatMap(({ reverses }) => reverses ?? []);
  const booked = await findEntries(
    db,
    holder,
    targets.filter((id) => !own.has(id)),
  );
  return touchedBy(fresh, [...booked, ...targets.flatMap((id) => own.get(id) ?? [])]);
}

const reversalIn = ({ id, reverses }: BookedEntry): { id: number; reverses: number }[] =>
  reverses === undefined ? [] : [{ id, reverses }];

/** Entries applied before yielding to other calls. */
const entriesPerTurn = 1000;

/** Applies the entries. */
export async function replay({
  before,
  replayed,
  start,
  entries,
  options,
  about,
}: Omit<Prepared, "firstDay">): Promise<Applied> {
  const replayer = new Replayer(options, start);
  const refusals: ReplayRefusal[] = [];
  for (const [place, entry] of entries.entries()) {
    const refusal = replayer.apply(entry);
    if (refusal) refusals.push(refusal);
    if (place % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
  }
  const { withoutUnits, splitsOfNothing } = replayer;
  const ended = replayer.toJSON();
  const after = about ? withTouched(before, ended, { ...about, options }) : ended;
  return { before, after, refusals, withoutUnits, splitsOfNothing, currencyOf: options.instrumentCurrency, replayed };
}

/**
 * The state of the whole ledger by the prices and rates stored so far, while the stored state waits for the job; with
 * the fee rule of the stored state.
 */
export async function replayedState(db: Db, holder: Holder): Promise<LedgerState> {
  const entries = activeEntries(await listEntries(db, holder));
  const { options } = await loadMaths(db, holder, entries, rangeOf(entries));
  const { after } = await replay({ before: startState(), replayed: true, start: undefined, entries, options });
  return after;
}

export function rangeOf(entries: readonly BookedEntry[]): { from: string; to: string } {
  const from = entries[0]?.day ?? "9999-12-31";
  return { from, to: entries.at(-1)?.day ?? from };
}
