/**
 * The blocks of a document. A template contains placeholders (`Block<Placeholder>`); a document that can be printed does
 * not (`Block`). Lines are those of the Markdown text, counted from 1, for error messages.
 */

export interface Text {
  kind: "text";
  /** Shown as it is; a line break in it starts a new line. */
  text: string;
  line?: number;
  /** The placeholder whose value this is. */
  placeholder?: string;
}

/** `{{name}}` in a template, to be replaced by a value. */
export interface Placeholder {
  kind: "placeholder";
  name: string;
  line: number;
}

export type Inline<Extra = never> =
  | Text
  | { kind: "break" }
  | { kind: "strong" | "emphasis"; content: Inline<Extra>[] }
  | { kind: "link"; href: string; content: Inline<Extra>[]; line?: number }
  | Extra;

export type Alignment = "left" | "center" | "right";

export interface Paragraph<Extra = never> {
  kind: "paragraph";
  content: Inline<Extra>[];
}

export interface List<Extra = never> {
  kind: "list";
  /** Number of the first item; null for a list without numbers. */
  start: number | null;
  items: (Paragraph<Extra> | List<Extra>)[][];
}

export interface Table<Extra = never> {
  kind: "table";
  /** One per column. */
  alignments: Alignment[];
  head: Inline<Extra>[][];
  /** Each row has as many cells as the table has columns. */
  rows: Inline<Extra>[][][];
}

/** Names and their values, one pair per line. */
export interface Facts<Extra = never> {
  kind: "facts";
  rows: { name: string; value: Inline<Extra>[] }[];
}

/** Framed spaces for signatures, two side by side. Where they are printed is returned with the file. */
export interface Signatures {
  kind: "signatures";
  areas: {
    /** Names the space in the result. */
    id: string;
    /** Who signs as what: "For the client". */
    title: string;
    /** Below the frame, one line each: name, position. */
    lines: string[];
  }[];
}

/**
 * A drawing of values. Places are shares of the plot from its left edge, levels from its lower one, 0 to 1; what each shows is
 * in `alternative`, which is read aloud instead.
 */
export interface Chart {
  kind: "chart";
  form: "line" | "bars";
  alternative: string;
  /** What the labels of the levels are measured in, such as "EUR"; empty if they say it. */
  unit: string;
  /** Lines across the plot. */
  levels: { level: number; label: string }[];
  /** Labels below the plot. */
  places: { place: number; label: string }[];
  /** Where bars begin: the level of zero. */
  base: number;
  /** Null where no value is known: a line has a gap there. */
  series: { name: string; points: ({ place: number; level: number } | null)[] }[];
}

export interface Heading<Extra = never> {
  kind: "heading";
  level: 1 | 2 | 3;
  content: Inline<Extra>[];
}

export type Block<Extra = never> =
  | Heading<Extra>
  | Paragraph<Extra>
  | List<Extra>
  | Table<Extra>
  | Facts<Extra>
  | Signatures
  | Chart
  | { kind: "rule" }
  | { kind: "pageBreak" };

/**
 * Label of a list item: "•" or "–" without numbers; "3." in a numbered list; "3.2." for item 2 of a numbered list inside
 * item 3 of another. `outer` is the label of the item that contains the list.
 */
export function itemLabel(list: Pick<List, "start">, index: number, outer?: string): string {
  if (list.start === null) return outer === undefined ? "•" : "–";
  const prefix = outer && /\d/.test(outer) ? outer : "";
  return `${prefix}${list.start + index}.`;
}
