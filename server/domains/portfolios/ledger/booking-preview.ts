/** The preview of a booking: holdings before and after, and refusals. */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { activeEntries } from "@portico/ledger/entry-parts.ts";
import { type ReplayRefusal } from "@portico/ledger/replay.ts";
import type { Split } from "@portico/ledger/splits.ts";
import { cashBelowZero } from "@portico/ledger/state.ts";
import type { Db } from "../../../kernel/transaction.ts";

import { listEntries } from "./entries.queries.ts";
import {
  type BookedEntry,
  type EntriesPreview,
  type EntryRefusal,
  type HoldingChange,
  type MissingQuantity,
  namedIn,
} from "./entries.ts";
import { type Applied, inOrder, type Prepared } from "./replay.ts";
import type { SplitConflict } from "./splits.ts";

/** Holdings named in the new entries, before and after. */
export function calculateChanges(
  { before, after, currencyOf }: Applied,
  fresh: readonly BookedEntry[],
): Pick<EntriesPreview, "changes" | "cashBelowZero"> {
  const { instrumentIds, currencies } = namedIn(fresh);
  const positions = [...instrumentIds].map(
    (instrumentId): HoldingChange => ({
      instrumentId,
      currency: currencyOf(instrumentId),
      before: before.positions[instrumentId]?.quantity ?? "0",
      after: after.positions[instrumentId]?.quantity ?? "0",
    }),
  );
  const cash = [...currencies].map(
    (currency): HoldingChange => ({
      instrumentId: null,
      currency,
      before: before.cash[currency]?.amount ?? "0",
      after: after.cash[currency]?.amount ?? "0",
    }),
  );
  return {
    changes: [...positions, ...cash],
    cashBelowZero: cashBelowZero(after).filter((currency) => currencies.has(currency)),
  };
}

interface Impossible {
  fresh: readonly BookedEntry[];
  refusals: readonly ReplayRefusal[];
  /** Index among the new entries, by id. */
  indexOf: ReadonlyMap<number, number>;
}

/**
 * The ledger's refusals as refusals of new entries. A backdated sale may take shares needed by an entry already booked:
 * then the new entry of that instrument is named, because it is the one that cannot be booked.
 */
export async function describeRefusals(
  db: Db,
  holder: Holder,
  { fresh, refusals, indexOf }: Impossible,
): Promise<{ refusals: EntryRefusal[]; missing: MissingQuantity[] }> {
  if (refusals.length === 0) return { refusals: [], missing: [] };
  const firstOf = firstByInstrument(fresh);
  const named = refusals.map(({ code, entryId, instrumentId, shortfall, field }): EntryRefusal => {
    const fallback = (instrumentId === undefined ? undefined : firstOf.get(instrumentId)) ?? fresh[0];
    return {
      index: indexOf.get(entryId) ?? indexOf.get(fallback?.id ?? 0) ?? 0,
      code: code === "reversalNeedsReplay" ? "unknownReversal" : code,
      detail: shortfall ?? field ?? null,
      ...(instrumentId !== undefined && { instrumentId }),
    };
  });
  // The booking has already written the new entries when the refusal is found.
  const booked = (await listEntries(db, holder)).filter(({ id }) => !indexOf.has(id));
  const ledger = activeEntries([...booked, ...fresh].toSorted(inOrder));
  const below = refusals.filter(({ code }) => code === "quantityBelowZero");
  return {
    refusals: named,
    missing: findMissing(new Set(below.flatMap(({ instrumentId }) => instrumentId ?? [])), ledger),
  };
}

/** The first entry that moves each instrument. */
function firstByInstrument(entries: readonly BookedEntry[]): Map<number, BookedEntry> {
  const first = new Map<number, BookedEntry>();
  for (const entry of entries)
    for (const id of [entry.instrumentId, entry.counter?.instrumentId])
      if (id !== undefined && !first.has(id)) first.set(id, entry);
  return first;
}

/** How far each instrument's quantity falls below zero at most over the whole ledger, in one pass. */
function findMissing(instrumentIds: ReadonlySet<number>, ledger: readonly BookedEntry[]): MissingQuantity[] {
  const runs = new Map<number, { quantity: Decimal; lowest: Decimal; day: string }>();
  for (const { day, instrumentId, quantity, counter } of ledger) {
    const own = instrumentId !== undefined && instrumentIds.has(instrumentId);
    const id = own ? instrumentId : counter?.instrumentId;
    if (id === undefined || !instrumentIds.has(id)) continue;
    const run = runs.get(id) ?? { quantity: new Decimal(0), lowest: new Decimal(0), day };
    run.quantity = run.quantity.plus((own ? quantity : counter?.quantity) ?? 0);
    run.lowest = Decimal.min(run.lowest, run.quantity);
    runs.set(id, run);
  }
  return [...instrumentIds].flatMap((instrumentId) => {
    const run = runs.get(instrumentId);
    return run?.lowest.isNegative() ? [{ instrumentId, quantity: run.lowest.neg().toFixed(), day: run.day }] : [];
  });
}

