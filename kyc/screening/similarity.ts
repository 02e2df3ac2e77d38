/** How alike two words are. */

/**
 * Fewest insertions, deletions, substitutions and swaps of neighbours between the words; `most + 1` for more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: short.length + 1 }, (_, at) => at);
  for (let row = 1; row <= long.length; row += 1) {
    const current = [row];
    let least = row;
    for (let at = 1; at <= short.length; at += 1) {
      const same = long[row - 1] === short[at - 1];
      let cost = Math.min((last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && at > 1 && long[row - 1] === short[at - 2] && long[row - 2] === short[at - 1];
      if (swapped) cost = Math.min(cost, (before[at - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = current;
  }
  return last[short.length] ?? 0;
}

/** Typing errors that a word of this length may have and still count as the same. */
const mostErrors = (length: number): number => {
  if (length < 4) return 0;
  return length < 9 ? 1 : 2;
};

export type Likeness = "same" | "sound" | "typo" | "initial" | "short";

/** A word with what is compared of it, read once. */
export interface ReadWord {
  text: string;
  sound: string;
  skeleton: string;
  /** Names that it is or is short for (short-forms.ts). */
  groups: readonly number[];
}

/** How a short form counts against the name for which it stands, or another form of it. */
const shortCounts = 0.8;
/** How an initial counts against a whole name that begins with it. */
const initialCounts = 0.75;
const soundCounts = 0.97;
/** Of words that differ in vowels alone, as transliterations from Arabic do; with fewer consonants that says little. */
const consonantsCount = 0.85;
const leastConsonants = 4;
const consonantsOf = (sounded: string): string => sounded.replace(/[aeiou]/g, "").replace(/(.)\1+/g, "$1");

export interface Alike {
  degree: number;
  how: Likeness;
}

/** 0 to 1 with the reason; undefined for words that are not alike. */
export function likenessOf(one: ReadWord, other: ReadWord): Alike | undefined {
  const alike = spelledAlike(one, other);
  if (alike && alike.degree >= shortCounts) return alike;
  const isShort = one.groups.some((group) => other.groups.includes(group));
  return isShort ? { degree: shortCounts, how: "short" } : alike;
}

function spelledAlike(one: ReadWord, other: ReadWord): Alike | undefined {
  if (one.text === other.text) return { degree: 1, how: "same" };
  if (one.text.length === 1 || other.text.length === 1)
    return one.text[0] === other.text[0] || one.sound[0] === other.sound[0]
      ? { degree: initialCounts, how: "initial" }
      : undefined;
  if (one.sound === other.sound) return { degree: soundCounts, how: "sound" };
  const length = Math.max(one.sound.length, other.sound.length);
  const most = mostErrors(length);
  // A number says which firm it is.
  if (most === 0 || /\d/.test(one.text + other.text)) return undefined;
  const errors = editDistance(one.sound, other.sound, most);
  const typed = errors > most ? 0 : soundCounts * (1 - errors / length);
  const consonants = typed < consonantsCount ? consonantsOf(one.sound) : "";
  if (consonants.length >= leastConsonants && consonants === consonantsOf(other.sound))
    return { degree: consonantsCount, how: "sound" };
  return typed === 0 ? undefined : { degree: typed, how: "typo" };
}
