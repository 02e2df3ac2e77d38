/** Names as words that can be compared: small Latin letters without marks. */
import { bulgarianToLatin } from "./latin.ts";

/** Letters that Unicode does not decompose into a letter and a mark. */
const whole: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** The words of a name; a hyphen parts them, an apostrophe does not. */
export const nameWords = (text: string): string[] =>
  bulgarianToLatin(text)
    .normalize("NFD")
    .replace(/[\p{M}'’ʼ`]/gu, "")
    .toLowerCase()
    .replace(/[łøđßæœı]/gu, (letter) => whole[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
