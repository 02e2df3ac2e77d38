/**
 * Transliteration of names to A to Z: by Bulgarian law for names of people and places, by ESMA's table for transaction
 * reports. (ICAO's rule for documents is in mrz-names.ts.)
 */

/**
 * Закон за транслитерацията (ДВ, бр. 19 от 2009 г.), чл. 4; for letters that Bulgarian lacks, ICAO Doc 9303-3, table 6.
 */
const cyrillic: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sht",
  ъ: "a",
  ь: "y",
  ю: "yu",
  я: "ya",
  ѝ: "i",
  ё: "e",
  ы: "y",
  э: "e",
  і: "i",
  ї: "i",
  є: "ie",
  ґ: "g",
};

const isCapital = (character: string | undefined): boolean =>
  character !== undefined && character !== character.toLowerCase();

/**
 * Transliterates Bulgarian text; other text is unchanged. A final "ия" becomes "ia" (чл. 5), and the country's name is
 * Bulgaria by tradition (чл. 6).
 */
export function bulgarianToLatin(text: string): string {
  const prepared = text
    .normalize("NFC")
    .replace(/(?<!\p{L})(Българи)я(?!\p{L})/gu, "Bulgaria")
    .replace(/(?<!\p{L})БЪЛГАРИЯ(?!\p{L})/gu, "BULGARIA")
    .replace(/(и)я(?!\p{L})/giu, (ending) => (isCapital(ending[1]) ? `${ending[0]}A` : `${ending[0]}a`));
  const letters = Array.from(prepared);
  return letters
    .map((letter, place) => {
      const latin = cyrillic[letter.toLowerCase()];
      if (latin === undefined || !isCapital(letter)) return latin ?? letter;
      // Щ is SHT among capitals and Sht at the start of a word.
      const shouting = isCapital(letters[place + 1]) || (isCapital(letters[place - 1]) && !letters[place + 1]?.trim());
      return shouting ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .join("");
}

/** Letters that Unicode does not decompose into a letter of A to Z and a mark. */
const whole: Readonly<Record<string, string>> = {
  Æ: "A",
  Œ: "O",
  Ø: "O",
  Đ: "D",
  Ð: "D",
  Þ: "T",
  Ł: "L",
  ẞ: "S",
  ß: "S",
  ı: "I",
  Ħ: "H",
  Ŧ: "T",
  Ŋ: "N",
};

/**
 * The name in capitals A to Z only, as ESMA's guidelines on transaction reporting (ESMA/2016/1452, 5.5.4, the
 * transliteration table) require for a CONCAT code: each letter loses its mark and remains one letter (Ä becomes A, Æ
 * becomes A); apostrophes, hyphens, other marks and spaces are removed.
 */
export const reportLetters = (name: string): string =>
  bulgarianToLatin(name)
    .replace(/[ßẞı]/g, (letter) => whole[letter] ?? "")
    .toUpperCase()
    .replace(/[^A-Z]/g, (letter) => whole[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^A-Z]/g, "");
