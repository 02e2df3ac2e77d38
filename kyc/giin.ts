/**
 * GIIN, the number of a financial institution registered under FATCA: IRS, "FATCA Registration and FFI List: GIIN Composition
 * Information". FATCA id (6) . member (5) . category . ISO 3166-1 numeric country; never the letter O.
 */
import { countryOfNumeric } from "./country-codes.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const parts = /^[\dA-NP-Z]{6}\.[\dA-NP-Z]{5}\.(LE|SL|ME|BR|SF|SD|SS|SB|SP)\.\d{3}$/;

/** Inserts the dots. */
export function normaliseGiin(value: string): string {
  const characters = value.toUpperCase().replace(/[^A-Z\d]/g, "");
  return characters.length === 16
    ? [characters.slice(0, 6), characters.slice(6, 11), characters.slice(11, 13), characters.slice(13)].join(".")
    : value.trim().toUpperCase();
}

export function checkGiin(value: string): IdentifierFault | undefined {
  const giin = normaliseGiin(value);
  if (giin.length !== 19) return "badLength";
  if (!parts.test(giin)) return "badFormat";
  return countryOfNumeric(giin.slice(-3)) ? undefined : "unknownCountry";
}
