/**
 * What late entries change: the positions and the cash that they move. Everything else keeps its stored state, so only entries
 * that move the same are replayed.
 */
import type { Entry } from "@portico/ledger/entry.ts";
import { isDelivery, partsOf } from "@portico/ledger/entry-parts.ts";
import { Replayer, type ReplayOptions } from "@portico/ledger/replay.ts";
import { type LedgerState, startState } from "@portico/ledger/state.ts";
import type { Touched } from "./entries.queries.ts";
import { type BookedEntry, namedIn } from "./entries.ts";

/** Kinds that change one position at most, and its cash, whatever else is held. */
const ofOnePosition: ReadonlySet<Entry["kind"]> = new Set([
  "buy",
  "sell",
  "dividend",
  "interest",
  "fee",
  "tax",
  "split",
  "returnOfCapital",
]);
const ofCashAlone: ReadonlySet<Entry["kind"]> = new Set(["deposit", "withdrawal", "fx"]);

const isSimple = ({ kind, instrumentId, counter }: Entry): boolean =>
  counter?.instrumentId === undefined &&
  (ofOnePosition.has(kind) || (ofCashAlone.has(kind) && instrumentId === undefined));

const isDeposit = (entry: Entry): boolean => !partsOf(entry).deposit.isZero();

/**
 * What new entries and those that they undo move. Undefined if more may change: a delivery or an exchange ties positions
 * together, and what an undone payment lacked is not known any more.
 */
export function touchedBy(fresh: readonly BookedEntry[], undone: readonly BookedEntry[]): Touched | undefined {
  const added = fresh.filter(({ kind }) => kind !== "reversal");
  if (![...added, ...undone].every(isSimple) || undone.some(isDeposit)) return undefined;
  return namedIn([...added, ...undone]);
}

/**
 * The entries to be replayed for it: whole, or only their cash if another position is theirs. Undefined if one ties a
 * position to another, or is an opening balance, which must come first.
 */
export function entriesFor({ instrumentIds }: Touched, entries: readonly BookedEntry[]): BookedEntry[] | undefined {
  const replayed: BookedEntry[] = [];
  for (const entry of entries) {
    const { kind, instrumentId, counter } = entry;
    const isOwn = (id: number | undefined): boolean => id !== undefined && instrumentIds.has(id);
    if (kind === "openingBalance") return undefined;
    if (isOwn(instrumentId) || isOwn(counter?.instrumentId)) {
      if (!isSimple(entry) || isDelivery(entry)) return undefined;
      replayed.push(entry);
    } else if (instrumentId !== undefined) replayed.push(cashOf(entry));
    else if (counter?.instrumentId === undefined) replayed.push(entry);
    else return undefined;
  }
  return replayed;
}

/** An entry that moves the same cash, and no position. */
function cashOf({ id, day, bookedAt, currency, amount, counter }: BookedEntry): BookedEntry {
  const cash = counter?.currency !== undefined && {
    counter: { currency: counter.currency, ...(counter.amount !== undefined && { amount: counter.amount }) },
  };
  return { id, day, bookedAt, kind: "deposit", currency, amount, ...cash };
}

const others = <Value>(all: Record<string, Value>, isTouched: (key: string) => boolean): [string, Value][] =>
  Object.entries(all).filter(([key]) => !isTouched(key));
const those = <Value>(all: Record<string, Value>, isTouched: (key: string) => boolean): [string, Value][] =>
  Object.entries(all).filter(([key]) => isTouched(key));

/** The stored state with what was touched as it was replayed, and with the payments among the new entries. */
export function withTouched(
  before: LedgerState,
  replayed: LedgerState,
  { touched, fresh, options }: { touched: Touched; fresh: readonly BookedEntry[]; options: ReplayOptions },
): LedgerState {
  const { positions, cash, ...paid } = before;
  const isPosition = (id: string): boolean => touched.instrumentIds.has(Number(id));
  const isCash = (currency: string): boolean => touched.currencies.has(currency);
  const payments = new Replayer(options, { ...startState(), ...paid });
  for (const entry of fresh) if (entry.kind !== "reversal" && isDeposit(entry)) payments.apply(entry);
  return {
    ...payments.toJSON(),
    positions: Object.fromEntries([...others(positions, isPosition), ...those(replayed.positions, isPosition)]),
    cash: Object.fromEntries([...others(cash, isCash), ...those(replayed.cash, isCash)]),
  };
}
