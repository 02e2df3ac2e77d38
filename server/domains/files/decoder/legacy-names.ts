/**
 * Names in a ZIP that are not marked as UTF-8. Which of the older encodings of Bulgarian and Polish systems a name has is
 * nowhere stated: it is the one in which the name consists of words.
 */

const cyrillicLetters = /^[\u0410-\u044f]$/;
const polishLetters = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ";
/** Signs of typography, which the encodings of Windows have. */
const signs = "„“”‘’–—…№§«»\u00a0";

interface Encoding {
  decode: (bytes: Buffer) => string;
  isLetter: (sign: string) => boolean;
  /** Whether letters of the encoding stand beside those of ASCII in one word. */
  mixesWithLatin: boolean;
}

const cyrillic = (label: string): Encoding => ({
  decode: (bytes) => new TextDecoder(label).decode(bytes),
  isLetter: (sign) => cyrillicLetters.test(sign),
  mixesWithLatin: false,
});
const polish = (decode: Encoding["decode"]): Encoding => ({
  decode,
  isLetter: (sign) => polishLetters.includes(sign),
  mixesWithLatin: true,
});

/** The Polish letters of cp852, which TextDecoder does not know. */
const cp852: ReadonlyMap<number, string> = new Map(
  [
    ...[0xa5, 0x86, 0xa9, 0x88, 0xe4, 0xa2, 0x98, 0xab, 0xbe].entries(),
    ...[0xa4, 0x8f, 0xa8, 0x9d, 0xe3, 0xe0, 0x97, 0x8d, 0xbd].map((byte, place) => [place + 9, byte] as const),
  ].map(([place, byte]) => [byte, polishLetters[place] ?? ""]),
);
const unknown = "\ufffd";
const bySign = (bytes: Buffer, sign: (byte: number) => string): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : sign(byte))).join("");

/** Of Windows and of DOS, which archives of Windows use. Where both are possible, the first one's letters are more frequent. */
const encodings: readonly Encoding[] = [
  cyrillic("windows-1251"),
  cyrillic("ibm866"),
  polish((bytes) => bySign(bytes, (byte) => cp852.get(byte) ?? unknown)),
  polish((bytes) => new TextDecoder("windows-1250").decode(bytes)),
];

/** Lower case, capitals, or one capital and lower case. */
const regular = /^(?:\p{Lu}?\p{Ll}*|\p{Lu}+)$/u;
const wordsOf = (name: string): string[] => name.match(/\p{L}+/gu) ?? [];

/** Whether each sign beyond ASCII is one of the encoding's language, in a word of it. */
function isReadable(name: string, { isLetter, mixesWithLatin }: Encoding): boolean {
  for (const sign of name) if (sign > "\u007f" && !isLetter(sign) && !signs.includes(sign)) return false;
  // The byte of the number sign is a Polish letter elsewhere.
  if (/\p{L}№/u.test(name)) return false;
  return wordsOf(name).every((word) => !/[^\0-\u007f]/.test(word) || /[A-Za-z]/.test(word) === mixesWithLatin);
}

/** The name in the encoding that makes words of it; signs that no encoding explains are U+FFFD. */
export function legacyName(bytes: Buffer): string {
  const readable = encodings.flatMap((encoding) => {
    const name = encoding.decode(bytes);
    return isReadable(name, encoding) ? [name] : [];
  });
  const isRegular = (name: string): boolean => wordsOf(name).every((word) => regular.test(word));
  return readable.find(isRegular) ?? readable[0] ?? bySign(bytes, () => unknown);
}
