/** What the words of a search mean in the list of sign-ins: places, systems, browsers, addresses, and people. */

import { searchFolded } from "@portico/api/rules/search-folded.ts";
import { browserNames, operatingSystems } from "@portico/api/rules/sign-ins.ts";
import { languages } from "@portico/api/shapes.ts";

/** The places and devices that a word stands for. */
export interface Meaning {
  countries: string[];
  cities: string[];
  systems: string[];
  browsers: string[];
  /** Beginning of an address. */
  address: string | null;
}

/** One reading of the whole search: these words are places or devices, the others are of the person. */
export interface Reading {
  meanings: Meaning[];
  /** Words of a name, e-mail or number; empty if none are left. */
  person: string;
}

const maxWords = 6;
const addressStart = /^(?=.*[.:\d])[\da-f.:]{1,45}$/i;

const nameFormats = languages.map(
  (language) => new Intl.DisplayNames([language], { type: "region", fallback: "none" }),
);
/** A country's names in the portal's languages, and its code. */
const namesOfCountry = (code: string): string[] => [code, ...nameFormats.map((format) => format.of(code) ?? "")];

/** Each word begins some word of the text, in either script and without marks. */
const begins = (text: string, word: string): boolean =>
  ` ${searchFolded(text).replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`.includes(` ${word}`);

function findMeaning(word: string, known: { countries: string[]; cities: string[] }): Meaning | null {
  const folded = searchFolded(word);
  // One letter stands for nothing.
  const isPlaceLike = /^\p{L}{2,}/u.test(folded);
  const meaning: Meaning = {
    countries: isPlaceLike
      ? known.countries.filter((code) => namesOfCountry(code).some((name) => begins(name, folded)))
      : [],
    cities: isPlaceLike ? known.cities.filter((city) => begins(city, folded)) : [],
    systems: isPlaceLike ? operatingSystems.filter((system) => begins(system, folded)) : [],
    browsers: isPlaceLike ? browserNames.filter((browser) => begins(browser, folded)) : [],
    address: addressStart.test(word) ? word.toLowerCase() : null,
  };
  const isNothing =
    meaning.address === null &&
    [meaning.countries, meaning.cities, meaning.systems, meaning.browsers].every((found) => found.length === 0);
  return isNothing ? null : meaning;
}

/**
 * The readings of a search, of which one must hold: "sofia chrome" is a city and a browser, a person named Sofia who
 * used Chrome, or a person with both words in name and e-mail.
 */
export function parseSearch(search: string, known: { countries: string[]; cities: string[] }): Reading[] {
  const words = search.split(/\s+/).filter(Boolean).slice(0, maxWords);
  let readings: { meanings: Meaning[]; person: string[] }[] = [{ meanings: [], person: [] }];
  for (const word of words) {
    const meaning = findMeaning(word, known);
    readings = readings.flatMap(({ meanings, person }) => [
      { meanings, person: [...person, word] },
      ...(meaning ? [{ meanings: [...meanings, meaning], person }] : []),
    ]);
  }
  return readings.map(({ meanings, person }) => ({ meanings, person: person.join(" ") }));
}
