/** Creditor reference of ISO 11649 ("RF"): two check digits by ISO/IEC 7064 MOD 97-10, then up to 21 letters and digits. */
import { compact, remainder97 } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";
import { bulgarianToLatin } from "./latin.ts";

const longest = 21;

/**
 * The reference for a text of ours, such as a client number: Cyrillic is transliterated, and what is then neither a
 * letter A to Z nor a digit is left out. Undefined if nothing or more than 21 characters remain, since a shortened text
 * might be somebody else's.
 */
export function creditorReference(text: string): string | undefined {
  const own = bulgarianToLatin(text)
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "");
  if (own === "" || own.length > longest) return undefined;
  const check = 98 - remainder97(`${own}RF00`);
  return `RF${String(check).padStart(2, "0")}${own}`;
}

export function checkCreditorReference(value: string): IdentifierFault | undefined {
  const reference = compact(value);
  if (!/^RF\d{2}[A-Z\d]+$/.test(reference)) return "badFormat";
  if (reference.length > longest + 4) return "badLength";
  return remainder97(reference.slice(4) + reference.slice(0, 4)) === 1 ? undefined : "badChecksum";
}

/** In groups of four, as the standard prints it. */
export const printReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, "$1 ");
