/** How far two names are those of one person or firm, whatever their script, order and spelling; with what matched. */

import { shortGroupsOf } from "./short-forms.ts";
import { type Likeness, likenessOf, type ReadWord } from "./similarity.ts";
import { type NameKind, screenedWords, skeletonOf, soundOf, wholeName } from "./words.ts";

export interface ReadName {
  text: string;
  words: readonly ReadWord[];
  /** The sound of a firm's name with its legal form, written as one word; empty for a person. */
  whole: string;
}

const readWord = (text: string, kind: NameKind): ReadWord => {
  const sound = soundOf(text);
  return { text, sound, skeleton: skeletonOf(sound), groups: kind === "person" ? shortGroupsOf(text) : [] };
};

/** A name, read once for many comparisons; one in a script that is not read has no words. */
export const readName = (text: string, kind: NameKind): ReadName => ({
  text,
  words: screenedWords(text, kind).map((word) => readWord(word, kind)),
  whole: soundOf(wholeName(text, kind)),
});

export interface MatchedWord {
  ours: string;
  theirs: string;
  how: Likeness;
}
export interface NameMatch {
  /** 0 to 1. */
  score: number;
  words: MatchedWord[];
}

/** Long words say more than short ones. */
const weightOf = ({ text }: ReadWord): number => Math.sqrt(text.length);
const sum = (words: readonly ReadWord[]): number => words.reduce((total, word) => total + weightOf(word), 0);

/** How a name counts that has all words of another and more: a patronymic, a second given or family name. */
const withinCounts = 0.92;
/** Of words written together or apart, in any order. */
const joinedCounts = 0.95;

interface Pair {
  our: number;
  their: number;
  degree: number;
  how: Likeness;
}

/** The best pairs of words, each word once. */
function pairsOf(ours: readonly ReadWord[], theirs: readonly ReadWord[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [our, one] of ours.entries())
    for (const [their, other] of theirs.entries()) {
      const alike = likenessOf(one, other);
      if (alike) pairs.push({ our, their, ...alike });
    }
  pairs.sort((a, b) => b.degree - a.degree);
  const taken: Pair[] = [];
  for (const pair of pairs)
    if (!taken.some(({ our, their }) => our === pair.our || their === pair.their)) taken.push(pair);
  return taken;
}

const joined = (words: readonly ReadWord[]): string =>
  words
    .map(({ sound }) => sound)
    .toSorted()
    .join("");
const inOrder = (words: readonly ReadWord[]): string => words.map(({ sound }) => sound).join("");

/** The score of names whose words are parted otherwise: "Abdul Rahman" and "Abdulrahman". */
function joinedScore({ words: ours, whole: our }: ReadName, { words: theirs, whole: their }: ReadName): number {
  if (our !== "" && our === their) return joinedCounts;
  if (ours.length === theirs.length) return 0;
  return joined(ours) === joined(theirs) || inOrder(ours) === inOrder(theirs) ? joinedCounts : 0;
}

/** 0 for names without a common word. */
export function compareNames(ours: ReadName, theirs: ReadName): NameMatch {
  const pairs = pairsOf(ours.words, theirs.words);
  let matched = 0;
  for (const { our, their, degree } of pairs) {
    const [one, other] = [ours.words[our], theirs.words[their]];
    if (!one || !other) continue;
    // An initial stands for the word that it begins.
    const weight =
      Math.min(one.text.length, other.text.length) === 1
        ? Math.max(weightOf(one), weightOf(other))
        : (weightOf(one) + weightOf(other)) / 2;
    matched += degree * weight;
  }
  const [own, other] = [fullWeight(ours, theirs, pairs), fullWeight(theirs, ours, pairs.map(turned))];
  const both = own + other === 0 ? 0 : (2 * matched) / (own + other);
  const whole = pairs.filter(({ how }) => how !== "initial").length;
  const least = Math.min(own, other);
  const within = whole > 1 && least > 0 ? withinCounts * Math.min(1, matched / least) : 0;
  return {
    score: Math.min(1, Math.max(both, within, joinedScore(ours, theirs))),
    words: pairs.map(({ our, their, how }) => ({
      ours: ours.words[our]?.text ?? "",
      theirs: theirs.words[their]?.text ?? "",
      how,
    })),
  };
}

const turned = ({ our, their, ...rest }: Pair): Pair => ({ our: their, their: our, ...rest });

/** The weight of all words, an initial counting as what it stands for. */
function fullWeight({ words }: ReadName, { words: others }: ReadName, pairs: readonly Pair[]): number {
  let total = sum(words);
  for (const { our, their, how } of pairs) {
    const [one, other] = [words[our], others[their]];
    if (how === "initial" && one && other && one.text.length === 1) total += weightOf(other) - weightOf(one);
  }
  return total;
}
