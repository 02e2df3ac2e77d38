/** Whether a person or firm may be an entry of a list: the names, held against what is known of birth and countries. */
import { compareNames, type MatchedWord, type ReadName } from "./compare-names.ts";

/** Changes with any change of what a score is, so that what was found by other rules is looked for again. */
export const screeningRules = 2;

export type BirthMatch = "same" | "near" | "year" | "differs" | "unknown";
export type CountryMatch = "common" | "differ" | "unknown";

/** What is compared besides names. Birth dates are days, months or years: "1961-03-04", "1961-03", "1961". */
export interface Facts {
  births: readonly string[];
  /** Two small or capital letters. */
  countries: readonly string[];
}

export interface Match {
  /** 0 to 1. */
  score: number;
  nameScore: number;
  ourName: string;
  theirName: string;
  words: MatchedWord[];
  birth: BirthMatch;
  country: CountryMatch;
}

const order: readonly BirthMatch[] = ["same", "near", "year", "unknown", "differs"];

/** Day and month swapped, one digit mistyped, or a year beside it. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [one.split("-"), other.split("-")];
  if (a.length === 3 && b.length === 3) {
    if (a[0] === b[0] && a[1] === b[2] && a[2] === b[1]) return true;
    const differing = Array.from(one).filter((letter, at) => letter !== other[at]).length;
    if (differing === 1) return true;
  }
  return Math.abs(Number(a[0]) - Number(b[0])) === 1 && (a.length === 1 || b.length === 1);
}

function compareBirth(one: string, other: string): BirthMatch {
  const length = Math.min(one.length, other.length);
  if (one.slice(0, length) === other.slice(0, length)) return length === 10 ? "same" : "year";
  return isNear(one, other) ? "near" : "differs";
}

/** The best of all given dates; `unknown` if one side has none. */
export function compareBirths(ours: readonly string[], theirs: readonly string[]): BirthMatch {
  let best: BirthMatch | undefined;
  for (const one of ours)
    for (const other of theirs) {
      const match = compareBirth(one, other);
      if (best === undefined || order.indexOf(match) < order.indexOf(best)) best = match;
    }
  return best ?? "unknown";
}

export function compareCountries(ours: readonly string[], theirs: readonly string[]): CountryMatch {
  if (ours.length === 0 || theirs.length === 0) return "unknown";
  const known = new Set(theirs.map((country) => country.toLowerCase()));
  return ours.some((country) => known.has(country.toLowerCase())) ? "common" : "differ";
}

/** What agrees closes so much of the gap to certainty; what contradicts leaves so much of the score. */
const birthCounts: Readonly<Record<BirthMatch, { closes: number; leaves: number }>> = {
  same: { closes: 0.5, leaves: 1 },
  near: { closes: 0.1, leaves: 1 },
  year: { closes: 0.25, leaves: 1 },
  unknown: { closes: 0, leaves: 1 },
  differs: { closes: 0, leaves: 0.82 },
};
const countryCounts: Readonly<Record<CountryMatch, { closes: number; leaves: number }>> = {
  common: { closes: 0.1, leaves: 1 },
  unknown: { closes: 0, leaves: 1 },
  differ: { closes: 0, leaves: 0.96 },
};

const weigh = (score: number, { closes, leaves }: { closes: number; leaves: number }): number =>
  (score + (1 - score) * closes) * leaves;

/** Names less alike than this are not made candidates by birth date or country. */
const leastNameScore = 0.68;

/** The score of names that were compared, with what is known of both. */
export function scoreOf(nameScore: number, birth: BirthMatch, country: CountryMatch): number {
  if (nameScore < leastNameScore) return 0;
  const score = weigh(weigh(nameScore, birthCounts[birth]), countryCounts[country]);
  return Math.round(score * 1000) / 1000;
}

/** The best of all pairs of names; undefined if no names are alike. */
export function matchOf(
  our: { names: readonly ReadName[] } & Facts,
  their: { names: readonly ReadName[] } & Facts,
): Match | undefined {
  let best: { score: number; words: MatchedWord[]; ourName: string; theirName: string } | undefined;
  for (const one of our.names)
    for (const other of their.names) {
      const match = compareNames(one, other);
      if (match.score > (best?.score ?? 0)) best = { ...match, ourName: one.text, theirName: other.text };
    }
  if (!best) return undefined;
  const birth = compareBirths(our.births, their.births);
  const country = compareCountries(our.countries, their.countries);
  const score = scoreOf(best.score, birth, country);
  if (score === 0) return undefined;
  const { words, ourName, theirName } = best;
  return { score, nameScore: Math.round(best.score * 1000) / 1000, ourName, theirName, words, birth, country };
}
