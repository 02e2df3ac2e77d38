/** Calling codes and validation of numbers; loaded when a phone field is on the page. */
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

/** An E.164 number in its national format, with the country; null if invalid. */
export function writePhone(number: string): { national: string; country: string } | null {
  const parsed = number.startsWith("+") ? parsePhoneNumberFromString(number) : undefined;
  return parsed?.country && parsed.isValid() ? { national: parsed.formatNational(), country: parsed.country } : null;
}

/** The number in E.164, or null if invalid. A number with its own "+" determines its country. */
export function readPhone(text: string, country: string): { number: string; country: string | undefined } | null {
  const parsed = parsePhoneNumberFromString(text, country as CountryCode);
  return parsed?.isValid() ? { number: parsed.number, country: parsed.country } : null;
}
