/** The text of bytes whose charset may be missing or wrong. */

/** Charsets of the firm's clients, the likelier ones first. */
const candidates = ["windows-1251", "windows-1250", "iso-8859-2", "windows-1252", "koi8-r", "iso-8859-5"] as const;
/** In which bytes of one letter may be read as two, so that valid UTF-8 proves nothing. */
const isMultiByte = (charset: string): boolean => /utf-?16|gb|big5|hz|jis|euc|2022|5601/i.test(charset);

/** Undefined if the charset is unknown. */
function createDecoder(charset: string, fatal = false): TextDecoder | undefined {
  try {
    return new TextDecoder(charset.trim().replace(/^(?:cp|ms)-?(?=125\d$)/i, "windows-"), { fatal });
  } catch {
    return undefined;
  }
}

function decodeWhole(bytes: Uint8Array, charset: string): string | null {
  try {
    return createDecoder(charset, true)?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/** By its mark, or by the zeros and the Cyrillic half of each unit. */
function decodeUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeWhole(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeWhole(bytes, "utf-16be");
  const high: [number, number] = [0, 0];
  for (const [place, byte] of bytes.entries())
    if (byte === 0 || byte === 1 || byte === 4) high[place % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = high;
  if (Math.max(even, odd) < Math.max(1, bytes.length * 0.4)) return null;
  const text = decodeWhole(bytes.subarray(0, bytes.length - (bytes.length % 2)), odd > even ? "utf-16le" : "utf-16be");
  return text !== null && !/[^\P{Cc}\s]|[\p{Cn}\p{Co}\p{Cs}]/u.test(text) ? text : null;
}

const frequent = "аеиноврстАОЕИН";
/** How well a text reads: letters of the languages count, what no writer puts beside each other counts against it. */
function readability(text: string): number {
  let score = 0;
  for (const word of text.split(/[\s\0-\x40]+/)) {
    if (!/[^\0-\x7f]/.test(word)) continue;
    const letters = Array.from(word);
    const cyrillic = letters.filter((letter) => /[а-яА-Я]/u.test(letter)).length;
    const foreign = letters.filter((letter) => letter > "\x7f" && /[^а-яА-Я]/u.test(letter));
    const latin = letters.filter((letter) => /[a-z]/i.test(letter)).length;
    score += cyrillic + 2 * letters.filter((letter) => frequent.includes(letter)).length;
    if (cyrillic > 0 && latin > 0) score -= 4;
    if (cyrillic > 0) score -= 4 * foreign.filter((letter) => /\p{L}/u.test(letter)).length;
    // A word of accented letters alone is another alphabet, read wrongly.
    const strange = foreign.filter((letter) => /[^ąćęłńóśźż]/iu.test(letter)).length;
    if (cyrillic === 0 && letters.length > 1 && strange >= letters.length / 2) score -= 3 * strange;
    for (const letter of foreign) {
      if (/[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/u.test(letter)) score += 3;
      else if (/[àáâãäåæçèéêëìíîïñòôöøùúûüßčďěňřšťůýžőűăâîșțşţđ]/iu.test(letter)) score += 2;
      else if (/[„“”‘’‚–—…€«»№§°£ \u00ad•]/u.test(letter)) score += 1;
      else score -= 4;
    }
    // “пРОДАВАМ”: capitals after a small letter are the sign of KOI8 read as another charset, and the other way round.
    score -= 3 * [...word.matchAll(/\p{Ll}(?=\p{Lu})/gu)].length;
    if (/^\p{Lu}{4,}$/u.test(word)) score -= 1;
  }
  return score;
}

/** The likeliest of the charsets; null if none of them gives words. */
function detect(bytes: Uint8Array): string | null {
  const read = candidates.map((charset) => createDecoder(charset)?.decode(bytes) ?? "");
  const scores = read.map(readability);
  const best = Math.max(...scores);
  return best > 0 ? (read[scores.indexOf(best)] ?? null) : null;
}

/** Accented letters alone make no words (“Çäðàâåéòå”), and no word contains a sign (“wyp³atê”, “sprzeda¿”). */
const isMisread = (text: string): boolean =>
  (text.match(/(?<!\p{L})[À-ÿ]{3,}(?!\p{L})/gu)?.join("").length ?? 0) > 3 ||
  /\p{L}[¡-©«-´¶-¹»-¿\u0080-\u009f]\p{L}|\p{L}[¿¶±¼]/u.test(text);

/** UTF-7 (RFC 2152), in which old servers sent: letters outside ASCII are UTF-16 in base64, between `+` and `-`. */
const decodeUtf7 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (whole, coded: string) => {
      const units = Buffer.from(coded, "base64");
      if (coded === "") return whole === "+-" ? "+" : whole;
      return coded.length < 3
        ? whole
        : units
            .subarray(0, units.length & ~1)
            .swap16()
            .toString("utf16le");
    });

/**
 * The text in the charset that its sender names, or, if that is missing or cannot be right, in the one that it is likely
 * to be in; null if it is no text in any of them.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string | null {
  // What is not ASCII has no name then.
  const named = charset === null || /^(?:us-?)?ascii$/i.test(charset.trim()) ? null : charset;
  if (named !== null && /^(?:unicode-1-1-)?utf-?7$/i.test(named.trim())) return decodeUtf7(bytes);
  const wide = decodeUtf16(bytes);
  if (wide !== null) return wide;
  if (named === null || !isMultiByte(named)) {
    const unicode = decodeWhole(bytes, "utf-8");
    if (unicode !== null) return unicode;
  }
  const text = named === null ? null : decodeWhole(bytes, named);
  if (text !== null && !isMisread(text)) return text;
  const likely = detect(bytes);
  if (likely !== null) return likely;
  if (text !== null) return text;
  // A broken sign or two in a text that is right otherwise.
  const broken = new TextDecoder().decode(bytes);
  const wrong = broken.match(/\uFFFD/g)?.length ?? 0;
  const right = broken.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  return wrong * 20 < right ? broken : null;
}
