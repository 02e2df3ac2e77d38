/**
 * What each entry of a page changed in a figure: replayed from the nearest checkpoint before the page, or from the
 * first entry.
 * Both give the same result (portfolios/proof/pages.test.ts); the first costs only as much as the page.
 */
import type { RateOf } from "@portico/ledger/conversion.ts";
import { Decimal, type Known, write } from "@portico/ledger/decimal.ts";
import { activeEntries, isDelivery, partsOf } from "@portico/ledger/entry-parts.ts";
import { Replayer, type ReplayOptions } from "@portico/ledger/replay.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { loadMaths } from "../ledger/calculation-data.ts";
import { findStates, listMarks, listStretches, type Mark, type Stretch } from "../ledger/checkpoints.queries.ts";
import { listEntries } from "../ledger/entries.queries.ts";
import type { BookedEntry } from "../ledger/entries.ts";
import { inOrder } from "../ledger/replay.ts";
import type { EntryKey } from "../performance/history.queries.ts";
import { type BuiltFigure, concerns, isCurrency, listKeys, nameOf, readFigure } from "./figures.ts";

export interface PageOfProof {
  /** Entries before this one; the newest if undefined. */
  before: EntryKey | undefined;
  /** Number of entries shown individually. */
  limit: number;
}

export interface EntryStep {
  entry: BookedEntry;
  change: string | null;
}

/** The entries of a page with their changes, and the sum of earlier ones. */
export interface BuiltPage {
  steps: EntryStep[];
  earlier: { count: number; value: string | null };
  /** The figure after the page's last entry. */
  end: string | null;
  /** The next page ends before this entry; null if there is none. */
  next: EntryKey | null;
  rate: RateOf;
}

/** Maximum number of entries without a checkpoint to replay here; more run on another thread. */
const maxUnmarked = 4096;
/** Checkpoints read first: most pages are within the last few. */
const firstMarks = 4;

const keyOf = ({ day, bookedAt, id }: EntryKey): EntryKey => ({ day, bookedAt, id });
const minus = (after: string | null, before: string | null): string | null =>
  after === null || before === null ? null : new Decimal(after).minus(before).toFixed();
const plus = (sum: string | null, change: string | null): string | null =>
  sum === null || change === null ? null : new Decimal(sum).plus(change).toFixed();

/** Combines the steps into a page: the last `limit` relevant entries are shown, earlier ones counted. */
function takePage(
  { steps, start, countBefore }: { steps: readonly EntryStep[]; start: string | null; countBefore: number },
  limit: number,
  rate: RateOf,
): BuiltPage {
  const shown = steps.slice(-limit);
  const before = steps.slice(0, steps.length - shown.length);
  const count = countBefore + before.length;
  const value = before.reduce((sum, { change }) => plus(sum, change), start);
  const first = shown[0];
  return {
    // An entry without effect is not shown.
    steps: shown.filter(({ change }) => change !== "0"),
    earlier: { count, value },
    end: shown.reduce((sum, { change }) => plus(sum, change), value),
    next: count > 0 && first ? keyOf(first.entry) : null,
    rate,
  };
}

/** Income, fees and taxes come from the entry alone: on the instrument that caused them, or on the currency. */
const notes = { incomeBase: "income", feesBase: "fees", taxBase: "tax" } as const;
const isNote = (part: BuiltFigure["part"]): part is keyof typeof notes => part in notes;

function findNote(
  part: keyof typeof notes,
  key: string | undefined,
  entry: BookedEntry,
  options: ReplayOptions,
): Known {
  const { instrumentId, currency, day } = entry;
  if (key !== undefined && key !== String(instrumentId ?? currency)) return new Decimal(0);
  const amount = partsOf(entry)[notes[part]];
  if (amount.isZero() || currency === options.baseCurrency) return amount;
  const found = options.rate(currency, day);
  return found ? amount.times(found.rate) : null;
}

/** The part of the figure from the holdings that an entry touches. */
function readTouched({ part, selection: { key } }: BuiltFigure, replayer: Replayer, entry: BookedEntry): string | null {
  if (part === "netDepositsBase") return replayer.netDeposits;
  const keys = key === undefined ? listKeys(entry) : [key];
  return keys.reduce<string | null>(
    (sum, one) => plus(sum, replayer.figure(part, isCurrency(one) ? one : Number(one))),
    "0",
  );
}

/** The part of an entry that determines the figure, so that it can be applied without earlier entries: cash needs no shares. */
function essence({ selection: { key } }: BuiltFigure, entry: BookedEntry): BookedEntry {
  const { id, day, bookedAt, currency, amount, counter } = entry;
  if (key === undefined || !isCurrency(key)) return entry;
  if (entry.instrumentId === undefined && counter?.instrumentId === undefined) return entry;
  const cash = counter?.currency !== undefined && {
    counter: { currency: counter.currency, ...(counter.amount !== undefined && { amount: counter.amount }) },
  };
  return { id, day, bookedAt, kind: "deposit", currency, amount, ...cash };
}

/** True if the entry's effect depends on other holdings: an exchange's cost, a delivery at its cost. */
function needsAll({ part, selection: { key } }: BuiltFigure, entry: BookedEntry): boolean {
  if (part === "netDepositsBase") return isDelivery(entry);
  return entry.kind === "exchange" && key !== undefined && !isCurrency(key) && !isNote(part);
}

