/** Text as searches compare it: the functions of the database that fold names, in JavaScript. */

/**
 * Character by character, as PostgreSQL's lower() does: JavaScript uses a final sigma in Greek and turns İ into two
 * characters.
 */
export const lower = (text: string): string =>
  Array.from(text, (sign) => Array.from(sign.toLowerCase())[0] ?? sign).join("");

/** Letters with and without their marks, as in the database's `without_marks`, which created the searched text. */
const marked =
  "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ";
const plain =
  "aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy";
const plainOf = new Map(Array.from(marked, (letter, index) => [letter, plain.charAt(index)]));

/** As the database's `without_marks`: "Wójcik" → "wojcik". */
export const withoutMarks = (text: string): string =>
  Array.from(lower(text.normalize("NFC")), (letter) => plainOf.get(letter) ?? letter).join("");

/**
 * Cyrillic letters that need several Latin letters, and the others with `y`: the steps of the database's
 * `search_folded`.
 */
const syllables = [
  ["щ", "sht"],
  ["ш", "sh"],
  ["ч", "ch"],
  ["ж", "zh"],
  ["ц", "ts"],
  ["ю", "iu"],
  ["я", "ia"],
] as const;
const cyrillic = "абвгдезийклмнопрстуфхъыьэёіїєґўy";
const latin = "abvgdeziiklmnoprstufhaiieeiiegui";
const latinOf = new Map(Array.from(cyrillic, (letter, index) => [letter, latin.charAt(index)]));

/** As the database's `search_folded`: "Петров" → "petrov", "Юлия" and "Yuliya" → "iulia". */
export function searchFolded(text: string): string {
  const spelled = syllables.reduce((folded, [letter, said]) => folded.replaceAll(letter, said), withoutMarks(text));
  return Array.from(spelled, (letter) => latinOf.get(letter) ?? letter)
    .join("")
    .replaceAll("ii", "i")
    .replaceAll("x", "ks");
}
