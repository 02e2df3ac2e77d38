/**
 * IBAN: ISO 13616-1, with each country's length and structure from SWIFT's IBAN registry, as contained in ibantools.
 */
import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { compact, inLatin } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

/** Banking apps and invoices put the word before the number. */
export const normaliseIban = (value: string): string => inLatin(compact(value)).replace(/^IBAN:?/, "");

/** Countries of the registry (release 101) that ibantools knows the structure of without counting them to it. */
const alsoRegistered: readonly string[] = ["BI", "DJ", "FK", "HN"];

/** Length of the country's IBANs, or undefined if the country has none. */
function lengthIn(country: string): number | undefined {
  const specification = getCountrySpecifications()[country];
  return specification?.IBANRegistry || alsoRegistered.includes(country)
    ? (specification?.chars ?? undefined)
    : undefined;
}

/** Whether accounts of the country (ISO 3166) have IBANs. */
export const hasIbans = (country: string): boolean => lengthIn(country) !== undefined;

/** ISO 3166 code of the country of the account, or undefined if no country has such IBANs. */
export function ibanCountry(value: string): string | undefined {
  const country = normaliseIban(value).slice(0, 2);
  return lengthIn(country) ? country : undefined;
}

export function checkIban(value: string): IdentifierFault | undefined {
  const iban = normaliseIban(value);
  if (iban.length < 5) return "badLength";
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return "badFormat";
  const country = ibanCountry(iban);
  if (!country) return "unknownCountry";
  if (iban.length !== lengthIn(country)) return "badLength";
  const { errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return "badFormat";
  return errorCodes.length > 0 ? "badChecksum" : undefined;
}
