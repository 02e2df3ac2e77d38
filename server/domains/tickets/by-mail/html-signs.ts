/** Formats of HTML that change what a text means: powers, indexes, struck words, and the numbers of points. */
import type { FormatCallback, HtmlNode } from "html-to-text";

const written = {
  sup: { plain: "0123456789+-=()n", raised: "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", sign: "^" },
  sub: { plain: "0123456789+-=()", raised: "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", sign: "_" },
} as const;
/** “5th”, “1-ви”: the raised letters only end a number. */
const ordinal = /^-?\p{L}{1,3}\.?$|^[ªº°]$/u;

/** Deeper is nothing that is raised or struck. */
const textIn = (nodes: readonly HtmlNode[] = [], depth = 20): string =>
  nodes.map(({ data = "", children }) => data + (depth > 0 ? textIn(children, depth - 1) : "")).join("");

/** 10² instead of 102, and “e^(x+1)” of what has no signs of its own. */
export const raisedFormatter: FormatCallback = (element, walk, builder) => {
  const { plain, raised, sign } = written[element.name === "sub" ? "sub" : "sup"];
  const text = textIn(element.children).trim().replaceAll("\u2212", "-");
  const signs = Array.from(text, (letter) => Array.from(raised)[plain.indexOf(letter)]);
  if (text !== "" && signs.every((each) => each !== undefined)) builder.addInline(signs.join(""));
  else if (text === "" || /^[*†‡]+$/.test(text) || (sign === "^" && ordinal.test(text)))
    walk(element.children, builder);
  else {
    const [before, after] = /^[\p{L}\p{N}]$/u.test(text) ? [sign, ""] : [`${sign}(`, ")"];
    builder.addInline(before);
    walk(element.children, builder);
    builder.addInline(after);
  }
};

/** “~~100~~ 200”: the hundred no longer counts. */
export const struckFormatter: FormatCallback = (element, walk, builder) => {
  const isEmpty = textIn(element.children).trim() === "";
  if (!isEmpty) builder.addInline("~~");
  walk(element.children, builder);
  if (!isEmpty) builder.addInline("~~");
};

const tens = [
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;
function roman(number: number): string {
  let [left, text] = [number, ""];
  for (const [letters, value] of tens) for (; left >= value; left -= value) text += letters;
  return text;
}

/** The number of a point as browsers write it. */
function numbered(number: number, type: string): string {
  const small = type.toLowerCase();
  const text =
    small === "a" && number >= 1 && number <= 26
      ? String.fromCodePoint(96 + number)
      : small === "i" && number >= 1 && number < 40
        ? roman(number)
        : String(number);
  return type === small ? text : text.toUpperCase();
}

/** Points keep the numbers that their writer gave them. */
export const listFormatter: FormatCallback = (element, walk, builder) => {
  const { start, type = "1", reversed } = element.attribs ?? {};
  const points = element.children.filter(({ name }) => name === "li");
  const step = reversed === undefined ? 1 : -1;
  let number = Number.parseInt(start ?? "", 10);
  if (Number.isNaN(number)) number = step === 1 ? 1 : points.length;
  builder.openList({ interRowLineBreaks: 1, leadingLineBreaks: 1, maxPrefixLength: 0, prefixAlign: "left" });
  for (const node of element.children) {
    if (node.name !== "li") {
      // Lists inside a list belong to the point above them; space between points says nothing.
      if (node.type === "text" && !node.data?.trim()) continue;
      builder.openListItem({ prefix: "   " });
      walk([node], builder);
      builder.closeListItem();
      continue;
    }
    const given = Number.parseInt(node.attribs?.["value"] ?? "", 10);
    if (!Number.isNaN(given)) number = given;
    builder.openListItem({ prefix: `${numbered(number, type)}. ` });
    walk(node.children, builder);
    builder.closeListItem();
    number += step;
  }
  builder.closeList({ trailingLineBreaks: 1 });
};
