/** Canonical JSON of a report's data: equal data is equal text, for ever. */

/** What the data of a report consists of. Figures are decimal strings; numbers are whole: counts, ids, versions. */
export type Canonical = null | boolean | number | string | readonly Canonical[] | { readonly [key: string]: Canonical };

/**
 * The JSON of a value without spaces, its keys in the order of their UTF-16 code units, as in RFC 8785. A key whose value is
 * undefined is left out, as in JSON. Throws a TypeError for what has no one text: fractions (a figure is a decimal string),
 * whole numbers beyond 2^53, lone surrogates, and objects that are no plain data.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("a text with a lone surrogate has no canonical form");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError(`figures are decimal strings, not ${value}`);
    return String(value + 0);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    throw new TypeError(`not plain data: ${Object.prototype.toString.call(value)}`);
  const pairs = Object.entries(value)
    .filter(([, own]) => own !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${pairs.map(([key, own]) => `${canonicalJson(key)}:${canonicalJson(own)}`).join(",")}}`;
}
