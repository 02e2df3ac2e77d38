/** Measures and colours of printed documents, in points (1/72 inch). */
import type { Face } from "./faces.ts";

/** A4. */
export const page = { width: 595.28, height: 841.89, left: 71, right: 71, top: 88, bottom: 76 } as const;
export const textWidth = page.width - page.left - page.right;
export const textHeight = page.height - page.top - page.bottom;

export const colours = { text: "#1b1d21", quiet: "#565b63", link: "#174a8b", line: "#c3c7cd", strongLine: "#565b63" };

export interface TextStyle {
  face: Face;
  size: number;
  /** Distance of base lines. */
  leading: number;
  colour: string;
  /** Digits of equal width, for columns. */
  tabular?: true;
}

/** Share of Sofia Sans's size that is above and below the base line. */
const [ascent, descent] = [0.9, 0.3];

/** Base line of a line of text, from its top. */
export const baseLineOf = ({ size, leading }: TextStyle): number =>
  (leading - (ascent + descent) * size) / 2 + ascent * size;

const { text, quiet } = colours;
export const styles = {
  body: { face: "regular", size: 10.5, leading: 15, colour: text },
  h1: { face: "bold", size: 19, leading: 24, colour: text },
  h2: { face: "bold", size: 13, leading: 18, colour: text },
  h3: { face: "bold", size: 10.5, leading: 15, colour: text },
  cell: { face: "regular", size: 9.5, leading: 13, colour: text, tabular: true },
  headCell: { face: "bold", size: 9, leading: 13, colour: text, tabular: true },
  factName: { face: "regular", size: 10, leading: 14, colour: quiet },
  factValue: { face: "regular", size: 10, leading: 14, colour: text },
  signatureTitle: { face: "bold", size: 9.5, leading: 13, colour: text },
  signatureLine: { face: "regular", size: 9.5, leading: 13, colour: text },
  chart: { face: "regular", size: 8, leading: 11, colour: quiet, tabular: true },
  frame: { face: "regular", size: 8, leading: 11, colour: quiet },
} satisfies Record<string, TextStyle>;

/** Space above a block and, for some, below it; the larger of two that meet counts. */
export const spaces = {
  h1: { above: 0, below: 14 },
  h2: { above: 20, below: 6 },
  h3: { above: 14, below: 4 },
  paragraph: { above: 8, below: 8 },
  item: { above: 5, below: 5 },
  table: { above: 10, below: 12 },
  rule: { above: 12, below: 12 },
  signatures: { above: 28, below: 8 },
  chart: { above: 10, below: 12 },
} as const;

export const listIndent = { bullet: 14, number: 22, nestedNumber: 30 } as const;
/** `between` is the space between the columns of a table. */
export const cellPadding = { between: 14, top: 4, bottom: 4 } as const;
export const chartBox = { height: 150, gap: 6, legendLine: 18, legendGap: 18 } as const;
export const signatureBox = { height: 62, gap: 24, textGap: 4, rowGap: 18 } as const;
