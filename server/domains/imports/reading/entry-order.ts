/** The order of entries at the same time: row order means nothing, because files run in both directions. */
import type { EntryKind } from "@portico/ledger/entry.ts";
import type { FileEntry } from "./parsed-file.ts";

/** Changes of units first, then inflows, then outflows. */
const ranks: Partial<Record<EntryKind, number>> = {
  openingBalance: 0,
  split: 1,
  exchange: 2,
  transferIn: 3,
  deposit: 3,
  buy: 4,
  sell: 6,
  transferOut: 7,
  withdrawal: 7,
  reversal: 8,
};
const rankOf = ({ kind }: FileEntry): number => ranks[kind] ?? 5;

const compareText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** By day, then time (without one, the start of the day), then rank, then identity: never by line. */
const compare = (one: FileEntry, other: FileEntry): number =>
  compareText(one.day, other.day) ||
  compareText(one.time ?? "", other.time ?? "") ||
  rankOf(one) - rankOf(other) ||
  compareText(one.externalId, other.externalId);

const isSameMoment = (one: FileEntry, other: FileEntry | undefined): boolean =>
  other !== undefined && one.day === other.day && one.time === other.time && one.kind === other.kind;

/** Orders simultaneous exchanges so that one can use what another brings. In a cycle, the first one starts. */
function chained(entries: readonly FileEntry[]): FileEntry[] {
  const bringing = new Map<number, number>();
  for (const { counter } of entries)
    if (counter?.instrument !== undefined)
      bringing.set(counter.instrument, (bringing.get(counter.instrument) ?? 0) + 1);
  const giving = Map.groupBy(entries, ({ instrument }) => instrument);
  // A set keeps insertion order, and iteration includes elements added meanwhile.
  const ordered = new Set<FileEntry>();
  const begin = (first: FileEntry): void => {
    const ready = new Set([first]);
    for (const entry of ready) {
      if (ordered.has(entry)) continue;
      ordered.add(entry);
      const brought = entry.counter?.instrument;
      if (brought === undefined) continue;
      const left = (bringing.get(brought) ?? 0) - 1;
      bringing.set(brought, left);
      if (left === 0) for (const next of giving.get(brought) ?? []) ready.add(next);
    }
  };
  for (const entry of entries) if (entry.instrument === undefined || !bringing.get(entry.instrument)) begin(entry);
  for (const entry of entries) begin(entry);
  return [...ordered];
}

/** The entries in booking order. */
export function inBookingOrder(entries: readonly FileEntry[]): FileEntry[] {
  const sorted = entries.toSorted(compare);
  for (let from = 0; from < sorted.length; from += 1) {
    const first = sorted[from] as FileEntry;
    if (first.kind !== "exchange" || !isSameMoment(first, sorted[from + 1])) continue;
    let to = from + 1;
    while (isSameMoment(first, sorted[to])) to += 1;
    for (const [index, entry] of chained(sorted.slice(from, to)).entries()) sorted[from + index] = entry;
    from = to - 1;
  }
  return sorted;
}
