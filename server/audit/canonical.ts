/** One text per value, so that the same content always has the same hash. */

/** Values that PostgreSQL's jsonb returns unchanged: no undefined, no NUL, no lone surrogates. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

function toPlain(value: unknown): Plain {
  if (Array.isArray(value)) return value.map(toPlain);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), toPlain(item)]));
  }
  if (typeof value === "string") return storableText(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

/** The value as the database will return it. */
export const plain = (value: unknown): Plain =>
  value === undefined ? null : toPlain(JSON.parse(JSON.stringify(value) ?? "null"));

/** JSON with sorted keys and no whitespace. */
export function canonical(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const pairs = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
    return `{${pairs.join(",")}}`;
  }
  return JSON.stringify(value);
}
