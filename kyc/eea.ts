/** The European Union and the European Economic Area, as sets of ISO 3166-1 alpha-2 codes. */

/** The EU's 27 members. */
export const euCountries: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** The EU, Iceland, Liechtenstein and Norway (EEA Agreement, Articles 2 and 126). */
export const eeaCountries: ReadonlySet<string> = new Set([...euCountries, "IS", "LI", "NO"]);