/** Splits that contradict other holders' entries; names the new split of the instrument. */
export const refusedSplits = (
  conflicts: readonly SplitConflict[],
  fresh: readonly BookedEntry[],
  indexOf: ReadonlyMap<number, number>,
): EntryRefusal[] =>
  conflicts.map(({ instrumentId, own, known }) => {
    const entry =
      fresh.find((one) => one.kind === "split" && one.instrumentId === instrumentId && one.day === own.day) ??
      fresh.find((one) => one.instrumentId === instrumentId) ??
      fresh[0];
    const ratio = ({ from, into }: Split): string => `${from} → ${into}`;
    const detail = `${ratio(own)}; ${known.day}: ${ratio(known)}`;
    return { index: indexOf.get(entry?.id ?? 0) ?? 0, code: "splitDiffers", detail, instrumentId };
  });

/**
 * Splits of what is not held: of new entries, or of an earlier one whose units a new entry takes away. An entry that was
 * booked before this rule is left alone.
 */
export const refusedEmptySplits = (
  { splitsOfNothing, before }: Applied,
  fresh: readonly BookedEntry[],
  indexOf: ReadonlyMap<number, number>,
): EntryRefusal[] =>
  splitsOfNothing.flatMap(({ entryId, instrumentId, day }): EntryRefusal[] => {
    const own = indexOf.get(entryId);
    const counted = before.positions[instrumentId]?.splits.some((one) => one.day === day) ?? false;
    if (own === undefined && !counted) return [];
    const cause = fresh.find((one) => one.instrumentId === instrumentId) ?? fresh[0];
    return [{ index: own ?? indexOf.get(cause?.id ?? 0) ?? 0, code: "nothingToSplit", detail: day, instrumentId }];
  });

/** What an entry moves, its instruments and cash; determines the first entry for an opening balance. */
function movedBy({ instrumentId, quantity, currency, amount, counter }: BookedEntry): string[] {
  const isNothing = (text: string | undefined): boolean => text === undefined || /^-?0*(?:\.0*)?$/.test(text);
  return [
    ...(instrumentId !== undefined && quantity !== undefined ? [String(instrumentId)] : []),
    ...(counter?.instrumentId !== undefined ? [String(counter.instrumentId)] : []),
    ...(isNothing(amount) ? [] : [currency]),
    ...(counter?.currency === undefined || isNothing(counter.amount) ? [] : [counter.currency]),
  ];
}

/** An earlier entry; its id is not known before a checkpoint. */
type Begun = Pick<BookedEntry, "day"> & { id?: number };

/** What moved before the entries of a replay, each with a day on which it did. */
function begunBefore({
  start,
  firstDay,
}: Pick<Prepared, "start" | "firstDay">): [string, { booked: { day: string } }][] {
  if (!start || firstDay === null) return [];
  return [
    ...Object.entries(start.positions).flatMap(([id, { lastMoved }]): [string, { booked: { day: string } }][] =>
      lastMoved === null ? [] : [[id, { booked: { day: lastMoved } }]],
    ),
    ...Object.keys(start.cash).map((currency): [string, { booked: { day: string } }] => [
      currency,
      { booked: { day: firstDay } },
    ]),
  ];
}

/**
 * Opening balances must precede the first entry of their instrument or currency; a later one would be invented. An opening
 * balance booked before this rule is left alone.
 */
export function refusedOpenings(
  prepared: Pick<Prepared, "replayed" | "start" | "firstDay" | "entries">,
  indexOf: ReadonlyMap<number, number>,
): EntryRefusal[] {
  const { entries, replayed } = prepared;
  if (!entries.some(({ kind }) => kind === "openingBalance")) return [];
  const begun = new Map<string, { booked?: Begun; fresh?: BookedEntry }>(replayed ? begunBefore(prepared) : []);
  const refusals: EntryRefusal[] = [];
  for (const entry of entries) {
    const index = indexOf.get(entry.id);
    for (const key of movedBy(entry)) {
      const first = begun.get(key) ?? {};
      if (entry.kind !== "openingBalance") {
        begun.set(key, index === undefined ? { booked: entry, ...first } : { fresh: entry, ...first });
        continue;
      }
      const blocker = index === undefined ? (first.booked ? undefined : first.fresh) : (first.booked ?? first.fresh);
      if (!blocker || blocker.day >= entry.day) continue;
      const detail = `${entry.instrumentId === undefined ? `${entry.currency}, ` : ""}${blocker.day} < ${entry.day}`;
      const place = index ?? (blocker.id === undefined ? undefined : indexOf.get(blocker.id)) ?? 0;
      const { instrumentId } = entry;
      refusals.push({
        index: place,
        code: "openingBalanceNotFirst",
        detail,
        ...(instrumentId !== undefined && { instrumentId }),
      });
    }
  }
  return refusals;
}
