/** Which orders or transactions of a range are shown, and their sum. */
import { digitsOf } from "../../ui/format.ts";

export interface EntryFilter {
  kind: string;
  instrument: string;
  search: string;
}
export const noFilter: EntryFilter = { kind: "", instrument: "", search: "" };

/** What of a row is filtered and summed. */
export interface FilteredEntry {
  kind: string;
  instrument: string | null;
  /** What the search finds: all that its row shows as text. */
  words: readonly (string | null)[];
  /** Counts in the sum; undefined if nothing was paid. */
  paid?: { amount: number; currency: string } | undefined;
}

export const isFiltered = ({ kind, instrument, search }: EntryFilter): boolean =>
  kind !== "" || instrument !== "" || search.trim() !== "";

const plain = (text: string): string => text.toLocaleLowerCase().normalize("NFKD");

/** Every typed word must be found; letter case does not matter. */
export function matches({ kind, instrument, search }: EntryFilter, entry: FilteredEntry): boolean {
  if (kind !== "" && entry.kind !== kind) return false;
  if (instrument !== "" && entry.instrument !== instrument) return false;
  const text = plain(entry.words.filter((word) => word !== null).join(" "));
  return plain(search)
    .split(/\s/)
    .every((word) => text.includes(word));
}

/** By currency, in the order of the rows; exact, in the currency's smallest unit. */
export function sumByCurrency(entries: readonly FilteredEntry[]): { currency: string; sum: number }[] {
  const sums = new Map<string, number>();
  for (const { paid } of entries) {
    if (!paid) continue;
    const units = Math.round(paid.amount * 10 ** digitsOf(paid.currency));
    sums.set(paid.currency, (sums.get(paid.currency) ?? 0) + units);
  }
  return [...sums].map(([currency, units]) => ({ currency, sum: units / 10 ** digitsOf(currency) }));
}
