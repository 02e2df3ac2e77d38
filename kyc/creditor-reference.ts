/** Creditor reference of ISO 11649 ("RF"): two check digits by ISO/IEC 7064 MOD 97-10, then up to 21 letters and digits. */
import { compact, remainder97 } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const longest = 21;

/**
 * The reference for a text of ours, of capital letters A to Z and digits; undefined for any other text. Nothing is left out
 * or shortened, since what remains might be somebody else's.
 */
export function creditorReference(own: string): string | undefined {
  if (!/^[A-Z\d]{1,21}$/.test(own)) return undefined;
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
