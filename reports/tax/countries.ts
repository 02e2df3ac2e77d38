/** The country of an instrument, as tax forms ask for it. */

/** Prefixes of ISINs that name no country: international depositories, the European Union, and substitutes (ISO 6166). */
const isCountry = (prefix: string): boolean =>
  /^[A-Z]{2}$/.test(prefix) && !/^(EU|EZ|Q[M-Z]|X[A-Z]|AA|ZZ)$/.test(prefix);

/** How a country is known; the prefix of an ISIN says only who gave the number, so a report marks what comes from it. */
export type CountryBasis = "stated" | "isin" | "venue";
export interface KnownCountry {
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null;
  basis: CountryBasis | null;
}
export const unknownCountry: KnownCountry = { country: null, basis: null };

/**
 * The issuer's country: the one stated, otherwise the prefix of the ISIN; unknown if neither names one, as an ISIN of "XS…" does not.
 */
export function issuerCountry({ country, isin }: { country: string | null; isin: string | null }): KnownCountry {
  if (country) return { country, basis: "stated" };
  const prefix = isin?.slice(0, 2) ?? "";
  return isCountry(prefix) ? { country: prefix, basis: "isin" } : unknownCountry;
}
