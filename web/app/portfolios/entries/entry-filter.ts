/** Which orders or transactions of a range are shown, and their sum. */
import { digitsOf } from "../../ui/format.ts";

/** What rows can be chosen by; "" for all. */
export const choices = ["kind", "instrument", "currency", "year", "state"] as const;
export type Choice = (typeof choices)[number];

export interface EntryFilter extends Record<Choice, string> {
  search: string;
}
export const noFilter: EntryFilter = { kind: "", instrument: "", currency: "", year: "", state: "", search: "" };

/** What of a row is filtered and summed. */
export interface FilteredEntry {
  kind: string;
  instrument: string | null;
  currency: string | null;
  year: string;
  /** Of an order or request; null for what is booked. */
  state: string | null;
  /** What the search finds: all that its row shows as text. */
  words: readonly (string | null)[];
  /** Counts in the sum; undefined if nothing was paid. */
  paid?: { amount: number; currency: string } | undefined;
}

export const isFiltered = (filter: EntryFilter): boolean =>
  choices.some((choice) => filter[choice] !== "") || filter.search.trim() !== "";

/** The values that occur among the entries, with the one that is chosen. */
export const occurring = (entries: readonly FilteredEntry[], choice: Choice, chosen: string): string[] =>
  [...new Set([...entries.map((entry) => entry[choice] ?? ""), chosen])].filter(Boolean);

const plain = (text: string): string => text.toLocaleLowerCase().normalize("NFKD");

/** Every typed word must be found; letter case does not matter. */
export function matches({ search, ...chosen }: EntryFilter, entry: FilteredEntry): boolean {
  if (choices.some((choice) => chosen[choice] !== "" && entry[choice] !== chosen[choice])) return false;
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
