/** How well a record is what was searched for: exact before beginnings, before parts, before a wrong letter; then the newest. */
import { isNear } from "./search-spelling.ts";

/** From the best to the last. */
export const ranks = ["exact", "words", "beginnings", "parts", "near"] as const;
export type Rank = (typeof ranks)[number];

/** A folded text (search-folded.ts) as words. */
export const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

/**
 * `title` and the other `names` of the record, such as an e-mail, and what was searched for, all folded; null if the record is
 * something else.
 */
export function rankOf(searched: string, title: string, names: readonly string[] = []): Rank | null {
  const asked = wordsOf(searched);
  if (asked.length === 0) return null;
  const phrase = asked.join(" ");
  if ([title, ...names].some((name) => wordsOf(name).join(" ") === phrase)) return "exact";
  const text = [title, ...names].join(" ");
  const words = wordsOf(text);
  if (asked.every((word) => words.includes(word))) return "words";
  if (asked.every((word) => words.some((one) => one.startsWith(word)))) return "beginnings";
  if (asked.every((word) => text.includes(word))) return "parts";
  return asked.every((word) => text.includes(word) || words.some((one) => isNear(word, one))) ? "near" : null;
}

export interface Ranked {
  rank: Rank;
  /** Milliseconds since 1970; a record without a day has 0. */
  at: number;
}

export const bestFirst = (a: Ranked, b: Ranked): number => ranks.indexOf(a.rank) - ranks.indexOf(b.rank) || b.at - a.at;
