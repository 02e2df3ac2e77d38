/** Plain texts that only stand in for the HTML beside them: “Your program cannot show this mail”. */

/** Neither addresses of links and pictures, nor what the HTML shows as pictures. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/<[^<>\s]*>|\[cid:[^\]\s]*\]|\uE000[^\uE001]*\uE001|https?:\S+/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the text lacks most of what the HTML says. */
export function isStandIn(text: string, html: string): boolean {
  const known = new Set(wordsOf(text));
  const said = wordsOf(html);
  return said.filter((word) => !known.has(word)).length * 2 > said.length;
}
