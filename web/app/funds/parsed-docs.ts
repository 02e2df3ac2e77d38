/** The Markdown of a definition as blocks; nothing if it has faults, which no published one has. */
import { parseContent } from "@portico/pdf/markdown/content.ts";
import type { MarkdownBlock } from "../ui/markdown-blocks.tsx";

export function parsedDocs(text: string): readonly MarkdownBlock[] {
  const parsed = parseContent(text);
  return "blocks" in parsed ? parsed.blocks : [];
}
