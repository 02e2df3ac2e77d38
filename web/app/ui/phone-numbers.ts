/** Countries' calling codes and the judging of numbers; loaded when a phone field is on the page. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

interface PhoneCountry {
  code: string;
  calling: string;
}

export const phoneCountries: readonly PhoneCountry[] = getCountries().map((code) => ({
  code,
  calling: getCountryCallingCode(code),
}));

/** The number in E.164, or null where it is none. A number with its own "+" decides its country itself. */
export function readPhone(text: string, country: string): { number: string; country: string | undefined } | null {
  const parsed = parsePhoneNumberFromString(text, country as CountryCode);
  return parsed?.isValid() ? { number: parsed.number, country: parsed.country } : null;
}
