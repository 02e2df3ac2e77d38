/**
 * What a document is laid out into: strips over the whole width that are stacked on pages and never divided, each with
 * what is drawn in it. All measures in points, downwards from the top of the strip.
 */
import type { Fragment, TextSetting } from "./break-lines.ts";
import type { TextStyle } from "./style.ts";

/** An element of the structure tree. It is made in the file when its first content is drawn. */
export interface Element {
  type: string;
  /** Null for the document itself. */
  parent: Element | null;
  /** For header cells: what they name. */
  scope?: "Column" | "Row";
  /** For figures. */
  alternative?: string;
}

/** From the top left of its drawing. */
export type Shape =
  | {
      kind: "path";
      points: { x: number; y: number }[];
      colour: string;
      thickness: number;
      dash?: readonly [number, number];
    }
  | { kind: "area"; x: number; y: number; width: number; height: number; colour: string };

export type Mark =
  | { kind: "text"; element: Element; x: number; baseLine: number; style: TextStyle; fragments: Fragment[] }
  | { kind: "line"; y: number; x: number; width: number; colour: string; thickness: number }
  /** Lines and areas of a drawing; its labels are marks of text. */
  | { kind: "drawing"; element: Element; x: number; y: number; width: number; height: number; shapes: Shape[] }
  /** An empty frame for a signature. */
  | { kind: "box"; element: Element; id: string; x: number; y: number; width: number; height: number };

export interface Strip {
  height: number;
  /** Space above and below. The larger of two that meet counts; none at the top of a page. */
  above: number;
  below: number;
  /** Not separated from the next strip. */
  keep: boolean;
  marks: Mark[];
  /** Header rows that are repeated if this strip is the first on its page. */
  repeat?: Strip[];
  /** Starts a page. */
  startsPage?: true;
  heading?: { level: 1 | 2 | 3; text: string };
}

/** What the layout of each block needs to know of the document. */
export interface Setting extends TextSetting {
  /** Alternative text of the frames for signatures. */
  signature: string;
  /** The firm's colour. */
  accent: string;
}

export const emptyStrip = (height: number): Strip => ({ height, above: 0, below: 0, keep: false, marks: [] });

export const element = (
  type: string,
  parent: Element | null,
  more: Omit<Element, "type" | "parent"> = {},
): Element => ({
  type,
  parent,
  ...more,
});

/** Forbids a page break after the first and before the last of several lines or rows. */
export function keepLines(strips: Strip[]): Strip[] {
  const last = strips.length - 1;
  for (const [index, strip] of strips.entries())
    if (index < last && (index === 0 || index === last - 1)) strip.keep = true;
  return strips;
}
