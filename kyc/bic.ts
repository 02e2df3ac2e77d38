/** BIC (SWIFT code) of a bank or branch: ISO 9362, 8 or 11 characters; the fifth and sixth are the country code. */
import { getCountrySpecifications, isValidBIC } from "ibantools";
import { compact, inLatin } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

export const normaliseBic = (value: string): string => inLatin(compact(value));

export function checkBic(value: string): IdentifierFault | undefined {
  const bic = normaliseBic(value);
  if (!/^[A-Z\d]*$/.test(bic)) return "badFormat";
  if (bic.length !== 8 && bic.length !== 11) return "badLength";
  if (!/^[A-Z]{6}/.test(bic)) return "badFormat";
  if (!Object.hasOwn(getCountrySpecifications(), bic.slice(4, 6))) return "unknownCountry";
  return isValidBIC(bic) ? undefined : "badFormat";
}
