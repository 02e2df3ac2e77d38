/** The text of a mail's HTML part, as its reader saw it: what changes a meaning when it is left out is written as a sign. */
import { compile, type FormatCallback, type HtmlNode } from "html-to-text";
import { listFormatter, raisedFormatter, struckFormatter } from "./html-signs.ts";
import { pictureMark } from "./picture-marks.ts";

type Rows = { text: string }[][];

const isFull = (text: string | undefined): boolean => text !== undefined && text !== "";

/**
 * Cells stay apart and in their columns: “100 | 000” is no hundred thousand, and “100 |  | 500” has nothing in the second
 * one. Tables that only arrange a page have one cell with text in a row.
 */
function rowsAsText(rows: Rows): string {
  const texts = rows.map((cells) => cells.map(({ text }) => text.trim()));
  const width = Math.max(0, ...texts.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    texts.some((cells) => isFull(cells[column])),
  );
  return texts
    .filter((cells) => cells.some(isFull))
    .map((cells) => {
      const full = cells.filter(isFull);
      if (full.length === 1 || full.some((text) => text.includes("\n"))) return full.join("\n");
      const last = columns.findLastIndex((column) => isFull(cells[column]));
      return columns
        .slice(0, last + 1)
        .map((column) => cells[column] ?? "")
        .join(" | ");
    })
    .join("\n");
}

const widestCell = 30;
const isCell = (name: string): boolean => name === "td" || name === "th";

/** Also what stands in a table without a row or a cell, as in HTML that was cut out. */
const table: FormatCallback = (element, walk, builder) => {
  const addCell = (nodes: readonly HtmlNode[], columns = 1): void => {
    builder.openTableCell();
    walk(nodes, builder);
    builder.closeTableCell();
    // Those that it covers too, so that the next one stands in its column.
    for (let more = 1; more < columns; more += 1) {
      builder.openTableCell();
      builder.closeTableCell();
    }
  };
  const addRow = (nodes: readonly HtmlNode[]): void => {
    builder.openTableRow();
    let loose: HtmlNode[] = [];
    for (const node of nodes) {
      if (!isCell(node.name ?? "")) {
        loose.push(node);
        continue;
      }
      if (loose.length > 0) addCell(loose);
      loose = [];
      addCell(node.children, Math.min(widestCell, Number(node.attribs?.["colspan"]) || 1));
    }
    if (loose.length > 0) addCell(loose);
    builder.closeTableRow();
  };
  const addRows = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes)
      if (["thead", "tbody", "tfoot", "center", "form"].includes(node.name ?? "")) addRows(node.children);
      else if (node.name === "tr") addRow(node.children);
      else if (node.type !== "text" || node.data?.trim()) addRow([node]);
  };
  builder.openTable();
  addRows(element.children);
  builder.closeTable({ tableToString: rowsAsText, leadingLineBreaks: 1, trailingLineBreaks: 1 });
};

/** A cell whose table was cut off. */
const cell: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/**
 * A picture of the mail is named by its id, so that it is known where it stands; its description follows, for the case that
 * the mail does not have it. Of pictures from elsewhere readers see the description at first.
 */
const picture: FormatCallback = ({ attribs }, _walk, builder) => {
  const { src = "", alt = "" } = attribs ?? {};
  const said = alt
    .replaceAll(/[\s\uE000-\uE001]+/g, " ")
    .trim()
    .slice(0, longestDescription)
    .toWellFormed();
  if (/\p{Extended_Pictographic}/u.test(said)) builder.addInline(said);
  else if (/^cid:/i.test(src))
    builder.addInline(` ${pictureMark(src.slice(4))}${said === "" ? "" : `\uE000${said}\uE001`} `, {
      noWordTransform: true,
    });
  else if (said !== "") builder.addInline(` [${said}] `);
};
const longestDescription = 300;

/** A box is ticked or not, and fields contain what was typed. */
const field: FormatCallback = ({ attribs }, _walk, builder) => {
  const { type = "text", value = "", checked } = attribs ?? {};
  if (/^(?:checkbox|radio)$/i.test(type)) builder.addInline(checked === undefined ? "[ ]" : "[x]");
  else if (!/^(?:hidden|submit|button|image|reset|password)$/i.test(type)) builder.addInline(value);
};

/** What the writer never saw: the line for lists of mails that newsletters begin with, for example. */
const hidden = [
  "[hidden]",
  '[style*="display:none"]',
  '[style*="display: none"]',
  '[style*="visibility:hidden"]',
  '[style*="visibility: hidden"]',
  '[style*="mso-hide:all"]',
  '[style*="mso-hide: all"]',
];
const struck = ["s", "del", "strike", '[style*="line-through"]'];
const blocks = ["details", "summary", "dl", "dt", "dd", "figure", "figcaption", "caption", "address", "center"];

const plain = { leadingLineBreaks: 2, trailingLineBreaks: 1, uppercase: false };
const toText = compile({
  wordwrap: false,
  // All of it: some programs put the answer in front of the page that it answers.
  baseElements: { selectors: [] },
  limits: { maxDepth: 500, ellipsis: " … ", maxInputLength: undefined },
  formatters: {
    cellsApart: table,
    loneCell: cell,
    picture,
    field,
    numbered: listFormatter,
    raised: raisedFormatter,
    struck: struckFormatter,
  },
  selectors: [
    ...["script", "style", "head", "title", "template", ...hidden].map((selector) => ({ selector, format: "skip" })),
    { selector: "table", format: "cellsApart" },
    ...["td", "th", ...blocks].map((selector) => ({ selector, format: "loneCell" })),
    { selector: "img", format: "picture" },
    { selector: "input", format: "field" },
    { selector: "ol", format: "numbered" },
    ...["sup", "sub"].map((selector) => ({ selector, format: "raised" })),
    ...struck.map((selector) => ({ selector, format: "struck" })),
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: plain })),
    { selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 1 } },
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ["<", ">"] } },
    { selector: 'a[href^="mailto:"]', format: "inline" },
    { selector: 'a[href^="tel:"]', format: "inline" },
  ],
});

export const htmlText = (html: string): string => toText(html);
