/** The number of an identity document: letters and digits (ICAO Doc 9303-3), in any script on cards without a machine-readable zone. */
import { compact } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

/** Undefined if the text can be such a number. Not every number has a digit: Germany's may consist of letters. */
export function checkDocumentNumber(value: string): IdentifierFault | undefined {
  const number = compact(value);
  if (!/^[\p{L}\d]*$/u.test(number)) return "badFormat";
  if (number.length < 4) return "badLength";
  return new Set(number).size === 1 && !/[1-9]/.test(number) ? "badFormat" : undefined;
}
