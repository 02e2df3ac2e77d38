/** The text of a mail's HTML part, as its reader saw it. */
import { compile, type FormatCallback, type HtmlNode } from "html-to-text";

type Rows = { text: string }[][];

/** Cells stay apart: “100 | 000” is no hundred thousand. Tables that only arrange a page have one cell with text in a row. */
const rowsAsText = (rows: Rows): string =>
  rows
    .map((cells) => cells.map(({ text }) => text.trim()).filter((text) => text !== ""))
    .map((texts) => texts.join(texts.some((text) => text.includes("\n")) ? "\n" : " | "))
    .filter((row) => row !== "")
    .join("\n");

const isCell = (name: string): boolean => name === "td" || name === "th";

/** Also what stands in a table without a row or a cell, as in HTML that was cut out. */
const table: FormatCallback = (element, walk, builder) => {
  const addCell = (nodes: readonly HtmlNode[]): void => {
    builder.openTableCell();
    walk(nodes, builder);
    builder.closeTableCell();
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
      addCell(node.children);
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

/** A picture of the mail is named by its id, so that it is known where it stands; of others only signs such as 🙂 are kept. */
const picture: FormatCallback = ({ attribs }, _walk, builder) => {
  const { src = "", alt = "" } = attribs ?? {};
  if (/^cid:/i.test(src)) builder.addInline(` ${pictureMark(src.slice(4))} `, { noWordTransform: true });
  else if (/\p{Extended_Pictographic}/u.test(alt)) builder.addInline(alt);
};

/** How a text shows where a picture stands, as Outlook does. */
export const pictureMark = (cid: string): string => `[cid:${cid}]`;

const plain = { leadingLineBreaks: 2, trailingLineBreaks: 1, uppercase: false };
const toText = compile({
  wordwrap: false,
  // All of it: some programs put the answer in front of the page that it answers.
  baseElements: { selectors: [] },
  limits: { maxDepth: 500, ellipsis: " … ", maxInputLength: undefined },
  formatters: { cellsApart: table, loneCell: cell, picture },
  selectors: [
    ...["script", "style", "head", "title", "template"].map((selector) => ({ selector, format: "skip" })),
    { selector: "table", format: "cellsApart" },
    ...["td", "th"].map((selector) => ({ selector, format: "loneCell" })),
    { selector: "img", format: "picture" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: plain })),
    { selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 1 } },
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ["<", ">"] } },
    { selector: 'a[href^="mailto:"]', format: "inline" },
    { selector: 'a[href^="tel:"]', format: "inline" },
  ],
});

export const htmlText = (html: string): string => toText(html);
