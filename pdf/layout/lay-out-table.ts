/** Lays tables out: width of the columns, rows, header rows that are repeated on each page. */
import type { Alignment, Facts, Inline, Table } from "../model/blocks.ts";
import { breakLines, contentWidths, type Line, runsOf } from "./break-lines.ts";
import { type Element, element, emptyStrip, keepLines, type Mark, type Setting, type Strip } from "./strips.ts";
import { baseLineOf, cellPadding, colours, page, styles, type TextStyle, textHeight, textWidth } from "./style.ts";

interface Cell {
  content: Inline[];
  style: TextStyle;
  alignment: Alignment;
  element: Element;
}
type Row = Cell[];

/** A row taller than this is divided between its lines if the page ends. */
const undivided = textHeight / 3;

/** Widths of a column's content: of its longest word, and without line breaks. */
function widthsOfColumn(cells: readonly Cell[], setting: Setting): { least: number; whole: number } {
  const widths = cells.map(({ content, style }) => contentWidths(runsOf(content, style.face), { ...setting, style }));
  const most = (of: (one: { least: number; whole: number }) => number): number =>
    widths.reduce((sum, one) => Math.max(sum, of(one)), 0);
  // A little more than measured: sums of the same numbers may differ in their last digit.
  return { least: most(({ least }) => least) + 0.1, whole: most(({ whole }) => whole) + 0.1 };
}

/** Widths that fill the page: by content if it fits on one line, else between the longest word and the whole text. */
function columnWidths(rows: readonly Row[], setting: Setting): number[] {
  const [first = []] = rows;
  const columns = first.map((_, index) =>
    widthsOfColumn(
      rows.flatMap((row) => row[index] ?? []),
      setting,
    ),
  );
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
  const [leasts, wholes] = [sum(columns.map(({ least }) => least)), sum(columns.map(({ whole }) => whole))];
  const available = textWidth - cellPadding.between * (columns.length - 1);
  if (leasts >= available) return columns.map(({ least }) => (least * available) / leasts);
  if (wholes <= available) return columns.map(({ whole }) => (whole * available) / wholes);
  const share = (available - leasts) / (wholes - leasts);
  return columns.map(({ least, whole }) => least + (whole - least) * share);
}

interface LaidCell {
  cell: Cell;
  x: number;
  lines: Line[];
}

/** What a row shows from one of its lines to another. */
function marksOf(cells: readonly LaidCell[], from: number, to: number): Mark[] {
  return cells.flatMap(({ cell: { style, element }, x, lines }) =>
    lines.slice(from, to).map((fragments, index): Mark => {
      const baseLine = cellPadding.top + index * style.leading + baseLineOf(style);
      return { kind: "text", element, x, baseLine, style, fragments };
    }),
  );
}

/** One strip, or one per line if the row is tall. Cells of a row have the same leading. */
function layOutRow(row: Row, widths: readonly number[], setting: Setting): Strip[] {
  let x = page.left;
  const cells = row.map((cell, index): LaidCell => {
    const width = widths[index] ?? 0;
    const { content, style, alignment } = cell;
    const lines = breakLines(runsOf(content, style.face), { ...setting, style, width, alignment });
    const laid = { cell, x, lines };
    x += width + cellPadding.between;
    return laid;
  });
  const count = Math.max(...cells.map(({ lines }) => lines.length));
  const leading = Math.max(...row.map(({ style }) => style.leading));
  const divided = count * leading > undivided;
  const step = divided ? 1 : count;
  const strips = Array.from({ length: count / step }, (_, index): Strip => {
    const strip = emptyStrip(step * leading);
    strip.marks = marksOf(cells, index * step, (index + 1) * step);
    return strip;
  });
  for (const mark of strips.slice(1).flatMap(({ marks }) => marks))
    if (mark.kind === "text") mark.baseLine -= cellPadding.top;
  return bordered(keepLines(strips));
}

/** Adds the row's padding and the line below it. */
function bordered(strips: Strip[]): Strip[] {
  const [first, last] = [strips[0], strips.at(-1)];
  if (!first || !last) return strips;
  first.height += cellPadding.top;
  last.height += cellPadding.bottom;
  last.marks.push({
    kind: "line",
    x: page.left,
    width: textWidth,
    y: last.height,
    colour: colours.line,
    thickness: 0.5,
  });
  return strips;
}

export function layOutTable({ alignments, head, rows }: Table, root: Element, setting: Setting): Strip[] {
  const table = element("Table", root);
  const rowOf = (contents: Inline[][], isHead: boolean): Row => {
    const row = element("TR", table);
    return contents.map((content, index) => ({
      content,
      style: isHead ? styles.headCell : styles.cell,
      alignment: alignments[index] ?? "left",
      element: isHead ? element("TH", row, { scope: "Column" }) : element("TD", row),
    }));
  };
  const headRow = rowOf(head, true);
  const bodyRows = rows.map((contents) => rowOf(contents, false));
  const widths = columnWidths([headRow, ...bodyRows], setting);
  const headStrips = layOutRow(headRow, widths, setting);
  for (const strip of headStrips) {
    strip.keep = true;
    for (const mark of strip.marks)
      if (mark.kind === "line") Object.assign(mark, { colour: colours.strongLine, thickness: 1 });
  }
  const body = keepLines(bodyRows.flatMap((row) => layOutRow(row, widths, setting)));
  // A header that fills most of a page is not repeated.
  const height = headStrips.reduce((sum, strip) => sum + strip.height, 0);
  if (height <= undivided) for (const strip of body) strip.repeat = headStrips;
  return [...headStrips, ...body];
}

export function layOutFacts({ rows }: Facts, root: Element, setting: Setting): Strip[] {
  const table = element("Table", root);
  const laid = rows.map(({ name, value }): Row => {
    const row = element("TR", table);
    const text = { kind: "text", text: name } as const;
    const th = element("TH", row, { scope: "Row" });
    return [
      { content: [text], style: styles.factName, alignment: "left", element: th },
      { content: value, style: styles.factValue, alignment: "left", element: element("TD", row) },
    ];
  });
  const names = widthsOfColumn(
    laid.flatMap(([name]) => name ?? []),
    setting,
  );
  const nameWidth = Math.min(names.whole, 0.4 * textWidth);
  const widths = [nameWidth, textWidth - nameWidth - cellPadding.between];
  const strips = laid.flatMap((row) => layOutRow(row, widths, setting));
  // Kept together, unless they are longer than a page.
  for (const strip of strips.slice(0, -1)) strip.keep = true;
  return strips;
}
