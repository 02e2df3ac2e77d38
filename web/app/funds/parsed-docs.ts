/** The Markdown of a definition as blocks. */
import { parseContent } from "@portico/pdf/markdown/content.ts";
import type { MarkdownBlock } from "../ui/markdown-blocks.tsx";

/** A text with faults, published before they were refused, is shown as it was typed instead of not at all. */
export function parsedDocs(text: string): readonly MarkdownBlock[] {
  const parsed = parseContent(text);
  if ("blocks" in parsed) return parsed.blocks;
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({ kind: "paragraph", content: [{ kind: "text", text: part }] }));
}