/** The intervals with the last `limit` relevant entries before the page's end, the earliest first. */
async function chooseStretches(
  db: Db,
  account: CustodyAccount,
  built: BuiltFigure,
  { before, limit }: PageOfProof,
): Promise<{ stretches: Stretch[]; start: Mark | undefined; newest: Mark | undefined }> {
  const question = { figure: nameOf(built), before };
  let marks = await listMarks(db, account, { ...question, limit: firstMarks });
  const newest = marks[0];
  const isEnough = (mark: Mark): boolean => (newest?.count ?? 0) - mark.count >= limit;
  if (marks.length === firstMarks && !marks.some(isEnough))
    marks = await listMarks(db, account, { ...question, limit: null });
  const place = marks.findIndex(isEnough);
  const start = place === -1 ? undefined : marks[place];
  const used = place === -1 ? marks : marks.slice(0, place);
  const to = before && { ...before, id: before.id - 1 };
  const stretches: Stretch[] = [{ no: newest?.no ?? 0, after: newest, to }];
  for (const [index, mark] of used.entries()) {
    const earlier = used[index + 1] ?? start;
    if (mark.count > (earlier?.count ?? 0)) stretches.push({ no: earlier?.no ?? 0, after: earlier, to: mark });
  }
  return { stretches: stretches.toReversed(), start, newest };
}

/** The change of the figure by the entry (or its relevant part); undefined if it cannot be applied. */
function buildChange(
  built: BuiltFigure,
  replayer: Replayer,
  options: ReplayOptions,
  { entry, applied }: { entry: BookedEntry; applied: BookedEntry },
): string | null | undefined {
  const { part, selection } = built;
  const shown = concerns(built, entry);
  if (isNote(part)) return shown ? write(findNote(part, selection.key, entry, options)) : "0";
  const before = shown ? readTouched(built, replayer, entry) : "0";
  if (replayer.apply(applied)) return undefined;
  return shown ? minus(readTouched(built, replayer, entry), before) : "0";
}

/** Replays the intervals and returns each relevant entry's change; undefined if one cannot be applied. */
function replayStretches(
  built: BuiltFigure,
  stretches: readonly Stretch[],
  entriesOf: ReadonlyMap<number, BookedEntry[]>,
  states: ReadonlyMap<number, LedgerState>,
  { options, all }: { options: ReplayOptions; all: ReadonlySet<number> },
): EntryStep[] | undefined {
  const stateOf = (no: number): LedgerState => ({ ...startState(), ...states.get(no) });
  const steps: EntryStep[] = [];
  let replayer: Replayer | undefined;
  for (const { no } of stretches) {
    // With all entries, each interval starts from its checkpoint; otherwise the figure's own holding continues.
    if (!replayer || all.has(no)) replayer = new Replayer(options, stateOf(no));
    for (const entry of entriesOf.get(no) ?? []) {
      const applied = all.has(no) ? entry : essence(built, entry);
      const change = buildChange(built, replayer, options, { entry, applied });
      if (change === undefined) return undefined;
      if (concerns(built, entry)) steps.push({ entry, change });
    }
  }
  return steps;
}

/**
 * A page of a figure's proof from checkpoints. Undefined if too expensive: a long import has no checkpoints yet. Not
 * allowed while the ledger waits for a replay.
 */
export async function buildPage(
  db: Db,
  account: CustodyAccount,
  built: BuiltFigure,
  page: PageOfProof,
): Promise<BuiltPage | undefined> {
  const { stretches, start } = await chooseStretches(db, account, built, page);
  const limit = maxUnmarked + 1;
  const some = await listStretches(db, account, stretches, { selection: built.selection, limit });
  const all = new Set([...some].flatMap(([no, entries]) => (entries.some((one) => needsAll(built, one)) ? [no] : [])));
  const whole = await listStretches(
    db,
    account,
    stretches.filter(({ no }) => all.has(no)),
    { limit },
  );
  const entriesOf = new Map([...some, ...whole]);
  if ([...entriesOf.values()].some(({ length }) => length > maxUnmarked)) return undefined;
  const used = stretches.filter(({ no }) => entriesOf.has(no));
  const states = await findStates(db, account, [...new Set([start?.no ?? 0, used[0]?.no ?? 0, ...all])]);
  const entries = used.flatMap(({ no }) => entriesOf.get(no) ?? []);
  const range = { from: entries[0]?.day ?? "9999-12-31", to: entries.at(-1)?.day ?? "9999-12-31" };
  const { options } = await loadMaths(db, account, entries, range);
  const steps = replayStretches(built, used, entriesOf, states, { options, all });
  if (!steps) return undefined;
  const begun = readFigure(built, { ...startState(), ...states.get(used[0]?.no ?? start?.no ?? 0) });
  return takePage({ steps, start: begun, countBefore: start?.count ?? 0 }, page.limit, options.rate);
}

/** The page by replaying the ledger from its first entry, and the state at its end. */
export async function replayPage(
  db: Db,
  account: CustodyAccount,
  built: BuiltFigure,
  { before, limit }: PageOfProof,
): Promise<{ page: BuiltPage; state: LedgerState }> {
  const entries = activeEntries(await listEntries(db, account));
  const from = entries[0]?.day ?? "9999-12-31";
  const { options } = await loadMaths(db, account, entries, { from, to: entries.at(-1)?.day ?? from });
  const replayer = new Replayer(options);
  const steps: EntryStep[] = [];
  for (const entry of entries) {
    const shown = concerns(built, entry) && (!before || inOrder(entry, { ...entry, ...before }) < 0);
    if (shown) steps.push({ entry, change: buildChange(built, replayer, options, { entry, applied: entry }) ?? null });
    if (!shown || isNote(built.part)) replayer.apply(entry);
  }
  return { page: takePage({ steps, start: "0", countBefore: 0 }, limit, options.rate), state: replayer.toJSON() };
}
