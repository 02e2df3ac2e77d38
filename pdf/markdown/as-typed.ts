/** Keeps Markdown from changing what people meant literally: signs of amounts, products, numbers of points, ends of lines. */

/** A sign before an amount is not the bullet of a list: `- 500 EUR`. */
const signOfAmount = /^([^\S\r\n\u2028\u2029]*)([-+*])(?=[ \t]+[\d€$£])/gm;
/** Asterisks between digits are not emphasis: `2*3*4`. */
const product = /(?<=\d)\*(?=\d)/g;
/** Quoted lines of a mail are shown as they are, and take no formatting from the rest. */
const quote = /^([^\S\r\n\u2028\u2029]*)>/gm;
const point = /^(\s*)(\d{1,9})([.)])(?=\s)/;

/** Markdown would number the points of `3. … 7. …` as 3 and 4: a number that does not follow stays as it is. */
function withNumbers(text: string): string {
  let last: number | undefined;
  return text
    .split("\n")
    .map((line) => {
      const found = point.exec(line);
      if (!found) return line;
      const number = Number(found[2]);
      const follows = last === undefined || number === last + 1;
      last = number;
      return follows ? line : line.replace(point, "$1$2\\$3");
    })
    .join("\n");
}

/** People end lines where they mean to. */
const withLines = (text: string): string => text.replaceAll(/(?<!\n)\n(?!\n)/g, "  \n");

/** The text for the reader of Markdown. */
export const asTyped = (text: string): string =>
  withLines(
    withNumbers(
      text
        .replaceAll("\r\n", "\n")
        .replaceAll(signOfAmount, "$1\\$2")
        .replaceAll(product, "\\*")
        .replaceAll(quote, "$1\\>"),
    ),
  );
