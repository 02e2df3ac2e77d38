/**
 * Reads the Markdown of templates: headings 1 to 3, paragraphs, strong, emphasis, lists two deep, tables, links (https and
 * mailto), rules, hard line breaks, placeholders. Anything else of Markdown is a fault. Runs in the browser too.
 */
import MarkdownIt, { type Token } from "markdown-it";
import type { Alignment, Block, Heading, Inline, List, Paragraph, Placeholder } from "../model/blocks.ts";
import { type Fault, maxFaults, type Outcome, type Unsupported } from "../model/faults.ts";
import { linkAddress } from "../model/link-address.ts";
import { parseInline } from "./parse-inline.ts";
import { placeholders } from "./placeholder-rule.ts";

/** Characters of a template; about thirty pages. */
export const maxTemplateLength = 100_000;
export const maxColumns = 12;

const markdown = new MarkdownIt("commonmark", { html: true, maxNesting: 20 })
  .enable("table")
  // `text` above `---` is not a heading here; definitions of links would vanish without trace.
  .disable(["lheading", "reference"])
  .use(placeholders);
// A refused address is reported instead of being left in the text.
markdown.validateLink = () => true;

type Content = Inline<Placeholder>[];
type Item = List<Placeholder>["items"][number];
const unsupported: Record<string, Unsupported> = {
  html_block: "html",
  code_block: "code",
  fence: "code",
  blockquote_open: "quote",
};

/**
 * The blocks of a template, or all faults with their lines. `readAddress` gives a link's address as it is kept, or null if
 * it is not allowed.
 */
export function parseTemplate(
  text: string,
  readAddress: (address: string) => string | null = linkAddress,
): Outcome<{ blocks: Block<Placeholder>[] }> {
  if (text.length > maxTemplateLength)
    return { faults: [{ code: "tooLarge", what: "characters", limit: maxTemplateLength }] };
  const reader = createReader(text, readAddress);
  const blocks = reader.readBlocks();
  return reader.faults.length > 0 ? { faults: reader.faults.slice(0, maxFaults) } : { blocks };
}

const lineOf = (token: Token): number => (token.map?.[0] ?? 0) + 1;
const alignmentOf = (cell: Token): Alignment =>
  (/text-align:(center|right)/.exec(String(cell.attrGet("style")))?.[1] as Alignment | undefined) ?? "left";

/** Goes through tokens, each of which is taken once. */
function createCursor(tokens: readonly Token[]) {
  let next = 0;
  const isAt = (type: string): boolean => tokens[next]?.type === type;
  return {
    isAt,
    isOver: (): boolean => next >= tokens.length,
    take: (): Token => {
      const token = tokens[next++];
      if (!token) throw new Error("Markdown ended within a block");
      return token;
    },
    /** Skips what is left up to the token that closes `opened`. */
    skipTo: (opened: Token): void => {
      const type = opened.type.replace(/_open$/, "_close");
      while (!(isAt(type) && tokens[next]?.level === opened.level)) next += 1;
      next += 1;
    },
  };
}

type Cursor = ReturnType<typeof createCursor>;

/** Reads tables: `readContent` reads a cell, from the line of its row. */
function createTableReader(
  { take, isAt, skipTo }: Cursor,
  {
    lines,
    faults,
    readContent,
  }: { lines: readonly string[]; faults: Fault[]; readContent: (cell: Token, line: number) => Content },
) {
  const readRow = (opened: Token, noteAlignment?: (alignment: Alignment) => void): Content[] => {
    const cells: Content[] = [];
    while (isAt("th_open") || isAt("td_open")) {
      const cell = take();
      noteAlignment?.(alignmentOf(cell));
      cells.push(readContent(cell, lineOf(opened)));
    }
    skipTo(opened);
    const source = (lines[lineOf(opened) - 1] ?? "").trim().replace(/^\||(?<!\\)\|$/g, "");
    // Markdown drops further cells; here nothing that was written may be missing.
    if (source.split(/(?<!\\)\|/).length > cells.length)
      faults.push({ code: "unsupported", what: "extraCell", line: lineOf(opened) });
    return cells;
  };
  return (opened: Token): Block<Placeholder> => {
    const alignments: Alignment[] = [];
    const rows: Content[][] = [];
    while (!isAt("table_close")) {
      const token = take();
      if (token.type === "tr_open")
        rows.push(readRow(token, rows.length === 0 ? (alignment) => alignments.push(alignment) : undefined));
    }
    skipTo(opened);
    if (alignments.length > maxColumns)
      faults.push({ code: "tooLarge", what: "columns", limit: maxColumns, line: lineOf(opened) });
    const [head = [], ...body] = rows;
    return { kind: "table", alignments, head, rows: body };
  };
}

function createReader(text: string, readAddress: (address: string) => string | null) {
  const cursor = createCursor(markdown.parse(text, {}));
  const { take, isAt, isOver, skipTo } = cursor;
  const lines = text.split(/\r\n?|\n/);
  const faults: Fault[] = [];

  const refuse = (token: Token, what: Unsupported): void => {
    faults.push({ code: "unsupported", what, line: lineOf(token) });
    if (token.nesting === 1) skipTo(token);
  };

  /** The content of the block, cell or item part that `opened` starts. */
  const readContent = (opened: Token, line = lineOf(opened)): Content => {
    const content = parseInline(take().children ?? [], { line, faults, readAddress });
    skipTo(opened);
    return content;
  };

  const readHeading = (opened: Token): Heading<Placeholder> => {
    const level = Number(opened.tag.slice(1));
    if (level > 3) faults.push({ code: "unsupported", what: "headingLevel", line: lineOf(opened) });
    return { kind: "heading", level: level as 1 | 2 | 3, content: readContent(opened) };
  };

  const readItem = (depth: number): Item => {
    const opened = take();
    const parts: Item = [];
    while (!isAt("list_item_close")) {
      const token = take();
      if (token.type === "paragraph_open") parts.push({ kind: "paragraph", content: readContent(token) });
      else if (!/^(?:bullet|ordered)_list_open$/.test(token.type))
        refuse(token, unsupported[token.type] ?? "blockInList");
      else if (depth === 2) refuse(token, "listDepth");
      else parts.push(readList(token, depth + 1));
    }
    skipTo(opened);
    return parts;
  };
  const readList = (opened: Token, depth: number): List<Placeholder> => {
    const start = opened.type === "ordered_list_open" ? Number(opened.attrGet("start") ?? 1) : null;
    const items: Item[] = [];
    while (isAt("list_item_open")) items.push(readItem(depth));
    skipTo(opened);
    return { kind: "list", start, items };
  };

  const readTable = createTableReader(cursor, { lines, faults, readContent });

  const readBlock = (token: Token): Block<Placeholder> | Paragraph<Placeholder> | undefined => {
    switch (token.type) {
      case "heading_open":
        return readHeading(token);
      case "paragraph_open":
        return { kind: "paragraph", content: readContent(token) };
      case "bullet_list_open":
      case "ordered_list_open":
        return readList(token, 1);
      case "table_open":
        return readTable(token);
      case "hr":
        return { kind: "rule" };
      default: {
        const what = unsupported[token.type];
        if (!what) throw new Error(`Markdown token ${token.type}`);
        refuse(token, what);
      }
    }
  };

  return {
    faults,
    readBlocks: (): Block<Placeholder>[] => {
      const blocks: Block<Placeholder>[] = [];
      while (!isOver()) {
        const block = readBlock(take());
        if (block) blocks.push(block);
      }
      return blocks;
    },
  };
}
