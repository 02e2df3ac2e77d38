/** The country of an instrument, as tax forms ask for it. */

/** Prefixes of ISINs that name no country: international depositories, the European Union, and substitutes (ISO 6166). */
const isCountry = (prefix: string): boolean =>
  /^[A-Z]{2}$/.test(prefix) && !/^(EU|EZ|Q[M-Z]|X[A-Z]|AA|ZZ)$/.test(prefix);

/**
 * The issuer's country (ISO 3166-1 alpha-2): the one stated, otherwise the prefix of the ISIN; null if neither names one, as an ISIN of
 * "XS…" does not.
 */
export function issuerCountry({ country, isin }: { country: string | null; isin: string | null }): string | null {
  if (country) return country;
  const prefix = isin?.slice(0, 2) ?? "";
  return isCountry(prefix) ? prefix : null;
}
