/** What readers of lists find, and values that both formats write alike. Pure. */
import { isDay } from "@portico/api/rules/calendar.ts";
import type { ListRefusalCode } from "@portico/api/rules/screening.ts";
import type { ListEntry } from "./entries.ts";

export interface ListRefusal {
  line: number | null;
  code: ListRefusalCode;
  detail: string | null;
}

/** An entry as a reader finds it, before it is checked. */
export interface FoundEntry extends ListEntry {
  line: number;
  changedAt: string;
}

/** What a reader of a format says. */
export interface Read {
  found: FoundEntry[];
  refusals: ListRefusal[];
}

/** Days, months and years as ISO writes them; anything else says nothing. */
export const birthOf = (text: string): string[] => {
  const found = /^(\d{4})(-\d{2})?(-\d{2})?/.exec(text.trim());
  if (!found) return [];
  return found[3] !== undefined && !isDay(found[0]) ? [found[1] ?? ""] : [found[0]];
};

/** ISO codes; older states and regions such as "suhh" or "gb-sct" by their first letters. */
export const countryOf = (text: string): string[] => {
  const found = /^[a-z]{2}(?=$|-)/i.exec(text.trim());
  return found ? [found[0].toUpperCase()] : [];
};

export const unique = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter((value) => value !== "")),
];
