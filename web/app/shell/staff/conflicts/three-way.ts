/** What two people made of the same content: the changes of both, the reader's own where both changed the same. */

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `base` is what both began with. Lists count as a whole. */
export function mergeChanges<Content>(base: Content, mine: Content, stored: Content): Content {
  if (isSame(mine, base)) return stored;
  if (!isRecord(base) || !isRecord(mine) || !isRecord(stored)) return mine;
  const names = new Set([...Object.keys(mine), ...Object.keys(stored)]);
  const merged = [...names].map((name) => [name, mergeChanges(base[name], mine[name], stored[name])] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as Content;
}
