/** Lays blocks out into strips. */
import { type Block, type Heading, type Inline, itemLabel, type List } from "../model/blocks.ts";
import { breakLines, type Line, plainText, runsOf } from "./break-lines.ts";
import { layOutChart } from "./lay-out-chart.ts";
import { layOutSignatures } from "./lay-out-signatures.ts";
import { layOutFacts, layOutTable } from "./lay-out-table.ts";
import { type Element, element, emptyStrip, keepLines, type Setting, type Strip } from "./strips.ts";
import { baseLineOf, colours, listIndent, page, spaces, styles, type TextStyle, textWidth } from "./style.ts";

/** A column of text on the page. */
interface Column {
  x: number;
  width: number;
}
const wholeWidth: Column = { x: page.left, width: textWidth };

/** One strip per line. */
function stripsOf(lines: readonly Line[], parts: { style: TextStyle; element: Element; x: number }): Strip[] {
  const { style, element, x } = parts;
  return lines.map((fragments) => ({
    ...emptyStrip(style.leading),
    marks: [{ kind: "text", element, x, baseLine: baseLineOf(style), style, fragments }],
  }));
}

function spaced(strips: Strip[], { above, below }: { above: number; below: number }): Strip[] {
  const [first, last] = [strips[0], strips.at(-1)];
  if (first) first.above = above;
  if (last) last.below = below;
  return strips;
}

interface TextParts {
  content: readonly Inline[];
  style: TextStyle;
  element: Element;
  column: Column;
}
function layOutText({ content, style, element, column: { x, width } }: TextParts, setting: Setting): Strip[] {
  const lines = breakLines(runsOf(content, style.face), { ...setting, width, style });
  const strips = keepLines(stripsOf(lines, { style, element, x }));
  const last = strips.at(-1);
  // What introduces a list or table stays with it.
  if (last && plainText(content).trimEnd().endsWith(":")) last.keep = true;
  return strips;
}

function layOutHeading({ level, content }: Heading, root: Element, setting: Setting): Strip[] {
  const name = `h${level}` as const;
  const own = element(`H${level}`, root);
  const strips = layOutText({ content, style: styles[name], element: own, column: wholeWidth }, setting);
  for (const strip of strips) strip.keep = true;
  const [first] = strips;
  if (first) first.heading = { level, text: plainText(content) };
  return spaced(strips, spaces[name]);
}

interface ListPlace {
  parent: Element;
  column: Column;
  /** Label of the item that contains the list. */
  outer?: string;
}
function layOutList(list: List, { parent, column, outer }: ListPlace, setting: Setting): Strip[] {
  const own = element("L", parent);
  const indent =
    list.start === null ? listIndent.bullet : outer === undefined ? listIndent.number : listIndent.nestedNumber;
  const inner: Column = { x: column.x + indent, width: column.width - indent };
  return list.items.flatMap((parts, index) => {
    const item = element("LI", own);
    const label = itemLabel(list, index, outer);
    const labelLine = breakLines([{ text: label, face: "regular", link: null }], {
      ...setting,
      width: indent,
      style: styles.body,
    });
    const [labelStrip] = stripsOf(labelLine, { style: styles.body, element: element("Lbl", item), x: column.x });
    const body = element("LBody", item);
    const strips = parts.flatMap((part) =>
      part.kind === "list"
        ? layOutList(part, { parent: body, column: inner, outer: label }, setting)
        : spaced(
            layOutText(
              { content: part.content, style: styles.body, element: element("P", body), column: inner },
              setting,
            ),
            spaces.item,
          ),
    );
    const [first = spaced([emptyStrip(styles.body.leading)], spaces.item)[0] as Strip] = strips;
    first.marks.unshift(...(labelStrip?.marks ?? []));
    return strips.length > 0 ? strips : [first];
  });
}

function layOutBlock(block: Block, root: Element, setting: Setting): Strip[] {
  switch (block.kind) {
    case "heading":
      return layOutHeading(block, root, setting);
    case "paragraph":
      return spaced(
        layOutText(
          { content: block.content, style: styles.body, element: element("P", root), column: wholeWidth },
          setting,
        ),
        spaces.paragraph,
      );
    case "list":
      return layOutList(block, { parent: root, column: wholeWidth }, setting);
    case "table":
      return spaced(layOutTable(block, root, setting), spaces.table);
    case "facts":
      return spaced(layOutFacts(block, root, setting), spaces.table);
    case "signatures":
      return spaced(layOutSignatures(block, root, setting), spaces.signatures);
    case "chart":
      return spaced([layOutChart(block, root, setting)], spaces.chart);
    case "rule": {
      const strip = emptyStrip(1);
      strip.marks.push({ kind: "line", ...wholeWidth, y: 0.5, colour: colours.line, thickness: 0.75 });
      return spaced([strip], spaces.rule);
    }
    case "pageBreak":
      return [{ ...emptyStrip(0), startsPage: true }];
  }
}

/** The strips of all blocks, in the order of the document. */
export function layOut(blocks: readonly Block[], root: Element, setting: Setting): Strip[] {
  const strips: Strip[] = [];
  for (const block of blocks) {
    const last = strips.at(-1);
    // Signatures without any text of the document would stand on a page of their own.
    if (block.kind === "signatures" && last && !last.startsPage) last.keep = true;
    strips.push(...layOutBlock(block, root, setting));
  }
  return strips;
}
