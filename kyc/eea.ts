/** The European Economic Area: the EU's 27 members, Iceland, Liechtenstein and Norway (EEA Agreement, art. 2 and 126). */

/** ISO 3166-1 alpha-2 codes. */
export const eeaCountries: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);
