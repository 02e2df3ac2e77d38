/** Whether two names are those of one person, written differently. */
import { nameWords } from "./name-words.ts";

/** Ways of writing one sound that Bulgarian names have in Latin letters. */
const spelled = (word: string): string =>
  word.replaceAll("tz", "ts").replaceAll("j", "y").replaceAll("w", "v").replaceAll("iya", "ia");

/** The words by which a name is compared; for many names, each is read once. */
export const comparedWords = (name: string): string[] => nameWords(name).map(spelled);

/** The first and last word of `full` are in `other`, and what else it has are words of `full`. */
const leavesOutMiddle = (other: readonly string[], full: readonly string[]): boolean =>
  other.length > 1 &&
  [full[0], full.at(-1)].every((end) => other.includes(end ?? "")) &&
  other.every((word) => full.includes(word));

/**
 * True if the names differ only in case, marks, script (Bulgarian law's transliteration), the order of their parts,
 * hyphens, and names in the middle that one of them leaves out. A last name more, or less, is another name.
 */
export const isSameName = (one: string, another: string): boolean =>
  areSameWords(comparedWords(one), comparedWords(another));

/** `isSameName` of names that were read before. */
export function areSameWords(typed: readonly string[], known: readonly string[]): boolean {
  if (typed.length === 0 || known.length === 0) return false;
  return (
    typed.toSorted().join("") === known.toSorted().join("") ||
    typed.join("") === known.join("") ||
    leavesOutMiddle(typed, known) ||
    leavesOutMiddle(known, typed)
  );
}
