/** Country data: CLDR's names and currencies, libphonenumber's calling codes, KYC's tax numbers. */

import { countryTable } from "@portico/api/countries.generated.ts";
import { allCountries, type Country } from "@portico/api/countries.ts";
import { eeaCountries, euCountries } from "@portico/kyc/eea.ts";
import { knowsTinOf, tinRule } from "@portico/kyc/tin.ts";
import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { Refusal } from "../../kernel/refusal.ts";

const taxNumberOf = (code: string, holder: "person" | "company"): Country["taxNumber"]["person"] => {
  const { pattern, example } = tinRule(code, holder);
  return { pattern: pattern.source, example: example ?? null };
};

let made: ReadonlyMap<string, Country> | undefined;
/** Every country by its two-letter code, built on first use. */
const known = (): ReadonlyMap<string, Country> =>
  (made ??= new Map(
    Object.entries(countryTable).map(([code, { names, currency }]): [string, Country] => [
      code,
      {
        code,
        names,
        callingCode: isSupportedCountry(code) ? getCountryCallingCode(code) : null,
        eu: euCountries.has(code),
        eea: eeaCountries.has(code),
        currency,
        taxNumber: {
          known: knowsTinOf(code),
          person: taxNumberOf(code, "person"),
          company: taxNumberOf(code, "company"),
        },
      },
    ]),
  ));

/** All countries, or the one with this code in upper or lower case. Throws `notFound`. */
export function getCountries(id: string): Country[] {
  if (id === allCountries) return [...known().values()];
  const country = known().get(id.toUpperCase());
  if (!country) throw new Refusal("notFound");
  return [country];
}
