/** Words that may be one another with a letter wrong. */

const shortest = 4;
const longest = 24;

/** Letters of Cyrillic that Latin writes as several: a wrong one is one wrong letter, whichever script was typed. */
const letters = [
  ["sht", "щ"],
  ["sh", "ш"],
  ["ch", "ч"],
  ["zh", "ж"],
  ["ts", "ц"],
  ["iu", "ю"],
  ["ia", "я"],
] as const;

/** A folded word as it is, and with one sign for each letter of Cyrillic; those in which a wrong letter is forgiven. */
const spellings = (word: string): string[][] =>
  /^\p{L}+$/u.test(word)
    ? [word, letters.reduce((spelled, [latin, letter]) => spelled.replaceAll(latin, letter), word)]
        .map((spelled) => Array.from(spelled))
        .filter(({ length }) => length >= shortest && length <= longest)
    : [];

/**
 * The folded word and what it is without each of its letters, as the database's `search_near`; empty for a word in which no wrong
 * letter is forgiven: of less than four letters, or with digits.
 */
export const nearOf = (word: string): string[] => [
  ...new Set(
    spellings(word).flatMap((spelled) => [
      spelled.join(""),
      ...spelled.map((_, place) => spelled.toSpliced(place, 1).join("")),
    ]),
  ),
];

function differInOne(one: readonly string[], other: readonly string[]): boolean {
  const isInOrder = one.length <= other.length;
  const short = isInOrder ? one : other;
  const long = isInOrder ? other : one;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin++;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [left, right] = [short.slice(begin, short.length - end), long.slice(begin, long.length - end)];
  if (right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/**
 * Whether one letter more, less or other, or two neighbours in the other order, make one folded word of the other. Two words that have
 * one of `nearOf` in common may also differ in two places.
 */
export function isNear(one: string, other: string): boolean {
  const others = spellings(other);
  return spellings(one).some((spelled) => others.some((their) => differInOne(spelled, their)));
}
