/** Plain texts that only stand in for the HTML beside them: “Your program cannot show this mail”. */

/** Neither addresses of links and pictures, nor what the HTML shows as pictures. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/<[^<>\s]{0,2000}>|\[cid:[^\]\s]{1,300}\]|\uE000[^\uE001]{0,300}\uE001|https?:\S{1,2000}/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the text lacks most of what the HTML says. */
export function isStandIn(text: string, html: string): boolean {
  const known = new Set(wordsOf(text));
  const said = wordsOf(html);
  return said.filter((word) => !known.has(word)).length * 2 > said.length;
}
