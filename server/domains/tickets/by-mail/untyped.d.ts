/** Libraries without types of their own: what is used of them. */

declare module "libmime" {
  const libmime: {
    /** Decodes encoded words (RFC 2047). */
    decodeWords: (text: string) => string;
  };
  export default libmime;
}

declare module "html-to-text" {
  export interface HtmlNode {
    type: string;
    name?: string;
    data?: string;
    attribs?: Record<string, string>;
    children: HtmlNode[];
  }
  export interface Builder {
    openBlock: (options: { leadingLineBreaks: number }) => void;
    closeBlock: (options: { trailingLineBreaks: number }) => void;
    addInline: (text: string, options?: { noWordTransform?: boolean }) => void;
    openList: (options: {
      interRowLineBreaks: number;
      leadingLineBreaks: number;
      maxPrefixLength: number;
      prefixAlign: "left" | "right";
    }) => void;
    openListItem: (options: { prefix: string }) => void;
    closeListItem: () => void;
    closeList: (options: { trailingLineBreaks: number }) => void;
    openTable: () => void;
    openTableRow: () => void;
    openTableCell: () => void;
    closeTableCell: () => void;
    closeTableRow: () => void;
    closeTable: (options: {
      tableToString: (rows: { text: string }[][]) => string;
      leadingLineBreaks: number;
      trailingLineBreaks: number;
    }) => void;
  }
  export type FormatCallback = (
    element: HtmlNode,
    walk: (nodes: readonly HtmlNode[], builder: Builder) => void,
    builder: Builder,
  ) => void;
  export function compile(options: {
    wordwrap: false;
    baseElements: { selectors: string[] };
    limits: { maxDepth: number; ellipsis: string; maxInputLength: undefined };
    formatters: Record<string, FormatCallback>;
    selectors: readonly { selector: string; format?: string; options?: Record<string, unknown> }[];
  }): (html: string) => string;
}
