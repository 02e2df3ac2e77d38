/**
 * A blocking index over the names of a list: of 60,000 names a person is compared with those that share two words with
 * theirs by sound, or one where a name has only one, each allowing a missing consonant.
 */
import type { ReadName } from "./compare-names.ts";
import { skeletonOf } from "./words.ts";

/** A word that so few names have is enough by itself, as the other one may be misspelt beyond its sound. */
const rareNames = 100;
/** Skeletons shorter than this say too little to allow an error. */
const leastForError = 3;

/** The skeleton, and it without each of its consonants: an error on either side leaves a common one. */
function keysOf(skeleton: string): string[] {
  if (skeleton.length < leastForError) return [skeleton];
  // The whole one first.
  const keys = new Set([skeleton]);
  for (let at = 0; at < skeleton.length; at += 1) keys.add(skeleton.slice(0, at) + skeleton.slice(at + 1));
  return [...keys];
}

/** The keys of each word that has consonants; words in a row also as one, as they may be written together. */
function wordKeys({ words }: ReadName): string[][] {
  const whole = words.filter(({ text, skeleton }) => text.length > 1 && skeleton !== "");
  return whole.map(({ skeleton, groups }) => [...keysOf(skeleton), ...groups.map((group) => `~${group}`)]);
}

const pairKeys = ({ words, whole }: ReadName): string[] => {
  const wholeKey = skeletonOf(whole);
  return [
    ...words
      .slice(1)
      .map((word, at) => `${words[at]?.skeleton ?? ""}${word.skeleton}`.replace(/(.)\1+/g, "$1").slice(0, 6)),
    ...(wholeKey === words[0]?.skeleton ? [] : [wholeKey]),
  ].filter((together) => together.length >= 4);
};

export interface NameIndex {
  /** Places of the names, as they were added, that the name is to be compared with. */
  find(name: ReadName): number[];
  /** Number of names. */
  size: number;
}

/** Builds the index; a name without words is never found. */
export function indexNames(names: readonly ReadName[]): NameIndex {
  const growing = new Map<string, number[]>();
  const needed = new Uint8Array(names.length);
  for (const [place, name] of names.entries()) {
    const keys = wordKeys(name);
    needed[place] = Math.min(keys.length, 2);
    for (const key of new Set([...keys.flat(), ...pairKeys(name).map((pair) => `+${pair}`)])) {
      const places = growing.get(key);
      if (places) places.push(place);
      else growing.set(key, [place]);
    }
  }
  const postings = new Map<string, Uint32Array>();
  for (const [key, places] of growing) postings.set(key, Uint32Array.from(places));
  growing.clear();
  // One count per name, reset for those that were touched.
  const counts = new Uint8Array(names.length);
  const seenAt = new Int32Array(names.length).fill(-1);
  let round = 0;

  function find(name: ReadName): number[] {
    const words = wordKeys(name);
    const own = Math.min(words.length, 2);
    const touched: number[] = [];
    const found = new Set<number>();
    for (const keys of words) {
      round += 1;
      const [whole = ""] = keys;
      const exact = whole.length > leastForError ? postings.get(whole) : undefined;
      if (exact && exact.length <= rareNames) for (const place of exact) found.add(place);
      for (const key of keys)
        for (const place of postings.get(key) ?? []) {
          if (seenAt[place] === round) continue;
          seenAt[place] = round;
          if (counts[place] === 0) touched.push(place);
          counts[place] = (counts[place] ?? 0) + 1;
        }
    }
    for (const place of touched) {
      if ((counts[place] ?? 0) >= Math.min(own, needed[place] ?? 0)) found.add(place);
      counts[place] = 0;
    }
    // Written together there, apart here, or the other way round.
    for (const pair of pairKeys(name)) for (const place of postings.get(pair) ?? []) found.add(place);
    for (const { skeleton } of name.words) for (const place of postings.get(`+${skeleton}`) ?? []) found.add(place);
    return [...found];
  }
  return { find, size: names.length };
}
