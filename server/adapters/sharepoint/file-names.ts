/** Names of files that would otherwise take another's place. */

/** How many files of one name a folder may have. */
export const maxSameName = 100;

/** The name itself, then `name (2).pdf` and so on. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}
