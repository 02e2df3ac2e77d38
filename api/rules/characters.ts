/** The length of what people write: characters as they are stored and shown. Without zod, because pages load it. */

/** Code points: 🙂 is one, though its text has a length of two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether the text has more characters; of long texts only as many are counted. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || countCharacters(text) > most;
}

/** The first characters of a text. */
export const firstCharacters = (text: string, most: number): string =>
  isLongerThan(text, most)
    ? Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join("")
    : text;
