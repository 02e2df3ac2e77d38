/**
 * Whether a typed name agrees with the name in the machine-readable zone of the document. ICAO Doc 9303-3, section 6,
 * lets a state choose among several spellings of a letter (Ü: UE, UXX or U) and truncate long names.
 */

/**
 * Spellings of letters that are not just a letter of A to Z with a mark: ICAO Doc 9303-3, table 6 A, and what the states
 * of the letter print (Azerbaijan A for Ə, Hungary OE for Ő).
 */
const latin: Readonly<Record<string, readonly string[]>> = {
  Ä: ["AE", "A"],
  Å: ["AA", "A"],
  Æ: ["AE", "A"],
  Ö: ["OE", "O"],
  Ø: ["OE", "O"],
  Œ: ["OE"],
  Ü: ["UE", "UXX", "U"],
  Ñ: ["N", "NXX"],
  ß: ["SS"],
  ẞ: ["SS"],
  Þ: ["TH"],
  Ð: ["D"],
  Đ: ["D", "DJ"],
  Ł: ["L"],
  Ħ: ["H"],
  Ŧ: ["T"],
  Ŋ: ["N"],
  Ĳ: ["IJ"],
  ı: ["I"],
  İ: ["I"],
  Ə: ["E", "A"],
  Ő: ["O", "OE", "OXX"],
  Ű: ["U", "UE", "UXX"],
  ĸ: ["Q", "K"],
};
/**
 * Cyrillic: first the Bulgarian law (which Bulgarian documents follow), then ICAO's table 6 B, for Bulgarian and
 * Russian.
 */
const cyrillic: Readonly<Record<string, readonly string[]>> = {
  А: ["A"],
  Б: ["B"],
  В: ["V"],
  Г: ["G"],
  Д: ["D"],
  Е: ["E"],
  Ж: ["ZH"],
  З: ["Z"],
  И: ["I"],
  Й: ["Y", "I", "J"],
  К: ["K"],
  Л: ["L"],
  М: ["M"],
  Н: ["N"],
  О: ["O"],
  П: ["P"],
  Р: ["R"],
  С: ["S"],
  Т: ["T"],
  У: ["U"],
  Ф: ["F"],
  Х: ["H", "KH"],
  Ц: ["TS"],
  Ч: ["CH"],
  Ш: ["SH"],
  Щ: ["SHT", "SHCH"],
  Ъ: ["A", "U", "IE"],
  Ь: ["Y", ""],
  Ю: ["YU", "IU"],
  Я: ["YA", "IA", "A"],
  Ё: ["E", "IO"],
  Ы: ["Y"],
  Э: ["E"],
  І: ["I"],
};

/** Each letter's possible spellings; a space for any separator between two names. */
function spellingsOf(name: string): readonly (readonly string[])[] {
  const letters = name
    .normalize("NFC")
    .replace(/ß/g, "ẞ")
    .toUpperCase()
    .replace(/['’ʼ`.,]/g, "");
  return Array.from(letters.trim().replace(/[^\p{L}]+/gu, " ")).map((letter) => {
    const known = latin[letter] ?? cyrillic[letter];
    if (known) return known;
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
    // Between two names the zone has a filler or nothing.
    return bare === " " ? [" ", ""] : [bare];
  });
}

/** How a typed name is compared with the zone's. */
interface Comparison {
  /** The line had no room: each name may be shortened, down to its first letter, and the last ones left out. */
  cut: boolean;
  /** Further names may follow in the zone. */
  more: boolean;
}

/**
 * True if `text` spells the letters from its start. Keeps all positions that the spellings so far can have reached, so
 * that many letters with two spellings do not multiply the cost.
 */
function spells(letters: readonly (readonly string[])[], text: string, { cut, more }: Comparison): boolean {
  let reached = new Set([0]);
  /** Ends of words of the zone that leave out the rest of the typed word. */
  let shortened = new Set<number>();
  let isFirst = true;
  for (const spellings of letters) {
    const isGap = spellings.includes(" ");
    const next = new Set<number>();
    const left = new Set<number>();
    for (const place of reached) {
      for (const spelling of spellings) if (text.startsWith(spelling, place)) next.add(place + spelling.length);
      // A word keeps at least its first letter.
      const end = cut && !isFirst ? endOfWord(text, place) : 0;
      const rest = text.slice(place, end);
      if (end > 0 && (isGap ? place === text.length : spellings.some((one) => one.startsWith(rest)))) left.add(end);
    }
    for (const place of shortened) {
      if (!isGap || place === text.length) left.add(place);
      else next.add(place + 1);
    }
    [reached, shortened, isFirst] = [next, left, isGap];
  }
  return (
    letters.length > 0 &&
    [...reached, ...shortened].some((place) => place === text.length || (more && text[place] === " "))
  );
}

/** Where the word of the zone that holds the position ends; 0 for a word that has no letter before it. */
function endOfWord(text: string, place: number): number {
  if (place === 0 || text[place - 1] === " ") return 0;
  const end = text.indexOf(" ", place);
  return end < 0 ? text.length : end;
}

/**
 * True if the zone's surname is `last` and its given names are or start with `first`: a document contains all given
 * names (in Bulgaria also the father's name), a form only the first. A surname that fills the line leaves no given name.
 */
export function namesAgree(
  zone: { surname: string; givenNames: string; surnameCut: boolean; givenNamesCut: boolean },
  first: string,
  last: string,
): boolean {
  const cut = zone.surnameCut || zone.givenNamesCut;
  return (
    spells(spellingsOf(last), zone.surname, { cut, more: false }) &&
    ((zone.surnameCut && first.trim() !== "") || spells(spellingsOf(first), zone.givenNames, { cut, more: true }))
  );
}
