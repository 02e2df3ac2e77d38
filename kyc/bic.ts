/** BIC (SWIFT code) of a bank or branch: ISO 9362, 8 or 11 characters; the fifth and sixth are the country code. */
import { getCountrySpecifications, isValidBIC } from "ibantools";
import { compact, inLatin } from "./check-digits.ts";
import { normaliseIban } from "./iban.ts";
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

/** Territories whose banks have BICs of their own country code and IBANs of another: by the IBAN registry. */
const territories: Record<string, readonly string[]> = {
  FI: ["AX"],
  FR: ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"],
  GB: ["GG", "IM", "JE"],
};

/** Whether a bank with this BIC can keep an account with this IBAN; both are well formed. */
export function isBicOfIban(bic: string, iban: string): boolean {
  const [ofBank, ofAccount] = [normaliseBic(bic).slice(4, 6), normaliseIban(iban).slice(0, 2)];
  return (
    ofBank === ofAccount ||
    (territories[ofAccount]?.includes(ofBank) ?? false) ||
    (territories[ofBank]?.includes(ofAccount) ?? false)
  );
}
