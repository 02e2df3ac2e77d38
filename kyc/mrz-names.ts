/**
 * Whether a typed name agrees with the name in the machine-readable zone of the document. ICAO Doc 9303-3, section 6,
 * lets a state choose among several spellings of a letter (Ü: UE, UXX or U) and truncate long names.
 */

/** Spellings of letters that are not just a letter of A to Z with a mark: ICAO Doc 9303-3, table 6 A. */
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

/** One name in the zone, and whether the line was too short for all of it. */
interface ZoneName {
  text: string;
  cut: boolean;
}

/**
 * True if `text` spells the letters from its start; `more`: further names may follow. Keeps all positions that the
 * spellings so far can have reached, so that many letters with two spellings do not multiply the cost.
 */
function spells(letters: readonly (readonly string[])[], { text, cut }: ZoneName, more: boolean): boolean {
  let reached = new Set([0]);
  for (const spellings of letters) {
    const next = new Set<number>();
    for (const place of reached)
      for (const spelling of spellings) {
        if (text.startsWith(spelling, place)) next.add(place + spelling.length);
        // The line ended within this letter: the missing part is assumed to match.
        else if (cut && spelling.startsWith(text.slice(place))) return true;
      }
    reached = next;
  }
  return letters.length > 0 && [...reached].some((place) => place === text.length || (more && text[place] === " "));
}

/**
 * True if the zone's surname is `last` and its given names are or start with `first`: a document contains all given
 * names (in Bulgaria also the father's name), a form only the first.
 */
export function namesAgree(
  zone: { surname: string; givenNames: string; surnameCut: boolean; givenNamesCut: boolean },
  first: string,
  last: string,
): boolean {
  return (
    spells(spellingsOf(last), { text: zone.surname, cut: zone.surnameCut }, false) &&
    spells(spellingsOf(first), { text: zone.givenNames, cut: zone.givenNamesCut }, true)
  );
}
