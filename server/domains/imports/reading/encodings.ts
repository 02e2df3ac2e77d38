/**
 * In which encoding the bytes of a text file are written. A single-byte encoding that is taken here has a character for each byte
 * of the file, so that a wrong guess shows wrong letters, but loses nothing; the file is stored in bytes.
 */
import iconv from "iconv-lite";

export interface DecodedText {
  text: string;
  /** Lower case, as in the registry of IANA. */
  encoding: string;
  /** The encoding that the file declares and its bytes contradict, or that is not known. */
  contradicts?: string;
}

/** Characters that no text has, and which an encoding gives to bytes that it does not know. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const unknown = /[\u0080-\u009F\uFFFD]/;

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    // A byte order mark is kept: the line and column of a refusal count from it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const looseUtf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const hasOnlyAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);
const singleByte = (bytes: Uint8Array, encoding: string): string =>
  iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);

/** UTF-16 by its byte order mark, or by the zero beside the first angle bracket of XML. */
function decodeUtf16(bytes: Uint8Array): DecodedText | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16le" };
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "utf-16be" };
  return undefined;
}

const declaration = /^(?:\xEF\xBB\xBF)?\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;

/** The encoding that an XML declaration names. */
const declaredIn = (bytes: Uint8Array): string | undefined =>
  declaration.exec(Buffer.from(bytes.subarray(0, 200)).toString("latin1"))?.[1]?.toLowerCase();

const isUtf8Name = (name: string): boolean => name === "utf-8" || name === "utf8";
/** Single-byte encodings that a declaration may name: those of ISO 8859, of Windows, and of DOS. */
const isSingleByteName = (name: string): boolean =>
  /^(?:iso-8859-(?:[1-9]|1[013-6])|windows-125[0-8]|cp125[0-8]|(?:cp|ibm)8(?:50|52|55|66)|us-ascii|latin[1-9])$/.test(
    name,
  );

function decodeDeclared(bytes: Uint8Array, declared: string): DecodedText {
  const utf8 = strictUtf8(bytes);
  const contradicted = { text: utf8 ?? looseUtf8(bytes), encoding: "utf-8", contradicts: declared };
  if (isUtf8Name(declared)) return utf8 === undefined ? contradicted : { text: utf8, encoding: "utf-8" };
  if (!isSingleByteName(declared)) return contradicted;
  // Letters of a single-byte encoding do not by chance follow each other as the bytes of UTF-8 do.
  if (utf8 !== undefined) return hasOnlyAscii(bytes) ? { text: utf8, encoding: declared } : contradicted;
  const text = singleByte(bytes, declared);
  // ISO 8859 leaves 80 to 9F to control characters, which no statement has.
  return unknown.test(text) ? contradicted : { text, encoding: declared };
}

/** In this order, the first of those that fit equally well is taken. */
const candidates = ["windows-1250", "iso-8859-2", "windows-1251", "windows-1252", "cp852"] as const;

/** Letters of the languages in which our firms' banks write. */
const expected = new Set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüßÄÖÜабвгдежзийклмнопрстуфхцчшщъьюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЮЯ");
const usual = new Set("„”“’‘–—…€§°«»№·\u00A0\u00AD");
const isCyrillic = (character: string): boolean => /\p{Script=Cyrillic}/u.test(character);
const isLatin = (character: string): boolean => /\p{Script=Latin}/u.test(character);

/**
 * How well a text reads: 2 for each letter of Polish, German and Bulgarian, 1 for another letter, 0 for usual punctuation, and −2
 * for any other character outside ASCII, and for a letter beside one of the other script.
 */
function readability(text: string): { score: number; letters: number; others: number } {
  let [score, letters, others] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character < "\u0080") continue;
    const around = `${text[index - 1] ?? ""}${text[index + 1] ?? ""}`;
    const isMixed = isCyrillic(character) ? isLatin(around) : isLatin(character) && isCyrillic(around);
    if (/\p{L}/u.test(character)) {
      letters += 1;
      score += isMixed ? -2 : expected.has(character) ? 2 : 1;
    } else {
      others += 1;
      if (!usual.has(character)) score -= 2;
    }
  }
  return { score, letters, others };
}

/** Words with other characters than ASCII that decide; more of them tell nothing new. */
const looked = 5000;

/** The words of the file that hold bytes outside ASCII. */
function wordsOutsideAscii(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const words: string[] = [];
  for (const [word] of text.matchAll(/[A-Za-z]{0,40}[\x80-\xFF][A-Za-z\x80-\xFF]{0,60}/g)) {
    words.push(word);
    if (words.length === looked) break;
  }
  return Buffer.from(words.join(" "), "latin1");
}

/** The text in the single-byte encoding that reads best; undefined if it reads as a text in none. */
function guess(bytes: Uint8Array): DecodedText | undefined {
  const words = wordsOutsideAscii(bytes);
  const ranked = candidates
    .map((encoding) => ({ encoding, ...readability(singleByte(words, encoding)) }))
    .filter(({ score, letters, others }) => score >= 0 && letters >= others)
    .toSorted((one, other) => other.score - one.score);
  for (const { encoding } of ranked) {
    const text = singleByte(bytes, encoding);
    if (!unknown.test(text)) return { text, encoding };
  }
  return undefined;
}

/**
 * The text of a file: by its byte order mark, by the encoding that its XML declares, as UTF-8, or in the single-byte encoding in
 * which its letters read best. Bytes that are a text in none become U+FFFD, which a reader refuses.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = decodeUtf16(bytes);
  if (utf16) return utf16;
  const declared = declaredIn(bytes);
  if (declared !== undefined) return decodeDeclared(bytes, declared);
  const utf8 = strictUtf8(bytes);
  if (utf8 !== undefined) return { text: utf8, encoding: "utf-8" };
  return guess(bytes) ?? { text: looseUtf8(bytes), encoding: "utf-8" };
}
