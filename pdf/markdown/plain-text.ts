/** Markdown as text for places that show no formatting, such as notifications and mails. */
import type { Block, Inline, List, Placeholder } from "../model/blocks.ts";
import { asTyped } from "./as-typed.ts";
import { parseTemplate } from "./parse.ts";

const inlineText = (content: readonly Inline<Placeholder>[]): string =>
  content
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "break") return "\n";
      if (piece.kind === "placeholder") return `{{${piece.name}}}`;
      const text = inlineText(piece.content);
      if (piece.kind !== "link") return text;
      const address = piece.href.replace(/^mailto:|\/$/g, "");
      return address === text.replace(/\/$/, "") ? text : `${text} (${address})`;
    })
    .join("");

/** Further lines of an item, and the lists in it, begin below its text. */
const listText = ({ start, items }: List<Placeholder>): string =>
  items
    .map((parts, at) => {
      const mark = start === null ? "• " : `${start + at}. `;
      const lines = parts.map((part) => (part.kind === "list" ? listText(part) : inlineText(part.content))).join("\n");
      return mark + lines.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
    })
    .join("\n");

function blockText(block: Block<Placeholder>): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return inlineText(block.content);
    case "list":
      return listText(block);
    case "table":
      return [block.head, ...block.rows].map((cells) => cells.map(inlineText).join(" | ")).join("\n");
    default:
      return "";
  }
}

/**
 * The text as its reader sees it, without Markdown's signs: items of lists begin with a bullet or their number, addresses
 * follow the texts of their links. A text that the portal shows as it was written is returned as it is.
 */
export function plainTextOf(text: string): string {
  const parsed = parseTemplate(asTyped(text));
  if ("faults" in parsed) return text;
  return parsed.blocks
    .map(blockText)
    .filter((part) => part !== "")
    .join("\n\n");
}
