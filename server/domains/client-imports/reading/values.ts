/** Values of a line of a file of clients, each read by itself: the value, or why there is none. */
import { countryTable } from "@portico/api/countries.generated.ts";
import { type ClientFaultCode, languageWords } from "@portico/api/rules/client-imports.ts";
import { isClientNumber } from "@portico/api/rules/client-number.ts";
import { isEmail, normaliseEmail } from "@portico/api/rules/email.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

export type Value<T> = { value: T } | { fault: ClientFaultCode };

const folded = (text: string): string => text.trim().toLowerCase();

/** The word's meaning, in whichever language it is. */
export function meaningOf<Meaning extends string>(
  words: Record<Meaning, readonly string[]>,
  written: string,
): Meaning | undefined {
  const word = folded(written);
  return (Object.keys(words) as Meaning[]).find((meaning) => words[meaning].includes(word));
}

/** Lower case, without what address books put around it: `mailto:`, a name and angle brackets. */
export function readAddress(written: string): string | undefined {
  const inBrackets = /<([^<>]{1,300})>\s*$/.exec(written)?.[1];
  const address = normaliseEmail((inBrackets ?? written).replace(/^mailto:/i, "")).toLowerCase();
  return isEmail(address) ? address : undefined;
}

/** As a spreadsheet shows a long number that it took for a figure: its last digits are lost. */
const isRounded = (written: string): boolean => /^\d(?:[.,]\d{1,20})?E\+?\d{1,3}$/i.test(written);

export function readClientNumber(written: string): Value<string> {
  if (isRounded(written)) return { fault: "roundedNumber" };
  return isClientNumber(written) ? { value: written.trim() } : { fault: "badClientNumber" };
}

/** The country whose numbers people write without its code. */
const countryOf: Record<Language, CountryCode | undefined> = { bg: "BG", pl: "PL", en: undefined };

/** E.164. Without a country code, a number of the line's country, else of its language's. */
export function readPhone(
  written: string,
  { country, language }: { country: string | null; language: Language },
): Value<string> {
  if (isRounded(written)) return { fault: "roundedNumber" };
  // Spreadsheets keep an apostrophe before a text of digits.
  const typed = written
    .replace(/^'/, "")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^00/, "+");
  const home = (country as CountryCode | null) ?? countryOf[language];
  const digits = typed.replaceAll(/[\s()./-]/g, "");
  // A spreadsheet takes the plus of an international number away.
  const ways = [typed, ...(/^[1-9]\d{9,14}$/.test(digits) ? [`+${digits}`] : [])];
  for (const way of ways) {
    const parsed = parsePhoneNumberFromString(way, home && !way.startsWith("+") ? home : { extract: false });
    if (parsed?.isValid()) return { value: parsed.number };
  }
  return { fault: "badPhone" };
}

export function readLanguage(written: string): Value<Language> {
  const word = folded(written).replace(/[-_][a-z]{2}$/, "");
  const value = meaningOf(languageWords, word);
  return value ? { value } : { fault: "badLanguage" };
}

const countryNames = new Map(
  Object.entries(countryTable).flatMap(([code, { names }]) =>
    Object.values(names).map((name) => [folded(name), code] as const),
  ),
);

/** By its two letters, or its name in one of the portal's languages. */
export function readCountry(written: string): Value<string> {
  const code = written.trim().toUpperCase();
  const value = Object.hasOwn(countryTable, code) ? code : countryNames.get(folded(written));
  return value ? { value } : { fault: "badCountry" };
}

/** A calendar day: year first, or day first with points, slashes or hyphens. */
export function readDay(written: string): Value<string> {
  const text = written.trim().replace(/[ T]00:00(?::00)?$/, "");
  const [, y = "", m = "", d = ""] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text) ?? [];
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})(?: ?[гr]\.?)?$/.exec(text) ?? [];
  const parts = y ? [y, m, d] : [year, month, day];
  if (parts[0] === "") return { fault: "badDay" };
  const value = parts.map((part, index) => part.padStart(index === 0 ? 4 : 2, "0")).join("-");
  const moment = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
  return exists && value >= "1950-01-01" ? { value } : { fault: "badDay" };
}

/** As registers write it: without spaces, in capital letters. */
export function readRegisterNumber(written: string): Value<string> {
  if (isRounded(written)) return { fault: "roundedNumber" };
  const value = written.replaceAll(/\s/g, "").toUpperCase();
  return value.length <= 40 && /^[\p{L}\d][\p{L}\d./-]*$/u.test(value) ? { value } : { fault: "badRegisterNumber" };
}

/** Addresses, separated by commas, semicolons, bars, slashes or line ends. */
export const addressesIn = (written: string): string[] =>
  written
    .split(/[,;|\n/]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
