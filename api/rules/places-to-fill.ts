/**
 * Places that a general text leaves to the firm: `[[supervisory authority]]`. What stands between the brackets says what
 * belongs there. A text with such a place can be saved, and not be published.
 */
export interface PlaceToFill {
  name: string;
  /** Counted from 1. */
  line: number;
}

const place = /\[\[([^[\]\n]{1,200})\]\]/g;

/** The places of a text in its order, each as often as it occurs. */
export const placesToFill = (text: string): PlaceToFill[] =>
  text.split("\n").flatMap((line, at) => [...line.matchAll(place)].map(([, name = ""]) => ({ name, line: at + 1 })));

/** What the places of several texts say, each once. */
export const placeNames = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => placesToFill(text).map(({ name }) => name))),
];

/** The text with a value at every place of that name. */
export const fillPlace = (text: string, name: string, value: string): string =>
  text.replaceAll(`[[${name}]]`, () => value);
