/** The order in which the entries of one moment count: that of the rows in a file says nothing, since files run both ways. */
import type { EntryKind } from "@portico/ledger/entry.ts";
import type { FileEntry } from "./imports.file.ts";

/** What changes the units held comes first, then what comes in, then what goes out. */
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

/** By day, then time (a row without one counts at the day's beginning), then rank, then identity: never by line. */
const compare = (one: FileEntry, other: FileEntry): number =>
  compareText(one.day, other.day) ||
  compareText(one.time ?? "", other.time ?? "") ||
  rankOf(one) - rankOf(other) ||
  compareText(one.externalId, other.externalId);

const isSameMoment = (one: FileEntry, other: FileEntry | undefined): boolean =>
  other !== undefined && one.day === other.day && one.time === other.time && one.kind === other.kind;

/** Exchanges of one moment in such an order that what comes out of one can go into the next. */
function chained(entries: readonly FileEntry[]): FileEntry[] {
  const open = [...entries];
  const ordered: FileEntry[] = [];
  while (open.length > 0) {
    const brought = new Set(open.map(({ counter }) => counter?.instrument));
    const next = open.findIndex(({ instrument }) => !brought.has(instrument));
    ordered.push(...open.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

/** The entries in the order in which they are to be booked. */
export function inBookingOrder(entries: readonly FileEntry[]): FileEntry[] {
  const sorted = entries.toSorted(compare);
  for (let from = 0; from < sorted.length; from += 1) {
    const first = sorted[from] as FileEntry;
    if (first.kind !== "exchange" || !isSameMoment(first, sorted[from + 1])) continue;
    let to = from + 1;
    while (isSameMoment(first, sorted[to])) to += 1;
    sorted.splice(from, to - from, ...chained(sorted.slice(from, to)));
    from = to - 1;
  }
  return sorted;
}
