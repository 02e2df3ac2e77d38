/** The beginning of a text, at most so long. Half a character is left out, because no JSON in the database can hold it. */
export const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
